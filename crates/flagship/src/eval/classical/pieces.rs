//! Knights, bishops, rooks and queens: mobility, outposts, files and other features of their placement.

use heirloom_chess::PieceType::{self, Bishop, King, Knight, Pawn, Queen, Rook};
use heirloom_chess::{Bitboard, Color, Rank as BoardRank, Square, attacks};

use super::facts::Facts;
use super::sink::Sink;
use super::term::Term;
use super::weights::*;

/// The four center squares.
const CENTER: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// Evaluates all pieces of a color and records their attacks in the facts.
#[inline(always)]
pub(super) fn add_terms<S: Sink>(facts: &mut Facts<'_>, us: Color, sink: &mut S) {
    for square in facts.position.pieces(us, Knight) {
        knight(facts, us, square, sink);
    }
    bishops(facts, us, sink);
    for square in facts.position.pieces(us, Rook) {
        rook(facts, us, square, sink);
    }
    for square in facts.position.pieces(us, Queen) {
        queen(facts, us, square, sink);
    }
}

#[inline(always)]
fn knight<S: Sink>(facts: &mut Facts<'_>, us: Color, square: Square, sink: &mut S) {
    let targets = activity(facts, us, Knight, square, attacks::knight(square), KNIGHT_MOBILITY, sink);
    minor(facts, us, square, KNIGHT_OUTPOST, 0, sink);
    sink.add(us, KNIGHT_KING_DISTANCE, square.distance(facts.kings[us.index()]) as usize, 1);
    if (targets & facts.king_zone[us.index()]).any() {
        sink.add(us, DANGER_KNIGHT_DEFENDER, 0, 1);
    }
}

#[inline(always)]
fn bishops<S: Sink>(facts: &mut Facts<'_>, us: Color, sink: &mut S) {
    let bishops = facts.position.pieces(us, Bishop);
    let queens = facts.position.pieces(Color::White, Queen) | facts.position.pieces(Color::Black, Queen);
    let own_pawns = facts.pawns[us.index()];
    let blocked_pawns = own_pawns & facts.occupied.forward(!us);
    for square in bishops {
        let targets = attacks::bishop(square, facts.occupied ^ queens);
        activity(facts, us, Bishop, square, targets, BISHOP_MOBILITY, sink);
        minor(facts, us, square, BISHOP_OUTPOST, 1, sink);
        sink.add(us, BISHOP_KING_DISTANCE, square.distance(facts.kings[us.index()]) as usize, 1);
        let same_color = if Bitboard::DARK.contains(square) { Bitboard::DARK } else { !Bitboard::DARK };
        sink.add(us, BISHOP_PAWNS, (own_pawns & same_color).count().min(8) as usize, 1);
        sink.add(us, BISHOP_PAWNS, 9 + (blocked_pawns & same_color).count().min(8) as usize, 1);
        let all_pawns = facts.pawns[0] | facts.pawns[1];
        if (attacks::bishop(square, all_pawns) & CENTER).has_multiple() {
            sink.add(us, BISHOP_LONG_DIAGONAL, 0, 1);
        }
    }
    if (bishops & Bitboard::DARK).any() && bishops.without(Bitboard::DARK).any() {
        sink.add(us, BISHOP_PAIR, 0, 1);
    }
}

#[inline(always)]
fn rook<S: Sink>(facts: &mut Facts<'_>, us: Color, square: Square, sink: &mut S) {
    let position = facts.position;
    let see_through = position.pieces(Color::White, Queen)
        | position.pieces(Color::Black, Queen)
        | position.pieces(us, Rook);
    let targets = attacks::rook(square, facts.occupied.without(see_through));
    let targets = activity(facts, us, Rook, square, targets, ROOK_MOBILITY, sink);
    let file = Bitboard::file(square.file());
    let enemy_pawns = facts.pawns[(!us).index()];
    if (file & facts.pawns[us.index()]).is_empty() {
        sink.add(us, ROOK_FILE, usize::from((file & enemy_pawns).is_empty()), 1);
    }
    let rank = square.rank().relative_to(us);
    let enemy_king_rank = facts.kings[(!us).index()].rank().relative_to(us);
    if rank == BoardRank::Seventh
        && (enemy_king_rank == BoardRank::Eighth || (enemy_pawns & Bitboard::rank(square.rank())).any())
    {
        sink.add(us, ROOK_SEVENTH, 0, 1);
    }
    let king = facts.kings[us.index()];
    let own_side = (square.file().index() < 4) == (king.file().index() < 4);
    let outside = (square.file() < king.file()) == (king.file().index() < 4);
    if own_side && outside && king.rank().relative_to(us) == BoardRank::First && rank == BoardRank::First {
        let free = (targets & facts.mobility_area[us.index()]).count();
        if free <= 3 {
            let castled = (position.castling_rooks() & position.colored(us)).is_empty();
            sink.add(us, ROOK_TRAPPED, usize::from(castled), 1);
        }
    }
}

#[inline(always)]
fn queen<S: Sink>(facts: &mut Facts<'_>, us: Color, square: Square, sink: &mut S) {
    activity(facts, us, Queen, square, attacks::queen(square, facts.occupied), QUEEN_MOBILITY, sink);
    if is_exposed(facts, us, square) {
        sink.add(us, QUEEN_EXPOSED, 0, 1);
    }
    if square.rank().relative_to(us) > BoardRank::Fourth && facts.is_safe_from_pawns(square, us) {
        sink.add(us, QUEEN_INFILTRATION, 0, 1);
    }
}

/// Evaluates what all pieces share: mobility and attacks on the enemy king. Returns the squares that the
/// piece attacks; a pinned piece stays on its line.
#[inline(always)]
fn activity<S: Sink>(
    facts: &mut Facts<'_>,
    us: Color,
    piece_type: PieceType,
    square: Square,
    targets: Bitboard,
    mobility: Term,
    sink: &mut S,
) -> Bitboard {
    let is_pinned = facts.pinned[us.index()].contains(square);
    let line = || attacks::line(facts.kings[us.index()], square);
    let targets = if is_pinned { targets & line() } else { targets };
    facts.add_attacks(us, piece_type, targets);
    sink.add(us, mobility, (targets & facts.mobility_area[us.index()]).count() as usize, 1);
    let them = (!us).index();
    let around = targets & facts.king_zone[them];
    if around.any() {
        facts.zone_attackers[them] += 1;
        sink.add(!us, DANGER_ATTACKER, piece_type.index() - Knight.index(), 1);
        let near = targets & facts.attacks_of(!us, King);
        sink.add(!us, DANGER_ATTACKS, 0, near.count() as i32);
    }
    targets
}

/// Evaluates what knights and bishops share: outposts, and pawns in front of them. `kind` is 0 for a knight
/// and 1 for a bishop.
#[inline(always)]
fn minor<S: Sink>(facts: &Facts<'_>, us: Color, square: Square, outpost: Term, kind: usize, sink: &mut S) {
    let rank = square.rank().relative_to(us);
    if (BoardRank::Fourth..=BoardRank::Sixth).contains(&rank) && facts.is_safe_from_pawns(square, us) {
        let outside = matches!(square.file().index(), 0 | 1 | 6 | 7);
        let defended = facts.attacks_of(us, Pawn).contains(square);
        sink.add(us, outpost, 2 * usize::from(outside) + usize::from(defended), 1);
    }
    let all_pawns = facts.pawns[0] | facts.pawns[1];
    if (Bitboard::from(square).forward(us) & all_pawns).any() {
        sink.add(us, MINOR_BEHIND_PAWN, kind, 1);
    }
}

/// Returns true if an enemy bishop or rook attacks the queen through exactly one piece.
#[inline(always)]
fn is_exposed(facts: &Facts<'_>, us: Color, queen: Square) -> bool {
    let enemy = |piece_type| facts.position.pieces(!us, piece_type);
    let snipers = (attacks::bishop_rays(queen) & enemy(Bishop)) | (attacks::rook_rays(queen) & enemy(Rook));
    snipers.into_iter().any(|sniper| {
        let between = attacks::between(queen, sniper) & facts.occupied;
        between.any() && !between.has_multiple()
    })
}
