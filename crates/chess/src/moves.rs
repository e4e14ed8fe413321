//! Moves in sixteen bits, and move lists.

use std::fmt;
use std::mem::MaybeUninit;
use std::num::NonZeroU16;
use std::ops::{Deref, DerefMut};

use crate::{PieceType, Square};

/// A move: origin, target and kind.
///
/// Castling is encoded as king takes own rook, so Chess960 needs no second encoding. Bits 0-5 hold the
/// origin, 6-11 the target, 12-13 the promotion (knight to queen) and 14-15 the kind. No move is zero, so
/// `Option<Move>` also takes two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece moves to an empty square or captures on its target.
    Normal,
    /// A pawn reaches the last rank and promotes.
    Promotion,
    /// A pawn captures one that has just passed it.
    EnPassant,
    /// King and rook move together.
    Castling,
}

impl Move {
    /// A null move: the side to move passes, written `--` in annotated games. It is never legal, but
    /// [`Position::play`](crate::Position::play) and game trees accept it.
    pub const NULL: Move = Move(NonZeroU16::MAX);

    /// Returns true for the null move.
    #[inline(always)]
    pub const fn is_null(self) -> bool {
        self.bits() == u16::MAX
    }

    const fn pack(from: Square, to: Square, promotion: u16, kind: MoveKind) -> Move {
        let bits = from as u16 | (to as u16) << 6 | promotion << 12 | (kind as u16) << 14;
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            // Only a1a1, which is never generated, has no bits set: map it to a move that is never legal.
            None => Move::NULL,
        }
    }

    /// Returns a move that is neither a promotion, en passant nor castling.
    #[inline(always)]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move::pack(from, to, 0, MoveKind::Normal)
    }

    /// Returns a promotion to a knight, bishop, rook or queen; any other type counts as a queen.
    #[inline(always)]
    pub const fn promotion(from: Square, to: Square, piece_type: PieceType) -> Move {
        let bits = match piece_type {
            PieceType::Knight => 0,
            PieceType::Bishop => 1,
            PieceType::Rook => 2,
            _ => 3,
        };
        Move::pack(from, to, bits, MoveKind::Promotion)
    }

    /// Returns an en passant capture; `to` is the square that was passed over.
    #[inline(always)]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move::pack(from, to, 0, MoveKind::EnPassant)
    }

    /// Returns castling of the king with the rook on `rook`.
    #[inline(always)]
    pub const fn castling(king: Square, rook: Square) -> Move {
        Move::pack(king, rook, 0, MoveKind::Castling)
    }

    /// Returns the sixteen bits, never zero.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Returns the move with these bits, possibly from a corrupt table: [`crate::Position::is_legal`]
    /// accepts any pattern.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// Returns the origin.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_index(self.bits() as usize)
    }

    /// Returns the target; for castling, the square of the rook.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_index(self.bits() as usize >> 6)
    }

    /// Returns the kind of the move.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match self.bits() >> 14 {
            0 => MoveKind::Normal,
            1 => MoveKind::Promotion,
            2 => MoveKind::EnPassant,
            _ => MoveKind::Castling,
        }
    }

    /// Returns the promotion piece, if the move is a promotion.
    #[inline(always)]
    pub const fn promotion_piece(self) -> Option<PieceType> {
        match self.kind() {
            MoveKind::Promotion => Some(PieceType::ALL[1 + (self.bits() as usize >> 12 & 3)]),
            _ => None,
        }
    }
}

impl fmt::Debug for Move {
    /// Coordinates, with castling as king takes rook: `e2e4`, `e7e8q`, `e1h1`; the null move is `0000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_null() {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion_piece() {
            Some(piece_type) => write!(f, "{}", piece_type.letter()),
            None => Ok(()),
        }
    }
}

/// The maximum number of moves in any position, even one that no game can reach.
///
/// With e target squares, q sliders and n knights (e + q + n <= 64), sliders and knights have at most
/// min(8e, 27q) + min(8e, 8n) <= 446 moves; a king adds ten including castling, and eight pawns twelve each.
/// Positions of real games have at most 218.
pub const MAX_MOVES: usize = 446 + 10 + 8 * 12;

/// A list of up to [`MAX_MOVES`] moves on the stack.
#[derive(Clone, Copy)]
pub struct MoveList {
    moves: [MaybeUninit<Move>; MAX_MOVES],
    len: usize,
}

impl MoveList {
    /// Returns an empty list.
    #[inline(always)]
    pub const fn new() -> MoveList {
        MoveList { moves: [const { MaybeUninit::uninit() }; MAX_MOVES], len: 0 }
    }

    /// Appends a move.
    ///
    /// # Panics
    /// If the list already holds [`MAX_MOVES`] moves, which no position has.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        self.moves[self.len].write(mv);
        self.len += 1;
    }

    /// Removes all moves.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Removes the move at `index` and replaces it with the last one.
    #[inline]
    pub fn swap_remove(&mut self, index: usize) -> Move {
        let mv = self[index];
        let last = self.len - 1;
        self.swap(index, last);
        self.len = last;
        mv
    }
}

#[allow(unsafe_code, reason = "filling a kilobyte before each generation costs as much as generating")]
impl Deref for MoveList {
    type Target = [Move];
    #[inline(always)]
    fn deref(&self) -> &[Move] {
        // SAFETY: the first `len` moves were written by `push`, and `MaybeUninit<Move>` has the layout of
        // `Move`.
        unsafe { std::slice::from_raw_parts(self.moves.as_ptr().cast::<Move>(), self.len) }
    }
}

#[allow(unsafe_code, reason = "filling a kilobyte before each generation costs as much as generating")]
impl DerefMut for MoveList {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [Move] {
        // SAFETY: the first `len` moves were written by `push`, and `MaybeUninit<Move>` has the layout of
        // `Move`.
        unsafe { std::slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast::<Move>(), self.len) }
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_round_trip() {
        let mv = Move::promotion(Square::A7, Square::B8, PieceType::Rook);
        assert_eq!(format!("{mv:?} {:?}", mv.promotion_piece()), "a7b8r Some(Rook)");
        let mv = Move::castling(Square::E1, Square::H1);
        assert_eq!((mv.kind(), mv.promotion_piece()), (MoveKind::Castling, None));
        assert_eq!(size_of::<Option<Move>>(), 2);
        assert_eq!(format!("{:?}", Move::normal(Square::B1, Square::C3)), "b1c3");
    }
}
