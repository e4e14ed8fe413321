//! Legal move generation: one walk over the board whose moves are collected in a list or only counted.
//!
//! Pins and checks become masks of allowed squares, so no move is generated that would have to be discarded.

use crate::position::castling_targets;
use crate::{Bitboard, Color, Move, MoveKind, MoveList, PieceType, Position, Rank, Square, attacks};

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveGenKind {
    /// Every legal move.
    All,
    /// Captures, including en passant, and all promotions.
    Noisy,
    /// All other moves.
    Quiet,
}

/// Receives the moves that the walk finds.
trait Collector {
    /// A piece on `from` can go to any square of `to`.
    fn piece(&mut self, from: Square, to: Bitboard);
    /// Pawns can go to any square of `to`, each from the square `step` before it.
    fn pawns(&mut self, to: Bitboard, step: i32);
    /// Pawns can promote on any square of `to`, each from the square `step` before it.
    fn promotions(&mut self, to: Bitboard, step: i32);
    /// Castling or en passant.
    fn special(&mut self, mv: Move);
}

impl Collector for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, to: Bitboard) {
        for to in to {
            self.push(Move::normal(from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, step: i32) {
        for to in to {
            self.push(Move::normal(origin(to, step), to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, step: i32) {
        for to in to {
            for piece_type in PieceType::PROMOTIONS {
                self.push(Move::promotion(origin(to, step), to, piece_type));
            }
        }
    }

    #[inline(always)]
    fn special(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves without listing them.
struct Counter(u64);

impl Collector for Counter {
    #[inline(always)]
    fn piece(&mut self, _: Square, to: Bitboard) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn pawns(&mut self, to: Bitboard, _: i32) {
        self.0 += u64::from(to.count());
    }

    #[inline(always)]
    fn promotions(&mut self, to: Bitboard, _: i32) {
        self.0 += u64::from(to.count()) * 4;
    }

    #[inline(always)]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}

const ALL: u8 = MoveGenKind::All as u8;
const NOISY: u8 = MoveGenKind::Noisy as u8;
const QUIET: u8 = MoveGenKind::Quiet as u8;

impl Position {
    /// Returns all legal moves, in no particular order.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(MoveGenKind::All, &mut list);
        list
    }

    /// Appends the legal moves of a kind to a list.
    #[inline]
    pub fn generate(&self, kind: MoveGenKind, list: &mut MoveList) {
        match kind {
            MoveGenKind::All => self.collect::<ALL, _>(list),
            MoveGenKind::Noisy => self.collect::<NOISY, _>(list),
            MoveGenKind::Quiet => self.collect::<QUIET, _>(list),
        }
    }

    /// Returns the number of legal moves, counted without listing them.
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        let mut counter = Counter(0);
        self.collect::<ALL, _>(&mut counter);
        counter.0
    }

    /// Returns true if there is a legal move.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() != 0
    }

    /// Returns true if a move is legal here. Any bit pattern is allowed, such as one from a corrupt table.
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_at(from).filter(|piece| piece.color() == self.turn()) else {
            return false;
        };
        let own = self.colored(self.turn());
        let plain_promotion_bits = mv.kind() == MoveKind::Promotion || mv.bits() >> 12 & 3 == 0;
        if !plain_promotion_bits {
            return false;
        }
        if mv.kind() == MoveKind::Castling
            || mv.kind() == MoveKind::EnPassant
            || piece.piece_type() == PieceType::King
        {
            // Rare enough to search the list.
            return self.legal_moves().contains(&mv);
        }
        if own.contains(to) || self.checkers().has_multiple() {
            return false;
        }
        if (self.pinned() & from.into()).any() && !attacks::line(self.king(self.turn()), from).contains(to) {
            return false;
        }
        if let Some(checker) = self.checkers().first() {
            let answers = attacks::between(self.king(self.turn()), checker) | checker.into();
            if !answers.contains(to) {
                return false;
            }
        }
        if piece.piece_type() != PieceType::Pawn {
            return mv.kind() == MoveKind::Normal
                && attacks::reaches(self.turn(), piece.piece_type(), from, to, self.occupied());
        }
        let promotes = to.rank() == Rank::Eighth.relative_to(self.turn());
        if promotes != (mv.kind() == MoveKind::Promotion) {
            return false;
        }
        if (attacks::pawn(self.turn(), from) & self.colored(!self.turn())).contains(to) {
            return true;
        }
        let empty = !self.occupied();
        let once = Bitboard::from(from).forward(self.turn()) & empty;
        let twice =
            (once & Bitboard::rank(Rank::Third.relative_to(self.turn()))).forward(self.turn()) & empty;
        (once | twice).contains(to)
    }

    #[inline(always)]
    fn collect<const KIND: u8, C: Collector>(&self, collector: &mut C) {
        match self.turn() {
            Color::White => Walk::<true, KIND>::new(self).run(collector),
            Color::Black => Walk::<false, KIND>::new(self).run(collector),
        }
    }
}

/// Returns the square that a pawn comes from.
#[inline(always)]
fn origin(to: Square, step: i32) -> Square {
    Square::from_index((to.index() as i32 - step) as usize)
}

/// The state of one walk over the board; side and kind of moves are compile-time constants.
struct Walk<'a, const WHITE: bool, const KIND: u8> {
    position: &'a Position,
    king: Square,
    occupied: Bitboard,
    own: Bitboard,
    enemy: Bitboard,
    /// The squares that a piece other than the king may go to: of the requested kind, and resolving any
    /// check.
    targets: Bitboard,
}

impl<'a, const WHITE: bool, const KIND: u8> Walk<'a, WHITE, KIND> {
    const US: Color = if WHITE { Color::White } else { Color::Black };

    #[inline(always)]
    fn new(position: &'a Position) -> Self {
        let own = position.colored(Self::US);
        let enemy = position.colored(!Self::US);
        let king = position.king(Self::US);
        Walk { position, king, occupied: own | enemy, own, enemy, targets: Bitboard::EMPTY }
    }

    #[inline(always)]
    fn run<C: Collector>(mut self, collector: &mut C) {
        self.king_moves(collector);
        let checkers = self.position.checkers();
        if checkers.has_multiple() {
            return;
        }
        let answers = match checkers.first() {
            Some(checker) => attacks::between(self.king, checker) | checkers,
            None => Bitboard::ALL,
        };
        self.targets = answers & self.wanted();
        self.piece_moves(collector);
        self.pawn_moves(answers, collector);
        self.en_passant(collector);
        if checkers.is_empty() && KIND != NOISY {
            self.castling(collector);
        }
    }

    #[inline(always)]
    fn wanted(&self) -> Bitboard {
        match KIND {
            NOISY => self.enemy,
            QUIET => !self.occupied,
            _ => !self.own,
        }
    }

    #[inline(always)]
    fn king_moves<C: Collector>(&self, collector: &mut C) {
        let mut to = attacks::king(self.king) & self.wanted();
        if to.any() {
            // A slider attacks through the square that the king leaves.
            let occupied = self.occupied ^ self.king.into();
            to = to.without(self.position.board().attacked_by(!Self::US, occupied));
        }
        collector.piece(self.king, to);
    }

    #[inline(always)]
    fn piece_moves<C: Collector>(&self, collector: &mut C) {
        let (board, pinned) = (self.position.board(), self.position.pinned());
        for from in board.pieces(Self::US, PieceType::Knight).without(pinned) {
            collector.piece(from, attacks::knight(from) & self.targets);
        }
        let diagonal = board.diagonal_sliders(Self::US);
        let straight = board.straight_sliders(Self::US);
        for from in diagonal.without(pinned) {
            collector.piece(from, attacks::bishop(from, self.occupied) & self.targets);
        }
        for from in straight.without(pinned) {
            collector.piece(from, attacks::rook(from, self.occupied) & self.targets);
        }
        for from in diagonal & pinned {
            let line = attacks::line(self.king, from);
            collector.piece(from, attacks::bishop(from, self.occupied) & self.targets & line);
        }
        for from in straight & pinned {
            let line = attacks::line(self.king, from);
            collector.piece(from, attacks::rook(from, self.occupied) & self.targets & line);
        }
    }

    #[inline(always)]
    fn pawn_moves<C: Collector>(&self, answers: Bitboard, collector: &mut C) {
        let pawns = self.position.pieces(Self::US, PieceType::Pawn);
        let pinned = self.position.pinned();
        self.pawn_set(pawns.without(pinned), answers, collector);
        for from in pawns & pinned {
            self.pawn_set(from.into(), answers & attacks::line(self.king, from), collector);
        }
    }

    /// Generates the moves of a set of pawns to the squares in `allowed`, without en passant.
    #[inline(always)]
    fn pawn_set<C: Collector>(&self, pawns: Bitboard, allowed: Bitboard, collector: &mut C) {
        let up = if WHITE { 8 } else { -8 };
        let last_rank = Bitboard::rank(Rank::Eighth.relative_to(Self::US));
        let empty = !self.occupied;
        let forward = pawns.forward(Self::US);
        let single = forward & empty;
        let double =
            (single & Bitboard::rank(Rank::Third.relative_to(Self::US))).forward(Self::US) & empty & allowed;
        let single = single & allowed;
        let enemies = self.enemy & allowed;
        let left = Bitboard((forward.0 & !Bitboard::FILE_A.0) >> 1) & enemies;
        let right = Bitboard((forward.0 & !Bitboard::FILE_H.0) << 1) & enemies;
        if KIND != QUIET {
            collector.pawns(left.without(last_rank), up - 1);
            collector.pawns(right.without(last_rank), up + 1);
            if ((single | left | right) & last_rank).any() {
                collector.promotions(single & last_rank, up);
                collector.promotions(left & last_rank, up - 1);
                collector.promotions(right & last_rank, up + 1);
            }
        }
        if KIND != NOISY {
            collector.pawns(single.without(last_rank), up);
            collector.pawns(double, up * 2);
        }
    }

    #[inline(always)]
    fn en_passant<C: Collector>(&self, collector: &mut C) {
        if KIND == QUIET {
            return;
        }
        if let Some(to) = self.position.en_passant() {
            for from in attacks::pawn(!Self::US, to) & self.position.pieces(Self::US, PieceType::Pawn) {
                if self.position.en_passant_is_safe(from, to) {
                    collector.special(Move::en_passant(from, to));
                }
            }
        }
    }

    #[inline(always)]
    fn castling<C: Collector>(&self, collector: &mut C) {
        let rooks = self.position.castling_rooks() & Bitboard::rank(Rank::First.relative_to(Self::US));
        for rook in rooks {
            let mv = Move::castling(self.king, rook);
            let (king_to, rook_to) = castling_targets(mv);
            let king_way = attacks::between(self.king, king_to) | king_to.into();
            let rook_way = attacks::between(rook, rook_to) | rook_to.into();
            let others = self.occupied ^ self.king.into() ^ rook.into();
            // In Chess960 a rook can shield its king from an attacker on the back rank and is then pinned.
            if ((king_way | rook_way) & others).any() || self.position.pinned().contains(rook) {
                continue;
            }
            if self.is_attacked(king_way) {
                continue;
            }
            collector.special(mv);
        }
    }

    /// Returns true if the enemy attacks any of these squares.
    #[inline(always)]
    fn is_attacked(&self, squares: Bitboard) -> bool {
        let board = self.position.board();
        let enemy = board.colored(!Self::US);
        let occupied = self.occupied ^ self.king.into();
        squares.into_iter().any(|square| (board.attackers_to(square, occupied) & enemy).any())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, expected: &str) {
        let position = Position::from_fen(fen).unwrap();
        let mut moves: Vec<String> = position.legal_moves().iter().map(|mv| format!("{mv:?}")).collect();
        moves.sort();
        assert_eq!(moves.join(" "), expected, "{fen}");
        assert_eq!(position.count_legal_moves() as usize, moves.len());
        let mut parts = MoveList::new();
        position.generate(MoveGenKind::Noisy, &mut parts);
        assert!(parts.iter().all(|&mv| position.is_noisy(mv)));
        let noisy = parts.len();
        position.generate(MoveGenKind::Quiet, &mut parts);
        assert!(parts[noisy..].iter().all(|&mv| !position.is_noisy(mv)));
        let mut parts: Vec<String> = parts.iter().map(|mv| format!("{mv:?}")).collect();
        parts.sort();
        assert_eq!(parts, moves);
    }

    #[test]
    fn pinned_knight_stays() {
        check("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e1d1 e1d2 e1f1 e1f2");
    }

    #[test]
    fn double_check_moves_the_king() {
        check("4k3/8/8/8/1b6/5n2/4P3/3QK3 w - - 0 1", "e1f1 e1f2");
    }

    #[test]
    fn pawns_promote_push_and_capture() {
        check(
            "1n5k/P7/8/8/8/8/8/K7 w - - 0 1",
            "a1a2 a1b1 a1b2 a7a8b a7a8n a7a8q a7a8r a7b8b a7b8n a7b8q a7b8r",
        );
    }

    #[test]
    fn chess960_rook_that_shields_its_king_cannot_castle() {
        check("4k3/8/8/8/8/8/3PPP2/rRK5 w B - 0 1", "b1a1 c1b2 c1c2 c1d1 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4");
    }

    #[test]
    fn is_legal_agrees_with_the_list_for_every_pattern() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1",
            "4k3/8/8/8/1b6/8/4P3/3QK3 w - - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let moves = position.legal_moves();
            for bits in 1..=u16::MAX {
                let mv = Move::from_bits(bits).unwrap();
                assert_eq!(position.is_legal(mv), moves.contains(&mv), "{mv:?} {:?} in {fen}", mv.kind());
            }
        }
    }

    #[test]
    fn gives_check_agrees_with_playing_the_move() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
            "8/8/8/2k5/3Pp3/8/8/4K2B b - d3 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for &mv in &position.legal_moves() {
                let mut child = position.clone();
                child.play(mv);
                for &reply in &child.legal_moves() {
                    let mut grandchild = child.clone();
                    grandchild.play(reply);
                    assert_eq!(child.gives_check(reply), grandchild.in_check(), "{mv:?} {reply:?} in {fen}");
                }
                assert_eq!(position.gives_check(mv), child.in_check(), "{mv:?} in {fen}");
            }
        }
    }
}
