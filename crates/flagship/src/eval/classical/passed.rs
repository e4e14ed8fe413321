//! Passed pawns: blockers, support and races.

use heirloom_chess::PieceType::{Queen, Rook};
use heirloom_chess::{Bitboard, Color, Square, attacks};

use super::facts::Facts;
use super::pawns::forward_file;
use super::sink::Sink;
use super::weights::*;

/// Evaluates the passed pawns of a color beyond what the pawn structure contributes.
#[inline(always)]
pub(super) fn add_terms<S: Sink>(facts: &Facts<'_>, us: Color, sink: &mut S) {
    for square in facts.passed[us.index()] {
        pawn(facts, us, square, sink);
    }
}

#[inline(always)]
fn pawn<S: Sink>(facts: &Facts<'_>, us: Color, square: Square, sink: &mut S) {
    let (own, them) = (us.index(), (!us).index());
    let rank = square.rank().relative_to(us).index();
    let stop = Bitboard::from(square).forward(us);
    let Some(stop_square) = stop.first() else { return };

    let rank_weight = rank as i32;
    sink.add(us, PASSED_OWN_KING, facts.kings[own].distance(stop_square) as usize, rank_weight);
    sink.add(us, PASSED_ENEMY_KING, facts.kings[them].distance(stop_square) as usize, rank_weight);

    let path = forward_file(square, us);
    if (stop & facts.occupied).any() {
        sink.add(us, PASSED_BLOCKED, rank, 1);
    } else if (stop & facts.attacked[them]).is_empty() {
        let free = (path & (facts.occupied | facts.attacked[them])).is_empty();
        sink.add(us, if free { PASSED_SAFE_PATH } else { PASSED_SAFE_PUSH }, rank, 1);
    }
    if (stop & facts.attacked[own]).any() {
        sink.add(us, PASSED_SUPPORTED_PUSH, rank, 1);
    }

    let behind = attacks::rook(square, facts.occupied) & forward_file(square, !us);
    let heavy = |color| facts.position.pieces(color, Rook) | facts.position.pieces(color, Queen);
    if (behind & heavy(us)).any() {
        sink.add(us, PASSED_ROOK_BEHIND, 0, 1);
    }
    if (behind & heavy(!us)).any() {
        sink.add(us, PASSED_ROOK_BEHIND, 1, 1);
    }

    if !facts.position.has_pieces(!us) && is_outside_square(facts, us, square, path) {
        sink.add(us, PASSED_UNSTOPPABLE, 0, 1);
    }
}

/// Returns true if the pawn promotes before the enemy king can catch it and none of its own pieces is in the
/// way.
fn is_outside_square(facts: &Facts<'_>, us: Color, square: Square, path: Bitboard) -> bool {
    let Some(goal) = (if us == Color::White { path.last() } else { path.first() }) else { return false };
    let rank = square.rank().relative_to(us).index() as i32;
    // A pawn on the second rank can advance two squares.
    let moves = (7 - rank).min(5);
    let head_start = i32::from(facts.position.turn() != us);
    let king = facts.kings[(!us).index()].distance(goal) as i32;
    (path & facts.position.colored(us)).is_empty() && king - head_start > moves
}
