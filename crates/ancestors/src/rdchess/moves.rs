//! A move of 32 bits in four bytes, and the two lists that moves are generated into.

use super::board::{Kind, Piece, Side, Square, square_name};

/// What a move does beside moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MoveType {
    /// To a free square.
    #[default]
    Normal = 0,
    /// Captures what stands on the target.
    Capture = 1,
    /// The king's part of castling, two squares wide.
    Castling = 2,
    /// A pawn captures the pawn beside it.
    EnPassant = 3,
    /// A pawn becomes a piece, capturing or not.
    Promotion = 4,
}

/// From, to, type and piece, a byte each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Move {
    /// Where the piece stood; 0 only in [`Move::NONE`].
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What else happens.
    pub kind: MoveType,
    /// The piece that moves; in a promotion the piece that the pawn becomes.
    pub piece: Piece,
}

impl Move {
    /// No move; as "previous move" it also says that a side has passed.
    pub const NONE: Move = Move { from: 0, to: 0, kind: MoveType::Normal, piece: Piece::FREE };

    /// Is it one of those in the capture list: a capture, en passant or a promotion?
    #[inline]
    pub fn is_capture(self) -> bool {
        !matches!(self.kind, MoveType::Normal | MoveType::Castling)
    }

    /// Is it a pawn's move?
    #[inline]
    pub fn is_pawn_move(self) -> bool {
        self.kind == MoveType::Promotion || self.piece.kind() == Some(Kind::Pawn)
    }

    /// The piece that stood on `from`: a pawn where the move promotes.
    #[inline]
    pub fn mover(self, side: Side) -> Piece {
        if self.kind == MoveType::Promotion { Piece::new(side, Kind::Pawn) } else { self.piece }
    }

    /// As UCI writes it: "e2e4", "e7e8q"; castling as the king's move.
    pub fn text(self) -> String {
        let promoted = if self.kind == MoveType::Promotion {
            self.piece.letter().to_ascii_lowercase().to_string()
        } else {
            String::new()
        };
        format!("{}{}{promoted}", square_name(self.from), square_name(self.to))
    }
}

/// Moves of one position in the order of their generation.
#[derive(Clone, Debug, Default)]
pub struct MoveLists {
    /// Captures, en passant and promotions.
    pub captures: Vec<Move>,
    /// All others.
    pub normals: Vec<Move>,
}

impl MoveLists {
    /// Forgets all moves; the memory is kept.
    pub fn clear(&mut self) {
        self.captures.clear();
        self.normals.clear();
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        self.captures.len() + self.normals.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All moves, captures first.
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
