//! All positions before engines that work side by side, each with one of its own.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use heirloom_arena::contestant::Contestant;
use heirloom_arena::game::Player;
use heirloom_engine::EngineError;
use indicatif::ProgressBar;

use crate::progress::bar;
use heirloom_app::suite::positions::Task;
use heirloom_app::suite::solving::{Answer, Effort, solve};

/// What came of a run.
pub struct Answers {
    /// What the engine calls itself.
    pub engine: String,
    /// The answers in the order of the positions; none for those that were not searched to the end.
    pub answers: Vec<Option<Answer>>,
    /// An engine failed and could not be started again: the run ended early.
    pub failure: Option<EngineError>,
}

/// What the workers have in common.
struct Shared<'a> {
    tasks: &'a [Task],
    contestant: &'a Contestant,
    effort: &'a Effort,
    stop: &'a AtomicBool,
    next: AtomicUsize,
    bar: ProgressBar,
    outcome: Mutex<Outcome>,
}

struct Outcome {
    answers: Vec<Option<Answer>>,
    solved: usize,
    done: usize,
    failure: Option<EngineError>,
}

/// Solves all positions, `concurrency` at a time, until `stop` is set.
///
/// # Errors
/// An engine that cannot be started or refuses an option. One that fails later is started anew, and its position counts as not solved.
pub fn run(
    tasks: &[Task],
    contestant: &Contestant,
    effort: &Effort,
    concurrency: usize,
    stop: &AtomicBool,
) -> Result<Answers, EngineError> {
    let count = concurrency.min(tasks.len()).max(1);
    let players = (0..count).map(|_| contestant.player()).collect::<Result<Vec<Player>, EngineError>>()?;
    let engine = players[0].session.name().to_owned();
    let bar = bar(tasks.len() as u64, "{bar:20} {pos}/{len} positions, {per_sec}, {eta} left; {msg}");
    bar.enable_steady_tick(Duration::from_millis(500));
    let outcome = Mutex::new(Outcome { answers: vec![None; tasks.len()], solved: 0, done: 0, failure: None });
    let shared = Shared { tasks, contestant, effort, stop, next: AtomicUsize::new(0), bar, outcome };
    std::thread::scope(|scope| {
        for player in players {
            scope.spawn(|| work(player, &shared));
        }
    });
    shared.bar.finish_and_clear();
    let outcome = shared.outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Answers { engine, answers: outcome.answers, failure: outcome.failure })
}

/// One engine: takes the next position until there is none.
fn work(mut player: Player, shared: &Shared<'_>) {
    while !shared.stop.load(Ordering::Relaxed) && shared.lock().failure.is_none() {
        let number = shared.next.fetch_add(1, Ordering::Relaxed);
        let Some(task) = shared.tasks.get(number) else { return };
        match solve(&mut player.session, task, shared.effort, shared.stop) {
            Ok(Some(answer)) => shared.note(number, answer),
            Ok(None) => return,
            // Ctrl-C reaches programs as well, and ends some of them.
            Err(_) if shared.stop.load(Ordering::Relaxed) => return,
            Err(error) => {
                shared.note(number, Answer { fault: Some(error.to_string()), ..Answer::default() });
                match shared.contestant.player() {
                    Ok(another) => player = another,
                    Err(error) => shared.lock().failure = Some(error),
                }
            }
        }
    }
}

impl Shared<'_> {
    fn lock(&self) -> std::sync::MutexGuard<'_, Outcome> {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, number: usize, answer: Answer) {
        let mut outcome = self.lock();
        outcome.done += 1;
        outcome.solved += usize::from(answer.solved);
        let percent = outcome.solved as f64 * 100.0 / outcome.done as f64;
        self.bar.set_message(format!("{} solved ({percent:.1} %)", outcome.solved));
        self.bar.inc(1);
        outcome.answers[number] = Some(answer);
    }
}
