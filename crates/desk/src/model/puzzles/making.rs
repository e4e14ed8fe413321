//! Puzzles from games: an engine looks for blunders with one clearly best answer.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use web_time::{Duration, Instant};

use heirloom_app::puzzle::record::Puzzle;
use heirloom_chess::notation::pgn;
use heirloom_workshop::puzzles::{self, Maker};

use crate::model::context::Context;
use crate::model::new_file;
use crate::model::notice::Notice;
use crate::model::players::title;
use crate::model::strength;
use crate::model::suite::Limit;
use crate::model::task::{Progress, Task};
use crate::roster::Roster;

/// What puzzles are made from, by which engine, and where they are written.
#[derive(Clone, PartialEq, Debug)]
pub struct MakeOrder {
    /// The file of games.
    pub games: PathBuf,
    /// The engine.
    pub engine: String,
    /// The limit for each position.
    pub limit: Limit,
    /// The new file of puzzles.
    pub file: PathBuf,
}

/// The making of puzzles.
#[derive(Debug, Default)]
pub struct Making {
    /// The file of puzzles that was made last, and their number.
    pub made: Option<(PathBuf, usize)>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    task: Option<Task<Made>>,
    began: Instant,
    /// The number of puzzles found so far.
    found: Arc<AtomicU64>,
}

/// The result of a run.
#[derive(Debug)]
struct Made {
    made: Option<(PathBuf, usize)>,
    notices: Vec<Notice>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct MakingProgress {
    /// The share of the games that is done, from 0 to 1.
    pub share: f32,
    /// The number of puzzles found.
    pub found: u64,
    /// Games per minute, and the time left; none before the first game is done.
    pub pace: Option<(f64, Duration)>,
}

impl Making {
    /// Returns the progress of the run.
    pub fn progress(&self) -> Option<&Progress> {
        Some(&self.running.as_ref()?.task.as_ref()?.progress)
    }

    /// Returns how far the run is, if there is one.
    pub fn stage(&self) -> Option<MakingProgress> {
        let (running, progress) = (self.running.as_ref()?, self.progress()?);
        let (share, passed) = (progress.share().unwrap_or_default(), running.began.elapsed().as_secs_f64());
        let done = progress.done.load(Ordering::Relaxed) as f64;
        let pace = (share > 0.0).then(|| {
            let left = passed * f64::from((1.0 - share) / share);
            (60.0 * done / passed.max(1e-3), Duration::try_from_secs_f64(left).unwrap_or_default())
        });
        Some(MakingProgress { share, found: running.found.load(Ordering::Relaxed), pace })
    }

    /// Starts a run unless there is one.
    pub fn start(&mut self, order: MakeOrder, context: &Context) {
        if self.running.is_some() {
            return;
        }
        let (roster, found) = (Arc::clone(&context.roster), Arc::<AtomicU64>::default());
        let counter = Arc::clone(&found);
        let task =
            Task::start(&context.wake, move |progress| make(&order, roster.as_ref(), progress, &counter));
        *self = Making {
            running: Some(Running { task: Some(task), began: Instant::now(), found }),
            ..Making::default()
        };
    }

    /// Stops the run; the puzzles found so far are written.
    pub fn stop(&self) {
        self.progress().into_iter().for_each(Progress::stop);
    }

    /// Reads the result.
    pub fn poll(&mut self, context: &mut Context) {
        let Some(running) = &mut self.running else { return };
        let ended = Task::finish(&mut running.task);
        if running.task.is_none() {
            self.running = None;
        }
        self.end(ended, context);
    }

    /// Stops the run and waits until its puzzles are written, at the end of the program.
    pub fn finish(&mut self, context: &mut Context) {
        self.stop();
        let ended = self.running.take().and_then(|mut running| Task::wait(&mut running.task));
        self.end(ended, context);
    }

    fn end(&mut self, ended: Option<Made>, context: &mut Context) {
        let Some(Made { made, notices }) = ended else { return };
        self.made = made;
        notices.into_iter().for_each(|notice| context.notify(notice));
    }
}

fn make(order: &MakeOrder, roster: &dyn Roster, progress: &Progress, found: &AtomicU64) -> Made {
    let mut puzzles = Vec::new();
    let add = |puzzle: &Puzzle| {
        puzzles.push(puzzle.clone());
        found.fetch_add(1, Ordering::Relaxed);
    };
    let mut notices: Vec<Notice> = search(order, roster, progress, add).err().into_iter().collect();
    let mut made = None;
    if !puzzles.is_empty() {
        let written = puzzles::file(&puzzles).map(|bytes| new_file::write(order.file.clone(), &bytes));
        let notice = written.unwrap_or_else(|error| Notice::File(order.file.clone(), error.to_string()));
        made = matches!(notice, Notice::Saved(_)).then(|| (order.file.clone(), puzzles.len()));
        notices.push(notice);
    } else if notices.is_empty() {
        notices.push(Notice::NoPuzzlesMade(progress.done.load(Ordering::Relaxed)));
    }
    Made { made, notices }
}

/// Searches all games until the task is stopped; games that are not annotated are reviewed first.
fn search(
    order: &MakeOrder,
    roster: &dyn Roster,
    progress: &Progress,
    mut add: impl FnMut(&Puzzle),
) -> Result<(), Notice> {
    let unreadable = |error: String| Notice::File(order.games.clone(), error);
    let failed = |error: String| Notice::Refused(format!("{}: {error}", title(&order.engine)));
    if order.file.exists() {
        return Err(Notice::Exists(order.file.clone()));
    }
    let count = count(&order.games, progress).map_err(|error| unreadable(error.to_string()))?;
    progress.done.store(0, Ordering::Relaxed);
    progress.expect(count);
    let session = strength::session(roster, &order.engine).map_err(failed)?;
    let mut maker = Maker::with_session(session, order.limit.limits(), None, progress.stopped())
        .map_err(|error| failed(format!("{error:#}")))?;
    let file = heirloom_files::open_text(&order.games, Arc::default());
    for game in pgn::Reader::new(file.map_err(|error| unreadable(error.to_string()))?).games() {
        let mut game = game.map_err(|error| unreadable(error.to_string()))?;
        let outcome = maker.review(&mut game).and_then(|()| {
            maker.add(&game, &mut |puzzle| {
                add(puzzle);
                Ok(())
            })
        });
        if progress.is_stopped() {
            break;
        }
        outcome.map_err(|error| failed(format!("{error:#}")))?;
        progress.done.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Counts the games of a file.
fn count(path: &Path, progress: &Progress) -> std::io::Result<u64> {
    let file = std::io::BufReader::new(progress.open(path)?);
    Ok(pgn::Reader::new(file).games().take_while(Result::is_ok).count() as u64)
}
