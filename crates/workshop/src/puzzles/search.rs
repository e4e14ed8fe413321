//! Searches for one clearly best answer to a blunder, and to the replies after it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use heirloom_chess::{Line, Move, Outcome};
use heirloom_engine::{Info, Limits, Score, SearchRequest, Session};

use super::blunders::{Blunder, WINNING, chance};

/// Minimum difference in expected result between the best and the second-best move.
const MIN_GAP: f64 = 0.5;
/// Maximum number of solver moves.
const MAX_MOVES: usize = 8;

/// An engine that reports two lines.
pub struct Searcher<'a> {
    /// The engine.
    pub session: Session,
    /// The search limits per position.
    pub limits: Limits,
    /// Set when the user interrupts the search.
    pub stop: &'a AtomicBool,
}

/// The solution of a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleSolution {
    /// The solver's moves and the replies, ending with a solver's move.
    pub moves: Vec<Move>,
    /// The initial score from the solver's point of view.
    pub score: Score,
    /// True if the solution ends in mate.
    pub mates: bool,
}

impl Searcher<'_> {
    /// Returns the moves after a blunder as long as the solver has a single good one; `None` if the first is
    /// not. Fails if the engine fails.
    pub fn solution(&mut self, blunder: &Blunder) -> Result<Option<PuzzleSolution>> {
        let mut line = Line::new(blunder.before.position().clone());
        line.push(blunder.mv)?;
        self.session.new_game()?;
        let (mut moves, mut beginning) = (Vec::new(), None);
        while moves.len() < 2 * MAX_MOVES {
            let Some([Some(best), second]) = self.two_lines(&line)? else { break };
            let (Some(score), Some(&mv)) = (best.score, best.pv.first()) else { break };
            if !is_only(score, second.and_then(|second| second.score), beginning.is_none()) {
                break;
            }
            beginning.get_or_insert(score);
            line.push(mv)?;
            moves.push(mv);
            if matches!(line.outcome(), Some(Outcome::Checkmate { .. })) {
                let score = beginning.unwrap_or(score);
                return Ok(Some(PuzzleSolution { moves, score, mates: true }));
            }
            let reply = match best.pv.get(1) {
                Some(&reply) => Some(reply),
                None => self.two_lines(&line)?.and_then(|[best, _]| best?.pv.first().copied()),
            };
            let Some(reply) = reply.filter(|&reply| line.position().is_legal(reply)) else { break };
            line.push(reply)?;
            moves.push(reply);
        }
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        // End with a move of the solver.
        if moves.len().is_multiple_of(2) {
            moves.pop();
        }
        Ok(beginning.filter(|_| !moves.is_empty()).map(|score| PuzzleSolution { moves, score, mates: false }))
    }

    /// Returns the best line and, if there is one, the second-best; `None` if stopped.
    fn two_lines(&mut self, line: &Line) -> Result<Option<[Option<Info>; 2]>> {
        let answered =
            SearchRequest::new(&self.limits)
                .stop(self.stop)
                .ask(&mut self.session, line, |_| ControlFlow::Continue(()))?;
        if answered.interrupted {
            return Ok(None);
        }
        answered.outcome?;
        Ok(Some([1, 2].map(|number| answered.progress.line(number).cloned())))
    }
}

/// Returns true if the best move is the only one that wins. The `first` move must have an alternative. A mate
/// in one always counts, since any mate is accepted.
fn is_only(best: Score, second: Option<Score>, first: bool) -> bool {
    if chance(best) < WINNING {
        return false;
    }
    match second {
        _ if best == Score::Mate(1) => true,
        Some(second) => chance(best) - chance(second) >= MIN_GAP,
        None => !first,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_are_recognized() {
        let cp = |cp: i32| Some(Score::Cp(cp));
        assert!(is_only(Score::Cp(500), cp(20), true) && !is_only(Score::Cp(500), cp(200), true));
        assert!(!is_only(Score::Cp(150), cp(-900), true), "not won");
        assert!(is_only(Score::Mate(3), cp(50), true));
        assert!(!is_only(Score::Mate(3), Some(Score::Mate(5)), true));
        assert!(is_only(Score::Mate(1), Some(Score::Mate(1)), true));
        assert!(!is_only(Score::Cp(500), None, true), "a forced move is not a puzzle");
        assert!(is_only(Score::Cp(500), None, false), "a forced move is not a puzzle");
    }
}
