//! Test runs: the positions of a suite before an engine, one after the other, with what came of each.

use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use heirloom_app::suite::positions::Suites;
use heirloom_app::suite::solving::{Answer, Effort, solve};
use heirloom_chess::game::Game;
use heirloom_engine::{Limits, Session};
use serde::{Deserialize, Serialize};

use super::Model;
use super::notice::Notice;
use super::strength;
use super::task::{Progress, Task};
use super::worker::Wake;
use crate::roster::Roster;

/// How long each position is thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Limit {
    /// So long.
    Time(Duration),
    /// So many plies.
    Depth(u32),
    /// So many nodes.
    Nodes(u64),
}

impl Limit {
    /// The same as engines understand it.
    pub fn limits(self) -> Limits {
        match self {
            Limit::Time(time) => Limits::move_time(time),
            Limit::Depth(plies) => Limits::depth(plies),
            Limit::Nodes(nodes) => Limits::nodes(nodes),
        }
    }
}

/// What can be asked of test runs.
#[derive(Clone, PartialEq, Debug)]
pub enum SuiteCommand {
    /// Reads the positions of a file, EPD or PGN.
    Open(PathBuf),
    /// Puts all of them to an engine.
    Run(String, Limit),
    /// Ends the run; what was solved stays.
    Stop,
    /// Shows a position on the board, by its number counted from 0.
    Show(usize),
}

/// See the file's head.
#[derive(Debug, Default)]
pub struct TestRun {
    /// The file.
    pub path: Option<PathBuf>,
    /// Its positions.
    pub suite: Arc<Suites>,
    /// What came of each position; none for those that were not reached.
    pub answers: Vec<Option<Answer>>,
    /// Who solves them, or has solved them last.
    pub engine: Option<String>,
    reading: Option<Task<Result<Suites, String>>>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    answers: Receiver<(usize, Answer)>,
    task: Option<Task<Result<(), String>>>,
}

impl TestRun {
    /// Does an engine solve positions?
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// How many positions were solved, and how many were tried.
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

/// Puts all positions to an engine. One that fails is started anew; the position counts as not solved.
fn run(
    roster: &dyn Roster,
    engine: &str,
    suite: &Suites,
    effort: &Effort,
    progress: &Progress,
    (answers, wake): (Sender<(usize, Answer)>, Wake),
) -> Result<(), String> {
    let start =
        || Session::start(strength::maker(roster.maker(engine), None)()?).map_err(|error| error.to_string());
    let mut session = start()?;
    for (number, task) in suite.tasks.iter().enumerate() {
        let answer = match solve(&mut session, task, effort, progress.stopped()) {
            Ok(None) => return Ok(()),
            Ok(Some(answer)) => answer,
            Err(error) => {
                session = start()?;
                Answer { fault: Some(error.to_string()), ..Answer::default() }
            }
        };
        if answers.send((number, answer)).is_err() {
            return Ok(());
        }
        wake();
    }
    Ok(())
}

impl Model {
    /// Carries out a command for test runs.
    pub(super) fn test_run(&mut self, command: SuiteCommand) {
        match command {
            SuiteCommand::Open(path) => {
                self.test = TestRun { path: Some(path.clone()), ..TestRun::default() };
                self.test.reading = Some(Task::start(&self.wake, move |progress| read(&path, progress)));
            }
            SuiteCommand::Run(engine, limit) => self.run_suite(engine, limit),
            SuiteCommand::Stop => self.test.running = None,
            SuiteCommand::Show(number) => {
                if let Some(task) = self.test.suite.tasks.get(number) {
                    let mut game = Game::from_position(task.position.clone());
                    game.tags_mut().set("id", &task.id);
                    self.show(game);
                }
            }
        }
    }

    fn run_suite(&mut self, engine: String, limit: Limit) {
        if self.test.suite.tasks.is_empty() {
            return self.tell(Notice::NoPositions);
        }
        let effort = Effort { limits: limit.limits(), stable: None, proved: false };
        let (sender, answers) = mpsc::channel();
        let (roster, suite, told) =
            (Arc::clone(&self.roster), Arc::clone(&self.test.suite), (sender, Wake::clone(&self.wake)));
        self.test.answers = vec![None; suite.tasks.len()];
        self.test.engine = Some(engine.clone());
        let task = Task::start(&self.wake, move |progress| {
            run(roster.as_ref(), &engine, &suite, &effort, progress, told)
        });
        self.test.running = Some(Running { answers, task: Some(task) });
    }

    /// Takes over what has been solved.
    pub(super) fn poll_test_run(&mut self) {
        match Task::finish(&mut self.test.reading) {
            Some(Ok(suite)) => {
                if let Some(wrong) = suite.wrong.first() {
                    self.tell(Notice::WrongPositions(wrong.to_string(), suite.wrong.len()));
                }
                self.test.answers = vec![None; suite.tasks.len()];
                self.test.suite = Arc::new(suite);
            }
            Some(Err(reason)) => {
                let path = self.test.path.take().unwrap_or_default();
                self.tell(Notice::File(path, reason));
            }
            None => {}
        }
        let Some(running) = &mut self.test.running else { return };
        let ended = Task::finish(&mut running.task);
        for (number, answer) in running.answers.try_iter() {
            if let Some(place) = self.test.answers.get_mut(number) {
                *place = Some(answer);
            }
        }
        if running.task.is_none() {
            self.test.running = None;
        }
        if let Some(Err(reason)) = ended {
            let name = self.test.engine.clone().unwrap_or_default();
            self.tell(Notice::Refused(format!("{name}: {reason}")));
        }
    }
}

#[cfg(test)]
mod tests {
    use web_time::Instant;

    use super::*;
    use crate::command::Command;
    use crate::roster::Ours;

    const SUITE: &str = "7k/8/5K2/8/8/8/8/R7 w - - bm #2; id \"mate\";\n4k3/8/8/8/8/8/8/4K2Q w - - am Qe4+; id \"calm\";\nnonsense\n";

    fn settle(model: &mut Model) {
        let end = Instant::now() + Duration::from_secs(100);
        while model.test.reading.is_some() || model.test.is_running() {
            model.poll(Instant::now());
            assert!(Instant::now() < end);
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn a_suite_is_read_and_solved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("suite.epd");
        std::fs::write(&path, SUITE).unwrap();
        let mut model = Model::new(Arc::new(Ours), Arc::new(|| {}));
        let ask = |model: &mut Model, command| {
            model.apply(Command::Suite(command), Instant::now());
            settle(model);
        };
        ask(&mut model, SuiteCommand::Run("rajah".into(), Limit::Depth(3)));
        assert_eq!(model.notices.pop(), Some(Notice::NoPositions));
        ask(&mut model, SuiteCommand::Open(path));
        assert_eq!(model.test.suite.tasks.len(), 2);
        assert!(
            matches!(model.notices.pop(), Some(Notice::WrongPositions(told, 1)) if told.contains("line 3"))
        );
        ask(&mut model, SuiteCommand::Run("rajah".into(), Limit::Depth(4)));
        let (solved, tried) = model.test.solved();
        assert!(tried == 2 && solved >= 1, "{:?} {:?}", model.test.answers, model.notices);
        ask(&mut model, SuiteCommand::Show(1));
        assert_eq!(model.record.game().tags().get("id"), Some("calm"));
        ask(&mut model, SuiteCommand::Run("/no/such/engine".into(), Limit::Depth(4)));
        assert!(
            matches!(model.notices.last(), Some(Notice::Refused(reason)) if reason.contains("/no/such/engine"))
        );
        model.apply(
            Command::Suite(SuiteCommand::Run("heirloom".into(), Limit::Time(Duration::from_secs(1000)))),
            Instant::now(),
        );
        model.apply(Command::Suite(SuiteCommand::Stop), Instant::now());
        assert!(!model.test.is_running());
    }
}
