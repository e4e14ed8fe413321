//! Threats: hanging pieces, possible attacks, and space.

use heirloom_chess::PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
use heirloom_chess::{Bitboard, Color, Rank, attacks};

use super::facts::Facts;
use super::sink::Sink;
use super::term::Term;
use super::weights::*;

/// Evaluates the threats of `us`.
#[inline(always)]
pub(super) fn add_terms<S: Sink>(facts: &Facts<'_>, us: Color, sink: &mut S) {
    let (own, them) = (us.index(), (!us).index());
    let enemies = facts.position.colored(!us).without(facts.position.pieces(!us, King));
    let pieces = enemies.without(facts.pawns[them]);
    // Well defended: by a pawn, or twice while not attacked twice.
    let well_defended =
        facts.attacks_of(!us, Pawn) | facts.attacked_twice[them].without(facts.attacked_twice[own]);
    let weak = enemies.without(well_defended) & facts.attacked[own];

    victims(facts, us, THREAT_BY_PAWN, enemies & facts.attacks_of(us, Pawn), sink);
    let by_minors = facts.attacks_of(us, Knight) | facts.attacks_of(us, Bishop);
    victims(facts, us, THREAT_BY_MINOR, by_minors & (pieces | weak), sink);
    let by_rooks = facts.attacks_of(us, Rook) & (weak | facts.position.pieces(!us, Queen));
    victims(facts, us, THREAT_BY_ROOK, by_rooks, sink);
    let by_queens = facts.attacks_of(us, Queen) & weak.without(facts.attacked[them]);
    victims(facts, us, THREAT_BY_QUEEN, by_queens, sink);
    let by_king = facts.attacks_of(us, King) & weak;
    if by_king.any() {
        sink.add(us, THREAT_BY_KING, usize::from((by_king & pieces).any()), 1);
    }
    let hanging = weak & (!facts.attacked[them] | (pieces & facts.attacked_twice[own]));
    sink.add(us, THREAT_HANGING, 0, hanging.count() as i32);

    pushes(facts, us, pieces, sink);
    on_queen(facts, us, sink);
    let contested = facts.attacked[them].without(well_defended) & facts.attacked[own];
    sink.add(us, RESTRICTED, 0, contested.count() as i32);
    space(facts, us, sink);
}

/// Adds the attacked pieces by type.
#[inline(always)]
fn victims<S: Sink>(facts: &Facts<'_>, us: Color, term: Term, attacked: Bitboard, sink: &mut S) {
    if attacked.is_empty() {
        return;
    }
    for piece_type in [Pawn, Knight, Bishop, Rook, Queen] {
        let count = (attacked & facts.position.pieces(!us, piece_type)).count() as i32;
        sink.add(us, term, piece_type.index(), count);
    }
}

/// Counts pieces that a safe pawn push would attack.
#[inline(always)]
fn pushes<S: Sink>(facts: &Facts<'_>, us: Color, pieces: Bitboard, sink: &mut S) {
    let them = (!us).index();
    let third = Bitboard::rank(if us == Color::White { Rank::Third } else { Rank::Sixth });
    let once = facts.pawns[us.index()].forward(us).without(facts.occupied);
    let twice = (once & third).forward(us).without(facts.occupied);
    let safe = !facts.attacks_of(!us, Pawn) & (facts.attacked[us.index()] | !facts.attacked[them]);
    let threatened = attacks::pawns(us, (once | twice) & safe) & pieces;
    sink.add(us, THREAT_PUSH, 0, threatened.without(facts.attacks_of(us, Pawn)).count() as i32);
}

/// Counts squares from which the enemy queen can be attacked on the next move.
#[inline(always)]
fn on_queen<S: Sink>(facts: &Facts<'_>, us: Color, sink: &mut S) {
    let Some(queen) = facts.position.pieces(!us, Queen).first() else { return };
    let safe = facts.mobility_area[us.index()].without(facts.position.colored(us))
        & (!facts.attacked[(!us).index()] | facts.attacked_twice[us.index()]);
    let (diagonal, straight) = (attacks::bishop(queen, facts.occupied), attacks::rook(queen, facts.occupied));
    let from = [attacks::knight(queen), diagonal, straight];
    for (index, piece_type) in [Knight, Bishop, Rook].into_iter().enumerate() {
        let squares = from[index] & facts.attacks_of(us, piece_type) & safe;
        sink.add(us, THREAT_ON_QUEEN, index, squares.count().min(2) as i32);
    }
}

/// Counts safe central squares of the own camp, those behind a pawn twice, times a quarter of the number of
/// own pieces.
#[inline(always)]
fn space<S: Sink>(facts: &Facts<'_>, us: Color, sink: &mut S) {
    const MIDDLE: u64 = 0x3c3c_3c3c_3c3c_3c3c;
    let ranks = match us {
        Color::White => 0x0000_0000_ffff_ff00,
        Color::Black => 0x00ff_ffff_0000_0000,
    };
    let own_pawns = facts.pawns[us.index()];
    let safe = Bitboard(MIDDLE & ranks).without(own_pawns).without(facts.attacks_of(!us, Pawn));
    let one_behind = own_pawns.forward(!us);
    let behind = one_behind | one_behind.forward(!us) | one_behind.forward(!us).forward(!us);
    let room = safe.count() + (safe & behind).without(facts.attacked[(!us).index()]).count();
    let pieces = facts.position.colored(us).count() - own_pawns.count();
    sink.add(us, SPACE, 0, (room * pieces / 4) as i32);
}
