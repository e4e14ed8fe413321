//! The search of the root: every move gets a score, a line and a node count.

use heirloom_chess::Position;
use heirloom_engine::Info;

use super::Worker;
use super::context::{NodeContext, Window};
use super::correction::PieceKeys;
use super::listener::Listener;
use super::reductions::{ONE_PLY, Traits};
use crate::params;
use crate::score::INFINITE;

impl<L: Listener> Worker<'_, L> {
    /// Prepares the root before the first iteration.
    pub(super) fn prepare_root(&mut self, position: &Position) {
        let root = self.stack.at_mut(0);
        root.piece_keys = PieceKeys::of(position);
        if let Some(net) = &mut self.net {
            net.push(position, 0);
        }
        root.was_pv = true;
        let eval = self.evaluate(position, 0);
        self.stack.at_mut(0).eval = (!position.in_check()).then(|| self.corrected_eval(position, 0, eval));
    }

    /// Records that the move with this number has failed high with the lower bound `least` and awaits its
    /// re-search.
    pub(super) fn record_fail_high(&mut self, number: usize, least: i32) {
        let line = &mut self.root_moves[self.line_index + number - 1];
        (line.failed_low, line.failed_high) = (false, Some(least));
        line.pv.truncate(1);
    }

    /// Searches all root moves from the current line on with this window, `depth` plies deep, and moves the
    /// best one to the front.
    ///
    /// Returns its score. After a stop, moves searched completely count, and a move that has just failed
    /// high.
    pub(super) fn root(
        &mut self,
        position: &Position,
        mut alpha: i32,
        beta: i32,
        depth: i32,
        report: &mut dyn FnMut(Info),
    ) -> i32 {
        debug_assert!(-INFINITE <= alpha && alpha < beta && beta <= INFINITE && depth > 0);
        debug_assert_eq!(self.keys.len(), self.task.line.keys().len(), "the line begins at the root");
        let first = self.line_index;
        // Tablebase moves of a lower rank belong to another line.
        let rank = self.root_moves[first].rank;
        let end = self.root_moves.iter().rposition(|line| line.rank == rank).map_or(first, |last| last) + 1;
        for line in &mut self.root_moves[first..end] {
            line.score = -INFINITE;
        }
        let before = self.stack.previous_moves(0);
        let static_eval = self.stack.at(0).eval;
        let context = NodeContext { depth, static_eval, improving: true, before, ..NodeContext::default() };
        self.stack.at_mut(1).killers = [None; 2];
        self.stack.at_mut(1).cutoffs = 0;
        let mut best_score = -INFINITE;
        for index in first..end {
            let mv = self.root_moves[index].mv;
            let nodes_before = self.nodes;
            self.selective_depth = 0;
            let quiet = !position.is_noisy(mv);
            let history = self.history_of(position, mv, quiet, &before);
            let child = self.play(position, mv, 0);
            let number = index - first + 1;
            self.report_move(mv, number, report);
            let reduction = if depth >= params::lmr_root_depth() && number as i32 > params::lmr_root_moves() {
                let traits = Traits {
                    quiet,
                    pv: true,
                    was_pv: true,
                    improving: true,
                    root: true,
                    gives_check: child.in_check(),
                    threatens_mate: quiet && !child.in_check() && self.is_threatened(&child, 1),
                    many_cutoffs: self.stack.at(1).cutoffs > params::lmr_cutoffs(),
                    history,
                    ..Traits::default()
                };
                (self.reductions.adjusted(depth, number, traits) / ONE_PLY).clamp(0, depth - 2)
            } else {
                0
            };
            let window = Window { alpha, beta, best: best_score };
            let score = self.search_child::<true>(&child, &context, number, window, depth - 1, reduction);
            self.undo();
            *self.max_ply = self.selective_depth.max(*self.max_ply);
            self.root_moves[index].nodes += self.nodes - nodes_before;
            if self.stopped {
                return best_score;
            }
            self.root_moves[index].failed_high = (score >= beta).then_some(score);
            if number == 1 || score > alpha {
                let line = &mut self.root_moves[index];
                line.score = score;
                line.failed_low = score <= alpha;
                line.selective_depth = self.selective_depth;
                line.pv.clear();
                line.pv.push(mv);
                line.pv.extend_from_slice(self.pv.line(1));
            }
            if score > best_score {
                best_score = score;
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        // Move the best move to the front; the others keep their order, so that earlier good moves stay
        // early.
        if let Some(best) =
            (first..end).max_by_key(|&index| (self.root_moves[index].score, std::cmp::Reverse(index)))
        {
            self.root_moves[first..=best].rotate_right(1);
        }
        best_score
    }
}
