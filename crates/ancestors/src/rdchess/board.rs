//! A 12x12 board with two border rows, a parallel board of list indices, and a piece list per side.
//!
//! The border is as wide as a knight jumps, so no move needs an edge test. Square numbers are `12 * (rank +
//! 2) + file + 2`, with rank and file from 0: a1 is 26, h8 is 117, north is +12.

use std::fmt;

pub use super::pieces::{Kind, Piece, Side};

/// A square number of the 12 x 12 board.
pub type Square = u8;

/// One step up the board.
pub const NORTH: i8 = 12;
/// One step to the right.
pub const EAST: i8 = 1;
/// The four steps of a rook.
pub const STRAIGHT: [i8; 4] = [NORTH, EAST, -NORTH, -EAST];
/// The four steps of a bishop.
pub const DIAGONAL: [i8; 4] = [NORTH - EAST, NORTH + EAST, -NORTH + EAST, -NORTH - EAST];
/// The eight steps of a queen or king.
pub const ROYAL: [i8; 8] = [12, 1, -12, -1, 11, 13, -11, -13];
/// The eight jumps of a knight.
pub const JUMPS: [i8; 8] = [25, 23, 14, 10, -10, -14, -23, -25];
/// The number of squares including the border.
pub const SQUARES: usize = 144;
/// The maximum number of pieces of a side.
pub const MAX_PIECES: usize = 16;

/// Returns the square of a file and a rank, both from 0.
#[inline]
pub const fn square(file: u8, rank: u8) -> Square {
    12 * (rank + 2) + file + 2
}

/// Returns the square one step further.
#[inline]
pub fn step(from: Square, direction: i8) -> Square {
    from.wrapping_add_signed(direction)
}

/// Returns the file of a square on the board, 0 for the a-file.
#[inline]
pub fn file_of(square: Square) -> u8 {
    (square % 12).wrapping_sub(2)
}

/// Returns the rank of a square on the board, 0 for the first.
#[inline]
pub fn rank_of(square: Square) -> u8 {
    (square / 12).wrapping_sub(2)
}

/// Returns the rank from the point of view of `side`, 0 for its own first.
#[inline]
pub fn own_rank(side: Side, square: Square) -> u8 {
    if side == Side::White { rank_of(square) } else { 7 - rank_of(square) }
}

/// Returns the distance between two squares in king moves.
#[inline]
pub fn distance(a: Square, b: Square) -> i32 {
    let files = i32::from(file_of(a)) - i32::from(file_of(b));
    let ranks = i32::from(rank_of(a)) - i32::from(rank_of(b));
    files.abs().max(ranks.abs())
}

/// Returns true for a light square, such as h1.
#[inline]
pub fn is_light(square: Square) -> bool {
    (file_of(square) + rank_of(square)) % 2 == 1
}

/// Iterates over the 64 squares rank by rank, from a1.
pub fn all_squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|rank| (0..8).map(move |file| square(file, rank)))
}

/// Returns the name of a square: "e4" for 12 * 5 + 6.
pub fn square_name(square: Square) -> String {
    format!("{}{}", char::from(b'a' + file_of(square)), rank_of(square) + 1)
}

/// Parses a square such as "e4".
pub fn parse_square(text: &str) -> Option<Square> {
    let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = *text.as_bytes() else { return None };
    Some(square(file - b'a', rank - b'1'))
}

/// The pieces of one side; the king comes first.
#[derive(Clone, Debug, Default)]
pub struct PieceList {
    entries: [(Piece, Square); MAX_PIECES],
    count: usize,
}

impl PieceList {
    /// Returns the pieces with their squares.
    #[inline]
    pub fn entries(&self) -> &[(Piece, Square)] {
        &self.entries[..self.count]
    }

    /// Iterates over the entries by increasing value, so that captures by cheap pieces come first.
    pub fn by_value(&self) -> impl Iterator<Item = (Kind, Square)> + '_ {
        Kind::ALL.into_iter().flat_map(move |kind| self.of(kind).map(move |square| (kind, square)))
    }

    /// Iterates over the squares of one kind.
    #[inline]
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = Square> + '_ {
        let entries = self.entries().iter().filter(move |(piece, _)| (piece.0 - 1) % 6 == kind as u8);
        entries.map(|&(_, square)| square)
    }

    /// Returns the number of pieces of one kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.of(kind).count()
    }
}

/// The board and both piece lists, kept in sync.
#[derive(Clone, Debug)]
pub struct Board {
    pieces: [Piece; SQUARES],
    /// The list index of the piece on each occupied square.
    places: [u8; SQUARES],
    lists: [PieceList; 2],
}

/// The reasons why a position cannot be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// A side has more than sixteen pieces.
    TooManyPieces,
    /// The text is not the FEN of a position with one king per side.
    NotFen,
}

impl Board {
    /// Creates an empty board.
    pub fn empty() -> Board {
        let mut pieces = [Piece::OUTSIDE; SQUARES];
        all_squares().for_each(|square| pieces[square as usize] = Piece::FREE);
        Board { pieces, places: [0; SQUARES], lists: Default::default() }
    }

    /// Parses the first field of a FEN. Fails if a side has more than sixteen pieces or not exactly one king,
    /// or the text is invalid.
    pub fn from_fen(placement: &str) -> Result<Board, SetupError> {
        let mut found = Vec::new();
        let ranks: Vec<&str> = placement.split('/').collect();
        if ranks.len() != 8 {
            return Err(SetupError::NotFen);
        }
        for (row, text) in ranks.iter().enumerate() {
            let mut file = 0u8;
            for letter in text.chars() {
                match (letter.to_digit(9), Piece::from_letter(letter)) {
                    (Some(free), _) => file += free as u8,
                    (None, Some(piece)) if file < 8 => {
                        found.push((piece, square(file, 7 - row as u8)));
                        file += 1;
                    }
                    _ => return Err(SetupError::NotFen),
                }
            }
        }
        // Kings first: their list index is 0 and never changes.
        found.sort_by_key(|(piece, _)| piece.kind() != Some(Kind::King));
        let mut board = Board::empty();
        for side in Side::BOTH {
            let own = || found.iter().filter(move |(piece, _)| piece.is_of(side));
            if own().filter(|(piece, _)| piece.kind() == Some(Kind::King)).count() != 1 {
                return Err(SetupError::NotFen);
            }
            if own().count() > MAX_PIECES {
                return Err(SetupError::TooManyPieces);
            }
            own().for_each(|&(piece, square)| board.put(side, piece, square));
        }
        Ok(board)
    }

    /// Returns the contents of a square.
    #[inline]
    pub fn at(&self, square: Square) -> Piece {
        self.pieces[square as usize]
    }

    /// Returns a side's pieces.
    #[inline]
    pub fn list(&self, side: Side) -> &PieceList {
        &self.lists[side as usize]
    }

    /// Returns the square of a side's king.
    #[inline]
    pub fn king(&self, side: Side) -> Square {
        self.lists[side as usize].entries[0].1
    }

    /// Puts a new piece on a free square, at the end of its list.
    pub fn put(&mut self, side: Side, piece: Piece, square: Square) {
        let list = &mut self.lists[side as usize];
        list.entries[list.count] = (piece, square);
        self.places[square as usize] = list.count as u8;
        self.pieces[square as usize] = piece;
        list.count += 1;
    }

    /// Removes a piece; the last of the list takes its index, which is returned for [`Board::restore`].
    pub fn remove(&mut self, side: Side, square: Square) -> u8 {
        let place = self.places[square as usize];
        let list = &mut self.lists[side as usize];
        list.count -= 1;
        list.entries[place as usize] = list.entries[list.count];
        self.places[list.entries[place as usize].1 as usize] = place;
        self.pieces[square as usize] = Piece::FREE;
        place
    }

    /// Undoes [`Board::remove`], restoring the order of the list.
    pub fn restore(&mut self, side: Side, piece: Piece, square: Square, place: u8) {
        let list = &mut self.lists[side as usize];
        let moved = list.entries[place as usize];
        list.entries[list.count] = moved;
        self.places[moved.1 as usize] = list.count as u8;
        list.entries[place as usize] = (piece, square);
        self.places[square as usize] = place;
        self.pieces[square as usize] = piece;
        list.count += 1;
    }

    /// Moves a piece to a free square.
    #[inline]
    pub fn shift(&mut self, side: Side, from: Square, to: Square) {
        let place = self.places[from as usize];
        self.lists[side as usize].entries[place as usize].1 = to;
        self.places[to as usize] = place;
        self.pieces[to as usize] = self.pieces[from as usize];
        self.pieces[from as usize] = Piece::FREE;
    }

    /// Replaces a piece on its square, for promotions.
    #[inline]
    pub fn replace(&mut self, side: Side, piece: Piece, square: Square) {
        let place = self.places[square as usize];
        self.lists[side as usize].entries[place as usize].0 = piece;
        self.pieces[square as usize] = piece;
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let row: Vec<String> =
                (0..8).map(|file| self.at(square(file, rank)).letter().to_string()).collect();
            writeln!(f, "{} {}", rank + 1, row.join(" "))?;
        }
        write!(f, "  a b c d e f g h")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_border_is_as_wide_as_a_knight_jumps() {
        let board = Board::empty();
        for from in all_squares() {
            assert!(JUMPS.iter().all(|&jump| (step(from, jump) as usize) < SQUARES));
            let inside = JUMPS.iter().filter(|&&jump| board.at(step(from, jump)) == Piece::FREE).count();
            let room = |way: u8| way.min(7 - way).min(2) as usize;
            let expected = [[2, 3, 4], [3, 4, 6], [4, 6, 8]][room(file_of(from))][room(rank_of(from))];
            assert_eq!(inside, expected, "{}", square_name(from));
        }
        assert_eq!((parse_square("a1"), parse_square("h8")), (Some(26), Some(117)));
    }

    #[test]
    fn lists_are_restored_entry_by_entry() {
        let mut board = Board::from_fen("4k3/8/8/8/8/8/PPP5/4K3").unwrap();
        let before = board.list(Side::White).entries().to_vec();
        let b2 = parse_square("a2").unwrap();
        let place = board.remove(Side::White, b2);
        assert_eq!(board.list(Side::White).entries().len(), 3);
        board.restore(Side::White, Piece::new(Side::White, Kind::Pawn), b2, place);
        assert_eq!(board.list(Side::White).entries(), before);
        let crowded = Board::from_fen("4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3");
        assert_eq!(crowded.unwrap_err(), SetupError::TooManyPieces);
    }
}
