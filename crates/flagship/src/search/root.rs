//! The search of the root: every move gets a score, a line and a count of its nodes.

use heirloom_chess::Position;

use super::Worker;
use super::score::{DRAW, INFINITE};

impl Worker<'_> {
    /// Searches all root moves from the wanted line on, with this window, `depth` plies deep; the best one moves to the front.
    ///
    /// Returns its score. After a stop only what was searched to its end counts.
    pub(super) fn root(&mut self, position: &Position, mut alpha: i32, beta: i32, depth: i32) -> i32 {
        let first = self.line_index;
        for line in &mut self.root_moves[first..] {
            line.score = -INFINITE;
        }
        let mut best_score = -INFINITE;
        for index in first..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let nodes_before = self.nodes;
            self.selective_depth = 0;
            let child = self.play(position, mv, 0);
            self.stack.at_mut(1).killers = [None; 2];
            self.stack.at_mut(1).cutoffs = 0;
            let number = index - first + 1;
            let mut score = DRAW;
            let mut wanted = true;
            if number > 3 && depth >= 3 && !position.is_noisy(mv) && !position.in_check() {
                let reduced = depth - 1 - (1 + i32::from(number > 12));
                score = -self.node::<false>(&child, 1, -alpha - 1, -alpha, reduced, true);
                wanted = score > alpha;
            }
            if wanted && number > 1 {
                score = -self.node::<false>(&child, 1, -alpha - 1, -alpha, depth - 1, true);
            }
            if number == 1 || score > alpha {
                score = -self.node::<true>(&child, 1, -beta, -alpha, depth - 1, false);
            }
            self.take_back();
            self.root_moves[index].nodes += self.nodes - nodes_before;
            if self.stopped {
                return best_score;
            }
            if number == 1 || score > alpha {
                let line = &mut self.root_moves[index];
                line.score = score;
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
        // The best move to the front; the others keep their order, so that earlier good moves stay early.
        if let Some(best) = (first..self.root_moves.len()).max_by_key(|&index| (self.root_moves[index].score, std::cmp::Reverse(index))) {
            self.root_moves[first..=best].rotate_right(1);
        }
        best_score
    }
}
