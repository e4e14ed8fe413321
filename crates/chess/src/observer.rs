//! The seam for everything that follows a position step by step: accumulators, incremental evaluations, statistics.

use crate::{Piece, Square};

/// Told of each piece that leaves or enters a square while a move is played; the rules know nothing of who listens.
///
/// Pieces leave before others enter, so a listener may count. The idea is that of Reckless's board observer.
pub trait Observer {
    /// `piece` now stands on `square`.
    fn add(&mut self, piece: Piece, square: Square);
    /// `piece` no longer stands on `square`.
    fn remove(&mut self, piece: Piece, square: Square);
}

/// Two listen.
impl<A: Observer, B: Observer> Observer for (&mut A, &mut B) {
    #[inline(always)]
    fn add(&mut self, piece: Piece, square: Square) {
        self.0.add(piece, square);
        self.1.add(piece, square);
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.0.remove(piece, square);
        self.1.remove(piece, square);
    }
}

/// Nobody listens.
impl Observer for () {
    #[inline(always)]
    fn add(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn remove(&mut self, _: Piece, _: Square) {}
}
