//! Colors, piece types and pieces.

use std::fmt;
use std::ops::Not;

/// A side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White,
    /// The side that moves second.
    Black,
}

impl Color {
    /// Both colors, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// Returns the index of this color in tables: 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of this color in FEN: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// A kind of piece, without its color.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceType {
    /// Moves forward, captures diagonally.
    Pawn,
    /// Jumps over other pieces.
    Knight,
    /// Slides along diagonals.
    Bishop,
    /// Slides along ranks and files.
    Rook,
    /// Slides in all eight directions.
    Queen,
    /// Moves one step, and must never be left in check.
    King,
}

impl PieceType {
    /// All types in order of value.
    pub const ALL: [PieceType; 6] = [
        PieceType::Pawn,
        PieceType::Knight,
        PieceType::Bishop,
        PieceType::Rook,
        PieceType::Queen,
        PieceType::King,
    ];

    /// The promotion pieces, the most valuable first.
    pub const PROMOTIONS: [PieceType; 4] =
        [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

    /// Returns the index of this type in tables: 0 (pawn) to 5 (king).
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the lowercase English letter: `p n b r q k`.
    pub const fn letter(self) -> char {
        match self {
            PieceType::Pawn => 'p',
            PieceType::Knight => 'n',
            PieceType::Bishop => 'b',
            PieceType::Rook => 'r',
            PieceType::Queen => 'q',
            PieceType::King => 'k',
        }
    }

    /// Returns the English name, `pawn` to `king`.
    pub const fn name(self) -> &'static str {
        match self {
            PieceType::Pawn => "pawn",
            PieceType::Knight => "knight",
            PieceType::Bishop => "bishop",
            PieceType::Rook => "rook",
            PieceType::Queen => "queen",
            PieceType::King => "king",
        }
    }

    /// Parses an English letter in either case.
    pub const fn from_letter(letter: char) -> Option<PieceType> {
        Some(match letter.to_ascii_lowercase() {
            'p' => PieceType::Pawn,
            'n' => PieceType::Knight,
            'b' => PieceType::Bishop,
            'r' => PieceType::Rook,
            'q' => PieceType::Queen,
            'k' => PieceType::King,
            _ => return None,
        })
    }
}

/// A piece type with its color.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Piece {
    /// White pawn.
    WhitePawn,
    /// Black pawn.
    BlackPawn,
    /// White knight.
    WhiteKnight,
    /// Black knight.
    BlackKnight,
    /// White bishop.
    WhiteBishop,
    /// Black bishop.
    BlackBishop,
    /// White rook.
    WhiteRook,
    /// Black rook.
    BlackRook,
    /// White queen.
    WhiteQueen,
    /// Black queen.
    BlackQueen,
    /// White king.
    WhiteKing,
    /// Black king.
    BlackKing,
}

impl Piece {
    /// All twelve pieces; the position in this array is [`Piece::index`].
    pub const ALL: [Piece; 12] = [
        Piece::WhitePawn,
        Piece::BlackPawn,
        Piece::WhiteKnight,
        Piece::BlackKnight,
        Piece::WhiteBishop,
        Piece::BlackBishop,
        Piece::WhiteRook,
        Piece::BlackRook,
        Piece::WhiteQueen,
        Piece::BlackQueen,
        Piece::WhiteKing,
        Piece::BlackKing,
    ];

    /// Combines a color and a type.
    #[inline(always)]
    pub const fn new(color: Color, piece_type: PieceType) -> Piece {
        Piece::ALL[piece_type as usize * 2 + color as usize]
    }

    /// Returns the side that this piece belongs to.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Returns the type without the color.
    #[inline(always)]
    pub const fn piece_type(self) -> PieceType {
        PieceType::ALL[(self as u8 >> 1) as usize]
    }

    /// Returns an index from 0 to 11: twice the index of the type, plus one for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter in FEN: uppercase for White.
    pub const fn letter(self) -> char {
        let letter = self.piece_type().letter();
        match self.color() {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// Parses a letter of FEN: uppercase is White.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        match PieceType::from_letter(letter) {
            Some(piece_type) => Some(Piece::new(
                if letter.is_ascii_uppercase() { Color::White } else { Color::Black },
                piece_type,
            )),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_split_and_combine() {
        for (index, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(piece.index(), index);
            assert_eq!(Piece::new(piece.color(), piece.piece_type()), piece);
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
        }
        assert_eq!(Piece::from_letter('x'), None);
    }
}
