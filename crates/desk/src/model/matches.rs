//! Matches between engines: planned, played in the background, watched move by move, counted, and resumed.

mod plan;
mod play;
mod unfinished;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use heirloom_arena::schedule::Fixture;
use heirloom_arena::sprt::Sprt;
use heirloom_arena::standings::{GameEntry, Standings};
use heirloom_arena::tournament::{MatchEnd, StopFlags};
use heirloom_chess::Line;
use heirloom_chess::notation::pgn;

use super::context::{Context, Effect};
use super::notice::Notice;
use super::task::Job;
pub use plan::MatchPlan;
use play::{Places, Report};
pub use unfinished::UnfinishedMatch;

/// What can be asked of matches.
#[derive(Clone, PartialEq, Debug)]
pub enum MatchCommand {
    /// Starts a match.
    Start(Box<MatchPlan>),
    /// Plays the rest of the match that was interrupted.
    Resume,
    /// Starts no new game; the running ones are finished.
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
    /// The games that are being played.
    pub live: Vec<LiveGame>,
    /// How the match ended.
    pub finish: Option<MatchEnd>,
    /// The match that can be resumed.
    pub unfinished: Option<UnfinishedMatch>,
    /// The journal of the match.
    journal: Option<PathBuf>,
    running: Option<Running>,
}

/// A game that is being played.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// Its pairing.
    pub fixture: Fixture,
    /// Its moves up to the search that is running.
    pub line: Line,
}

impl LiveGame {
    /// Returns true if an engine may think about this line in this game.
    fn may_become(&self, engine: usize, line: &Line) -> bool {
        self.fixture.players[line.position().turn().index()] == engine
            && self.line.start() == line.start()
            && line.moves().starts_with(self.line.moves())
    }
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

impl Matches {
    /// Keeps the journal of matches in this file from now on; a match that was interrupted can be resumed.
    pub fn keep_in(&mut self, journal: PathBuf) {
        self.unfinished = UnfinishedMatch::read(&journal);
        self.journal = Some(journal);
    }

    /// Returns true if a match is being played.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Returns the SPRT of the match, and its log-likelihood ratio.
    pub fn sprt(&self) -> Option<(Sprt, f64)> {
        let sprt = self.plan.as_ref()?.sprt().ok()??;
        Some((sprt, sprt.log_likelihood_ratio(&self.standings.as_ref()?.results_of_first())))
    }

    /// Returns the plan of the last match, without engines that are gone.
    pub fn usual_plan(&self, engines: &[String]) -> MatchPlan {
        let mut plan = self.last_plan.clone().unwrap_or_default();
        plan.engines.retain(|engine| engines.contains(engine));
        plan
    }

    /// Carries a command out; `unnamed` is the file of the games of matches that name no file.
    pub fn apply(&mut self, command: MatchCommand, unnamed: Option<PathBuf>, context: &mut Context) {
        match command {
            MatchCommand::Start(plan) => self.start(*plan, true, unnamed, context),
            MatchCommand::Resume => {
                if let Some(unfinished) = self.unfinished.take() {
                    self.start(unfinished.plan, false, unnamed, context);
                }
            }
            MatchCommand::Finish => {
                if let Some(running) = &self.running {
                    running.stop_flags.finish.store(true, Ordering::SeqCst);
                }
            }
            MatchCommand::Abandon => {
                if self.running.take().is_some() {
                    self.unfinished = self.interrupted();
                }
                self.live.clear();
            }
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

    /// Starts a match from its first game, or plays what its journal lacks.
    fn start(&mut self, plan: MatchPlan, is_new: bool, unnamed: Option<PathBuf>, context: &mut Context) {
        if plan.engines.len() < 2 {
            return context.notify(Notice::TwoEngines);
        }
        let stop_flags: Arc<StopFlags> = Arc::default();
        let (roster, flags) = (Arc::clone(&context.roster), Arc::clone(&stop_flags));
        let places = Places { pgn: plan.file.clone().or(unnamed), journal: self.journal.clone(), is_new };
        let planned = plan.clone();
        let job = Job::start(&context.wake, move |_, reports| {
            play::play(&planned, &places, &roster, reports, &flags).map_err(|error| format!("{error:#}"))
        });
        *self = Matches {
            last_plan: Some(plan.clone()),
            plan: Some(plan),
            running: Some(Running { job: Some(job), stop_flags }),
            journal: self.journal.take(),
            ..Matches::default()
        };
    }

    /// Reads what has been played.
    pub fn poll(&mut self, context: &mut Context) {
        let Some(running) = &mut self.running else { return };
        let (reports, ended) = Job::poll(&mut running.job);
        let is_over = running.job.is_none();
        for report in reports {
            self.note(report);
        }
        if is_over {
            self.running = None;
            self.live.clear();
        }
        match ended {
            Some(Ok(finish)) => {
                self.finish = Some(finish);
                if finish == MatchEnd::Interrupted {
                    self.unfinished = self.interrupted();
                } else if let Some(journal) = &self.journal {
                    unfinished::remove(journal);
                }
            }
            Some(Err(reason)) => context.notify(Notice::Refused(reason)),
            None => {}
        }
    }

    fn note(&mut self, report: Report) {
        match report {
            Report::Resumed(games, standings) => (self.games, self.standings) = (games, Some(*standings)),
            Report::Started(fixture, opening) => self.live.push(LiveGame { fixture, line: *opening }),
            Report::Thinks(engine, line) => {
                let games = self.live.iter_mut().filter(|live| live.may_become(engine, &line));
                if let Some(live) = games.max_by_key(|live| live.line.moves().len()) {
                    live.line = *line;
                }
            }
            Report::Finished(entry, standings) => {
                self.live.retain(|live| live.fixture.game != entry.game);
                self.games.push(*entry);
                self.standings = Some(*standings);
            }
        }
    }

    /// Returns the match that has just been interrupted, if it can be resumed.
    fn interrupted(&self) -> Option<UnfinishedMatch> {
        self.journal.as_ref()?;
        let plan = self.plan.clone()?;
        let games = plan.standings().schedule().games();
        Some(UnfinishedMatch { plan, played: self.games.len(), games })
    }
}

#[cfg(test)]
mod tests;
