//! Playing a move: updates of pieces, clocks, castling rights, en passant and keys.

use super::Position;
use crate::{Bitboard, File, Move, MoveKind, Observer, Piece, PieceType, Rank, Square};
use crate::{attacks, zobrist};

/// The move is not legal in its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not legal here")]
pub struct IllegalMove(pub Move);

impl Position {
    /// Plays a move that must be legal here; a null move passes.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        if mv.is_null() {
            return self.play_null();
        }
        self.play_observed(mv, &mut ());
    }

    /// Returns true if a game tree allows the move: a legal move, or a null move when not in check.
    pub fn is_playable(&self, mv: Move) -> bool {
        if mv.is_null() { !self.in_check() } else { self.is_legal(mv) }
    }

    /// Plays a legal move, or a null move when not in check.
    ///
    /// # Errors
    /// [`IllegalMove`]; the position is unchanged.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_playable(mv) {
            return Err(IllegalMove(mv));
        }
        self.play(mv);
        Ok(())
    }

    /// Plays a move that must be legal here and notifies `observer` of each piece that leaves or enters a
    /// square.
    #[inline]
    pub fn play_observed<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        self.play_with::<O, true>(mv, observer);
    }

    /// Plays a legal move without updating the keys, for counting leaves.
    #[inline(always)]
    pub(crate) fn play_without_keys(&mut self, mv: Move) {
        self.play_with::<(), false>(mv, &mut ());
    }

    #[inline(always)]
    fn play_with<O: Observer, const KEYS: bool>(&mut self, mv: Move, observer: &mut O) {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let Some(moved) = self.piece_at(from) else {
            debug_assert!(false, "no piece on {from}");
            return;
        };
        if KEYS && let Some(square) = self.en_passant {
            self.key ^= zobrist::en_passant(square.file());
        }
        self.en_passant = None;
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        match mv.kind() {
            MoveKind::Normal => {
                if let Some(captured) = self.piece_at(to) {
                    self.remove::<O, KEYS>(captured, to, observer);
                    self.halfmove_clock = 0;
                }
                self.remove::<O, KEYS>(moved, from, observer);
                self.add::<O, KEYS>(moved, to, observer);
                if moved.piece_type() == PieceType::Pawn {
                    self.halfmove_clock = 0;
                }
            }
            MoveKind::Promotion => {
                if let Some(captured) = self.piece_at(to) {
                    self.remove::<O, KEYS>(captured, to, observer);
                }
                self.remove::<O, KEYS>(moved, from, observer);
                let promoted = Piece::new(us, mv.promotion_piece().unwrap_or(PieceType::Queen));
                self.add::<O, KEYS>(promoted, to, observer);
                self.halfmove_clock = 0;
            }
            MoveKind::EnPassant => {
                self.remove::<O, KEYS>(Piece::new(!us, PieceType::Pawn), en_passant_victim(mv), observer);
                self.remove::<O, KEYS>(moved, from, observer);
                self.add::<O, KEYS>(moved, to, observer);
                self.halfmove_clock = 0;
            }
            MoveKind::Castling => {
                let rook = Piece::new(us, PieceType::Rook);
                let (king_to, rook_to) = castling_targets(mv);
                self.remove::<O, KEYS>(moved, from, observer);
                self.remove::<O, KEYS>(rook, to, observer);
                self.add::<O, KEYS>(moved, king_to, observer);
                self.add::<O, KEYS>(rook, rook_to, observer);
            }
        }
        self.update_castling_rights::<KEYS>(moved, from, to);
        self.fullmove_number = self.fullmove_number.saturating_add(us as u16);
        self.turn = !us;
        if KEYS {
            self.key ^= zobrist::black_to_move();
        }
        self.find_checkers_and_pins();
        let double_step = moved.piece_type() == PieceType::Pawn && from.index() ^ to.index() == 16;
        if double_step {
            self.set_en_passant::<KEYS>(from, to);
        }
    }

    #[inline(always)]
    fn remove<O: Observer, const KEYS: bool>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.board.remove(piece, square);
        self.toggle_key::<KEYS>(piece, square);
        observer.remove(piece, square);
    }

    #[inline(always)]
    fn add<O: Observer, const KEYS: bool>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.board.add(piece, square);
        self.toggle_key::<KEYS>(piece, square);
        observer.add(piece, square);
    }

    #[inline(always)]
    fn toggle_key<const KEYS: bool>(&mut self, piece: Piece, square: Square) {
        if KEYS {
            let number = zobrist::piece(piece, square);
            self.key ^= number;
            if piece.piece_type() == PieceType::Pawn {
                self.pawn_key ^= number;
            }
        }
    }

    /// Removes the castling rights lost by a rook that moves or is captured, or by a king move.
    #[inline(always)]
    fn update_castling_rights<const KEYS: bool>(&mut self, moved: Piece, from: Square, to: Square) {
        let mut lost = Bitboard::from(from) | to.into();
        if moved.piece_type() == PieceType::King {
            lost |= Bitboard::rank(Rank::First.relative_to(self.turn));
        }
        lost &= self.castling_rooks;
        if lost.any() {
            self.castling_rooks ^= lost;
            if KEYS {
                self.key ^= zobrist::castling(lost);
            }
        }
    }

    /// Sets the en passant square if the side to move can legally capture there.
    #[inline(always)]
    fn set_en_passant<const KEYS: bool>(&mut self, from: Square, to: Square) {
        let passed = Square::from_index((from.index() + to.index()) / 2);
        let neighbours = attacks::pawn(!self.turn, passed) & self.pieces(self.turn, PieceType::Pawn);
        if neighbours.any() && self.can_capture_en_passant(passed) {
            self.en_passant = Some(passed);
            if KEYS {
                self.key ^= zobrist::en_passant(passed.file());
            }
        }
    }

    /// Passes the turn; the side to move must not be in check.
    pub fn play_null(&mut self) {
        debug_assert!(!self.in_check());
        if let Some(square) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(square.file());
        }
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.fullmove_number = self.fullmove_number.saturating_add(self.turn as u16);
        self.turn = !self.turn;
        self.key ^= zobrist::black_to_move();
        self.find_checkers_and_pins();
    }
}

/// Returns the square of the pawn captured en passant: next to the origin, on the file of the target.
#[inline(always)]
pub(crate) fn en_passant_victim(mv: Move) -> Square {
    Square::new(mv.to().file(), mv.from().rank())
}

/// Returns the squares of king and rook after castling: g and f on the king side, c and d on the queen side.
#[inline(always)]
pub(crate) fn castling_targets(mv: Move) -> (Square, Square) {
    let rank = mv.from().rank();
    if mv.to().index() > mv.from().index() {
        (Square::new(File::G, rank), Square::new(File::F, rank))
    } else {
        (Square::new(File::C, rank), Square::new(File::D, rank))
    }
}
