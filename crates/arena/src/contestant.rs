//! The engines of a match: how they are created, started and restarted, and which are kept idle.

use std::fmt;
use std::thread;
use std::time::Duration;

use heirloom_engine::{Engine, EngineError, EngineOption, Session, Transcript};

use crate::clock::TimeControl;
use crate::game::Player;

/// Creates an engine, again after a crash. Its communication goes to the transcript.
pub type Factory = Box<dyn Fn(&Transcript) -> Result<Box<dyn Engine>, EngineError> + Send + Sync>;

/// A participant in a match.
pub struct Contestant {
    /// The name for records.
    pub name: String,
    /// Creates its engines.
    pub factory: Factory,
    /// Its time control.
    pub control: TimeControl,
    /// The tolerance for moves that exceed the time.
    pub margin: Duration,
    /// True if it may ponder, provided the engine can.
    pub ponder: bool,
    /// True if it is restarted for each game.
    pub restart: bool,
}

impl fmt::Debug for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Contestant({}, {})", self.name, self.control)
    }
}

/// Pauses before retrying an engine that failed to start: the system may be short of a resource for a moment.
const RETRY_PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(2)];

impl Contestant {
    /// Starts an engine and its session. Fails if the engine cannot be started or refuses an option.
    pub fn player(&self) -> Result<Player, EngineError> {
        let transcript = Transcript::new();
        let mut session = Session::start((self.factory)(&transcript)?)?;
        let can_ponder = EngineOption::find(session.options(), "Ponder").is_ok();
        let ponder = self.ponder && can_ponder;
        if ponder {
            session.set_option("Ponder", "true")?;
        }
        Ok(Player {
            name: self.name.clone(),
            session,
            control: self.control,
            margin: self.margin,
            ponder,
            transcript,
        })
    }

    /// Like [`Contestant::player`], but retries. Fails with the last error.
    fn player_or_retry(&self) -> Result<Player, EngineError> {
        RETRY_PAUSES.into_iter().fold(self.player(), |outcome, pause| {
            outcome.or_else(|_| {
                thread::sleep(pause);
                self.player()
            })
        })
    }
}

/// Number of idle engines kept, so that a large tournament does not restart engines all the time.
const MAX_IDLE: usize = 4;

/// The engines started by one slot.
pub(crate) struct IdleEngines<'a> {
    contestants: &'a [Contestant],
    /// Ordered by last use, latest last.
    players: Vec<(usize, Player)>,
    /// Contestants started here before; failures to start them are worth a retry.
    started: Vec<bool>,
}

impl<'a> IdleEngines<'a> {
    pub(crate) fn new(contestants: &'a [Contestant]) -> IdleEngines<'a> {
        IdleEngines { contestants, players: Vec::new(), started: vec![false; contestants.len()] }
    }

    /// Takes an idle engine, or starts one.
    pub(crate) fn take(&mut self, number: usize) -> Result<Player, EngineError> {
        if let Some(place) = self.players.iter().position(|(known, _)| *known == number) {
            return Ok(self.players.remove(place).1);
        }
        let contestant = &self.contestants[number];
        let player = if self.started[number] { contestant.player_or_retry() } else { contestant.player() }?;
        self.started[number] = true;
        Ok(player)
    }

    /// Keeps an engine after a game, unless it has to be restarted for the next.
    pub(crate) fn put(&mut self, number: usize, player: Player, faulty: bool) {
        if faulty || self.contestants[number].restart {
            return;
        }
        self.players.push((number, player));
        if self.players.len() > MAX_IDLE {
            self.players.remove(0);
        }
    }
}
