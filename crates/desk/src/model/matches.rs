//! Matches between engines: planned, played in the background, watched move by move, and counted.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context as _, Result};
use heirloom_arena::clock::TimeControl;
use heirloom_arena::contestant::Contestant;
use heirloom_arena::game::GameRules;
use heirloom_arena::pgn_file::PgnFile;
use heirloom_arena::schedule::{Fixture, Schedule, TournamentFormat};
use heirloom_arena::sprt::{Model as SprtModel, Sprt};
use heirloom_arena::standings::{GameEntry, Standings};
use heirloom_arena::tournament::{MatchEnd, MatchEvent, Records, StopFlags, Tournament};
use heirloom_book::{OpeningOptions, Openings};
use heirloom_chess::Line;
use heirloom_chess::notation::pgn;
use heirloom_engine::{EngineError, Transcript};
use serde::{Deserialize, Serialize};

use super::context::{Context, Effect};
use super::notice::Notice;
use super::task::{Job, Reports};
use crate::roster::{Roster, before_search};

/// How late a move may be.
const MARGIN: Duration = Duration::from_millis(100);

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchPlan {
    /// The engines, by their names in the roster.
    pub engines: Vec<String>,
    /// The number of games of each pair; each opening is played with both colors.
    pub games: usize,
    /// The time control, such as `10+0.1`.
    pub control: String,
    /// The file of openings; none for the usual start position.
    pub openings: Option<PathBuf>,
    /// Ends a match of two as soon as it is clear which of these Elo differences is right.
    pub sprt: Option<(i32, i32)>,
    /// The file that the games are added to; none for that of earlier matches.
    pub file: Option<PathBuf>,
}

/// What can be asked of matches.
#[derive(Clone, PartialEq, Debug)]
pub enum MatchCommand {
    /// Starts a match.
    Start(Box<MatchPlan>),
    /// Starts no new game; the running one is finished.
    Finish,
    /// Ends the match now.
    Abandon,
    /// Shows a finished game on the board, by its index in the list.
    Show(usize),
}

/// The match that is being played, or was played last.
#[derive(Debug, Default)]
pub struct Matches {
    /// The plan.
    pub plan: Option<MatchPlan>,
    /// The plan of the last match, perhaps from before the program was started.
    pub last_plan: Option<MatchPlan>,
    /// The finished games, in the order in which they ended.
    pub games: Vec<GameEntry>,
    /// The standings.
    pub standings: Option<Standings>,
    /// The game that is being played: its pairing, and its moves.
    pub live: Option<(Fixture, Option<Line>)>,
    /// How the match ended.
    pub finish: Option<MatchEnd>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    job: Option<Job<Report, Result<MatchEnd, String>>>,
    stop_flags: Arc<StopFlags>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop_flags.abandon.store(true, Ordering::SeqCst);
    }
}

#[derive(Clone, Debug)]
enum Report {
    Started(Fixture),
    Thinks(Box<Line>),
    Finished(Box<GameEntry>, Box<Standings>),
}

impl Default for MatchPlan {
    fn default() -> MatchPlan {
        let engines = vec!["heirloom".into(), "rdchess".into()];
        MatchPlan { engines, games: 10, control: "10+0.1".into(), openings: None, sprt: None, file: None }
    }
}

impl Matches {
    /// Returns true if a match is being played.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Returns the SPRT of the match, and its log-likelihood ratio.
    pub fn sprt(&self) -> Option<(Sprt, f64)> {
        let sprt = sprt(self.plan.as_ref()?.sprt?).ok()?;
        Some((sprt, sprt.log_likelihood_ratio(&self.standings.as_ref()?.results_of_first())))
    }
}

fn sprt((elo0, elo1): (i32, i32)) -> Result<Sprt> {
    Ok(Sprt::new(f64::from(elo0), f64::from(elo1), 0.05, 0.05, SprtModel::default())?)
}

fn contestants(
    plan: &MatchPlan,
    roster: &Arc<dyn Roster>,
    reports: &Reports<Report>,
) -> Result<Vec<Contestant>> {
    let control: TimeControl = plan.control.parse()?;
    let contestant = |(number, id): (usize, &String)| {
        // Engines of the same name are numbered.
        let earlier = plan.engines[..number].iter().filter(|other| *other == id).count();
        let name = if earlier > 0 { format!("{id} {}", earlier + 1) } else { id.clone() };
        let (id, roster, reports) = (id.clone(), Arc::clone(roster), reports.clone());
        let factory = move |_: &Transcript| {
            let failed = |reason| EngineError::Start { command: id.clone(), reason };
            let (engine, reports) = (roster.factory(&id)().map_err(failed)?, reports.clone());
            // If no one reads the report, the game ends soon.
            Ok(before_search(engine, move |line, _| _ = reports.send(Report::Thinks(Box::new(line.clone())))))
        };
        let factory = Box::new(factory);
        Contestant { name, factory, control, margin: MARGIN, ponder: false, restart: false }
    };
    Ok(plan.engines.iter().enumerate().map(contestant).collect())
}

/// Plays the match.
fn play(
    plan: &MatchPlan,
    roster: &Arc<dyn Roster>,
    reports: &Reports<Report>,
    stop_flags: &StopFlags,
) -> Result<MatchEnd> {
    let contestants = contestants(plan, roster, reports)?;
    let openings = match &plan.openings {
        None => Openings::built_in(),
        Some(path) => Openings::open(&OpeningOptions::new(path))?,
    };
    // Games are shown from their text, so there has to be a file for them, if only a temporary one.
    let folder = tempfile::tempdir()?;
    let path = plan.file.clone().unwrap_or_else(|| folder.path().join("match.pgn"));
    let file = PgnFile::open(&path).with_context(|| path.display().to_string())?;
    let tournament = Tournament {
        contestants: &contestants,
        openings: &openings,
        rules: GameRules::default(),
        sprt: plan.sprt.filter(|_| plan.engines.len() == 2).map(sprt).transpose()?,
        slots: vec![Vec::new()],
        tags: vec![("Event".into(), "Heirloom match".into())],
        transcripts: None,
        strict: false,
    };
    let standings = Standings::new(
        Schedule::new(contestants.len(), TournamentFormat::RoundRobin, plan.games, true),
        contestants.len(),
    );
    let listener = |event: &MatchEvent<'_>| {
        let _ = reports.send(match event {
            MatchEvent::Started { fixture, .. } => Report::Started(*fixture),
            MatchEvent::Finished { entry, standings, .. } => {
                Report::Finished(Box::new((*entry).clone()), Box::new((*standings).clone()))
            }
        });
    };
    let records = Records { journal: None, pgn: Some((path, file)) };
    let (_, end) = tournament.run(standings, records, stop_flags, &listener)?;
    Ok(end)
}

impl Matches {
    /// Returns the plan of the last match, without engines that are gone.
    pub fn usual_plan(&self, engines: &[String]) -> MatchPlan {
        let mut plan = self.last_plan.clone().unwrap_or_default();
        plan.engines.retain(|engine| engines.contains(engine));
        plan
    }

    /// Carries a command out; `unnamed` is the file of the games of matches that name no file.
    pub fn apply(&mut self, command: MatchCommand, unnamed: Option<PathBuf>, context: &mut Context) {
        match command {
            MatchCommand::Start(plan) => self.start(*plan, unnamed, context),
            MatchCommand::Finish => {
                if let Some(running) = &self.running {
                    running.stop_flags.finish.store(true, Ordering::SeqCst);
                }
            }
            MatchCommand::Abandon => (self.running, self.live) = (None, None),
            MatchCommand::Show(number) => {
                let Some(entry) = self.games.get(number) else { return };
                match pgn::parse(&entry.pgn) {
                    Some(Ok(game)) => context.ask(Effect::Show(Box::new(game))),
                    Some(Err(error)) => context.notify(Notice::Pasted(error.to_string())),
                    None => {}
                }
            }
        }
    }

    fn start(&mut self, plan: MatchPlan, unnamed: Option<PathBuf>, context: &mut Context) {
        if plan.engines.len() < 2 {
            return context.notify(Notice::TwoEngines);
        }
        let stop_flags: Arc<StopFlags> = Arc::default();
        let (roster, flags) = (Arc::clone(&context.roster), Arc::clone(&stop_flags));
        let planned = MatchPlan { file: plan.file.clone().or(unnamed), ..plan.clone() };
        let job = Job::start(&context.wake, move |_, reports| {
            play(&planned, &roster, reports, &flags).map_err(|error| format!("{error:#}"))
        });
        *self = Matches {
            last_plan: Some(plan.clone()),
            plan: Some(plan),
            running: Some(Running { job: Some(job), stop_flags }),
            ..Matches::default()
        };
    }

    /// Reads what has been played.
    pub fn poll(&mut self, context: &mut Context) {
        let Some(running) = &mut self.running else { return };
        let (reports, ended) = Job::poll(&mut running.job);
        let is_over = running.job.is_none();
        for report in reports {
            match report {
                Report::Started(fixture) => self.live = Some((fixture, None)),
                Report::Thinks(line) => {
                    if let Some((_, live)) = &mut self.live {
                        *live = Some(*line);
                    }
                }
                Report::Finished(entry, standings) => {
                    self.games.push(*entry);
                    self.standings = Some(*standings);
                }
            }
        }
        if is_over {
            (self.running, self.live) = (None, None);
        }
        match ended {
            Some(Ok(finish)) => self.finish = Some(finish),
            Some(Err(reason)) => context.notify(Notice::Refused(reason)),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests;
