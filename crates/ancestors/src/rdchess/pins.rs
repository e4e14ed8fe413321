//! Pin records: the pieces of the side to move that a slider pins to their king; and checks.

use super::attacks::{self, AttackTables};
use super::board::{Board, Kind, Piece, ROYAL, Side, Square, step};
use super::position::Position;

/// At most one piece can be pinned on each of the eight lines through a king.
const MAX_PINS: usize = 8;

/// A pinned piece.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pin {
    /// The direction from the king to the pinning piece.
    pub direction: i8,
    /// The pinned piece.
    pub pinned: Piece,
    /// The square of the pinned piece.
    pub pinned_square: Square,
    /// The pinning slider.
    pub pinning: Piece,
    /// The square of the pinning slider.
    pub pinning_square: Square,
}

/// All pins of one side.
#[derive(Clone, Debug, Default)]
pub struct Pins {
    records: [Pin; MAX_PINS],
    count: usize,
}

impl Pins {
    /// Finds the pins against the king of `side`.
    pub fn of(board: &Board, side: Side) -> Pins {
        let mut pins = Pins::default();
        let king = board.king(side);
        for (index, &direction) in ROYAL.iter().enumerate() {
            let pinned_square = next_piece(board, king, direction);
            if !board.at(pinned_square).is_of(side) {
                continue;
            }
            let pinning_square = next_piece(board, pinned_square, direction);
            let pinning = board.at(pinning_square);
            let slides = match pinning.kind() {
                Some(Kind::Queen) => true,
                Some(Kind::Rook) => index < 4,
                Some(Kind::Bishop) => index >= 4,
                _ => false,
            };
            if slides && pinning.is_of(side.other()) {
                let pinned = board.at(pinned_square);
                pins.records[pins.count] = Pin { direction, pinned, pinned_square, pinning, pinning_square };
                pins.count += 1;
            }
        }
        pins
    }

    /// Returns the records.
    #[inline]
    pub fn records(&self) -> &[Pin] {
        &self.records[..self.count]
    }

    /// Returns true if pins allow the piece on `from` to move in `direction`: only along its line.
    #[inline]
    pub fn allows(&self, from: Square, direction: i8) -> bool {
        self.records()
            .iter()
            .all(|pin| pin.pinned_square != from || pin.direction == direction || pin.direction == -direction)
    }
}

/// Returns the first occupied or border square in a direction.
fn next_piece(board: &Board, from: Square, direction: i8) -> Square {
    let mut square = step(from, direction);
    while board.at(square) == Piece::FREE {
        square = step(square, direction);
    }
    square
}

/// The threats that move generation depends on.
#[derive(Clone, Debug)]
pub struct Threats {
    /// Both attack tables.
    pub tables: AttackTables,
    /// The pins of the side to move.
    pub pins: Pins,
    /// True if the side to move is in check.
    pub in_check: bool,
}

impl Threats {
    /// Returns no attacks and no pins, for pseudo-legal generation.
    pub fn none() -> Threats {
        Threats { tables: AttackTables::none(), pins: Pins::default(), in_check: false }
    }

    /// Computes the threats of a position.
    pub fn of(position: &Position) -> Threats {
        let (board, side) = (&position.board, position.context.side);
        let tables = AttackTables::of(board);
        let in_check = tables.by(side.other(), board.king(side)) != 0;
        Threats { tables, pins: Pins::of(board, side), in_check }
    }
}

/// Returns the squares of the pieces that give check to `side`.
pub fn checkers(board: &Board, side: Side) -> Vec<Square> {
    attacks::attackers(board, side.other(), board.king(side)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::board::square_name;
    use super::*;

    #[test]
    fn a_pin_records_line_and_both_pieces() {
        let board = Board::from_fen("4r1k1/8/8/b7/4N3/2P5/8/b2RK2q").unwrap();
        let pins = Pins::of(&board, Side::White);
        let squares = |pin: &Pin| [pin.pinned_square, pin.pinning_square].map(square_name);
        let found: Vec<_> = pins.records().iter().map(squares).collect();
        assert_eq!(found, [["e4", "e8"], ["c3", "a5"]]);
        let is_hostile = |pin: &Pin| pin.pinned.is_of(Side::White) && pin.pinning.is_of(Side::Black);
        assert!(pins.records().iter().all(is_hostile));
        let e4 = pins.records()[0].pinned_square;
        assert!(pins.allows(e4, 12) && pins.allows(e4, -12) && !pins.allows(e4, 1) && pins.allows(e4 + 1, 1));
    }
}
