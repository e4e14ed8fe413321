//! Solves all positions of suites with several engines in parallel.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use heirloom_app::suite::positions::Task;
use heirloom_app::suite::solving::{Effort, Solution, solve};
use heirloom_arena::contestant::Contestant;
use heirloom_arena::pool::{EngineSlot, Pool};
use heirloom_engine::EngineError;
use parking_lot::Mutex;

use crate::monitor::Monitor;

/// The results of a run.
pub struct Answers {
    /// The engine's name.
    pub engine: String,
    /// The answers in the order of the positions; `None` for those not searched to the end.
    pub answers: Vec<Option<Solution>>,
    /// The error that ended the run early: an engine failed and could not be restarted.
    pub failure: Option<EngineError>,
}

/// State shared by the workers.
struct Results {
    answers: Vec<Option<Solution>>,
    solved: usize,
    done: usize,
}

/// Solves all positions, `concurrency` at a time, until `stop` is set. Each position advances the progress by
/// one. Fails if an engine cannot be started or rejects an option. An engine that fails later is restarted,
/// and its position counts as not solved.
pub fn run(
    tasks: &[Task],
    contestant: &Contestant,
    effort: &Effort,
    concurrency: usize,
    stop: &AtomicBool,
    progress: &dyn Monitor,
) -> Result<Answers, EngineError> {
    let mut seats = EngineSlot::started(contestant, concurrency.min(tasks.len()).max(1))?;
    let engine = seats[0].player()?.session.name().to_owned();
    let results = Mutex::new(Results { answers: vec![None; tasks.len()], solved: 0, done: 0 });
    let note = |number: usize, answer: Solution| {
        let mut results = results.lock();
        results.done += 1;
        results.solved += usize::from(answer.solved);
        let percent = results.solved as f64 * 100.0 / results.done as f64;
        progress.message(format!("{} solved ({percent:.1}%)", results.solved));
        progress.add(1);
        results.answers[number] = Some(answer);
    };
    let (next, is_stopped) = (AtomicUsize::new(0), || stop.load(Ordering::Relaxed));
    let outcome = Pool::new(&is_stopped).run(seats, |seat| {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(task) = tasks.get(number) else { return Ok(ControlFlow::Break(())) };
        match solve(&mut seat.player()?.session, task, effort, stop) {
            Ok(Some(answer)) => note(number, answer),
            Ok(None) => return Ok(ControlFlow::Break(())),
            // Ctrl-C also reaches the engines and may have ended this one.
            Err(_) if is_stopped() => return Ok(ControlFlow::Break(())),
            Err(error) => {
                note(number, Solution { fault: Some(error.to_string()), ..Solution::default() });
                seat.dismiss();
            }
        }
        Ok(ControlFlow::Continue(()))
    });
    let results = results.into_inner();
    Ok(Answers { engine, answers: results.answers, failure: outcome.err() })
}
