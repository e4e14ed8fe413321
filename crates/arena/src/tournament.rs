//! A match of any number of engines: plays the scheduled games, several at a time, and records them, until
//! all are played or a test decides.

mod records;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use heirloom_book::{Opening, Openings};
use heirloom_chess::{Color, Line};
use heirloom_engine::{EngineError, EngineOption};
use parking_lot::Mutex;

use crate::contestant::{Contestant, IdleEngines};
use crate::game::{FinishedGame, GameEnd, GameRules, Player, play};
use crate::journal::{Journal, JournalError};
use crate::pgn_file::PgnFile;
use crate::pool::Pool;
use crate::schedule::Fixture;
use crate::sprt::{Decision, Sprt};
use crate::standings::{GameEntry, Standings};

/// The description of a match.
pub struct Tournament<'a> {
    /// The participants; results are from the first one's point of view.
    pub contestants: &'a [Contestant],
    /// The openings.
    pub openings: &'a Openings,
    /// The rules of the referee.
    pub rules: GameRules,
    /// Ends a match as soon as the results of the first two engines decide it.
    pub sprt: Option<Sprt>,
    /// One slot per concurrent game, with the processors it is bound to; an empty list leaves it unbound.
    pub slots: Vec<Vec<usize>>,
    /// Tags added to every game.
    pub tags: Vec<(String, String)>,
    /// The folder for transcripts of games with faults.
    pub transcripts: Option<PathBuf>,
    /// True if the first fault ends the match.
    pub strict: bool,
}

/// Where games are saved.
#[derive(Debug, Default)]
pub struct Records {
    /// The journal, for resuming the match.
    pub journal: Option<Journal>,
    /// The PGN file, with its path for messages.
    pub pgn: Option<(PathBuf, PgnFile)>,
}

/// Flags to end a match from outside.
#[derive(Debug, Default)]
pub struct StopFlags {
    /// Finish running games, but start no new ones.
    pub finish: AtomicBool,
    /// Abandon running games.
    pub abandon: AtomicBool,
}

/// Events of a match.
#[derive(Debug)]
pub enum MatchEvent<'a> {
    /// A game begins.
    Started {
        /// The game.
        fixture: Fixture,
        /// Its opening.
        opening: &'a Opening,
    },
    /// A game has finished and is recorded.
    Finished {
        /// The game.
        entry: &'a GameEntry,
        /// All results, including this one.
        standings: &'a Standings,
        /// The path of the transcript, if an engine failed in the game.
        transcript: Option<PathBuf>,
    },
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchEnd {
    /// All games were played.
    Played,
    /// The test accepted a hypothesis.
    Decided(Decision),
    /// It was ended from outside.
    Interrupted,
    /// An engine failed, and no faults are allowed.
    Fault,
}

/// Why a match cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// An engine cannot be started.
    #[error("cannot start {0}: {1}")]
    Engine(String, EngineError),
    /// An opening is Chess960, and an engine does not support it.
    #[error(
        "the openings are Chess960, but {0} has no option UCI_Chess960; \
         use other openings or another engine"
    )]
    NoChess960(String),
    /// The journal cannot be written.
    #[error(transparent)]
    Journal(JournalError),
    /// Another file cannot be written.
    #[error("cannot write {0}: {1}")]
    File(PathBuf, std::io::Error),
}

/// State shared by the slots.
struct Shared {
    standings: Standings,
    records: Records,
    /// Games in progress.
    running: HashSet<usize>,
    /// All games below this number have been started.
    next: usize,
    finish: Option<MatchEnd>,
}

/// Called for every event while the results are locked, so it should be fast.
pub type Listener<'a> = dyn Fn(&MatchEvent<'_>) + Sync + 'a;

impl Tournament<'_> {
    /// Plays the games not yet in `standings`, and returns all results. Also sets `stop_flags` when a test
    /// decides. Fails if the match cannot continue; games already recorded stay recorded.
    pub fn run(
        &self,
        standings: Standings,
        records: Records,
        stop_flags: &StopFlags,
        listener: &Listener<'_>,
    ) -> Result<(Standings, MatchEnd), TournamentError> {
        let decided = self.sprt.and_then(|sprt| sprt.decide(&standings.results_of_first()));
        let (running, next, finish) = (HashSet::new(), 0, decided.map(MatchEnd::Decided));
        let shared = Mutex::new(Shared { standings, records, running, next, finish });
        let idle = self.slots.iter().map(|_| IdleEngines::new(self.contestants));
        let failed = Pool::new(&|| false).bound_to(&self.slots).run(idle, |idle| {
            let Some(fixture) = next_fixture(&shared, stop_flags) else { return Ok(ControlFlow::Break(())) };
            self.play_one(idle, fixture, &shared, stop_flags, listener)
                // The other games are abandoned.
                .inspect_err(|_| stop_flags.abandon.store(true, Ordering::SeqCst))
                .map(ControlFlow::Continue)
        });
        failed?;
        let Shared { standings, finish, .. } = shared.into_inner();
        let all = standings.games() >= standings.schedule().games();
        let usual = if all { MatchEnd::Played } else { MatchEnd::Interrupted };
        Ok((standings, finish.unwrap_or(usual)))
    }

    fn play_one(
        &self,
        idle: &mut IdleEngines<'_>,
        fixture: Fixture,
        shared: &Mutex<Shared>,
        stop_flags: &StopFlags,
        listener: &Listener<'_>,
    ) -> Result<(), TournamentError> {
        let opening = self.openings.opening(fixture.opening);
        let mut white = self.take(idle, fixture.players[0], &opening.line)?;
        let mut black = self.take(idle, fixture.players[1], &opening.line)?;
        {
            // Events are delivered one at a time, in order.
            let _in_turn = shared.lock();
            listener(&MatchEvent::Started { fixture, opening: &opening });
        }
        let played = play([&mut white, &mut black], opening.line, &self.rules, &stop_flags.abandon);
        let faulty = played.ending.fault();
        let recorded = if played.ending == GameEnd::Abandoned {
            shared.lock().running.remove(&fixture.game);
            Ok(())
        } else {
            let guilty = faulty.map(|(color, _)| if color == Color::White { &white } else { &black });
            let (transcript, failure) =
                match guilty.map(|player| self.save_transcript(fixture, player, &played)) {
                    Some(Err(error)) => (None, Err(error)),
                    saved => (saved.and_then(Result::ok).flatten(), Ok(())),
                };
            self.record(fixture, opening.number, &played, transcript, shared, stop_flags, listener)
                .and(failure)
        };
        let is_guilty = |color: Color| faulty.is_some_and(|(guilty, _)| guilty == color);
        idle.put(fixture.players[0], white, is_guilty(Color::White));
        idle.put(fixture.players[1], black, is_guilty(Color::Black));
        recorded
    }

    fn take(
        &self,
        idle: &mut IdleEngines<'_>,
        number: usize,
        opening: &Line,
    ) -> Result<Player, TournamentError> {
        let name = &self.contestants[number].name;
        let player = idle.take(number).map_err(|error| TournamentError::Engine(name.clone(), error))?;
        if opening.start().is_chess960()
            && EngineOption::find(player.session.options(), "UCI_Chess960").is_err()
        {
            return Err(TournamentError::NoChess960(name.clone()));
        }
        Ok(player)
    }

    /// Records a game, in the journal first, and reports it.
    #[expect(clippy::too_many_arguments, reason = "everything that is known of one game")]
    fn record(
        &self,
        fixture: Fixture,
        opening: usize,
        played: &FinishedGame,
        transcript: Option<PathBuf>,
        shared: &Mutex<Shared>,
        stop_flags: &StopFlags,
        listener: &Listener<'_>,
    ) -> Result<(), TournamentError> {
        let mut entry = self.entry(fixture, opening, played);
        let mut shared = shared.lock();
        shared.running.remove(&fixture.game);
        let Shared { records, standings, .. } = &mut *shared;
        if records.pgn.is_some() {
            entry.pgn = self.pgn(fixture, played);
        }
        if let Some(journal) = &mut records.journal {
            journal.add(&entry).map_err(TournamentError::Journal)?;
        }
        if let Some((path, file)) = &mut records.pgn {
            file.add(&entry.pgn).map_err(|error| TournamentError::File(path.clone(), error))?;
        }
        standings.add(&entry);
        let decision = self.sprt.and_then(|sprt| sprt.decide(&standings.results_of_first()));
        let faulty = self.strict && entry.fault.is_some();
        listener(&MatchEvent::Finished { entry: &entry, standings, transcript });
        let finish = decision.map(MatchEnd::Decided).or(faulty.then_some(MatchEnd::Fault));
        if shared.finish.is_none() && finish.is_some() {
            shared.finish = finish;
            stop_flags.abandon.store(true, Ordering::SeqCst);
        }
        Ok(())
    }
}

/// Returns the next game that is not in progress or played; none when the match is over for this slot.
fn next_fixture(shared: &Mutex<Shared>, stop_flags: &StopFlags) -> Option<Fixture> {
    let mut shared = shared.lock();
    if stop_flags.finish.load(Ordering::SeqCst)
        || stop_flags.abandon.load(Ordering::SeqCst)
        || shared.finish.is_some()
    {
        return None;
    }
    let all = shared.standings.schedule().games();
    let game = (shared.next..all)
        .find(|&game| !shared.standings.contains(game) && !shared.running.contains(&game))?;
    shared.next = game + 1;
    shared.running.insert(game);
    Some(shared.standings.schedule().fixture(game))
}
