//! The board: a word for each piece type and color, a table of squares beside them, and what follows from them kept up to date.
//!
//! A move is made on a copy: 176 bytes are copied faster than a move is taken back, and nothing has to be remembered.

use super::attacks;
use super::eval::{self, Score};
use super::keys;
use super::moves::Move;

/// White, as an index.
pub const WHITE: usize = 0;
/// Black, as an index.
pub const BLACK: usize = 1;
/// Pawn, as an index.
pub const PAWN: usize = 0;
/// Knight, as an index.
pub const KNIGHT: usize = 1;
/// Bishop, as an index.
pub const BISHOP: usize = 2;
/// Rook, as an index.
pub const ROOK: usize = 3;
/// Queen, as an index.
pub const QUEEN: usize = 4;
/// King, as an index.
pub const KING: usize = 5;
/// How many piece types there are; in the table of squares: nothing stands here.
pub const KINDS: usize = 6;
/// No square.
pub const NOWHERE: u8 = 64;

/// Rights that are lost when something moves from or to a square. Bits: White short, White long, Black short, Black long.
const fn lost_rights(square: usize) -> u8 {
    match square {
        0 => 2,
        4 => 3,
        7 => 1,
        56 => 8,
        60 => 12,
        63 => 4,
        _ => 0,
    }
}

/// The squares of a set, from a1 upwards.
pub fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(square)
    })
}

/// A position with all that is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub(super) kinds: [u64; KINDS],
    pub(super) colors: [u64; 2],
    /// The piece type on each square, or [`KINDS`].
    pub(super) squares: [u8; 64],
    pub(super) key: u64,
    pub(super) checkers: u64,
    pub(super) score: Score,
    pub(super) phase: i32,
    pub(super) turn: u8,
    pub(super) castling: u8,
    pub(super) en_passant: u8,
    pub(super) fifty: u8,
}

impl Board {
    /// The side to move.
    #[inline]
    pub fn turn(&self) -> usize {
        usize::from(self.turn & 1)
    }

    /// The pieces of a color.
    #[inline]
    pub fn color(&self, color: usize) -> u64 {
        self.colors[color & 1]
    }

    /// The pieces of a type, of both colors.
    #[inline]
    pub fn kind(&self, kind: usize) -> u64 {
        self.kinds[kind]
    }

    /// The pieces of a type and color.
    #[inline]
    pub fn of(&self, color: usize, kind: usize) -> u64 {
        self.kinds[kind] & self.colors[color & 1]
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.colors[WHITE] | self.colors[BLACK]
    }

    /// The piece type on a square, or [`KINDS`].
    #[inline]
    pub fn at(&self, square: usize) -> usize {
        usize::from(self.squares[square & 63])
    }

    /// Where a king stands.
    #[inline]
    pub fn king(&self, color: usize) -> usize {
        self.of(color, KING).trailing_zeros() as usize & 63
    }

    /// The enemy's pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> u64 {
        self.checkers
    }

    /// The name of the position.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Material and tables from White's view.
    #[inline]
    pub fn score(&self) -> Score {
        self.score
    }

    /// The sum of the phase weights of all pieces.
    #[inline]
    pub fn phase(&self) -> i32 {
        self.phase
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn fifty(&self) -> usize {
        usize::from(self.fifty)
    }

    /// Rights to castle; bits: White short, White long, Black short, Black long.
    #[inline]
    pub fn castling(&self) -> u8 {
        self.castling
    }

    /// Where a pawn can take en passant; none unless one stands ready to.
    #[inline]
    pub fn en_passant(&self) -> Option<usize> {
        (self.en_passant != NOWHERE).then_some(usize::from(self.en_passant))
    }

    /// Color, piece type and square of each piece.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        squares(self.occupied()).map(|square| (usize::from(self.colors[BLACK] >> square & 1 != 0), self.at(square), square))
    }

    /// Has the side to move anything but king and pawns? Without it, passing may be the best move.
    #[inline]
    pub fn has_officers(&self) -> bool {
        self.color(self.turn()) & !(self.kinds[PAWN] | self.kinds[KING]) != 0
    }

    /// Can neither side mate, whatever happens: kings alone, or with one knight or one bishop?
    pub fn is_dead(&self) -> bool {
        let officers = self.kinds[KNIGHT] | self.kinds[BISHOP];
        self.kinds[PAWN] | self.kinds[ROOK] | self.kinds[QUEEN] == 0 && officers & officers.wrapping_sub(1) == 0
    }

    /// All pieces of both colors that attack a square when these squares are occupied.
    #[inline]
    pub fn attackers(&self, square: usize, occupied: u64) -> u64 {
        attacks::pawn(BLACK, square) & self.of(WHITE, PAWN)
            | attacks::pawn(WHITE, square) & self.of(BLACK, PAWN)
            | attacks::knight(square) & self.kinds[KNIGHT]
            | attacks::king(square) & self.kinds[KING]
            | attacks::bishop(square, occupied) & (self.kinds[BISHOP] | self.kinds[QUEEN])
            | attacks::rook(square, occupied) & (self.kinds[ROOK] | self.kinds[QUEEN])
    }

    /// Own pieces that alone stand between the own king and a slider.
    pub fn pinned(&self) -> u64 {
        let (us, king) = (self.turn(), self.king(self.turn()));
        let straight = self.kinds[ROOK] | self.kinds[QUEEN];
        let diagonal = self.kinds[BISHOP] | self.kinds[QUEEN];
        let them = self.colors[us ^ 1];
        // Seen from the king with own pieces made of glass.
        let snipers = (attacks::rook(king, them) & straight | attacks::bishop(king, them) & diagonal) & them;
        let mut pinned = 0;
        for sniper in squares(snipers) {
            let between = attacks::between(king, sniper) & self.occupied();
            if between & between.wrapping_sub(1) == 0 {
                pinned |= between & self.colors[us];
            }
        }
        pinned
    }

    /// The board after a legal move.
    #[inline]
    pub fn after(&self, mv: Move) -> Board {
        let mut board = self.clone();
        board.make(mv);
        board
    }

    /// The board after passing the turn; not when in check.
    pub fn after_null(&self) -> Board {
        let mut board = self.clone();
        board.clear_en_passant();
        board.turn ^= 1;
        board.key ^= keys::TURN;
        board.fifty = board.fifty.saturating_add(1);
        board
    }

    fn make(&mut self, mv: Move) {
        let (us, from, to) = (self.turn(), mv.from(), mv.to());
        let (kind, taken) = (self.at(from), self.at(to));
        self.clear_en_passant();
        self.fifty = self.fifty.saturating_add(1);
        if taken != KINDS {
            self.remove(us ^ 1, taken, to);
            self.fifty = 0;
        }
        self.remove(us, kind, from);
        self.put(us, mv.promotion().unwrap_or(kind), to);
        if kind == PAWN {
            self.fifty = 0;
            if mv.is_en_passant() {
                self.remove(us ^ 1, PAWN, to ^ 8);
            }
        } else if mv.is_castling() {
            let (rook_from, rook_to) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
            self.remove(us, ROOK, rook_from);
            self.put(us, ROOK, rook_to);
        }
        let lost = (lost_rights(from) | lost_rights(to)) & self.castling;
        if lost != 0 {
            self.key ^= keys::CASTLING[usize::from(self.castling)];
            self.castling &= !lost;
            self.key ^= keys::CASTLING[usize::from(self.castling)];
        }
        self.turn ^= 1;
        self.key ^= keys::TURN;
        if kind == PAWN && from.abs_diff(to) == 16 {
            self.set_en_passant((from + to) / 2);
        }
        self.checkers = self.attackers(self.king(us ^ 1), self.occupied()) & self.colors[us];
    }

    /// Only where a pawn of the side to move attacks the square: otherwise the same position would have two names.
    pub(super) fn set_en_passant(&mut self, square: usize) {
        if attacks::pawn(self.turn() ^ 1, square) & self.of(self.turn(), PAWN) != 0 {
            self.en_passant = square as u8;
            self.key ^= keys::EN_PASSANT[square % 8];
        }
    }

    fn clear_en_passant(&mut self) {
        if self.en_passant != NOWHERE {
            self.key ^= keys::EN_PASSANT[usize::from(self.en_passant) % 8];
            self.en_passant = NOWHERE;
        }
    }

    #[inline]
    pub(super) fn put(&mut self, color: usize, kind: usize, square: usize) {
        self.flip(color, kind, square);
        self.squares[square & 63] = kind as u8;
        self.score = self.score.plus(eval::value(color, kind, square));
        self.phase += eval::phase(kind);
    }

    #[inline]
    fn remove(&mut self, color: usize, kind: usize, square: usize) {
        self.flip(color, kind, square);
        self.squares[square & 63] = KINDS as u8;
        self.score = self.score.minus(eval::value(color, kind, square));
        self.phase -= eval::phase(kind);
    }

    #[inline]
    fn flip(&mut self, color: usize, kind: usize, square: usize) {
        self.kinds[kind] ^= 1 << (square & 63);
        self.colors[color & 1] ^= 1 << (square & 63);
        self.key ^= keys::PIECES[color & 1][kind][square & 63];
    }
}
