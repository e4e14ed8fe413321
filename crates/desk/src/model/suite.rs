//! Test runs: an engine solves the positions of a suite one after the other.

mod history;

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use heirloom_app::suite::positions::Suites;
use heirloom_app::suite::solving::{Effort, Solution, solve};
use heirloom_arena::clock::{Time, TimeControl};
use heirloom_chess::game::Game;
use heirloom_engine::Limits;
use heirloom_workshop::suite::document::Setting;
use heirloom_workshop::thinking;
use serde::{Deserialize, Serialize};

use super::context::{Context, Effect};
use super::notice::Notice;
use super::strength;
use super::task::{Job, Progress, Reports, Task};
use crate::roster::Roster;
pub use history::PastRun;

/// The limit of the search for each position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Limit {
    /// A time.
    Time(Duration),
    /// A depth in plies.
    Depth(u32),
    /// A number of nodes.
    Nodes(u64),
}

impl Limit {
    /// Returns the limits for an engine.
    pub fn limits(self) -> Limits {
        match self {
            Limit::Time(time) => Limits::move_time(time),
            Limit::Depth(plies) => Limits::depth(plies),
            Limit::Nodes(nodes) => Limits::nodes(nodes),
        }
    }

    /// Returns the limit as the command line writes it, such as `nodes=1000`.
    pub fn words(self) -> String {
        let control = match self {
            Limit::Time(time) => thinking::each(time),
            Limit::Depth(plies) => TimeControl { time: Time::Unlimited, nodes: None, depth: Some(plies) },
            Limit::Nodes(nodes) => thinking::nodes(nodes),
        };
        control.to_string()
    }
}

/// What can be asked of test runs.
#[derive(Clone, PartialEq, Debug)]
pub enum SuiteCommand {
    /// Reads the positions of a file, EPD or PGN.
    Open(PathBuf),
    /// Lets an engine solve all positions.
    Run(String, Limit),
    /// Ends the run; the results so far stay.
    Stop,
    /// Shows a position on the board, by its index.
    Show(usize),
}

/// A test run.
#[derive(Debug, Default)]
pub struct TestRun {
    /// The file.
    pub path: Option<PathBuf>,
    /// The positions.
    pub suite: Arc<Suites>,
    /// The result of each position; none for those that were not reached.
    pub answers: Vec<Option<Solution>>,
    /// The engine that solves them, or has solved them last.
    pub engine: Option<String>,
    /// The finished runs of this suite, the latest first.
    pub past: Vec<PastRun>,
    /// The file that finished runs are added to.
    history: Option<PathBuf>,
    reading: Option<Task<Result<Suites, String>>>,
    running: Option<Run>,
    /// Reads finished runs, after adding the latest one.
    reading_history: Option<Task<Result<Vec<PastRun>, String>>>,
}

/// A run in progress, which ends with none if it is stopped.
type Run = Job<(usize, Solution), Result<Option<FinishedRun>, String>>;

/// A run that has searched all positions.
#[derive(Debug)]
struct FinishedRun {
    engine: String,
    limit: Limit,
    date: String,
}

impl TestRun {
    /// Returns true if an engine is solving positions.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Returns how many positions were solved, and how many were tried.
    pub fn solved(&self) -> (usize, usize) {
        let tried = self.answers.iter().flatten();
        (tried.clone().filter(|answer| answer.solved).count(), tried.count())
    }
}

fn read(path: &Path, progress: &Progress) -> Result<Suites, String> {
    let mut suite = Suites::default();
    let file = progress.open(path).map_err(|error| error.to_string())?;
    suite.add(&path.display().to_string(), BufReader::new(file));
    Ok(suite)
}

/// Lets an engine solve all positions, and returns its name unless it was stopped. If it fails, the position
/// counts as not solved, and the engine is started again.
fn run(
    roster: &dyn Roster,
    engine: &str,
    suite: &Suites,
    effort: &Effort,
    progress: &Progress,
    answers: &Reports<(usize, Solution)>,
) -> Result<Option<String>, String> {
    let mut session = strength::session(roster, engine)?;
    for (number, task) in suite.tasks.iter().enumerate() {
        let answer = match solve(&mut session, task, effort, progress.stopped()) {
            Ok(None) => return Ok(None),
            Ok(Some(answer)) => answer,
            Err(error) => {
                session = strength::session(roster, engine)?;
                Solution { fault: Some(error.to_string()), ..Solution::default() }
            }
        };
        if !answers.send((number, answer)) {
            return Ok(None);
        }
    }
    Ok(Some(session.name().to_owned()))
}

impl TestRun {
    /// Adds finished runs to this file from now on.
    pub fn keep_in(&mut self, path: PathBuf) {
        self.history = Some(path);
    }

    /// Carries a command out.
    pub fn apply(&mut self, command: SuiteCommand, context: &mut Context) {
        match command {
            SuiteCommand::Open(path) => {
                let history = self.history.take();
                *self = TestRun { path: Some(path.clone()), history, ..TestRun::default() };
                self.update_history(None, context);
                self.reading = Some(Task::start(&context.wake, move |progress| read(&path, progress)));
            }
            SuiteCommand::Run(engine, limit) => self.run(engine, limit, context),
            SuiteCommand::Stop => self.running = None,
            SuiteCommand::Show(number) => {
                if let Some(task) = self.suite.tasks.get(number) {
                    let mut game = Game::from_position(task.position.clone());
                    game.tags_mut().set("id", &task.id);
                    context.ask(Effect::Show(Box::new(game)));
                }
            }
        }
    }

    fn run(&mut self, engine: String, limit: Limit, context: &mut Context) {
        if self.suite.tasks.is_empty() {
            return context.notify(Notice::NoPositions);
        }
        let effort = Effort { limits: limit.limits(), stable: None, proved: false };
        let (roster, suite) = (Arc::clone(&context.roster), Arc::clone(&self.suite));
        self.answers = vec![None; suite.tasks.len()];
        self.engine = Some(engine.clone());
        let date = jiff::Zoned::now().strftime("%Y-%m-%dT%H:%M:%S%:z").to_string();
        self.running = Some(Job::start(&context.wake, move |progress, answers| {
            let name = run(roster.as_ref(), &engine, &suite, &effort, progress, answers)?;
            Ok(name.map(|engine| FinishedRun { engine, limit, date }))
        }));
    }

    /// Reads the finished runs of the suite, after adding one.
    fn update_history(&mut self, finished: Option<FinishedRun>, context: &Context) {
        let (Some(history), Some(path)) = (self.history.clone(), self.path.clone()) else { return };
        let (suite, answers) = (Arc::clone(&self.suite), self.answers.clone());
        let settings = self.engine.clone().unwrap_or_default();
        self.reading_history = Some(Task::start(&context.wake, move |_| {
            let read = || {
                if let Some(FinishedRun { engine, limit, date }) = &finished {
                    let limits = limit.words();
                    let setting =
                        Setting { engine, limits: &limits, settings: &settings, date, complete: true };
                    history::append(&history, &suite, &answers, &setting)?;
                }
                history::read(&history, &path)
            };
            read().map_err(|error| format!("{error:#}"))
        }));
    }

    /// Reads what has been solved.
    pub fn poll(&mut self, context: &mut Context) {
        match Task::finish(&mut self.reading) {
            Some(Ok(suite)) => {
                if let Some(wrong) = suite.invalid.first() {
                    context.notify(Notice::WrongPositions(wrong.to_string(), suite.invalid.len()));
                }
                self.answers = vec![None; suite.tasks.len()];
                self.suite = Arc::new(suite);
            }
            Some(Err(reason)) => {
                let path = self.path.take().unwrap_or_default();
                context.notify(Notice::File(path, reason));
            }
            None => {}
        }
        match Task::finish(&mut self.reading_history) {
            Some(Ok(past)) => self.past = past,
            Some(Err(reason)) => context.notify(Notice::Refused(reason)),
            None => {}
        }
        let (answers, ended) = Job::poll(&mut self.running);
        for (number, answer) in answers {
            if let Some(place) = self.answers.get_mut(number) {
                *place = Some(answer);
            }
        }
        match ended {
            Some(Ok(Some(finished))) => self.update_history(Some(finished), context),
            Some(Err(reason)) => {
                let name = self.engine.clone().unwrap_or_default();
                context.notify(Notice::Refused(format!("{name}: {reason}")));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::roster::BuiltInEngines;

    const SUITE: &str = "7k/8/5K2/8/8/8/8/R7 w - - bm #2; id \"mate\";\n\
        4k3/8/8/8/8/8/8/4K2Q w - - am Qe4+; id \"calm\";\nnonsense\n";

    #[test]
    fn a_suite_is_read_and_solved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("suite.epd");
        std::fs::write(&path, SUITE).unwrap();
        let mut model = Model::with(BuiltInEngines);
        let kept = folder.path().join("new/suites.jsonl");
        model.test_run.keep_in(kept.clone());
        let ask = |model: &mut Model, command: SuiteCommand| {
            model.command(command);
            model.wait("the test run", |Model { test_run, .. }| {
                test_run.reading.is_none() && test_run.reading_history.is_none() && !test_run.is_running()
            });
        };
        ask(&mut model, SuiteCommand::Run("rajah".into(), Limit::Depth(3)));
        assert_eq!(model.take_notice(), Some(Notice::NoPositions));
        ask(&mut model, SuiteCommand::Open(path.clone()));
        assert_eq!(model.test_run.suite.tasks.len(), 2);
        assert!(model.has_reported("Skipped: ", "line 3"));
        model.take_notice();
        ask(&mut model, SuiteCommand::Run("rajah".into(), Limit::Depth(4)));
        let (solved, tried) = model.test_run.solved();
        assert!(tried == 2 && solved >= 1, "{:?} {:?}", model.test_run.answers, model.notices());
        let [run] = &model.test_run.past[..] else { panic!("{:?}", model.test_run.past) };
        assert_eq!((run.engine.as_str(), run.settings.as_str()), ("Rajah", "depth=4, rajah"));
        assert_eq!((run.positions, run.solved, run.gained.len()), (2, solved, 0));
        ask(&mut model, SuiteCommand::Show(1));
        assert_eq!(model.tag("id"), Some("calm"));
        ask(&mut model, SuiteCommand::Run("/no/such/engine".into(), Limit::Depth(4)));
        assert!(model.has_reported("Not possible: ", "/no/such/engine"));
        model.command(SuiteCommand::Run("heirloom".into(), Limit::Time(Duration::from_secs(1000))));
        model.command(SuiteCommand::Stop);
        assert!(!model.test_run.is_running());

        // Runs of this suite come back; those of others and runs that did not end are not shown.
        let text = std::fs::read_to_string(&kept).unwrap();
        let failed = text.replace("\"solved\":true", "\"solved\":false");
        let other = text.replace("suite.epd", "other.epd");
        std::fs::write(&kept, format!("{failed}{other}{text}")).unwrap();
        ask(&mut model, SuiteCommand::Open(path.clone()));
        let [latest, first] = &model.test_run.past[..] else { panic!("{:?}", model.test_run.past) };
        assert_eq!((latest.gained.len(), latest.lost.len(), first.solved), (solved, 0, 0));
        assert!(latest.gained.contains(&"mate".to_owned()));
        std::fs::write(&kept, "nonsense").unwrap();
        ask(&mut model, SuiteCommand::Open(path));
        // The suite is read at the same time, so either message may be the last.
        let is_refusal = |notice: &Notice| matches!(notice, Notice::Refused(why) if why.contains("no run"));
        assert!(model.notices().iter().any(is_refusal));
    }
}
