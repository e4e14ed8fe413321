//! Is there one clearly best answer to a blunder, and to the replies after it?

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use heirloom_chess::{Line, Move, Outcome};
use heirloom_engine::{Asking, Info, Limits, Score, Session};

use super::blunders::{Blunder, WINNING, chance};

/// The best move must expect so much more than the second.
const GAP: f64 = 0.5;
/// The most moves of the solver.
const LONGEST: usize = 8;

/// An engine that shows two lines.
pub struct Searcher<'a> {
    /// The engine.
    pub session: Session,
    /// How long it thinks about each position.
    pub limits: Limits,
    /// Set when somebody pressed Ctrl-C.
    pub stop: &'a AtomicBool,
}

/// The solution of a puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The solver's moves and the replies; the last one is the solver's.
    pub moves: Vec<Move>,
    /// The score at the beginning, the solver's view.
    pub score: Score,
    /// Does it end in mate?
    pub mates: bool,
}

impl Searcher<'_> {
    /// The moves after a blunder as long as each of the solver is the only good one; none if the first is not.
    ///
    /// # Errors
    /// What the engine failed with.
    pub fn solution(&mut self, blunder: &Blunder) -> Result<Option<Found>> {
        let mut line = Line::new(blunder.before.position().clone());
        line.push(blunder.mv)?;
        self.session.new_game()?;
        let (mut moves, mut beginning) = (Vec::new(), None);
        while moves.len() < 2 * LONGEST {
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
                return Ok(Some(Found { moves, score, mates: true }));
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
        // The last move is the solver's.
        if moves.len().is_multiple_of(2) {
            moves.pop();
        }
        Ok(beginning.filter(|_| !moves.is_empty()).map(|score| Found { moves, score, mates: false }))
    }

    /// The best line and the second, if there is one; none when stopped.
    fn two_lines(&mut self, line: &Line) -> Result<Option<[Option<Info>; 2]>> {
        let answered = Asking::new(&self.limits)
            .stop(self.stop)
            .ask(&mut self.session, line, |_| ControlFlow::Continue(()))?;
        if answered.interrupted {
            return Ok(None);
        }
        answered.outcome?;
        Ok(Some([1, 2].map(|number| answered.progress.line(number).cloned())))
    }
}

/// Does the best move win, and no other? At the `first` move there must be another; a mate in one is never doubted, as any is right.
fn is_only(best: Score, second: Option<Score>, first: bool) -> bool {
    if chance(best) < WINNING {
        return false;
    }
    match second {
        _ if best == Score::Mate(1) => true,
        Some(second) => chance(best) - chance(second) >= GAP,
        None => !first,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_are_told_from_others() {
        let cp = |cp: i32| Some(Score::Cp(cp));
        assert!(is_only(Score::Cp(500), cp(20), true) && !is_only(Score::Cp(500), cp(200), true));
        assert!(!is_only(Score::Cp(150), cp(-900), true), "not won");
        assert!(
            is_only(Score::Mate(3), cp(50), true) && !is_only(Score::Mate(3), Some(Score::Mate(5)), true)
        );
        assert!(is_only(Score::Mate(1), Some(Score::Mate(1)), true));
        assert!(
            !is_only(Score::Cp(500), None, true) && is_only(Score::Cp(500), None, false),
            "a forced move is no puzzle"
        );
    }
}
