//! Sides, kinds of pieces with their values, and what a square can hold.

use super::board::NORTH;

/// White or Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Moves first, towards higher square numbers.
    White = 0,
    /// Moves towards lower square numbers.
    Black = 1,
}

impl Side {
    /// Both, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    #[inline]
    pub fn other(self) -> Side {
        if self == Side::White { Side::Black } else { Side::White }
    }

    /// +1 for White, -1 for Black: turns the side's own view into White's.
    #[inline]
    pub fn sign(self) -> i32 {
        if self == Side::White { 1 } else { -1 }
    }

    /// The step of its pawns.
    #[inline]
    pub fn forward(self) -> i8 {
        if self == Side::White { NORTH } else { -NORTH }
    }
}

/// The kind of a piece, from the least to the most valuable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// All others but the king are "officers".
    Pawn = 0,
    /// Jumps.
    Knight = 1,
    /// Slides on diagonals.
    Bishop = 2,
    /// Slides on ranks and files.
    Rook = 3,
    /// Slides both ways.
    Queen = 4,
    /// Is never captured.
    King = 5,
}

impl Kind {
    /// All six, the least valuable first.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];

    /// What it is worth in centipawns: the figures of the description. The king counts as more than everything else.
    #[inline]
    pub fn value(self) -> i32 {
        [100, 325, 325, 510, 900, 10_000][self as usize]
    }

    /// Is it a knight, bishop, rook or queen?
    #[inline]
    pub fn is_officer(self) -> bool {
        !matches!(self, Kind::Pawn | Kind::King)
    }
}

/// What a square holds: one of thirteen "set values" (free, six white, six black pieces), or the mark of the border.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Piece(pub u8);

impl Piece {
    /// An empty square of the inner board.
    pub const FREE: Piece = Piece(0);
    /// A square of the border.
    pub const OUTSIDE: Piece = Piece(13);

    /// A side's piece.
    #[inline]
    pub const fn new(side: Side, kind: Kind) -> Piece {
        Piece(1 + 6 * side as u8 + kind as u8)
    }

    /// Does it belong to `side`?
    #[inline]
    pub fn is_of(self, side: Side) -> bool {
        self.0.wrapping_sub(1 + 6 * side as u8) < 6
    }

    /// The kind; `None` for free and outside squares.
    #[inline]
    pub fn kind(self) -> Option<Kind> {
        match self.0 {
            1..=12 => Some(Kind::ALL[(self.0 as usize - 1) % 6]),
            _ => None,
        }
    }

    /// Whose it is; `None` for free and outside squares.
    #[inline]
    pub fn side(self) -> Option<Side> {
        match self.0 {
            1..=6 => Some(Side::White),
            7..=12 => Some(Side::Black),
            _ => None,
        }
    }

    /// What it is worth in centipawns; nothing where there is no piece.
    #[inline]
    pub fn value(self) -> i32 {
        [0, 100, 325, 325, 510, 900, 10_000, 100, 325, 325, 510, 900, 10_000, 0][self.0 as usize % 14]
    }

    /// Its letter in FEN.
    pub fn letter(self) -> char {
        char::from(b".PNBRQKpnbrqk#"[self.0 as usize % 14])
    }

    /// The piece behind a letter of FEN.
    pub fn from_letter(letter: char) -> Option<Piece> {
        (1..=12).map(Piece).find(|piece| piece.letter() == letter)
    }
}
