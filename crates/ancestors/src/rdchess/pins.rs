//! Pin records: the pieces of the side to move that a slider pins to their king, and what gives check.

use super::attacks::{self, AttackTables};
use super::board::{Board, Kind, Piece, ROYAL, Side, Square, step};
use super::position::Position;

/// At most one piece can be pinned on each of the eight lines through a king.
const MAX_PINS: usize = 8;

/// A piece that may only move along a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pin {
    /// From the king towards the pinning piece.
    pub direction: i8,
    /// The piece that is pinned.
    pub pinned: Piece,
    /// Where it stands.
    pub pinned_square: Square,
    /// The slider behind it.
    pub pinning: Piece,
    /// Where that stands.
    pub pinning_square: Square,
}

/// All pins of one side.
#[derive(Clone, Debug, Default)]
pub struct Pins {
    records: [Pin; MAX_PINS],
    count: usize,
}

impl Pins {
    /// The pins against the king of `side`.
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
                pins.records[pins.count] = Pin {
                    direction,
                    pinned: board.at(pinned_square),
                    pinned_square,
                    pinning,
                    pinning_square,
                };
                pins.count += 1;
            }
        }
        pins
    }

    /// The records.
    #[inline]
    pub fn records(&self) -> &[Pin] {
        &self.records[..self.count]
    }

    /// May what stands on `from` move in `direction` as far as pins are concerned? Only along its line, either way.
    #[inline]
    pub fn allow(&self, from: Square, direction: i8) -> bool {
        self.records()
            .iter()
            .all(|pin| pin.pinned_square != from || pin.direction == direction || pin.direction == -direction)
    }
}

/// The first square that is not free on a line.
fn next_piece(board: &Board, from: Square, direction: i8) -> Square {
    let mut square = step(from, direction);
    while board.at(square) == Piece::FREE {
        square = step(square, direction);
    }
    square
}

/// What has to be known of a position before its moves are generated.
#[derive(Clone, Debug)]
pub struct Threats {
    /// Both attack tables.
    pub tables: AttackTables,
    /// The pins of the side to move.
    pub pins: Pins,
    /// Is its king attacked?
    pub in_check: bool,
}

impl Threats {
    /// No attacks and no pins known: what a generator of pseudo-legal moves begins with.
    pub fn none() -> Threats {
        Threats { tables: AttackTables::none(), pins: Pins::default(), in_check: false }
    }

    /// Computes all of it.
    pub fn of(position: &Position) -> Threats {
        let (board, side) = (&position.board, position.context.side);
        let tables = AttackTables::of(board);
        let in_check = tables.by(side.other(), board.king(side)) != 0;
        Threats { tables, pins: Pins::of(board, side), in_check }
    }
}

/// Where the pieces stand that give check to `side`.
pub fn checkers(board: &Board, side: Side) -> Vec<Square> {
    attacks::attackers(board, side.other(), board.king(side)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::board::square_name;
    use super::*;

    #[test]
    fn a_pin_names_line_and_both_pieces() {
        let board = Board::from_fen("4r1k1/8/8/b7/4N3/2P5/8/b2RK2q").unwrap();
        let pins = Pins::of(&board, Side::White);
        let found: Vec<_> = pins
            .records()
            .iter()
            .map(|pin| (square_name(pin.pinned_square), square_name(pin.pinning_square)))
            .collect();
        assert_eq!(found, [("e4".into(), "e8".into()), ("c3".into(), "a5".into())]);
        assert!(
            pins.records().iter().all(|pin| pin.pinned.is_of(Side::White) && pin.pinning.is_of(Side::Black))
        );
        let e4 = pins.records()[0].pinned_square;
        assert!(pins.allow(e4, 12) && pins.allow(e4, -12) && !pins.allow(e4, 1) && pins.allow(e4 + 1, 1));
    }
}
