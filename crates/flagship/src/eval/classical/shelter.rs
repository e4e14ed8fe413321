//! The shelter of a king: the pawns of both colors in front of it. It depends only on pawns and king, and so
//! is cached with the pawn structure.

use heirloom_chess::{Bitboard, Color, File, Square};

use super::sink::Sink;
use super::weights::*;

/// Evaluates the pawns around the king of `us`; their danger terms are only added if the king is in danger.
#[inline(always)]
pub(super) fn add_terms<S: Sink>(pawns: [Bitboard; 2], us: Color, king: Square, danger: bool, sink: &mut S) {
    if let Some(distance) = nearest(king, pawns[0] | pawns[1]) {
        sink.add(us, KING_PAWN_DISTANCE, distance, 1);
    }
    let middle = king.file().index().clamp(1, 6);
    let behind = ranks_behind(king, us);
    let (own, enemy) = (pawns[us.index()].without(behind), pawns[(!us).index()].without(behind));
    for index in middle - 1..=middle + 1 {
        let file = File::ALL[index];
        let (edge, mask) = (edge_distance(file), Bitboard::file(file));
        let own_rank = rearmost(own & mask, us);
        let enemy_rank = rearmost(enemy & mask, us);
        let blocked = own_rank != 0 && enemy_rank == own_rank + 1;
        sink.add(us, KING_SHELTER, 32 * usize::from(file == king.file()) + 8 * edge + own_rank, 1);
        sink.add(us, KING_STORM, 32 * usize::from(blocked) + 8 * edge + enemy_rank, 1);
        if danger {
            sink.add(us, DANGER_SHELTER, own_rank, 1);
            sink.add(us, DANGER_STORM, enemy_rank, 1);
        }
    }
}

/// Returns the distance to the nearest square of a set.
fn nearest(from: Square, set: Bitboard) -> Option<usize> {
    set.into_iter().map(|square| from.distance(square) as usize).min()
}

/// Returns the rank, from the view of `us`, of the square of a set that is nearest to the own base; 0 for an
/// empty set.
#[inline(always)]
fn rearmost(set: Bitboard, us: Color) -> usize {
    let square = match us {
        Color::White => set.first(),
        Color::Black => set.last(),
    };
    square.map_or(0, |square| square.rank().relative_to(us).index())
}

/// The ranks behind the king.
#[inline(always)]
fn ranks_behind(king: Square, us: Color) -> Bitboard {
    match us {
        Color::White => Bitboard(!(!0 << (8 * king.rank().index()))),
        Color::Black => Bitboard(!0 << (8 * king.rank().index()) << 8),
    }
}

/// Returns the distance of a file from the nearest edge, 0 to 3.
#[inline(always)]
pub(super) fn edge_distance(file: File) -> usize {
    file.index().min(7 - file.index())
}
