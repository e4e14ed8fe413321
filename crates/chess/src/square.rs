//! Files, ranks and squares.

use std::fmt;
use std::str::FromStr;

use crate::Color;
use crate::enumerate::enumerate;

enumerate! {
    /// A file of the board, `a` to `h`, with indices from 0.
    #[derive(Debug)]
    File,
    /// All files from `a` to `h`.
    8: A B C D E F G H
}

enumerate! {
    /// A rank of the board from White's point of view, 1 to 8, with indices from 0.
    #[derive(Debug)]
    Rank,
    /// All ranks from White's first to White's eighth.
    8: First Second Third Fourth Fifth Sixth Seventh Eighth
}

impl File {
    /// Returns the letter, `a` to `h`.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Parses a letter in either case.
    pub const fn from_letter(letter: char) -> Option<File> {
        match letter.to_ascii_lowercase() {
            lower @ 'a'..='h' => Some(File::ALL[lower as usize - 'a' as usize]),
            _ => None,
        }
    }
}

impl Rank {
    /// Returns the digit of this rank, `1` to `8`.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Parses a digit `1` to `8`.
    pub const fn from_digit(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank::ALL[digit as usize - '1' as usize]),
            _ => None,
        }
    }

    /// Returns this rank as `color` counts it: Black's first rank is White's eighth.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self as usize],
        }
    }
}

enumerate! {
    /// One of the 64 squares; `A1` is 0, `B1` is 1, `H8` is 63.
    Square,
    /// All squares from a1 to h8, rank by rank.
    64:
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl Square {
    /// Returns the square on a file and a rank.
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::ALL[rank as usize * 8 + file as usize]
    }

    /// Returns the square with this index; only the lowest six bits count.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Square {
        Square::ALL[index & 63]
    }

    /// Returns the file of this square.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::ALL[self as usize & 7]
    }

    /// Returns the rank of this square, from White's point of view.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self as usize >> 3]
    }

    /// Returns the square mirrored vertically: a1 becomes a8.
    #[inline(always)]
    pub const fn flip_rank(self) -> Square {
        Square::from_index(self as usize ^ 56)
    }

    /// Returns the square mirrored horizontally: a1 becomes h1.
    #[inline(always)]
    pub const fn flip_file(self) -> Square {
        Square::from_index(self as usize ^ 7)
    }

    /// Returns this square from the view of `color`: unchanged for White, mirrored vertically for Black.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Square {
        match color {
            Color::White => self,
            Color::Black => self.flip_rank(),
        }
    }

    /// Returns the square `files` to the right and `ranks` up, if it is on the board.
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Square> {
        let file = (self as i32 & 7) + files;
        let rank = (self as i32 >> 3) + ranks;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Square::from_index((rank * 8 + file) as usize))
    }

    /// Returns the number of king steps between two squares.
    pub const fn distance(self, other: Square) -> u32 {
        let files = (self as u32 & 7).abs_diff(other as u32 & 7);
        let ranks = (self as u32 >> 3).abs_diff(other as u32 >> 3);
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square such as `e4`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not a square; expected a file a-h and a rank 1-8, such as e4")]
pub struct SquareError;

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let mut letters = text.chars();
        let (Some(file), Some(rank), None) = (letters.next(), letters.next(), letters.next()) else {
            return Err(SquareError);
        };
        match (File::from_letter(file), Rank::from_digit(rank)) {
            (Some(file), Some(rank)) => Ok(Square::new(file, rank)),
            _ => Err(SquareError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_round_trip() {
        for square in Square::ALL {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.flip_rank().flip_rank(), square);
        }
        for text in ["", "e", "e9", "i1", "e44", "é1"] {
            assert_eq!(text.parse::<Square>(), Err(SquareError), "{text}");
        }
    }

    #[test]
    fn offsets_stop_at_the_edge() {
        assert_eq!(Square::A1.offset(1, 2), Some(Square::B3));
        assert_eq!(Square::A1.offset(-1, 0), None);
        assert_eq!(Square::H8.offset(0, 1), None);
        assert_eq!(Square::A1.distance(Square::H7), 7);
    }
}
