//! Attack detection on Roce's board: walks outward from a square until a piece or the rim blocks the way.

use super::board::{BISHOP, EMPTY, KING, KNIGHT, OUTSIDE, PAWN, QUEEN, ROOK, Squares};

/// The steps of a knight.
pub const KNIGHT_STEPS: [i8; 8] = [-21, -19, -12, -8, 8, 12, 19, 21];
/// The steps of a rook.
pub const ROOK_STEPS: [i8; 4] = [-10, -1, 1, 10];
/// The steps of a bishop.
pub const BISHOP_STEPS: [i8; 4] = [-11, -9, 9, 11];
/// The steps of a king and of a queen.
pub const KING_STEPS: [i8; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];

/// Returns true if a step is a rook's, not a bishop's.
#[inline(always)]
fn is_straight(step: i8) -> bool {
    matches!(step, -10 | -1 | 1 | 10)
}

/// Returns the first square in a direction that is not empty, which may be on the rim.
#[inline(always)]
pub fn first_occupied(squares: &Squares, from: u8, step: i8) -> u8 {
    let mut at = from.wrapping_add_signed(step);
    while squares[usize::from(at)] == EMPTY {
        at = at.wrapping_add_signed(step);
    }
    at
}

/// Returns true if a piece of `by` attacks the square.
pub fn is_attacked(squares: &Squares, square: u8, by: i8) -> bool {
    let at = |step: i8| squares[usize::from(square.wrapping_add_signed(step))];
    if at(9 * by) == PAWN * by || at(11 * by) == PAWN * by {
        return true;
    }
    if KNIGHT_STEPS.iter().any(|&step| at(step) == KNIGHT * by) {
        return true;
    }
    KING_STEPS.iter().any(|&step| {
        let slider = if is_straight(step) { ROOK } else { BISHOP };
        let found = squares[usize::from(first_occupied(squares, square, step))];
        found == slider * by || found == QUEEN * by || at(step) == KING * by
    })
}

/// Checks and pins against a king. With these, every move is known to be legal before it is made.
pub struct CheckInfo {
    /// The number of pieces giving check.
    pub checkers: u32,
    /// With one checker: the squares that answer the check, the checker's own and those in between.
    blocks: [u8; 8],
    block_count: usize,
    /// Pinned pieces, with the direction away from their king.
    pins: [(u8, i8); 8],
    pin_count: usize,
}

impl CheckInfo {
    /// No checks and no pins.
    pub fn none() -> CheckInfo {
        CheckInfo { checkers: 0, blocks: [0; 8], block_count: 0, pins: [(0, 0); 8], pin_count: 0 }
    }

    /// Finds the checks and pins against the king of `side` on the square `king`.
    pub fn against(squares: &Squares, king: u8, side: i8) -> CheckInfo {
        let mut check_info = CheckInfo::none();
        for step in KING_STEPS {
            check_info.scan(squares, king, side, step);
        }
        let pawns = [-9 * side, -11 * side].map(|step| (step, PAWN));
        for (step, piece) in KNIGHT_STEPS.map(|step| (step, KNIGHT)).into_iter().chain(pawns) {
            let at = king.wrapping_add_signed(step);
            if squares[usize::from(at)] == -piece * side {
                check_info.checkers += 1;
                check_info.blocks[0] = at;
                check_info.block_count = 1;
            }
        }
        check_info
    }

    /// Looks in one direction for a checking slider, or for a piece that one pins to the king.
    fn scan(&mut self, squares: &Squares, king: u8, side: i8, step: i8) {
        let first = first_occupied(squares, king, step);
        let is_slider = |at: u8| {
            let piece = squares[usize::from(at)] * -side;
            piece == QUEEN || piece == if is_straight(step) { ROOK } else { BISHOP }
        };
        let piece = squares[usize::from(first)];
        if piece == OUTSIDE {
            return;
        }
        if piece * side > 0 {
            if is_slider(first_occupied(squares, first, step)) {
                self.pins[self.pin_count] = (first, step);
                self.pin_count += 1;
            }
        } else if is_slider(first) {
            self.checkers += 1;
            self.block_count = 0;
            let mut at = king;
            while at != first {
                at = at.wrapping_add_signed(step);
                self.blocks[self.block_count] = at;
                self.block_count += 1;
            }
        }
    }

    /// Returns true if a piece other than the king may move to the square as far as check is concerned.
    #[inline(always)]
    pub fn answers_check(&self, to: u8) -> bool {
        self.checkers == 0 || self.checkers == 1 && self.blocks[..self.block_count].contains(&to)
    }

    /// Returns the line that a pinned piece must not leave, as a step, or `None` if the piece is not pinned.
    #[inline(always)]
    pub fn pin(&self, square: u8) -> Option<i8> {
        self.pins[..self.pin_count].iter().find(|(pinned, _)| *pinned == square).map(|(_, step)| *step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roce::board::{Board, WHITE};
    use crate::roce::squares::from_name;

    fn info(fen: &str) -> CheckInfo {
        let board = Board::from_fen(fen);
        CheckInfo::against(&board.squares, board.kings[0], WHITE)
    }

    fn at(name: &str) -> u8 {
        from_name(name).expect("a square")
    }

    #[test]
    fn checks_and_pins_are_found() {
        let info = info("4r2k/8/8/8/4N2b/8/3R4/q3K3 w - - 0 1");
        assert_eq!((info.checkers, info.pin(at("e4")), info.pin(at("d2"))), (2, Some(-10), None));
        assert!(!info.answers_check(at("d1")), "nothing but the king helps against two checks");
    }

    #[test]
    fn a_single_check_is_answered_on_its_line() {
        let info = info("4r2k/8/8/8/8/8/3R4/4K3 w - - 0 1");
        assert_eq!(["e2", "e8", "d8"].map(|name| info.answers_check(at(name))), [true, true, false]);
    }
}
