//! Threats to mate with the next move: no evaluation sees them, so neither the side that is threatened may rest on its own, nor may a quiet
//! move that threatens be left out.

use heirloom_chess::{Bitboard, Color, Move, PieceType, Position, attacks};

use super::Worker;
use super::listener::Listener;
use crate::eval::nnue::features::Reach;
use crate::eval::nnue::simd::Level;
use crate::params;

/// The king of the side that is not to move, shut in so far that mate is near.
#[derive(Clone, Copy)]
pub struct Siege {
    /// The squares beside that king.
    around: Bitboard,
    /// What of the processor is used.
    level: Level,
}

impl Siege {
    /// Of the king of the side that is not to move.
    pub fn new(position: &Position, level: Level) -> Siege {
        Siege { around: attacks::king(position.king(!position.turn())), level }
    }

    /// Does this quiet move of the side to move threaten to mate with the next one? A check is no threat: it must be answered anyway.
    pub fn is_threat(&self, position: &Position, mv: Move) -> bool {
        self.closes_in(position, mv) && {
            let mut child = position.clone();
            child.play(mv);
            !child.in_check() && is_mate_threatened(&child, &Reach::of(&child, self.level))
        }
    }

    /// Does this move of the side to move attack a square beside the king that its piece did not attack before?
    fn closes_in(&self, position: &Position, mv: Move) -> bool {
        let Some(moved) = position.piece_at(mv.from()) else { return false };
        let occupied = position.occupied();
        let attacked = |from, occupied| attacks::piece(moved.color(), moved.piece_type(), from, occupied);
        let after = attacked(mv.to(), occupied.without(Bitboard::from(mv.from())) | Bitboard::from(mv.to()));
        moved.piece_type() != PieceType::King && (after & self.around).without(attacked(mv.from(), occupied)).any()
    }
}

impl<L: Listener> Worker<'_, L> {
    /// The siege of the opponent's king, if so many plies are left that a threat could be carried out and the king has few squares to go to.
    pub(super) fn siege(&self, position: &Position, ply: usize, depth: i32) -> Option<Siege> {
        let is_close = || flights(position, &self.reach(position, ply), !position.turn()).count() <= params::threat_flights() as u32;
        let level = || self.net.as_ref().map_or(Level::Portable, |net| net.level());
        (depth >= params::threat_depth() && is_close()).then(|| Siege::new(position, level()))
    }

    /// Could the side that is not to move mate at once if it were its turn? The other side is not in check.
    pub(super) fn is_threatened(&self, position: &Position, ply: usize) -> bool {
        is_mate_threatened(position, &self.reach(position, ply))
    }

    /// Who attacks what in the position at a ply, which the net has seen already.
    #[inline]
    fn reach(&self, position: &Position, ply: usize) -> Reach {
        self.net.as_ref().map_or_else(|| Reach::of(position, Level::Portable), |net| *net.reach(ply))
    }
}

/// The squares that the king of this color could go to; it is not in check.
fn flights(position: &Position, reach: &Reach, color: Color) -> Bitboard {
    attacks::king(position.king(color)).without(position.colored(color)).without(reach.all(!color))
}

/// Could a piece of the side that is not to move mate at once if it were its turn? Pawns, and pieces that uncover others, are not asked.
fn is_mate_threatened(position: &Position, reach: &Reach) -> bool {
    let (us, them) = (!position.turn(), position.turn());
    let flights = flights(position, reach, them);
    if flights.count() > params::threat_flights() as u32 {
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
    let (beside, seen_through) = (attacks::king(king), occupied.without(Bitboard::from(king)));
    checks.into_iter().any(|(kind, checks)| {
        (reach.of_type(us, kind) & checks).without(position.colored(us)).into_iter().any(|to| {
            // What the king could go to must be attacked from there, and the king must not be able to capture.
            flights.without(attacks::piece(us, kind, to, seen_through)).without(Bitboard::from(to)).is_empty()
                && (position.attackers_to(to, occupied) & position.pieces(us, kind)).into_iter().any(|from| {
                    let from_gone = seen_through.without(Bitboard::from(from));
                    let helpers = || (position.attackers_to(to, from_gone) & position.colored(us)).without(Bitboard::from(from));
                    (!beside.has(to) || helpers().any()) && would_mate(position, Move::normal(from, to))
                })
        })
    })
}

/// Would this move of the side that is not to move be legal, and mate?
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

    /// Whether the side that is not to move threatens mate.
    fn threatened(fen: &str) -> bool {
        let position = Position::from_fen(fen).unwrap();
        is_mate_threatened(&position, &Reach::of(&position, Level::best()))
    }

    #[test]
    fn mates_of_all_pieces_are_seen() {
        assert!(threatened("6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1"), "a rook on the last rank");
        assert!(threatened("5rk1/5ppp/8/7Q/8/3B4/8/4K3 b - - 0 1"), "a queen that a bishop helps");
        assert!(threatened("6rk/6pp/8/4N3/8/8/8/4K3 b - - 0 1"), "a knight");
        assert!(threatened("7k/5K1p/8/8/8/B7/8/8 b - - 0 1"), "a bishop");
    }

    #[test]
    fn what_can_be_met_at_once_is_no_mate() {
        assert!(!threatened("6k1/5pp1/8/8/8/8/8/R3K3 b - - 0 1"), "the king goes to h7");
        assert!(!threatened("6k1/5ppp/8/7Q/8/8/8/4K3 b - - 0 1"), "the king takes the queen");
        assert!(!threatened("1r4k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1"), "the rook can be taken");
        assert!(!threatened("6rk/6pp/8/8/8/8/8/4K2N b - - 0 1"), "the knight is far away");
    }

    #[test]
    fn moves_that_close_in_are_known_by_the_squares_they_attack() {
        let position = Position::from_fen("6k1/5ppp/8/4N2R/8/8/8/4K3 w - - 0 1").unwrap();
        let siege = Siege::new(&position, Level::best());
        let closes = |mv: &str| siege.closes_in(&position, heirloom_chess::notation::uci::parse(&position, mv).unwrap());
        assert!(closes("e5g6"));
        assert!(!closes("e5c4"));
        assert!(!closes("h5h3"));
        assert!(!closes("e1e2"));
        let threatens = |mv: &str| siege.is_threat(&position, heirloom_chess::notation::uci::parse(&position, mv).unwrap());
        assert!(!threatens("e5g6"), "nothing mates yet");
    }
}
