//! The engines of a match: where they come from, how they are started and started again, and which of them sit idle.

use std::fmt;
use std::thread;
use std::time::Duration;

use heirloom_engine::{Engine, EngineError, EngineOption, Session, Transcript};

use crate::clock::TimeControl;
use crate::game::Player;

/// Makes an engine, so that one that crashed can be started anew. What is said to it and by it goes to the transcript.
pub type Factory = Box<dyn Fn(&Transcript) -> Result<Box<dyn Engine>, EngineError> + Send + Sync>;

/// One of those who play.
pub struct Contestant {
    /// The name in records.
    pub name: String,
    /// Where its engines come from.
    pub factory: Factory,
    /// How much it may think.
    pub control: TimeControl,
    /// How much too late a move may come.
    pub margin: Duration,
    /// May it think in its opponent's time, if it can?
    pub ponder: bool,
    /// Is it started anew for each game?
    pub restart: bool,
}

impl fmt::Debug for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Contestant({}, {})", self.name, self.control)
    }
}

/// The pauses before an engine that does not start is tried again: the system may be short of something for a moment.
const PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(2)];

impl Contestant {
    /// Starts an engine and a session for it.
    ///
    /// # Errors
    /// An engine that cannot be started or refuses an option.
    pub fn player(&self) -> Result<Player, EngineError> {
        let transcript = Transcript::new();
        let mut session = Session::start((self.factory)(&transcript)?)?;
        let can_ponder = EngineOption::find(session.options(), "Ponder").is_ok();
        if self.ponder && can_ponder {
            session.set_option("Ponder", "true")?;
        }
        let ponder = self.ponder && can_ponder;
        Ok(Player {
            name: self.name.clone(),
            session,
            control: self.control,
            margin: self.margin,
            ponder,
            transcript,
        })
    }

    /// [`Contestant::player`], tried several times.
    ///
    /// # Errors
    /// The last failure.
    fn player_in_the_end(&self) -> Result<Player, EngineError> {
        let mut outcome = self.player();
        for pause in PAUSES {
            if outcome.is_ok() {
                break;
            }
            thread::sleep(pause);
            outcome = self.player();
        }
        outcome
    }
}

/// So many engines may sit idle beside those that play, so that a tournament of many does not start them all the time.
const MOST_IDLE: usize = 4;

/// The engines that one slot has started.
pub(crate) struct Bench<'a> {
    contestants: &'a [Contestant],
    /// The latest used last.
    players: Vec<(usize, Player)>,
    /// Which contestants have been started here before, and so can be.
    started: Vec<bool>,
}

impl<'a> Bench<'a> {
    pub(crate) fn new(contestants: &'a [Contestant]) -> Bench<'a> {
        Bench { contestants, players: Vec::new(), started: vec![false; contestants.len()] }
    }

    /// Takes an engine from the bench, or starts it.
    pub(crate) fn take(&mut self, number: usize) -> Result<Player, EngineError> {
        if let Some(place) = self.players.iter().position(|(known, _)| *known == number) {
            return Ok(self.players.remove(place).1);
        }
        let contestant = &self.contestants[number];
        let player = if self.started[number] { contestant.player_in_the_end() } else { contestant.player() }?;
        self.started[number] = true;
        Ok(player)
    }

    /// Puts an engine back after a game, unless it has to be started anew for the next.
    pub(crate) fn put(&mut self, number: usize, player: Player, faulty: bool) {
        if faulty || self.contestants[number].restart {
            return;
        }
        self.players.push((number, player));
        if self.players.len() > MOST_IDLE {
            self.players.remove(0);
        }
    }
}
