//! Square numbers of Roce's board: twelve rows of ten, from a8 = 21 to h1 = 98.

/// Returns the file of a square, 0 for the a-file.
#[inline(always)]
pub fn file(square: u8) -> u8 {
    square % 10 - 1
}

/// Returns the rank of a square, 0 for the first.
#[inline(always)]
pub fn rank(square: u8) -> u8 {
    9 - square / 10
}

/// Returns the square on a file and rank, both from 0 to 7.
#[inline(always)]
pub fn square(file: u8, rank: u8) -> u8 {
    (9 - rank) * 10 + file + 1
}

/// Returns all 64 squares of the board, a8 first.
#[inline(always)]
pub fn all_squares() -> impl Iterator<Item = u8> {
    (2..10).flat_map(|row| (1..9).map(move |column| row * 10 + column))
}

/// Returns the name of a square: `a1` for 91.
pub fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + file(square)), rank(square) + 1)
}

/// Returns the square with this name, for tests.
#[cfg(test)]
pub fn from_name(name: &str) -> Option<u8> {
    let &[file, rank] = name.as_bytes() else { return None };
    ((b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank)).then(|| square(file - b'a', rank - b'1'))
}

/// Returns the square one step behind for a pawn of `side`.
#[inline(always)]
pub fn behind(square: u8, side: i8) -> u8 {
    square.wrapping_add_signed(10 * side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roce::attacks::KNIGHT_STEPS;
    use crate::roce::board::{Board, EMPTY, KING, KNIGHT, OUTSIDE};
    use crate::seam::START;

    #[test]
    fn squares_have_the_numbers_of_the_original() {
        assert_eq!(["a1", "h8", "b1", "c3"].map(from_name), [Some(91), Some(28), Some(92), Some(73)]);
        let board = Board::from_fen(START);
        assert_eq!([92, 25, 73, 90].map(|at| board.squares[at]), [KNIGHT, -KING, EMPTY, OUTSIDE]);
        assert_eq!(all_squares().count(), 64);
        assert!(all_squares().all(|at| from_name(&name(at)) == Some(at)));
    }

    #[test]
    fn no_knight_jumps_off_the_board() {
        let board = Board::from_fen(START);
        for from in all_squares() {
            for step in KNIGHT_STEPS {
                let to = from.wrapping_add_signed(step);
                assert!(to < 120);
                let inside = board.squares[usize::from(to)] != OUTSIDE;
                let (files, ranks) =
                    (file(from).abs_diff(to % 10 - u8::from(inside)), (from / 10).abs_diff(to / 10));
                assert_eq!(inside, inside && files * ranks == 2, "{} {step}", name(from));
            }
        }
    }
}
