//! Threats of mate in one. The evaluation does not see them, so the threatened side is not pruned by its
//! evaluation, and quiet moves that threaten mate are not skipped.

use heirloom_chess::{Bitboard, Color, Move, PieceType, Position, attacks};

use super::Worker;
use super::listener::Listener;
use crate::eval::nnue::features::AttackSets;
use crate::eval::nnue::simd::Level;
use crate::params;

/// Detects quiet moves that threaten to mate the king of the side not to move.
#[derive(Clone, Copy)]
pub struct MateThreats {
    /// The squares next to that king.
    king_ring: Bitboard,
    /// The level of the processor in use.
    level: Level,
}

impl MateThreats {
    /// Creates a detector for the king of the side not to move.
    pub fn new(position: &Position, level: Level) -> MateThreats {
        MateThreats { king_ring: attacks::king(position.king(!position.turn())), level }
    }

    /// Returns true if this quiet move of the side to move threatens mate in one. A check is not a threat: it
    /// must be answered anyway.
    pub fn is_threat(&self, position: &Position, mv: Move) -> bool {
        self.attacks_king_ring(position, mv) && {
            let mut child = position.clone();
            child.play(mv);
            !child.in_check() && is_mate_threatened(&child, &AttackSets::of(&child, self.level))
        }
    }

    /// Returns true if this move of the side to move attacks a square of the king ring that its piece did not
    /// attack before.
    fn attacks_king_ring(&self, position: &Position, mv: Move) -> bool {
        let Some(moved) = position.piece_at(mv.from()) else { return false };
        let occupied = position.occupied();
        let attacked = |from, occupied| attacks::piece(moved.color(), moved.piece_type(), from, occupied);
        let after = attacked(mv.to(), occupied.without(Bitboard::from(mv.from())) | Bitboard::from(mv.to()));
        moved.piece_type() != PieceType::King
            && (after & self.king_ring).without(attacked(mv.from(), occupied)).any()
    }
}

impl<L: Listener> Worker<'_, L> {
    /// Returns a detector for threats against the opponent's king, if the depth is large enough and the king
    /// has few flight squares.
    pub(super) fn mate_threats(&self, position: &Position, ply: usize, depth: i32) -> Option<MateThreats> {
        let is_close = || {
            flight_squares(position, &self.attack_sets(position, ply), !position.turn()).count()
                <= params::threat_flights() as u32
        };
        let level = || self.net.as_ref().map_or(Level::Portable, |net| net.level());
        (depth >= params::threat_depth() && is_close()).then(|| MateThreats::new(position, level()))
    }

    /// Returns true if the side not to move could mate in one if it were its turn. The side to move is not in
    /// check.
    pub(super) fn is_threatened(&self, position: &Position, ply: usize) -> bool {
        is_mate_threatened(position, &self.attack_sets(position, ply))
    }

    /// Returns the attacks in the position at a ply, from the net if there is one.
    #[inline]
    fn attack_sets(&self, position: &Position, ply: usize) -> AttackSets {
        self.net
            .as_ref()
            .map_or_else(|| AttackSets::of(position, Level::Portable), |net| *net.attack_sets(ply))
    }
}

/// Returns the squares that the king of this color could go to; it is not in check.
fn flight_squares(position: &Position, attack_sets: &AttackSets, color: Color) -> Bitboard {
    attacks::king(position.king(color)).without(position.colored(color)).without(attack_sets.all(!color))
}

/// Returns true if a piece of the side not to move could mate in one if it were its turn. Ignores pawns and
/// discovered checks.
fn is_mate_threatened(position: &Position, attack_sets: &AttackSets) -> bool {
    let (us, them) = (!position.turn(), position.turn());
    let flight_squares = flight_squares(position, attack_sets, them);
    if flight_squares.count() > params::threat_flights() as u32 {
        return false;
    }
    let (king, occupied) = (position.king(them), position.occupied());
    let (diagonal, straight) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
    let checks = [
        (PieceType::Queen, diagonal | straight),
        (PieceType::Rook, straight),
        (PieceType::Bishop, diagonal),
        (PieceType::Knight, attacks::knight(king)),
    ];
    let (king_ring, seen_through) = (attacks::king(king), occupied.without(Bitboard::from(king)));
    checks.into_iter().any(|(kind, checks)| {
        (attack_sets.of_type(us, kind) & checks).without(position.colored(us)).into_iter().any(|to| {
            // All flight squares must be attacked from there, and the king must not be able to capture.
            flight_squares
                .without(attacks::piece(us, kind, to, seen_through))
                .without(Bitboard::from(to))
                .is_empty()
                && (position.attackers_to(to, occupied) & position.pieces(us, kind)).into_iter().any(|from| {
                    let from_gone = seen_through.without(Bitboard::from(from));
                    let helpers = || {
                        (position.attackers_to(to, from_gone) & position.colored(us))
                            .without(Bitboard::from(from))
                    };
                    (!king_ring.contains(to) || helpers().any())
                        && would_mate(position, Move::normal(from, to))
                })
        })
    })
}

/// Returns true if this move of the side not to move would be legal and mate.
fn would_mate(position: &Position, mv: Move) -> bool {
    let mut position = position.clone();
    position.play_null();
    position.is_legal(mv) && {
        position.play(mv);
        position.in_check() && !position.has_legal_move()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns true if the side not to move threatens mate.
    fn threatened(fen: &str) -> bool {
        let position = Position::from_fen(fen).unwrap();
        is_mate_threatened(&position, &AttackSets::of(&position, Level::best()))
    }

    #[test]
    fn mates_by_all_pieces_are_found() {
        assert!(threatened("6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1"), "a rook on the last rank");
        assert!(threatened("5rk1/5ppp/8/7Q/8/3B4/8/4K3 b - - 0 1"), "a queen that a bishop helps");
        assert!(threatened("6rk/6pp/8/4N3/8/8/8/4K3 b - - 0 1"), "a knight");
        assert!(threatened("7k/5K1p/8/8/8/B7/8/8 b - - 0 1"), "a bishop");
    }

    #[test]
    fn threats_that_can_be_parried_are_not_mate() {
        assert!(!threatened("6k1/5pp1/8/8/8/8/8/R3K3 b - - 0 1"), "the king goes to h7");
        assert!(!threatened("6k1/5ppp/8/7Q/8/8/8/4K3 b - - 0 1"), "the king takes the queen");
        assert!(!threatened("1r4k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1"), "the rook can be taken");
        assert!(!threatened("6rk/6pp/8/8/8/8/8/4K2N b - - 0 1"), "the knight is far away");
    }

    #[test]
    fn moves_towards_the_king_attack_its_ring() {
        let position = Position::from_fen("6k1/5ppp/8/4N2R/8/8/8/4K3 w - - 0 1").unwrap();
        let mate_threats = MateThreats::new(&position, Level::best());
        let attacks = |mv: &str| {
            mate_threats
                .attacks_king_ring(&position, heirloom_chess::notation::uci::parse(&position, mv).unwrap())
        };
        assert!(attacks("e5g6"));
        assert!(!attacks("e5c4"));
        assert!(!attacks("h5h3"));
        assert!(!attacks("e1e2"));
        let threatens = |mv: &str| {
            mate_threats.is_threat(&position, heirloom_chess::notation::uci::parse(&position, mv).unwrap())
        };
        assert!(!threatens("e5g6"), "nothing mates yet");
    }
}
