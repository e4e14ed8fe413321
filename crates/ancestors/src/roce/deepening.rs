//! Roce's iterations: one ply, two plies, and so on until the clock ends it.

use super::eval::evaluate;
use super::moves::{Move, legal};
use super::search::{MATE, MAX_DEPTH, Search};

/// What an iteration found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its depth in plies.
    pub depth: i32,
    /// Centipawns or a mate score, side to move.
    pub score: i32,
    /// The best line.
    pub line: Vec<Move>,
}

impl Search<'_> {
    /// Searches one ply, two plies, and so on until the clock ends it, and tells of each iteration; the last thing told is what it
    /// returns. `None` where there is no move.
    pub fn deepen(&mut self, tell: &mut dyn FnMut(&Search<'_>, &Found)) -> Option<Found> {
        let allowed = |mv: &Move| self.root_moves.is_empty() || self.root_moves.contains(mv);
        let fallback = legal(&self.board).into_iter().find(allowed)?;
        let mut last: Option<Found> = None;
        for depth in 1..=MAX_DEPTH {
            if !self.clock.allows(depth as u32, self.nodes) {
                break;
            }
            let score = self.search(depth, 0, -MATE, MATE, true);
            let line = self.lines[0].clone();
            let Some(score) = score else {
                // The best of the iteration before came first: what displaced it is better, also in a part of an iteration.
                let displaced = last
                    .as_ref()
                    .is_none_or(|last| line.first().is_some_and(|mv| last.line.first() != Some(mv)));
                if displaced {
                    let line = if line.is_empty() { vec![fallback] } else { line };
                    let score = last.as_ref().map_or_else(|| evaluate(&self.board), |last| last.score);
                    let found = Found { depth, score, line };
                    tell(self, &found);
                    last = Some(found);
                }
                break;
            };
            let found = Found { depth, score, line: if line.is_empty() { vec![fallback] } else { line } };
            self.best_before = found.line.first().copied();
            tell(self, &found);
            last = Some(found);
            // Deeper iterations only repeat a mate that is found.
            if MATE - score.abs() <= depth {
                break;
            }
        }
        last
    }
}
