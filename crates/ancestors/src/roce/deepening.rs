//! Roce's iterative deepening.

use super::eval::evaluate;
use super::moves::{Move, legal};
use super::search::{MATE, MAX_DEPTH, Search};

/// The result of an iteration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// The depth of the iteration in plies.
    pub depth: i32,
    /// Centipawns or a mate score for the side to move.
    pub score: i32,
    /// The principal variation.
    pub line: Vec<Move>,
}

impl Search<'_> {
    /// Searches one ply, two plies, and so on until the clock ends the search, and reports each iteration;
    /// returns the last one reported, or `None` if there is no legal move.
    pub fn deepen(&mut self, report: &mut dyn FnMut(&Search<'_>, &Iteration)) -> Option<Iteration> {
        let allowed = |mv: &Move| self.root_moves.is_empty() || self.root_moves.contains(mv);
        let fallback = legal(&self.board).into_iter().find(allowed)?;
        let mut last: Option<Iteration> = None;
        for depth in 1..=MAX_DEPTH {
            if !self.clock.allows(depth as u32, self.nodes) {
                break;
            }
            let score = self.search(depth, 0, -MATE, MATE, true);
            let line = self.lines[0].clone();
            let Some(score) = score else {
                // The last best move was tried first: what displaced it is better, even in an incomplete
                // iteration.
                let displaced = last
                    .as_ref()
                    .is_none_or(|last| line.first().is_some_and(|mv| last.line.first() != Some(mv)));
                if displaced {
                    let line = if line.is_empty() { vec![fallback] } else { line };
                    let score = last.as_ref().map_or_else(|| evaluate(&self.board), |last| last.score);
                    let found = Iteration { depth, score, line };
                    report(self, &found);
                    last = Some(found);
                }
                break;
            };
            let found = Iteration { depth, score, line: if line.is_empty() { vec![fallback] } else { line } };
            self.previous_best = found.line.first().copied();
            report(self, &found);
            last = Some(found);
            // Deeper iterations would only find the same mate again.
            if MATE - score.abs() <= depth {
                break;
            }
        }
        last
    }
}
