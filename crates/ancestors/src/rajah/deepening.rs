//! The root: iteration after iteration, one ply deeper each time, and what is told after each of them.

use super::moves::Move;
use super::score::{INFINITE, MATE};
use super::search::{MAX_PLY, Node, Search};

/// The last iteration, in plies: extensions may double it.
const LAST_ITERATION: i32 = MAX_PLY as i32 / 2;

/// A move of the root and what is known of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Nodes spent on it so far.
    pub nodes: u64,
    /// Centipawns, side to move; `None` where no more is known than that it is not better than the best.
    pub score: Option<i32>,
}

/// What is told after an iteration, and whenever a better move is found.
pub struct News<'a, 's> {
    /// The search itself, with its counts.
    pub search: &'a Search<'s>,
    /// Plies of the iteration.
    pub depth: u32,
    /// Centipawns, side to move.
    pub score: i32,
    /// The best line.
    pub line: &'a [Move],
    /// The moves of the root, in the order of the next iteration once `complete`.
    pub roots: &'a [RootMove],
    /// Is the iteration complete?
    pub complete: bool,
}

impl Search<'_> {
    /// Searches `moves`, the legal moves that are allowed, until the clock ends it or all is known; returns the best line. `mate_in` moves
    /// are enough where a mate is asked for.
    pub fn deepen(
        &mut self,
        moves: &[Move],
        mate_in: Option<u32>,
        report: &mut dyn FnMut(&News<'_, '_>),
    ) -> Vec<Move> {
        let mut roots: Vec<RootMove> =
            moves.iter().map(|&mv| RootMove { mv, nodes: 0, score: None }).collect();
        let mut best_line: Vec<Move> = moves.iter().take(1).copied().collect();
        for depth in 1..=LAST_ITERATION {
            if roots.is_empty() || !self.clock.allows(depth as u32, self.nodes) {
                break;
            }
            self.iteration = depth;
            let score = self.iterate(depth, &mut roots, &mut best_line, report);
            if self.over {
                break;
            }
            // The best first, then what was hard to refute.
            roots.sort_by_key(|root| (Some(&root.mv) != best_line.first(), std::cmp::Reverse(root.nodes)));
            report(&News {
                search: self,
                depth: depth as u32,
                score,
                line: &best_line,
                roots: &roots,
                complete: true,
            });
            // A mate within the iteration's depth cannot be improved.
            let plies = MATE - score.abs();
            if plies <= depth || mate_in.is_some_and(|moves| plies <= moves.min(200) as i32 * 2) {
                break;
            }
        }
        best_line
    }

    /// One iteration; returns its score. When the search ends in the middle, a better move found until then counts.
    fn iterate(
        &mut self,
        depth: i32,
        roots: &mut [RootMove],
        best_line: &mut Vec<Move>,
        report: &mut dyn FnMut(&News<'_, '_>),
    ) -> i32 {
        let node = Node { depth, ply: 0, in_check: self.board.in_check(), may_pass: false };
        let mut alpha = -INFINITE;
        roots.iter_mut().for_each(|root| root.score = None);
        for place in 0..roots.len() {
            let before = self.nodes;
            let mv = roots[place].mv;
            let score = self.try_move(node, mv, alpha, INFINITE, place == 0).unwrap_or(-INFINITE);
            roots[place].nodes += self.nodes - before;
            if self.over {
                break;
            }
            if score > alpha {
                alpha = score;
                roots[place].score = Some(score);
                best_line.clear();
                best_line.push(mv);
                best_line.extend_from_slice(&self.lines[1]);
                if place > 0 {
                    report(&News {
                        search: self,
                        depth: depth as u32,
                        score,
                        line: best_line,
                        roots,
                        complete: false,
                    });
                }
            }
        }
        alpha
    }
}
