//! The loop of SPSA: several iterations at a time, each learned and recorded as it ends.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use heirloom_arena::pool::Pool;
use parking_lot::Mutex;

use super::journal::{Journal, JournalError};
use super::tuning::{PairScore, Trial, Tuning};

/// Compares two sets of values by games.
pub trait Judge {
    /// The error type.
    type Error: Send;

    /// Plays the games of a trial; none if it was stopped. Fails if no games can be played.
    fn judge(&mut self, trial: &Trial, stop: &AtomicBool) -> Result<Option<PairScore>, Self::Error>;
}

/// Why a tuning ended early.
#[derive(Debug, thiserror::Error)]
pub enum RunError<E> {
    /// The games failed.
    #[error("{0}")]
    Judge(E),
    /// The journal cannot be written.
    #[error("cannot write the journal: {0}")]
    Journal(JournalError),
}

/// State shared by the threads of a tuning.
struct Shared<'a> {
    tuning: &'a mut Tuning,
    journal: &'a mut Journal,
    /// The remaining iterations, next one last.
    remaining: Vec<u32>,
    report: &'a mut (dyn FnMut(&Tuning) + Send),
}

/// Tunes until all iterations are done or `stop` is set, with a thread for each judge. `report` is called
/// after each iteration. Fails with the first error of a judge or the journal; everything learned before is
/// in the journal.
pub fn run<J: Judge + Send>(
    tuning: &mut Tuning,
    done: &HashSet<u32>,
    journal: &mut Journal,
    judges: &mut [J],
    stop: &AtomicBool,
    report: &mut (dyn FnMut(&Tuning) + Send),
) -> Result<(), RunError<J::Error>> {
    let remaining =
        (1..=tuning.plan.schedule.iterations).rev().filter(|iteration| !done.contains(iteration)).collect();
    let shared = Mutex::new(Shared { tuning, journal, remaining, report });
    Pool::new(&|| stop.load(Ordering::Relaxed)).run(judges, |judge| step(*judge, &shared, stop))
}

/// Plays and learns the next iteration, if there is one.
fn step<J: Judge>(
    judge: &mut J,
    shared: &Mutex<Shared<'_>>,
    stop: &AtomicBool,
) -> Result<ControlFlow<()>, RunError<J::Error>> {
    let trial = {
        let mut shared = shared.lock();
        let Some(iteration) = shared.remaining.pop() else { return Ok(ControlFlow::Break(())) };
        shared.tuning.trial(iteration)
    };
    let Some(score) = judge.judge(&trial, stop).map_err(RunError::Judge)? else {
        return Ok(ControlFlow::Break(()));
    };
    let mut shared = shared.lock();
    let shared = &mut *shared;
    shared.journal.add(trial.iteration, &trial.up, score).map_err(RunError::Journal)?;
    shared.tuning.learn(trial.iteration, &trial.up, score);
    (shared.report)(shared.tuning);
    Ok(ControlFlow::Continue(()))
}
