//! Attack sets: tables for kings, knights and pawns, and one subtraction per line of a slider.
//!
//! Sliders use the obstruction difference (Michael Hoffmann, Gerd Isenberg): on a line only the nearest
//! pieces above and below the slider matter, and twice the upper one minus the lower one gives the squares
//! between them. Squares count from a1 = 0 to h8 = 63; bit `n` of a word is square `n`.

/// King steps as (files, ranks). The first four, upward, define a slider's lines: file, rank, two diagonals.
const KING_STEPS: [(i32, i32); 8] = [(0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1)];

/// Returns the squares reachable on an empty board with each step made at most `times` times.
const fn reach(steps: &[(i32, i32)], times: i32) -> [u64; 64] {
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 * steps.len() {
        let (square, (files, ranks)) = (index % 64, steps[index / 64]);
        let (mut file, mut rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
        let mut left = times;
        while left > 0 && file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            table[square] |= 1 << (rank * 8 + file);
            (file, rank, left) = (file + files, rank + ranks, left - 1);
        }
        index += 1;
    }
    table
}

/// Returns one line of a slider for each square: the part below and the part above.
const fn halves(line: usize) -> [[u64; 64]; 2] {
    [reach(&[KING_STEPS[line + 4]], 7), reach(&[KING_STEPS[line]], 7)]
}

static KNIGHT: [u64; 64] =
    reach(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)], 1);
static KING: [u64; 64] = reach(&KING_STEPS, 1);
static PAWN: [[u64; 64]; 2] = [reach(&[(-1, 1), (1, 1)], 1), reach(&[(-1, -1), (1, -1)], 1)];
static LINES: [[[u64; 64]; 2]; 4] = [halves(0), halves(1), halves(2), halves(3)];

/// Returns the squares attacked by a knight.
pub fn knight(square: usize) -> u64 {
    KNIGHT[square & 63]
}

/// Returns the squares attacked by a king.
pub fn king(square: usize) -> u64 {
    KING[square & 63]
}

/// Returns the squares attacked by a pawn of a color.
pub fn pawn(color: usize, square: usize) -> u64 {
    PAWN[color & 1][square & 63]
}

fn along(line: usize, square: usize, occupied: u64) -> u64 {
    let [below, above] = [LINES[line][0][square & 63], LINES[line][1][square & 63]];
    // With no piece below, any lower square works: take the lowest.
    let lower = 1 << 63 >> (below & occupied | 1).leading_zeros();
    let upper = above & occupied;
    let between = ((upper & upper.wrapping_neg()) << 1).wrapping_sub(lower);
    between & (below | above)
}

/// Returns the squares attacked by a bishop with the given occupancy.
pub fn bishop(square: usize, occupied: u64) -> u64 {
    along(2, square, occupied) | along(3, square, occupied)
}

/// Returns the squares attacked by a rook with the given occupancy.
pub fn rook(square: usize, occupied: u64) -> u64 {
    along(0, square, occupied) | along(1, square, occupied)
}

/// Returns the line through two squares from edge to edge, without the first square; empty if there is none.
pub fn line(one: usize, other: usize) -> u64 {
    (0..4).map(|line| along(line, one, 0)).find(|line| line >> (other & 63) & 1 != 0).unwrap_or(0)
}

/// Returns the squares strictly between two squares on a line; empty if there is no line.
pub fn between(one: usize, other: usize) -> u64 {
    let (low, high) = (1u64 << one.min(other), 1u64 << one.max(other));
    line(one, other) & high.wrapping_sub(low << 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    use heirloom_testing::cases;
    use proptest::prelude::*;

    /// Computes a slider's attacks square by square.
    fn walk(square: usize, steps: &[(i32, i32)], occupied: u64) -> u64 {
        let mut seen = 0;
        for &(files, ranks) in steps {
            let (mut file, mut rank) = (square as i32 % 8 + files, square as i32 / 8 + ranks);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                seen |= 1 << (rank * 8 + file);
                if occupied >> (rank * 8 + file) & 1 != 0 {
                    break;
                }
                (file, rank) = (file + files, rank + ranks);
            }
        }
        seen
    }

    proptest! {
        #![proptest_config(cases(19_200))]

        #[test]
        fn obstruction_difference_matches_a_walk(square in 0_usize..64, one: u64, other: u64) {
            let occupied = one & other;
            let (straight, diagonal) =
                ([(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, -1), (-1, 1)]);
            prop_assert_eq!(rook(square, occupied), walk(square, &straight, occupied), "{:x}", occupied);
            prop_assert_eq!(bishop(square, occupied), walk(square, &diagonal, occupied), "{:x}", occupied);
        }
    }

    #[test]
    fn lines_and_leapers() {
        assert_eq!((between(0, 27), between(27, 0)), (1 << 9 | 1 << 18, 1 << 9 | 1 << 18));
        assert_eq!((between(0, 10), line(0, 10), between(56, 63)), (0, 0, 0x7e << 56));
        assert_eq!((line(8, 9), line(9, 8)), (0xfe00, 0xfd00));
        assert_eq!((knight(0), king(0)), (1 << 10 | 1 << 17, 1 << 1 | 1 << 8 | 1 << 9));
        assert_eq!((pawn(0, 8), pawn(1, 15)), (1 << 17, 1 << 6));
    }
}
