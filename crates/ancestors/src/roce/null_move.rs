//! Roce's null move pruning and its verification search.

use super::eval::evaluate;
use super::search::{MATE, MATE_RANGE, Search, Settings};

impl Search<'_> {
    /// Null move: if passing reaches beta, a real move will too (Donninger 1993). `Some(None)` is no cutoff.
    ///
    /// Zugzwang refutes this: it needs pieces other than pawns, and with `verify` a search must confirm it.
    pub(super) fn null_move(&mut self, depth: i32, ply: usize, beta: i32) -> Option<Option<i32>> {
        let Settings { null_move, reduction, verify, .. } = self.settings;
        if !null_move
            || depth < 2
            || beta.abs() >= MATE - MATE_RANGE
            || !self.board.has_pieces()
            || evaluate(&self.board) < beta
        {
            return Some(None);
        }
        self.board.make_null();
        let score = self.search(depth - 1 - reduction, ply + 1, -beta, 1 - beta, false);
        self.board.undo();
        if -score? < beta {
            return Some(None);
        }
        if verify && depth > reduction + 2 {
            let score = self.search(depth - 1 - reduction, ply, beta - 1, beta, false)?;
            return Some((score >= beta).then_some(beta));
        }
        Some(Some(beta))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::with_depth;
    use crate::roce::board::Board;
    use crate::roce::hash::Hash;

    #[test]
    fn verification_sees_zugzwang() {
        // Philidor's position: any move costs Black his rook, but passing would cost nothing for a while.
        let fen = "1k6/1r6/2K5/Q7/8/8/8/8 b - - 0 1";
        let passes = |verify: bool| {
            let (mut hash, settings) =
                (Hash::new(4).expect("memory"), Settings { verify, reduction: 1, ..Settings::default() });
            let board = Board::from_fen(fen);
            let mut search = Search::new(board, &mut hash, settings, Vec::new(), with_depth(9));
            search.null_move(9, 1, -530).expect("time").is_some()
        };
        assert_eq!([false, true].map(passes), [true, false]);
    }
}
