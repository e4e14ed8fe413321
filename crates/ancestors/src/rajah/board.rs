//! The 0x88 board: sixteen squares per row, eight of them real, and pieces with a color bit.
//!
//! A square is `16 * rank + file`. Only the left half of the 128 squares is the board: a step off the board
//! sets one of the bits 0x80 and 0x08, which a single `& 0x88` detects.

use super::hash::{castling_key, en_passant_key, piece_key, turn_key};
use super::play::Undo;
use crate::seam::Setup;

/// A square: `16 * rank + file`, a1 is 0x00 and h8 is 0x77.
pub type Square = u8;
/// The contents of a square: a kind below with [`WHITE`] or [`BLACK`], or [`EMPTY`].
pub type Piece = u8;
/// One of the two color bits.
pub type Side = u8;

/// The bits that are clear in all real squares.
pub const OFF_BOARD: u8 = 0x88;
/// An empty square.
pub const EMPTY: Piece = 0;
/// The six kinds of pieces.
pub const PAWN: Piece = 1;
pub const KNIGHT: Piece = 2;
pub const BISHOP: Piece = 3;
pub const ROOK: Piece = 4;
pub const QUEEN: Piece = 5;
pub const KING: Piece = 6;
/// The bits of the kind.
pub const KIND: u8 = 7;
/// The bit of all white pieces: test for them with `piece & WHITE`.
pub const WHITE: Side = 8;
/// The bit of all black pieces.
pub const BLACK: Side = 16;

/// Castling rights: White's kingside and queenside, then Black's.
pub const WHITE_SHORT: u8 = 1;
pub const WHITE_LONG: u8 = 2;
pub const BLACK_SHORT: u8 = 4;
pub const BLACK_LONG: u8 = 8;

/// Centipawns by kind, from Chess 4.5; the king's value is for exchanges only.
pub const VALUE: [i32; 8] = [0, 100, 325, 350, 500, 900, 10_000, 0];

/// Returns the other side.
#[inline]
pub fn opponent(side: Side) -> Side {
    side ^ (WHITE | BLACK)
}

/// Returns 0 for White, 1 for Black.
#[inline]
pub fn index(side: Side) -> usize {
    usize::from(side & BLACK != 0)
}

/// Returns the file, 0 for the a-file.
#[inline]
pub fn file(square: Square) -> usize {
    usize::from(square & 7)
}

/// Returns the rank, 0 for the first.
#[inline]
pub fn rank(square: Square) -> usize {
    usize::from(square >> 4 & 7)
}

/// Returns the rank from the point of view of `side`: 0 is its back rank, 7 its promotion rank.
#[inline]
pub fn rank_of(side: Side, square: Square) -> usize {
    if side == WHITE { rank(square) } else { 7 - rank(square) }
}

/// A position and the moves that led to it.
#[derive(Clone, Debug)]
pub struct Board {
    /// The contents of the squares; half of them are unused.
    pub squares: [Piece; 128],
    /// The side to move.
    pub turn: Side,
    /// The castling rights as bits.
    pub castling: u8,
    /// The square behind a pawn that has just moved two squares, if it can be captured there.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub quiet_plies: u32,
    /// The hash key of the position.
    pub key: u64,
    /// Centipawns of all pieces but the king, by side, for the first layer of quiescence pruning.
    pub material: [i32; 2],
    /// For each side and file, a bit for each rank with a pawn of that side, bit 0 for the first rank.
    pub pawns: [[u8; 8]; 2],
    /// The squares of the kings.
    pub kings: [Square; 2],
    /// The data needed to undo the moves played.
    pub history: Vec<Undo>,
    lists: [[Square; 64]; 2],
    counts: [usize; 2],
    /// The index of each square's piece in its side's list.
    slots: [u8; 128],
}

impl Board {
    /// Sets up a position of orthodox chess.
    pub fn new(setup: &Setup) -> Board {
        let mut board = Board {
            squares: [EMPTY; 128],
            turn: if setup.turn == 0 { WHITE } else { BLACK },
            castling: setup.rights(),
            en_passant: None,
            quiet_plies: setup.fifty,
            key: castling_key(setup.rights()),
            material: [0; 2],
            pawns: [[0; 8]; 2],
            kings: [0; 2],
            history: Vec::with_capacity(256),
            lists: [[0; 64]; 2],
            counts: [0; 2],
            slots: [0; 128],
        };
        let square = |file: usize, rank: usize| (rank << 4 | file) as Square;
        for &[file, rank, color, kind] in &setup.pieces {
            board.put((kind as Piece + PAWN) | WHITE << color, square(file, rank));
        }
        board.key ^= if board.turn == BLACK { turn_key() } else { 0 };
        board.set_en_passant(setup.en_passant.map(|[file, rank]| square(file, rank)));
        board
    }

    /// Sets up a position from a FEN, for tests.
    #[cfg(test)]
    pub fn from_fen(fen: &str) -> Board {
        Board::new(&crate::seam::setup_of(fen))
    }

    /// Returns the squares of all pieces of a side, in no particular order.
    #[inline]
    pub fn pieces(&self, side: Side) -> &[Square] {
        &self.lists[index(side)][..self.counts[index(side)]]
    }

    /// Returns the material balance in centipawns for the side to move.
    #[inline]
    pub fn balance(&self) -> i32 {
        self.material[index(self.turn)] - self.material[index(opponent(self.turn))]
    }

    /// Returns the centipawns of a side's pieces other than pawns and king.
    #[inline]
    pub fn piece_material(&self, side: Side) -> i32 {
        let pawns: u32 = self.pawns[index(side)].iter().map(|ranks| ranks.count_ones()).sum();
        self.material[index(side)] - pawns as i32 * VALUE[usize::from(PAWN)]
    }

    #[inline]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        let side = index(piece);
        let slot = self.counts[side];
        self.squares[usize::from(square)] = piece;
        self.lists[side][slot] = square;
        self.slots[usize::from(square)] = slot as u8;
        self.counts[side] += 1;
        self.count(piece, square, 1);
    }

    #[inline]
    pub(super) fn remove(&mut self, square: Square) -> Piece {
        let piece = self.squares[usize::from(square)];
        let side = index(piece);
        self.squares[usize::from(square)] = EMPTY;
        // The last of the list fills the gap.
        self.counts[side] -= 1;
        let (slot, last) = (self.slots[usize::from(square)], self.lists[side][self.counts[side]]);
        self.lists[side][usize::from(slot)] = last;
        self.slots[usize::from(last)] = slot;
        self.count(piece, square, -1);
        piece
    }

    #[inline]
    pub(super) fn shift(&mut self, from: Square, to: Square) {
        let piece = self.squares[usize::from(from)];
        let slot = self.slots[usize::from(from)];
        self.squares[usize::from(from)] = EMPTY;
        self.squares[usize::from(to)] = piece;
        self.lists[index(piece)][usize::from(slot)] = to;
        self.slots[usize::from(to)] = slot;
        self.count(piece, from, -1);
        self.count(piece, to, 1);
    }

    /// Updates key, material, pawns and kings when a piece is added or removed.
    #[inline]
    fn count(&mut self, piece: Piece, square: Square, sign: i32) {
        let (side, kind) = (index(piece), piece & KIND);
        self.key ^= piece_key(piece, square);
        if kind == KING {
            self.kings[side] = square;
            return;
        }
        self.material[side] += sign * VALUE[usize::from(kind)];
        if kind == PAWN {
            self.pawns[side][file(square)] ^= 1 << rank(square);
        }
    }

    /// Sets the en passant square only if an enemy pawn can capture: otherwise the position is the same.
    pub(super) fn set_en_passant(&mut self, square: Option<Square>) {
        if let Some(old) = self.en_passant {
            self.key ^= en_passant_key(file(old));
        }
        // The capturing pawn is next to the one that moved, on its own fifth rank.
        let behind: i16 = if self.turn == WHITE { -16 } else { 16 };
        self.en_passant = square.filter(|&square| {
            [behind - 1, behind + 1].iter().any(|step| {
                let from = (i16::from(square) + step) as u8;
                from & OFF_BOARD == 0 && self.squares[usize::from(from)] == PAWN | self.turn
            })
        });
        if let Some(new) = self.en_passant {
            self.key ^= en_passant_key(file(new));
        }
    }
}

/// Parses a square such as `e3`, for tests.
#[cfg(test)]
pub fn parse_square(text: &str) -> Option<Square> {
    let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else { return None };
    Some((rank - b'1') << 4 | (file - b'a'))
}

/// Formats a square such as `e3`.
pub fn square_name(square: Square) -> String {
    format!("{}{}", char::from(b'a' + file(square) as u8), rank(square) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_bits_detect_steps_off_the_board() {
        let real = (0..=255u8).filter(|square| square & OFF_BOARD == 0).count();
        assert_eq!(real, 64);
        let h4 = parse_square("h4").expect("a square");
        assert_ne!((h4 + 1) & OFF_BOARD, 0, "one file on");
        assert_ne!((h4 & 0x0f | 0x70).wrapping_add(16) & OFF_BOARD, 0, "one rank on");
    }
}
