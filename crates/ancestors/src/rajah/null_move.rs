//! The null move: a position good enough even after passing need not be searched in full.

use super::score::MATE_BOUND;
use super::search::{Node, Search};
use crate::seam::Exit;

/// The null move needs material at most this many centipawns below beta; nothing is evaluated in the tree.
const NULL_MARGIN: i32 = 50;

impl Search<'_> {
    /// Passing is nearly always worse than the best move: if a search two plies shallower still fails high,
    /// so will that (Donninger 1993). Not done in check, nor with pawns alone because of zugzwang.
    pub fn null_move(&mut self, node: Node, beta: i32) -> Option<i32> {
        const REDUCTION: i32 = 2;
        let allowed = self.settings.null_move
            && node.allow_null
            && !node.in_check
            && node.depth >= 2
            && beta.abs() < MATE_BOUND;
        if !allowed
            || self.board.piece_material(self.board.turn) == 0
            || self.board.balance() + NULL_MARGIN < beta
        {
            return None;
        }
        self.board.make_null();
        let child =
            Node { depth: node.depth - 1 - REDUCTION, ply: node.ply + 1, in_check: false, allow_null: false };
        let score = -self.full_width(child, -beta, 1 - beta);
        self.board.undo_null();
        if score < beta || self.stopped {
            return None;
        }
        self.count_exit(Exit::NullMove);
        // A mate after a null move is unproven.
        Some(if score >= MATE_BOUND { beta } else { score })
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::INFINITE;
    use super::super::search::tests::{POSITIONS, root, with_search};
    use super::super::settings::Settings;
    use super::*;

    #[test]
    fn null_moves_save_nodes_but_not_in_pawn_endings() {
        let cost = |fen: &str, null_move: bool| {
            with_search(fen, Settings { null_move, ..Settings::ALL }, |search| {
                search.iteration = 6;
                search.full_width(root(search, 6), -INFINITE, INFINITE);
                (search.nodes, search.exits[Exit::NullMove as usize])
            })
        };
        let ((with, cuts), (without, none)) = (cost(POSITIONS[0], true), cost(POSITIONS[0], false));
        assert!(with < without && cuts > 0 && none == 0, "{with} nodes with, {without} without");
        assert_eq!(cost("8/8/p1p5/1p5p/1P5P/8/PPP2K2/7k w - - 0 1", true).1, 0);
    }

    #[test]
    fn null_moves_are_reduced_by_two_plies() {
        let depth_below = with_search("3rk3/5ppp/8/8/8/8/5PPP/Q2RK3 w - - 0 1", Settings::ALL, |search| {
            search.iteration = 5;
            search.full_width(root(search, 5), -1, 0);
            search.board.make_null();
            search.table.probe(search.board.key).map(|entry| entry.depth)
        });
        assert_eq!(depth_below, Some(5 - 1 - 2));
    }
}
