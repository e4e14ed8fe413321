//! What a piece attacks from a square: tables for kings, knights and pawns, one subtraction for each line of a sliding piece.
//!
//! Sliders use hyperbola quintessence (Gerd Isenberg, Aleks Peshkov): with the squares of a line in a word `o` and the slider in `r`, `o - 2r`
//! borrows from the first blocker above the slider, so that what changed is what the slider sees. Bytes swapped, the same sees downwards.
//! Squares count from a1 = 0 to h8 = 63; bit `n` of a word is square `n`.

/// Steps of a knight: files, ranks.
const KNIGHT_STEPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// Steps of a king, which are the directions of a queen too. Opposite directions are four apart.
const KING_STEPS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The square some files and ranks away, or 64 where the board ends.
const fn step(square: usize, by: (i32, i32)) -> usize {
    let (file, rank) = ((square % 8) as i32 + by.0, (square / 8) as i32 + by.1);
    if file < 0 || file > 7 || rank < 0 || rank > 7 { 64 } else { (rank * 8 + file) as usize }
}

const fn leaper(steps: &[(i32, i32)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut index = 0;
        while index < steps.len() {
            let to = step(square, steps[index]);
            if to < 64 {
                table[square] |= 1 << to;
            }
            index += 1;
        }
        square += 1;
    }
    table
}

/// All squares from `square` on in one direction, on an empty board.
const fn ray(square: usize, direction: usize) -> u64 {
    let mut squares = 0;
    let mut to = step(square, KING_STEPS[direction]);
    while to < 64 {
        squares |= 1 << to;
        to = step(to, KING_STEPS[direction]);
    }
    squares
}

/// For each square its file, its two diagonals: the lines whose far end is in another byte.
const fn lines() -> [[u64; 3]; 64] {
    let mut table = [[0; 3]; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = [ray(square, 0) | ray(square, 4), ray(square, 1) | ray(square, 5), ray(square, 3) | ray(square, 7)];
        square += 1;
    }
    table
}

/// What a rook on a file sees of its rank, by the six inner squares of the rank that are taken.
const fn rank_attacks() -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let taken = (inner as u32) << 1;
            let mut to = file as i32 + 1;
            while to < 8 {
                table[file][inner] |= 1 << to;
                to = if taken >> to & 1 != 0 { 8 } else { to + 1 };
            }
            to = file as i32 - 1;
            while to >= 0 {
                table[file][inner] |= 1 << to;
                to = if taken >> to & 1 != 0 { -1 } else { to - 1 };
            }
            inner += 1;
        }
        file += 1;
    }
    table
}

/// The squares between two squares of a line (`whole` false), or the line through both from edge to edge.
const fn pairs(whole: bool) -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let mut between = 0;
            let mut to = step(from, KING_STEPS[direction]);
            while to < 64 {
                let line = ray(from, direction) | ray(from, (direction + 4) % 8) | 1 << from;
                table[from][to] = if whole { line } else { between };
                between |= 1 << to;
                to = step(to, KING_STEPS[direction]);
            }
            direction += 1;
        }
        from += 1;
    }
    table
}

static KNIGHT: [u64; 64] = leaper(&KNIGHT_STEPS);
static KING: [u64; 64] = leaper(&KING_STEPS);
static PAWN: [[u64; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
static LINES: [[u64; 3]; 64] = lines();
static RANK: [[u8; 64]; 8] = rank_attacks();
static BETWEEN: [[u64; 64]; 64] = pairs(false);
static LINE: [[u64; 64]; 64] = pairs(true);

/// What a knight attacks.
#[inline]
pub fn knight(square: usize) -> u64 {
    KNIGHT[square & 63]
}

/// What a king attacks.
#[inline]
pub fn king(square: usize) -> u64 {
    KING[square & 63]
}

/// What a pawn of a color attacks.
#[inline]
pub fn pawn(color: usize, square: usize) -> u64 {
    PAWN[color & 1][square & 63]
}

#[inline]
fn along(line: u64, square: usize, occupied: u64) -> u64 {
    let (blockers, slider) = (occupied & line, 1 << (square & 63));
    let up = blockers.wrapping_sub(slider << 1);
    let down = blockers.swap_bytes().wrapping_sub(slider.swap_bytes() << 1).swap_bytes();
    (up ^ down) & line
}

/// What a bishop attacks when these squares are occupied.
#[inline]
pub fn bishop(square: usize, occupied: u64) -> u64 {
    let lines = &LINES[square & 63];
    along(lines[1], square, occupied) | along(lines[2], square, occupied)
}

/// What a rook attacks when these squares are occupied.
#[inline]
pub fn rook(square: usize, occupied: u64) -> u64 {
    let rank = square & 56;
    let inner = (occupied >> rank >> 1) & 63;
    along(LINES[square & 63][0], square, occupied) | u64::from(RANK[square & 7][inner as usize]) << rank
}

/// The squares strictly between two squares of a rank, file or diagonal; none otherwise.
#[inline]
pub fn between(one: usize, other: usize) -> u64 {
    BETWEEN[one & 63][other & 63]
}

/// The rank, file or diagonal through two squares, edge to edge; none where there is no such line.
#[inline]
pub fn line(one: usize, other: usize) -> u64 {
    LINE[one & 63][other & 63]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Square by square, as a person would look.
    fn walk(square: usize, directions: &[usize], occupied: u64) -> u64 {
        let mut seen = 0;
        for &direction in directions {
            let mut to = step(square, KING_STEPS[direction]);
            while to < 64 {
                seen |= 1 << to;
                to = if occupied >> to & 1 != 0 { 64 } else { step(to, KING_STEPS[direction]) };
            }
        }
        seen
    }

    #[test]
    fn one_subtraction_sees_what_a_walk_sees() {
        let mut random = fastrand::Rng::with_seed(3);
        for square in 0..64 {
            for _ in 0..300 {
                let occupied = random.u64(..) & random.u64(..);
                assert_eq!(rook(square, occupied), walk(square, &[0, 2, 4, 6], occupied), "rook on {square}, {occupied:x}");
                assert_eq!(bishop(square, occupied), walk(square, &[1, 3, 5, 7], occupied), "bishop on {square}, {occupied:x}");
            }
        }
    }

    #[test]
    fn lines_and_leapers() {
        assert_eq!(between(0, 27), 1 << 9 | 1 << 18);
        assert_eq!((between(0, 10), line(0, 10)), (0, 0));
        assert_eq!(line(8, 9), 0xff00);
        assert_eq!((knight(0), king(0)), (1 << 10 | 1 << 17, 1 << 1 | 1 << 8 | 1 << 9));
        assert_eq!((pawn(0, 8), pawn(1, 15)), (1 << 17, 1 << 6));
    }
}
