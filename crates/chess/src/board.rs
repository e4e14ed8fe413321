//! Piece placement without any other state.

use std::fmt;

use crate::attacks;
use crate::{Bitboard, Color, File, Piece, PieceType, Rank, Square};

/// Piece placement, stored twice: as sets of squares by type and by color, and as the piece on each square.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    by_type: [Bitboard; 6],
    by_color: [Bitboard; 2],
    squares: [Option<Piece>; 64],
}

impl Board {
    /// Returns a board without pieces.
    pub const fn empty() -> Board {
        Board { by_type: [Bitboard::EMPTY; 6], by_color: [Bitboard::EMPTY; 2], squares: [None; 64] }
    }

    /// Returns the piece on a square.
    #[inline(always)]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    /// Returns the contents of each square.
    #[inline(always)]
    pub const fn squares(&self) -> &[Option<Piece>; 64] {
        &self.squares
    }

    /// Returns all occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// Returns the squares of one side's pieces.
    #[inline(always)]
    pub const fn colored(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// Returns the squares of all pieces of a type, of both sides.
    #[inline(always)]
    pub const fn of_type(&self, piece_type: PieceType) -> Bitboard {
        self.by_type[piece_type.index()]
    }

    /// Returns the squares of one side's pieces of a type.
    #[inline(always)]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_type[piece_type.index()] & self.by_color[color.index()]
    }

    /// Returns one side's diagonal sliders: bishops and queens.
    #[inline(always)]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.of_type(PieceType::Bishop) | self.of_type(PieceType::Queen)) & self.colored(color)
    }

    /// Returns one side's sliders along ranks and files: rooks and queens.
    #[inline(always)]
    pub fn straight_sliders(&self, color: Color) -> Bitboard {
        (self.of_type(PieceType::Rook) | self.of_type(PieceType::Queen)) & self.colored(color)
    }

    /// Returns one side's sliders that would attack a square on an otherwise empty board.
    #[inline(always)]
    pub(crate) fn snipers(&self, color: Color, square: Square) -> Bitboard {
        attacks::bishop_rays(square) & self.diagonal_sliders(color)
            | attacks::rook_rays(square) & self.straight_sliders(color)
    }

    /// Puts a piece on a square, replacing what was there.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        if let Some(old) = self.piece_at(square) {
            self.remove(old, square);
        }
        if let Some(new) = piece {
            self.add(new, square);
        }
    }

    /// Puts a piece on a square, which must be empty.
    #[inline(always)]
    pub(crate) fn add(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::from(square);
        self.by_type[piece.piece_type().index()] |= bit;
        self.by_color[piece.color().index()] |= bit;
        self.squares[square.index()] = Some(piece);
    }

    /// Removes the piece on a square.
    #[inline(always)]
    pub(crate) fn remove(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::from(square);
        self.by_type[piece.piece_type().index()] ^= bit;
        self.by_color[piece.color().index()] ^= bit;
        self.squares[square.index()] = None;
    }

    /// Returns the pieces of both sides that attack a square, given the `occupied` squares that block
    /// sliders.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::pawn(Color::Black, square) & self.pieces(Color::White, PieceType::Pawn)
            | attacks::pawn(Color::White, square) & self.pieces(Color::Black, PieceType::Pawn)
            | attacks::knight(square) & self.of_type(PieceType::Knight)
            | attacks::king(square) & self.of_type(PieceType::King)
            | attacks::bishop(square, occupied)
                & (self.of_type(PieceType::Bishop) | self.of_type(PieceType::Queen))
            | attacks::rook(square, occupied)
                & (self.of_type(PieceType::Rook) | self.of_type(PieceType::Queen))
    }

    /// Returns all squares that one side attacks, given the `occupied` squares that block sliders.
    #[inline(always)]
    pub fn attacked_by(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let mut attacked = attacks::pawns(color, self.pieces(color, PieceType::Pawn))
            | attacks::knights(self.pieces(color, PieceType::Knight));
        for square in self.pieces(color, PieceType::King) {
            attacked |= attacks::king(square);
        }
        for square in self.diagonal_sliders(color) {
            attacked |= attacks::bishop(square, occupied);
        }
        for square in self.straight_sliders(color) {
            attacked |= attacks::rook(square, occupied);
        }
        attacked
    }
}

impl fmt::Display for Board {
    /// Eight lines of eight letters from White's point of view, `.` for an empty square.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let letter = self.piece_at(Square::new(file, rank)).map_or('.', Piece::letter);
                write!(f, "{letter}{}", if file == File::H { '\n' } else { ' ' })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
