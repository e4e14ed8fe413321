//! Reviews games with several engines in parallel: whole games while there are enough of them, parts of games
//! toward the end.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context, Result};
use heirloom_app::review::study::{self, Examiner};
use heirloom_app::review::{Evaluation, Review, annotate, walk};
use heirloom_arena::pool::{EngineSlot, Pool};
use heirloom_book::eco;
use heirloom_chess::{Line, Position};
use heirloom_engine::{EngineError, Session};
use parking_lot::Mutex;

use super::ReviewPlan;
use super::drain::Drain;
pub use super::drain::Finished;
use super::games::{Amount, ReadGame, Source};
use super::journal::{Evaluations, Journal};
use crate::monitor::Monitor;

/// The outcome of a run.
#[derive(Debug, Default)]
pub struct ReviewOutcome {
    /// Number of damaged games.
    pub damaged: usize,
    /// Number of games skipped because the engine failed.
    pub left_out: usize,
    /// True if the user stopped the run before all games were finished.
    pub unfinished: bool,
}

/// A game being reviewed.
struct Job {
    number: usize,
    found: ReadGame,
    line: Line,
    evaluations: Mutex<Evaluations>,
    /// Number of unfinished parts.
    unfinished_parts: AtomicUsize,
    /// The reason why the game could not be reviewed.
    failure: Mutex<Option<String>>,
}

/// Some positions of a game, for one engine.
struct Part {
    job: Arc<Job>,
    /// The positions by number of plies played, in ascending order.
    plies: Vec<usize>,
}

/// The queue of work.
struct Feed {
    source: Source,
    parts: VecDeque<Part>,
    journal: Option<Journal>,
    amount: Amount,
    started: usize,
}

/// State shared by the workers. To avoid deadlock, lock the feed before the drain.
struct Shared<'a> {
    plan: &'a ReviewPlan,
    stop: &'a AtomicBool,
    /// Set to end the run after an error.
    failed: AtomicBool,
    feed: Mutex<Feed>,
    drain: Mutex<Drain<'a>>,
    error: Mutex<Option<anyhow::Error>>,
    progress: &'a dyn Monitor,
    /// The engines for closer looks that no worker is using.
    examiners: Mutex<Vec<Examiner>>,
}

/// Minimum number of positions that justify another engine.
const MIN_PART: usize = 8;

/// Reviews all games until `stop` is set; `sink` receives them in order. Each position searched advances the
/// progress by one. Fails if an engine cannot be started, a file cannot be read, the journal cannot be
/// written or `sink` fails.
pub fn run(
    plan: &ReviewPlan,
    source: (Source, Amount),
    journal: Option<Journal>,
    stop: &AtomicBool,
    progress: &dyn Monitor,
    sink: &mut (dyn FnMut(Finished) -> Result<()> + Send),
) -> Result<ReviewOutcome> {
    let (source, amount) = source;
    let shared = Shared {
        plan,
        stop,
        failed: AtomicBool::new(false),
        feed: Mutex::new(Feed { source, parts: VecDeque::new(), journal, amount, started: 0 }),
        drain: Mutex::new(Drain::new(sink)),
        error: Mutex::new(None),
        progress,
        examiners: Mutex::default(),
    };
    let contestant = plan.thinking.contestant();
    let seats = (0..plan.concurrency).map(|_| EngineSlot::new(&contestant));
    if let Err(error) = Pool::new(&|| shared.is_over()).run(seats, |seat| step(seat, &shared)) {
        shared.fail(error);
    }
    let rest = shared.drain.lock().rest();
    if let Err(error) = rest {
        shared.fail(error);
    }
    if let Some(error) = shared.error.lock().take() {
        return Err(error);
    }
    let (feed, drain) = (shared.feed.lock(), shared.drain.lock());
    let unfinished = drain.done + drain.left_out < feed.started
        || stop.load(Ordering::Relaxed) && feed.started < amount.games;
    Ok(ReviewOutcome { damaged: feed.source.damaged, left_out: drain.left_out, unfinished })
}

/// Searches the next part. An engine that fails is restarted and gets a second chance.
fn step(seat: &mut EngineSlot<'_>, shared: &Shared<'_>) -> Result<ControlFlow<()>> {
    let Some(part) = shared.next()? else { return Ok(ControlFlow::Break(())) };
    for last in [false, true] {
        let outcome = search(&mut seat.player()?.session, &part, shared);
        // Ctrl-C also reaches the engines and may have ended this one.
        if shared.is_over() {
            return Ok(ControlFlow::Break(()));
        }
        let Err(error) = outcome else { break };
        seat.dismiss();
        if last {
            *part.job.failure.lock() = Some(error.to_string());
        }
    }
    if part.job.unfinished_parts.fetch_sub(1, Ordering::AcqRel) == 1 {
        shared.finish(&part.job)?;
    }
    Ok(ControlFlow::Continue(()))
}

fn search(session: &mut Session, part: &Part, shared: &Shared<'_>) -> Result<(), EngineError> {
    let known = |plies: usize| part.job.evaluations.lock()[plies].is_some();
    let wanted = |plies: usize| part.plies.contains(&plies) && !known(plies);
    let mut found = |plies: usize, evaluation: Evaluation| {
        part.job.evaluations.lock()[plies] = Some(evaluation);
        shared.progress.add(1);
    };
    walk::walk(session, &part.job.line, wanted, &shared.plan.thinking.limits, shared.stop, &mut found)
        .map(drop)
}

impl Shared<'_> {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.failed.load(Ordering::Relaxed)
    }

    /// Keeps the first error and ends the run.
    fn fail(&self, error: anyhow::Error) {
        self.error.lock().get_or_insert(error);
        self.failed.store(true, Ordering::Relaxed);
    }

    /// Returns the next part. Games that need no engine are finished along the way.
    fn next(&self) -> Result<Option<Part>> {
        let mut feed = self.feed.lock();
        loop {
            if self.is_over() {
                return Ok(None);
            }
            if let Some(part) = feed.parts.pop_front() {
                return Ok(Some(part));
            }
            let Some(found) = feed.source.next(&|text| self.progress.remark(text))? else { return Ok(None) };
            let number = feed.started;
            feed.started += 1;
            let line = found.game.line(found.game.last()).context("a game without its own moves")?;
            let (evaluations, wanted) = self.prepare(&found, &line, feed.journal.as_ref());
            self.progress.skip((evaluations.len() - wanted.len()) as u64);
            let left = feed.amount.games.saturating_sub(number).max(1);
            let parts = divide(
                wanted,
                if left >= self.plan.concurrency { 1 } else { self.plan.concurrency.div_ceil(left) },
            );
            let unfinished_parts = AtomicUsize::new(parts.len());
            let job = Arc::new(Job {
                number,
                found,
                line,
                evaluations: Mutex::new(evaluations),
                unfinished_parts,
                failure: Mutex::new(None),
            });
            if parts.is_empty() {
                drop(feed);
                self.deliver(&job)?;
                feed = self.feed.lock();
                continue;
            }
            feed.parts.extend(parts.into_iter().map(|plies| Part { job: Arc::clone(&job), plies }));
        }
    }

    /// Returns the evaluations known without a search, and the positions that need one.
    fn prepare(&self, found: &ReadGame, line: &Line, journal: Option<&Journal>) -> (Evaluations, Vec<usize>) {
        let plies = line.moves().len();
        if let Some(evaluations) = journal.and_then(|journal| journal.find(line)) {
            return (evaluations, Vec::new());
        }
        let mut evaluations: Evaluations = vec![None; plies + 1];
        if self.plan.keep_evals {
            for (ply, read) in annotate::read(&found.game).into_iter().enumerate() {
                evaluations[ply + 1] = read.evaluation;
            }
        }
        let book = if self.plan.skip_book { eco::opening(line).map_or(0, |(plies, _)| plies) } else { 0 };
        // The initial position has a fixed score, and evaluations from a file are not mixed with our own.
        let given = self.plan.keep_evals && *line.start() == Position::startpos();
        let mut wanted: Vec<usize> =
            (book..=plies).filter(|&ply| evaluations[ply].is_none() && !(ply == 0 && given)).collect();
        if let Some(known) = walk::known(line) {
            evaluations[plies] = known;
            wanted.retain(|&ply| ply != plies);
        }
        (evaluations, wanted)
    }

    /// Finishes a game, which may have failed.
    fn finish(&self, job: &Arc<Job>) -> Result<()> {
        if job.failure.lock().is_none()
            && let Some(journal) = &mut self.feed.lock().journal
        {
            journal.add(&job.line, &job.evaluations.lock())?;
        }
        self.deliver(job)
    }

    /// Judges a game and delivers it after its predecessors.
    fn deliver(&self, job: &Job) -> Result<()> {
        let failure = job.failure.lock().take();
        let found =
            ReadGame { game: job.found.game.clone(), file: job.found.file.clone(), line: job.found.line };
        if let Some(failure) = &failure {
            self.progress
                .remark(&format!("{}, line {}: {failure}; this game is skipped", found.file, found.line));
        }
        let finished = failure.is_none().then(|| {
            let evaluations = job.evaluations.lock().clone();
            let mut review = Review::new(&found.game, evaluations, &self.plan.rules);
            if self.plan.closer_look {
                self.look_closer(&mut review, &job.line);
            }
            Finished { found, review }
        });
        let mut drain = self.drain.lock();
        let added = drain.add(job.number, finished);
        self.progress.message(format!("games done: {}", drain.done));
        added
    }
}

impl Shared<'_> {
    /// Takes a closer look at single moves of a review. If an engine fails or the user stops the run, the
    /// rest goes without.
    fn look_closer(&self, review: &mut Review, line: &Line) {
        let idle = self.examiners.lock().pop();
        let Ok(mut examiner) = idle.map_or_else(|| Examiner::start(true), Ok) else { return };
        for ply in study::worth_a_look(review) {
            let Ok(Some(found)) = examiner.study(review, line, ply, self.stop) else { return };
            review.add_study(ply, found);
        }
        self.examiners.lock().push(examiner);
    }
}

/// Divides positions into at most `parts` parts of about equal size, last positions first.
fn divide(plies: Vec<usize>, parts: usize) -> Vec<Vec<usize>> {
    if plies.is_empty() {
        return Vec::new();
    }
    let parts = parts.min(plies.len() / MIN_PART).max(1);
    let size = plies.len().div_ceil(parts);
    plies.chunks(size).rev().map(<[usize]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_divided_among_idle_engines() {
        let sizes = |count: usize, parts: usize| {
            divide((0..count).collect(), parts).iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!((sizes(0, 2), sizes(81, 1), sizes(81, 2)), (vec![], vec![81], vec![40, 41]));
        assert_eq!((sizes(9, 4), sizes(20, 4)), (vec![9], vec![10, 10]));
        assert_eq!(divide(vec![3, 4, 5], 1), [[3, 4, 5]]);
    }
}
