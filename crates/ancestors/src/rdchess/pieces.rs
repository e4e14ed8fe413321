//! Sides, kinds of pieces with their values, and the contents of squares.

use super::board::NORTH;

/// White or Black.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Side {
    /// Moves first, toward higher square numbers.
    #[default]
    White = 0,
    /// Moves toward lower square numbers.
    Black = 1,
}

impl Side {
    /// Both, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// Returns the opponent.
    #[inline]
    pub fn other(self) -> Side {
        if self == Side::White { Side::Black } else { Side::White }
    }

    /// Returns +1 for White, -1 for Black, to convert between a side's and White's point of view.
    #[inline]
    pub fn sign(self) -> i32 {
        if self == Side::White { 1 } else { -1 }
    }

    /// Returns the step of the side's pawns.
    #[inline]
    pub fn forward(self) -> i8 {
        if self == Side::White { NORTH } else { -NORTH }
    }
}

/// The kind of a piece, from the least to the most valuable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A pawn. All others except the king are "officers".
    Pawn = 0,
    /// A knight.
    Knight = 1,
    /// A bishop.
    Bishop = 2,
    /// A rook.
    Rook = 3,
    /// A queen.
    Queen = 4,
    /// A king.
    King = 5,
}

impl Kind {
    /// All six kinds, the least valuable first.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// Returns the value in centipawns, as in the description. The king's exceeds all others together.
    #[inline]
    pub fn value(self) -> i32 {
        [100, 325, 325, 510, 900, 10_000][self as usize]
    }

    /// Returns true for a knight, bishop, rook or queen.
    #[inline]
    pub fn is_officer(self) -> bool {
        !matches!(self, Kind::Pawn | Kind::King)
    }
}

/// The contents of a square: one of thirteen "set values" (free, six white, six black pieces), or the border.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Piece(pub u8);

impl Piece {
    /// An empty square of the board.
    pub const FREE: Piece = Piece(0);
    /// A border square.
    pub const OUTSIDE: Piece = Piece(13);

    /// Returns a side's piece of a kind.
    #[inline]
    pub const fn new(side: Side, kind: Kind) -> Piece {
        Piece(1 + 6 * side as u8 + kind as u8)
    }

    /// Returns true if the piece belongs to `side`.
    #[inline]
    pub fn is_of(self, side: Side) -> bool {
        self.0.wrapping_sub(1 + 6 * side as u8) < 6
    }

    /// Returns the kind, or `None` for free and border squares.
    #[inline]
    pub fn kind(self) -> Option<Kind> {
        match self.0 {
            1..=12 => Some(Kind::ALL[(self.0 as usize - 1) % 6]),
            _ => None,
        }
    }

    /// Returns the value in centipawns, or 0 without a piece.
    #[inline]
    pub fn value(self) -> i32 {
        [0, 100, 325, 325, 510, 900, 10_000, 100, 325, 325, 510, 900, 10_000, 0][self.0 as usize % 14]
    }

    /// Returns the letter in FEN.
    pub fn letter(self) -> char {
        char::from(b".PNBRQKpnbrqk#"[self.0 as usize % 14])
    }

    /// Returns the piece for a FEN letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        (1..=12).map(Piece).find(|piece| piece.letter() == letter)
    }
}
