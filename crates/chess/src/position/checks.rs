//! Attacks on kings: checkers, pins, moves that give check, and safety of en passant captures.

use super::Position;
use super::play::{castling_targets, en_passant_victim};
use crate::{Bitboard, Move, MoveKind, Piece, PieceType, Square, attacks};

impl Position {
    /// Returns true if a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        if mv.kind() != MoveKind::Normal {
            return self.special_move_gives_check(mv);
        }
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let Some(moved) = self.piece_at(from).map(Piece::piece_type) else { return false };
        let king = self.king(!us);
        let left_behind = self.occupied() ^ from.into();
        if moved != PieceType::King && attacks::reaches(us, moved, to, king, left_behind) {
            return true;
        }
        // Otherwise it may be a discovered check: the piece leaves a line between another piece and the
        // king.
        let line = attacks::line(king, from);
        let behind = (self.board.snipers(us, king) & line).without(from.into());
        !line.contains(to)
            && behind.into_iter().any(|sniper| (attacks::between(king, sniper) & left_behind).is_empty())
    }

    /// Returns true if castling, a promotion or an en passant capture gives check.
    fn special_move_gives_check(&self, mv: Move) -> bool {
        let us = self.turn;
        let king = self.king(!us);
        let (from, to) = (Bitboard::from(mv.from()), Bitboard::from(mv.to()));
        let mut occupied = self.occupied() ^ from | to;
        let mut straight = self.board.straight_sliders(us);
        match mv.kind() {
            MoveKind::Castling => {
                let (king_to, rook_to) = castling_targets(mv);
                occupied = self.occupied() ^ from ^ to | king_to.into() | rook_to.into();
                straight = straight.without(to) | rook_to.into();
            }
            kind => {
                if kind == MoveKind::EnPassant {
                    occupied.remove(en_passant_victim(mv));
                }
                let moved = mv.promotion_piece().unwrap_or(PieceType::Pawn);
                if attacks::reaches(us, moved, mv.to(), king, occupied) {
                    return true;
                }
            }
        }
        (attacks::bishop(king, occupied) & self.board.diagonal_sliders(us)).any()
            || (attacks::rook(king, occupied) & straight).any()
    }

    pub(super) fn can_capture_en_passant(&self, square: Square) -> bool {
        let pawns = attacks::pawn(!self.turn, square) & self.pieces(self.turn, PieceType::Pawn);
        pawns.into_iter().any(|from| self.en_passant_is_safe(from, square))
    }

    /// Returns true if the king of the side to move is safe after an en passant capture. Two pawns leave the
    /// same rank at once, so pins do not suffice.
    pub(crate) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.turn);
        let victim = Bitboard::from(en_passant_victim(Move::en_passant(from, to)));
        let occupied = (self.occupied() ^ from.into() ^ victim) | to.into();
        let diagonal = self.board.diagonal_sliders(!self.turn);
        let straight = self.board.straight_sliders(!self.turn);
        (attacks::bishop(king, occupied) & diagonal).is_empty()
            && (attacks::rook(king, occupied) & straight).is_empty()
            && self.checkers.without(victim | diagonal | straight).is_empty()
    }

    /// Scans from the king outward: a slider with nothing between gives check, one with a single own piece
    /// between pins it.
    #[inline(always)]
    pub(super) fn find_checkers_and_pins(&mut self) {
        let us = self.turn;
        let king = self.king(us);
        let occupied = self.occupied();
        let own = self.colored(us);
        self.checkers = attacks::pawn(us, king) & self.pieces(!us, PieceType::Pawn)
            | attacks::knight(king) & self.pieces(!us, PieceType::Knight);
        self.pinned = Bitboard::EMPTY;
        for sniper in self.board.snipers(!us, king) {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                self.checkers.insert(sniper);
            } else if !blockers.has_multiple() {
                self.pinned |= blockers & own;
            }
        }
    }
}
