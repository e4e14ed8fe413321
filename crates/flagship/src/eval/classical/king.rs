//! King safety: the danger from enemy pieces near the king.

use heirloom_chess::PieceType::{Bishop, King, Knight, Queen, Rook};
use heirloom_chess::{Bitboard, Color, Square, attacks};

use super::facts::Facts;
use super::sink::Sink;
use super::weights::*;

/// Evaluates the safety of the king of `us`, except its shelter, and returns true if the king is in danger.
#[inline(always)]
pub(super) fn add_terms<S: Sink>(facts: &Facts<'_>, us: Color, sink: &mut S) -> bool {
    let king = facts.kings[us.index()];
    sink.add(us, KING_LINE, attacks::queen(king, facts.occupied).count() as usize, 1);
    let minors = facts.position.pieces(us, Knight) | facts.position.pieces(us, Bishop);
    let defenders = (facts.pawns[us.index()] | minors) & facts.king_zone[us.index()];
    sink.add(us, KING_DEFENDERS, defenders.count() as usize, 1);
    // A single attacker is only dangerous if a queen may join it.
    let queens = facts.position.pieces(!us, Queen);
    let in_danger = facts.zone_attackers[us.index()] > 1 - i32::from(queens.any());
    if in_danger {
        danger(facts, us, king, queens, sink);
    }
    in_danger
}

/// Adds the attacks around the king and the checks that the enemy has.
#[inline(always)]
fn danger<S: Sink>(facts: &Facts<'_>, us: Color, king: Square, queens: Bitboard, sink: &mut S) {
    let (own, them) = (us.index(), (!us).index());
    let weak = facts.attacked[them].without(facts.attacked_twice[own])
        & (!facts.attacked[own] | facts.attacks_of(us, King) | facts.attacks_of(us, Queen));
    sink.add(us, DANGER_BASE, 0, 1);
    sink.add(us, DANGER_WEAK, 0, (weak & facts.king_zone[own]).count() as i32);
    if queens.is_empty() {
        sink.add(us, DANGER_NO_QUEEN, 0, 1);
    }
    sink.add(us, DANGER_PINNED, 0, facts.pinned[own].count() as i32);

    // A check is safe on a square that is undefended, or defended only by the king or queen and attacked
    // twice.
    let safe =
        (!facts.attacked[own] | (weak & facts.attacked_twice[them])).without(facts.position.colored(!us));
    let reachable = !facts.position.colored(!us);
    let (diagonal, straight) = (attacks::bishop(king, facts.occupied), attacks::rook(king, facts.occupied));
    let from = [attacks::knight(king), diagonal, straight, diagonal | straight];
    for (index, piece_type) in [Knight, Bishop, Rook, Queen].into_iter().enumerate() {
        let checks = from[index] & facts.attacks_of(!us, piece_type) & reachable;
        sink.add(us, DANGER_SAFE_CHECK, index, (checks & safe).count() as i32);
        sink.add(us, DANGER_UNSAFE_CHECK, index, checks.without(safe).count() as i32);
    }

    let camp = flank(king) & camp(us);
    sink.add(us, DANGER_FLANK, 0, (camp & facts.attacked[them]).count() as i32);
    sink.add(us, DANGER_FLANK, 1, (camp & facts.attacked[them] & facts.attacked_twice[them]).count() as i32);
    sink.add(us, DANGER_FLANK, 2, (camp & facts.attacked[own]).count() as i32);
}

/// The four files on the king's side of the board.
fn flank(king: Square) -> Bitboard {
    const FILES: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
    match king.file().index() {
        0..=2 => FILES,
        3..=4 => Bitboard(FILES.0 << 2),
        _ => Bitboard(FILES.0 << 4),
    }
}

/// The five nearest ranks of a side.
fn camp(us: Color) -> Bitboard {
    match us {
        Color::White => Bitboard(0x0000_00ff_ffff_ffff),
        Color::Black => Bitboard(0xffff_ffff_ff00_0000),
    }
}
