//! Runs a search and waits for its end, even if the engine does not keep to its limits.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use web_time::{Duration, Instant};

use heirloom_chess::Line;

use crate::progress::{Change, Progress};
use crate::{EngineError, Event, Info, Limits, SearchOutcome, Session};

/// How often the caller's stop condition is checked. Reports and answers arrive at once.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// A search with a time limit that takes this much longer is stopped.
const OVERRUN: Duration = Duration::from_secs(2);
/// Nodes beyond twice the limit after which a search is stopped; some programs check their limit rarely.
const EXTRA_NODES: u64 = 100_000;
/// How long an engine may take to answer `stop`; sessions kill external programs sooner.
const GRACE: Duration = Duration::from_secs(15);

/// A search to run.
pub struct SearchRequest<'a> {
    limits: Limits,
    stop: Box<dyn Fn() -> bool + 'a>,
    insights: bool,
}

/// One step of following a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchStep<'a> {
    /// The report that has arrived; `None` if only time has passed.
    pub report: Option<&'a Info>,
    /// What the report changed.
    pub change: Change,
    /// All reports so far.
    pub progress: &'a Progress,
    /// Time since the search was requested.
    pub elapsed: Duration,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchReply {
    /// The best move, or the engine's error. Ctrl-C also reaches external programs and ends some of them, so
    /// an error of an interrupted search means nothing.
    pub outcome: SearchOutcome,
    /// All reports.
    pub progress: Progress,
    /// True if the engine exceeded its limits and was stopped.
    pub overran: bool,
    /// True if the caller asked to stop before the engine had answered.
    pub interrupted: bool,
}

impl<'a> SearchRequest<'a> {
    /// Creates a search within these limits.
    pub fn new(limits: &Limits) -> SearchRequest<'a> {
        SearchRequest { limits: limits.clone(), stop: Box::new(|| false), insights: false }
    }

    /// Stops the search as soon as `stop` is set.
    pub fn stop(self, stop: &'a AtomicBool) -> SearchRequest<'a> {
        self.stop_when(|| stop.load(Ordering::Relaxed))
    }

    /// Stops the search as soon as `stop` returns true.
    pub fn stop_when(self, stop: impl Fn() -> bool + 'a) -> SearchRequest<'a> {
        SearchRequest { stop: Box::new(stop), ..self }
    }

    /// Requests insights as well.
    pub fn with_insights(self) -> SearchRequest<'a> {
        SearchRequest { insights: true, ..self }
    }

    /// Searches the position at the end of a line and waits for the end. `follow` gets each report and is
    /// also called at short intervals; `Break` from it ends the search early, which does not count as an
    /// interruption. The session must keep its events ([`Session::start`]).
    ///
    /// # Errors
    /// [`EngineError::Hangs`]: the engine did not answer `stop`; it cannot be used again.
    pub fn ask(
        self,
        session: &mut Session,
        line: &Line,
        mut follow: impl FnMut(SearchStep<'_>) -> ControlFlow<()>,
    ) -> Result<SearchReply, EngineError> {
        let ticket = if self.insights {
            session.go_with_insights(line.clone(), self.limits.clone())
        } else {
            session.go(line.clone(), self.limits.clone())
        };
        let started = Instant::now();
        let mut progress = Progress::default();
        let (mut enough, mut overran, mut interrupted) = (false, false, false);
        let mut stopped: Option<Instant> = None;
        let outcome = loop {
            let event = session.next_event(POLL_INTERVAL);
            let report = match &event {
                Some(Event::Done(of, outcome)) if *of == ticket => break outcome.clone(),
                Some(Event::Info(of, info)) if *of == ticket => Some(info),
                _ => None,
            };
            let change = report.map_or(Change::Rest, |info| progress.note(info));
            enough |= follow(SearchStep { report, change, progress: &progress, elapsed: started.elapsed() })
                .is_break();
            interrupted |= (self.stop)();
            match stopped {
                None => {
                    overran = is_beyond(&self.limits, &progress, started.elapsed());
                    if overran || enough || interrupted {
                        session.stop();
                        stopped = Some(Instant::now());
                    }
                }
                Some(stopped) if stopped.elapsed() > GRACE => {
                    return Err(EngineError::Hangs { name: session.name().to_owned(), expected: "bestmove" });
                }
                Some(_) => {}
            }
        };
        interrupted |= (self.stop)();
        if let Ok(best) = &outcome {
            progress.conclude(*best);
        }
        Ok(SearchReply { outcome, progress, overran, interrupted })
    }
}

impl fmt::Debug for SearchRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asking")
            .field("limits", &self.limits)
            .field("insights", &self.insights)
            .finish_non_exhaustive()
    }
}

/// Returns true if a search is far beyond its limits. Some programs support no limit but time.
fn is_beyond(limits: &Limits, progress: &Progress, elapsed: Duration) -> bool {
    let totals = progress.totals();
    let beyond_nodes = |limit: u64| {
        totals.nodes.is_some_and(|nodes| nodes > limit.saturating_mul(2).saturating_add(EXTRA_NODES))
    };
    limits.move_time.is_some_and(|time| elapsed > time + OVERRUN)
        || limits.nodes.is_some_and(beyond_nodes)
        || limits.depth.is_some_and(|limit| totals.depth.is_some_and(|depth| depth > limit.saturating_add(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_more_than_the_limit_is_no_fault() {
        let second = Duration::from_secs(1);
        let over = |nodes, depth, limits: Limits| {
            let mut progress = Progress::default();
            progress.note(&Info { nodes: Some(nodes), depth: Some(depth), ..Info::default() });
            is_beyond(&limits, &progress, second)
        };
        assert!(!over(110_000, 9, Limits::nodes(10_000)) && over(130_000, 9, Limits::nodes(10_000)));
        assert!(!over(9, 11, Limits::depth(10)) && over(9, 12, Limits::depth(10)));
        let late = |milliseconds| {
            is_beyond(
                &Limits::move_time(Duration::from_millis(milliseconds)),
                &Progress::default(),
                second * 3,
            )
        };
        assert!(!late(1000) && late(900));
    }
}
