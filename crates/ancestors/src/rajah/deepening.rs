//! Iterative deepening at the root, and the report of each iteration.

use super::moves::Move;
use super::score::{INFINITE, MATE};
use super::search::{MAX_PLY, Node, Search};

/// The maximum iteration depth in plies: extensions may double it.
const MAX_DEPTH: i32 = MAX_PLY as i32 / 2;

/// A root move and its statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Nodes searched for it so far.
    pub nodes: u64,
    /// Centipawns for the side to move, or `None` if it is only known not to be the best.
    pub score: Option<i32>,
}

/// A report after an iteration or a new best move.
pub struct Progress<'a, 's> {
    /// The search itself, with its counts.
    pub search: &'a Search<'s>,
    /// The depth of the iteration in plies.
    pub depth: i32,
    /// Centipawns for the side to move.
    pub score: i32,
    /// The principal variation.
    pub line: &'a [Move],
    /// The root moves, in the order of the next iteration once `complete`.
    pub root_moves: &'a [RootMove],
    /// True if the iteration is complete.
    pub complete: bool,
}

impl Search<'_> {
    /// Searches `moves`, the allowed legal moves, until the clock ends or the result is final; returns the
    /// best line. With `mate_in`, a mate in that many moves is enough.
    pub fn deepen(
        &mut self,
        moves: &[Move],
        mate_in: Option<u32>,
        report: &mut dyn FnMut(&Progress<'_, '_>),
    ) -> Vec<Move> {
        let mut root_moves: Vec<RootMove> =
            moves.iter().map(|&mv| RootMove { mv, nodes: 0, score: None }).collect();
        let mut best_line: Vec<Move> = moves.iter().take(1).copied().collect();
        for depth in 1..=MAX_DEPTH {
            if root_moves.is_empty() || !self.clock.allows(depth as u32, self.nodes) {
                break;
            }
            self.iteration = depth;
            let score = self.iterate(depth, &mut root_moves, &mut best_line, report);
            if self.stopped {
                break;
            }
            // The best move first, then the others by the nodes it took to refute them.
            root_moves
                .sort_by_key(|root| (Some(&root.mv) != best_line.first(), std::cmp::Reverse(root.nodes)));
            let (line, root_moves) = (&best_line, &root_moves);
            report(&Progress { search: self, depth, score, line, root_moves, complete: true });
            // A mate within the iteration's depth cannot be improved.
            let plies = MATE - score.abs();
            if plies <= depth || mate_in.is_some_and(|moves| plies <= moves.min(200) as i32 * 2) {
                break;
            }
        }
        best_line
    }

    /// Runs an iteration and returns its score. If the search ends early, a better move found so far counts.
    fn iterate(
        &mut self,
        depth: i32,
        root_moves: &mut [RootMove],
        best_line: &mut Vec<Move>,
        report: &mut dyn FnMut(&Progress<'_, '_>),
    ) -> i32 {
        let node = Node { depth, ply: 0, in_check: self.board.in_check(), allow_null: false };
        let mut alpha = -INFINITE;
        root_moves.iter_mut().for_each(|root| root.score = None);
        for place in 0..root_moves.len() {
            let before = self.nodes;
            let mv = root_moves[place].mv;
            let score = self.try_move(node, mv, alpha, INFINITE, place == 0).unwrap_or(-INFINITE);
            root_moves[place].nodes += self.nodes - before;
            if self.stopped {
                break;
            }
            if score > alpha {
                alpha = score;
                root_moves[place].score = Some(score);
                best_line.clear();
                best_line.push(mv);
                best_line.extend_from_slice(&self.lines[1]);
                if place > 0 {
                    let line = &*best_line;
                    report(&Progress { search: self, depth, score, line, root_moves, complete: false });
                }
            }
        }
        alpha
    }
}
