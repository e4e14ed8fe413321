//! The interface for everything that follows a position incrementally: accumulators, evaluations,
//! statistics.

use crate::{Piece, Square};

/// Is notified of each piece that leaves or enters a square while a move is played.
///
/// Pieces leave before others enter, so an observer may keep counts. The idea comes from the board observer
/// of Reckless.
pub trait Observer {
    /// Called when `piece` has been placed on `square`.
    fn add(&mut self, piece: Piece, square: Square);
    /// Called when `piece` has been removed from `square`.
    fn remove(&mut self, piece: Piece, square: Square);
}

/// Notifies both observers.
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

/// Does nothing.
impl Observer for () {
    #[inline(always)]
    fn add(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn remove(&mut self, _: Piece, _: Square) {}
}
