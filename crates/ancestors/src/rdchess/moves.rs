//! A move in four bytes, and the two lists of generated moves.

use super::board::{Kind, Piece, Side, Square, square_name};

/// The type of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MoveType {
    /// A move to a free square.
    #[default]
    Normal = 0,
    /// A capture on the target square.
    Capture = 1,
    /// Castling, as the king's two-square move.
    Castling = 2,
    /// An en passant capture.
    EnPassant = 3,
    /// A promotion, capturing or not.
    Promotion = 4,
}

/// From, to, type and piece, one byte each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Move {
    /// The origin square; 0 only in [`Move::NONE`].
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The type of the move.
    pub kind: MoveType,
    /// The moving piece; for a promotion the promoted piece.
    pub piece: Piece,
}

impl Move {
    /// No move; as the previous move it marks a null move.
    pub const NONE: Move = Move { from: 0, to: 0, kind: MoveType::Normal, piece: Piece::FREE };

    /// Returns true for moves of the capture list: captures, en passant and promotions.
    #[inline]
    pub fn is_capture(self) -> bool {
        !matches!(self.kind, MoveType::Normal | MoveType::Castling)
    }

    /// Returns true for a pawn move.
    #[inline]
    pub fn is_pawn_move(self) -> bool {
        self.kind == MoveType::Promotion || self.piece.kind() == Some(Kind::Pawn)
    }

    /// Returns the piece that moves from `from`: for a promotion the pawn.
    #[inline]
    pub fn mover(self, side: Side) -> Piece {
        if self.kind == MoveType::Promotion { Piece::new(side, Kind::Pawn) } else { self.piece }
    }

    /// Formats the move in UCI notation: "e2e4", "e7e8q"; castling as the king's move.
    pub fn text(self) -> String {
        let promoted = if self.kind == MoveType::Promotion {
            self.piece.letter().to_ascii_lowercase().to_string()
        } else {
            String::new()
        };
        format!("{}{}{promoted}", square_name(self.from), square_name(self.to))
    }
}

/// The moves of a position in generation order.
#[derive(Clone, Debug, Default)]
pub struct MoveLists {
    /// Captures, en passant and promotions.
    pub captures: Vec<Move>,
    /// All other moves.
    pub normals: Vec<Move>,
}

impl MoveLists {
    /// Clears the lists but keeps their memory.
    pub fn clear(&mut self) {
        self.captures.clear();
        self.normals.clear();
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.captures.len() + self.normals.len()
    }

    /// Returns true if there are no moves.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over all moves, captures first.
    pub fn all(&self) -> impl Iterator<Item = Move> + '_ {
        self.captures.iter().chain(&self.normals).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_fits_into_32_bits() {
        assert_eq!(size_of::<Move>(), 4);
    }
}
