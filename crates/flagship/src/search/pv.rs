//! The principal variations of all plies, as a triangular table.

use arrayvec::ArrayVec;
use heirloom_chess::Move;

use crate::score::MAX_PLY;

/// The best line below each ply.
pub struct PvTable([ArrayVec<Move, MAX_PLY>; MAX_PLY + 2]);

impl PvTable {
    /// Clears the lines of the first plies.
    pub fn reset(&mut self, plies: usize) {
        self.0.iter_mut().take(plies).for_each(ArrayVec::clear);
    }

    /// Clears the line below a ply.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets the line at a ply to `mv` followed by the line below it.
    #[inline]
    pub fn extend(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend(lower[0].iter().copied().take(MAX_PLY - 1));
    }

    /// Returns the line below a ply.
    pub fn line(&self, ply: usize) -> &[Move] {
        &self.0[ply]
    }
}

impl Default for PvTable {
    fn default() -> PvTable {
        PvTable([const { ArrayVec::new_const() }; MAX_PLY + 2])
    }
}
