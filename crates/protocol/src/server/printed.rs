//! Selects the lines of a search to print: the last one always begins with the move played.

use web_time::{Duration, Instant};

use heirloom_chess::Move;
use heirloom_engine::{Bound, Info, Progress, Score};

/// Too many bounds flood front ends; they are printed only after this time.
const QUIET_TIME: Duration = Duration::from_secs(3);

/// What was printed of a search, and what was held back.
pub(super) struct Printed {
    started: Instant,
    /// The last line printed with a score, of the best move.
    last: Option<Info>,
    /// A later bound that was held back.
    held_back: Option<Info>,
    /// All reports, printed or not.
    progress: Progress,
}

impl Printed {
    pub(super) fn new() -> Printed {
        Printed { started: Instant::now(), last: None, held_back: None, progress: Progress::default() }
    }

    /// Returns true if it is too early for bounds and current moves.
    pub(super) fn is_early(&self) -> bool {
        self.started.elapsed() < QUIET_TIME
    }

    /// Adds a report; returns it if it is to be printed.
    pub(super) fn select(&mut self, report: Info) -> Option<Info> {
        let is_best = report.score.is_some() && report.multipv.unwrap_or(1) == 1;
        self.progress.note(&report);
        if report.bound != Bound::Exact && self.is_early() {
            if is_best {
                self.held_back = Some(report);
            }
            return None;
        }
        if is_best {
            (self.last, self.held_back) = (Some(report.clone()), None);
        }
        Some(report)
    }

    /// Forgets what was printed, since it belongs to another position.
    pub(super) fn discard_printed(&mut self) {
        self.held_back = self.last.take().or(self.held_back.take());
    }

    /// The line to print before `best` is played; `None` if the last line printed begins with it.
    pub(super) fn before_answer(&self, best: Option<Move>) -> Option<Info> {
        let begins = |report: &Info| report.pv.first() == best.as_ref();
        if self.last.as_ref().is_some_and(begins) {
            return None;
        }
        if let Some(held_back) = self.held_back.as_ref().filter(|report| begins(report)) {
            return Some(held_back.clone());
        }
        // No line began with it: it was found to be better than the last line, by an unknown amount.
        let unknown = Info { depth: Some(1), score: Some(Score::Cp(0)), ..Info::default() };
        let known = self.last.as_ref().or(self.held_back.as_ref()).unwrap_or(&unknown);
        let bound = if matches!(known.score, Some(Score::Cp(_))) && self.last.is_some() {
            Bound::Lower
        } else {
            known.bound
        };
        Some(Info {
            time: Some(self.started.elapsed()),
            pv: best.into_iter().collect(),
            bound,
            ..known.clone()
        })
    }

    /// All reports, printed or not.
    pub(super) fn progress(&self) -> &Progress {
        &self.progress
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Position;
    use heirloom_chess::notation::uci;

    fn report(mv: &str, bound: Bound, cp: i32) -> Info {
        let mv = uci::parse(&Position::startpos(), mv).unwrap();
        Info { depth: Some(5), score: Some(Score::Cp(cp)), bound, pv: vec![mv], ..Info::default() }
    }

    #[test]
    fn the_last_line_begins_with_the_answer() {
        let (e4, d4, c4) = (
            report("e2e4", Bound::Exact, 20),
            report("d2d4", Bound::Lower, 30),
            report("c2c4", Bound::Exact, 0),
        );
        let best = |report: &Info| report.pv.first().copied();
        let mut printed = Printed::new();
        assert_eq!(printed.select(e4.clone()), Some(e4.clone()));
        assert_eq!(printed.before_answer(best(&e4)), None);
        assert_eq!(printed.select(d4.clone()), None, "bounds are kept back");
        assert_eq!(printed.before_answer(best(&d4)), Some(d4.clone()), "until their move is played");
        assert_eq!(printed.before_answer(best(&e4)), None);
        assert_eq!(printed.progress().leading(), d4.pv);
        let made_up = printed.before_answer(best(&c4)).unwrap();
        assert_eq!(
            (made_up.score, made_up.pv),
            (Some(Score::Cp(20)), c4.pv),
            "a move that no line began with"
        );
        let other = Info { multipv: Some(2), ..report("c2c4", Bound::Exact, 10) };
        assert!(printed.select(other).is_some());
        assert_eq!(printed.before_answer(best(&e4)), None, "other lines do not count");
        printed.discard_printed();
        assert_eq!(printed.before_answer(best(&e4)), Some(e4));
    }
}
