//! Matches between engines: planned, played in the background, watched move by move, and counted.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use heirloom_arena::clock::TimeControl;
use heirloom_arena::contestant::Contestant;
use heirloom_arena::game::Rules;
use heirloom_arena::pgn_file::PgnFile;
use heirloom_arena::schedule::{Fixture, Pairing, Schedule};
use heirloom_arena::sprt::{Model as SprtModel, Sprt};
use heirloom_arena::standings::{GameEntry, Standings};
use heirloom_arena::tournament::{Finish, News, Records, Steering, Tournament};
use heirloom_book::{Choice, Openings};
use heirloom_chess::Line;
use heirloom_chess::notation::pgn;
use heirloom_engine::{
    BestMove, Engine, EngineError, Info, Intercept, Intercepted, Limits, Signals, Transcript,
};
use serde::{Deserialize, Serialize};

use super::Model;
use super::notice::Notice;
use super::task::Task;
use super::worker::Wake;
use crate::roster::Roster;

/// How much too late a move may come.
const MARGIN: Duration = Duration::from_millis(100);

/// What is to be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The engines, by their names in the roster.
    pub engines: Vec<String>,
    /// Games between each two of them; each opening is played with both colors.
    pub games: usize,
    /// How much they may think, such as `10+0.1`.
    pub control: String,
    /// A file of openings; none for the usual start position.
    pub openings: Option<PathBuf>,
    /// Ends a match of two as soon as it is clear which of these differences in Elo holds.
    pub sprt: Option<(i32, i32)>,
    /// A file that the games are added to; without one they are kept among the games of earlier matches.
    pub file: Option<PathBuf>,
}

/// What can be asked of matches.
#[derive(Clone, PartialEq, Debug)]
pub enum MatchCommand {
    /// Begins a match.
    Start(Box<Plan>),
    /// No new games; the one that runs is finished.
    Finish,
    /// Ends the match at once.
    Abandon,
    /// Shows a game that was played on the board, by its place in the list.
    Show(usize),
}

/// See the file's head.
#[derive(Debug, Default)]
pub struct Matches {
    /// What is or was played.
    pub plan: Option<Plan>,
    /// The games that have been played, in the order in which they ended.
    pub games: Vec<GameEntry>,
    /// All results.
    pub standings: Option<Standings>,
    /// The game that is being played: who plays whom, and its moves.
    pub live: Option<(Fixture, Option<Line>)>,
    /// How the match ended.
    pub finish: Option<Finish>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    reports: Receiver<Report>,
    steering: Arc<Steering>,
    task: Option<Task<Result<Finish, String>>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.steering.abandon.store(true, Ordering::SeqCst);
    }
}

#[derive(Debug)]
enum Report {
    Started(Fixture),
    Thinks(Box<Line>),
    Finished(Box<GameEntry>, Box<Standings>),
}

impl Default for Plan {
    fn default() -> Plan {
        let engines = vec!["heirloom".into(), "rdchess".into()];
        Plan { engines, games: 10, control: "10+0.1".into(), openings: None, sprt: None, file: None }
    }
}

impl Matches {
    /// Is a match being played?
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// The test of the match, and the logarithm of its likelihood ratio.
    pub fn sprt(&self) -> Option<(Sprt, f64)> {
        let sprt = sprt(self.plan.as_ref()?.sprt?).ok()?;
        Some((sprt, sprt.log_likelihood_ratio(&self.standings.as_ref()?.first())))
    }
}

fn sprt((elo0, elo1): (i32, i32)) -> Result<Sprt, String> {
    Sprt::new(f64::from(elo0), f64::from(elo1), 0.05, 0.05, SprtModel::default())
        .map_err(|error| error.to_string())
}

/// Watches the game of an engine: reports each position that it searches.
struct Watched {
    reports: Sender<Report>,
    wake: Wake,
}

impl Intercept for Watched {
    fn search(
        &mut self,
        engine: &mut dyn Engine,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        // A receiver that is gone ends the game soon.
        let _ = self.reports.send(Report::Thinks(Box::new(line.clone())));
        (self.wake)();
        engine.search(line, limits, signals, report)
    }
}

fn contestants(
    plan: &Plan,
    roster: &Arc<dyn Roster>,
    reports: &Sender<Report>,
    wake: &Wake,
) -> Result<Vec<Contestant>, String> {
    let control: TimeControl =
        plan.control.parse().map_err(|error: heirloom_arena::clock::TimeControlError| error.to_string())?;
    let contestant = |(number, id): (usize, &String)| {
        // Two of the same name are told apart by a number.
        let earlier = plan.engines[..number].iter().filter(|other| *other == id).count();
        let name = if earlier > 0 { format!("{id} {}", earlier + 1) } else { id.clone() };
        let (id, roster, reports, wake) =
            (id.clone(), Arc::clone(roster), Mutex::new(reports.clone()), Wake::clone(wake));
        let factory = move |_: &Transcript| {
            let started = |reason| EngineError::Start { command: id.clone(), reason };
            let engine = roster.maker(&id)().map_err(started)?;
            let reports = reports.lock().unwrap_or_else(PoisonError::into_inner).clone();
            Ok(Box::new(Intercepted::new(engine, Watched { reports, wake: Wake::clone(&wake) }))
                as Box<dyn Engine>)
        };
        Contestant {
            name,
            factory: Box::new(factory),
            control,
            margin: MARGIN,
            ponder: false,
            restart: false,
        }
    };
    Ok(plan.engines.iter().enumerate().map(contestant).collect())
}

/// Plays all of it.
fn play(
    plan: &Plan,
    roster: &Arc<dyn Roster>,
    reports: Sender<Report>,
    wake: &Wake,
    steering: &Steering,
) -> Result<Finish, String> {
    let contestants = contestants(plan, roster, &reports, wake)?;
    let openings = match &plan.openings {
        None => Openings::built_in(),
        Some(path) => Openings::open(&Choice::new(path)).map_err(|error| error.to_string())?,
    };
    // Games are shown from their text, so there has to be a file for them; where nothing is kept, one that goes with the match.
    let unnamed = if plan.file.is_none() {
        Some(tempfile::tempdir().map_err(|error| error.to_string())?)
    } else {
        None
    };
    let path =
        plan.file.clone().or_else(|| Some(unnamed.as_ref()?.path().join("match.pgn"))).unwrap_or_default();
    let file = PgnFile::open(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let tournament = Tournament {
        contestants: &contestants,
        openings: &openings,
        rules: Rules::default(),
        sprt: plan.sprt.filter(|_| plan.engines.len() == 2).map(sprt).transpose()?,
        slots: vec![Vec::new()],
        tags: vec![("Event".into(), "Heirloom match".into())],
        transcripts: None,
        strict: false,
    };
    let standings = Standings::new(
        Schedule::new(contestants.len(), Pairing::RoundRobin, plan.games, true),
        contestants.len(),
    );
    let reports = Mutex::new(reports);
    let listener = |news: &News<'_>| {
        let report = match news {
            News::Started { fixture, .. } => Report::Started(*fixture),
            News::Finished { entry, standings, .. } => {
                Report::Finished(Box::new((*entry).clone()), Box::new((*standings).clone()))
            }
        };
        let _ = reports.lock().unwrap_or_else(PoisonError::into_inner).send(report);
        wake();
    };
    let records = Records { journal: None, pgn: Some((path, file)) };
    let played = tournament.run(standings, records, steering, &listener);
    played.map(|(_, finish)| finish).map_err(|error| error.to_string())
}

impl Model {
    /// Carries out a command for matches.
    pub(super) fn matches(&mut self, command: MatchCommand) {
        match command {
            MatchCommand::Start(plan) => self.start_match(*plan),
            MatchCommand::Finish => {
                if let Some(running) = &self.matches.running {
                    running.steering.finish.store(true, Ordering::SeqCst);
                }
            }
            MatchCommand::Abandon => (self.matches.running, self.matches.live) = (None, None),
            MatchCommand::Show(number) => {
                let Some(entry) = self.matches.games.get(number) else { return };
                match pgn::parse(&entry.pgn) {
                    Some(Ok(game)) => self.show(game),
                    Some(Err(error)) => self.tell(Notice::Pasted(error.to_string())),
                    None => {}
                }
            }
        }
    }

    /// What was played last, to be chosen again; engines that are gone play no more.
    pub fn usual_match(&self) -> Plan {
        let names = self.roster.names();
        let mut plan = self.habits.plan.clone().unwrap_or_default();
        plan.engines.retain(|engine| names.contains(engine));
        plan
    }

    fn start_match(&mut self, plan: Plan) {
        if plan.engines.len() < 2 {
            return self.tell(Notice::TwoEngines);
        }
        let (sender, reports) = mpsc::channel();
        let steering: Arc<Steering> = Arc::default();
        let (roster, wake) = (Arc::clone(&self.roster), Wake::clone(&self.wake));
        let mine = Arc::clone(&steering);
        let planned = Plan { file: plan.file.clone().or_else(|| self.earlier_matches()), ..plan.clone() };
        let task = Task::start(&self.wake, move |_| play(&planned, &roster, sender, &wake, &mine));
        self.habits.plan = Some(plan.clone());
        self.matches = Matches {
            plan: Some(plan),
            running: Some(Running { reports, steering, task: Some(task) }),
            ..Matches::default()
        };
    }

    /// Takes over what has been played.
    pub(super) fn poll_matches(&mut self) {
        let Some(running) = &mut self.matches.running else { return };
        let ended = Task::finish(&mut running.task);
        for report in running.reports.try_iter() {
            match report {
                Report::Started(fixture) => self.matches.live = Some((fixture, None)),
                Report::Thinks(line) => {
                    if let Some((_, live)) = &mut self.matches.live {
                        *live = Some(*line);
                    }
                }
                Report::Finished(entry, standings) => {
                    self.matches.games.push(*entry);
                    self.matches.standings = Some(*standings);
                }
            }
        }
        if running.task.is_none() {
            (self.matches.running, self.matches.live) = (None, None);
        }
        match ended {
            Some(Ok(finish)) => self.matches.finish = Some(finish),
            Some(Err(reason)) => self.tell(Notice::Refused(reason)),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests;
