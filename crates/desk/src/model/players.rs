//! Who sits at the board, and the engines that think for them.

use std::thread::JoinHandle;

use heirloom_app::roster::Own;
use heirloom_chess::Color;
use heirloom_chess::game::GameResult;
use heirloom_engine::{BestMove, EngineError, EngineOption, Info, Progress};

use serde::{Deserialize, Serialize};

use super::inside::Inside;
use super::strength;
use super::worker::{News, WAITING, Wake, Worker};
use crate::roster::Roster;

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Player {
    /// A person at this board.
    #[default]
    Human,
    /// An engine as strong as it can be, by its name in the roster.
    Engine(String),
    /// An engine that is limited to an Elo.
    Limited(String, u32),
}

impl Player {
    /// Its name in records and lists; persons are called `human`.
    pub fn name<'a>(&'a self, human: &'a str) -> &'a str {
        match self {
            Player::Human => human,
            Player::Engine(name) | Player::Limited(name, _) => title(name),
        }
    }

    /// The engine, by its name in the roster; none for persons.
    pub fn engine(&self) -> Option<&str> {
        match self {
            Player::Human => None,
            Player::Engine(name) | Player::Limited(name, _) => Some(name),
        }
    }

    /// The Elo that it is limited to.
    pub fn elo(&self) -> Option<u32> {
        match self {
            Player::Limited(_, elo) => Some(*elo),
            _ => None,
        }
    }

    /// The same engine limited to an Elo, or as strong as it can be.
    pub fn limited_to(&self, elo: Option<u32>) -> Player {
        match (self.engine(), elo) {
            (None, _) => Player::Human,
            (Some(name), Some(elo)) => Player::Limited(name.into(), elo),
            (Some(name), None) => Player::Engine(name.into()),
        }
    }
}

/// The color of the only person at the board, where the other player is an engine.
pub fn person(players: &[Player; 2]) -> Option<Color> {
    match players.each_ref().map(|player| *player == Player::Human) {
        [true, false] => Some(Color::White),
        [false, true] => Some(Color::Black),
        _ => None,
    }
}

/// The name of an engine of the roster as people write it.
pub fn title(id: &str) -> &str {
    Own::find(id).map_or(id, |own| own.name())
}

/// An engine that can be asked, with what it said last.
#[derive(Debug)]
pub struct Seat {
    /// Its name in the roster.
    pub id: String,
    /// The Elo that it is limited to.
    elo: Option<u32>,
    worker: Worker,
    /// What it calls itself, once it has been started.
    pub name: Option<String>,
    /// Its options.
    pub options: Vec<EngineOption>,
    /// What it has reported of its latest search.
    pub progress: Progress,
    /// What its latest search has told of its inside.
    pub inside: Inside,
}

/// What came of an engine.
#[derive(Debug)]
pub enum Answer {
    /// The end of its search.
    Move(BestMove),
    /// It gives the game up.
    Resigns,
    /// It says that the game has ended so.
    Claims(GameResult),
    /// It failed; another one must be started.
    Failed(String),
    /// Something a person should read.
    Said(String),
}

impl Seat {
    /// Starts an engine of the roster, limited to an Elo or as strong as it can be.
    pub fn start(id: &str, elo: Option<u32>, roster: &dyn Roster, wake: &Wake) -> Seat {
        let worker = Worker::start(strength::maker(roster.maker(id), elo), Wake::clone(wake));
        let (progress, inside) = (Progress::default(), Inside::default());
        Seat { id: id.into(), elo, worker, name: None, options: Vec::new(), progress, inside }
    }

    /// An engine that belongs to somebody else: what it says is heard, and nothing is asked of it.
    pub fn silent(id: &str) -> Seat {
        let (progress, inside) = (Progress::default(), Inside::default());
        Seat {
            id: id.into(),
            elo: None,
            worker: Worker::silent(),
            name: None,
            options: Vec::new(),
            progress,
            inside,
        }
    }

    /// What it has said counts no more.
    pub fn forget(&mut self) {
        (self.progress, self.inside) = (Progress::default(), Inside::default());
    }

    /// It begins a search that somebody else has asked for.
    pub fn hear_search(&mut self, line: &heirloom_chess::Line, insights: bool) {
        self.progress = Progress::default();
        self.inside.begin(line, insights);
    }

    /// It has said something about that.
    pub fn hear(&mut self, info: Info) {
        // Whoever asked is told what is to be acted upon.
        let _ = self.note(info);
    }

    /// Asks for a search; what was said before is forgotten.
    pub fn go(&mut self, line: heirloom_chess::Line, limits: heirloom_engine::Limits, insights: bool) {
        self.progress = Progress::default();
        self.inside.begin(&line, insights);
        self.worker.go(line, limits, insights);
    }

    /// Is it thinking?
    pub fn is_thinking(&self) -> bool {
        self.worker.searching().is_some()
    }

    /// Ends its search; the best move still comes.
    pub fn stop(&self) {
        self.worker.stop();
    }

    /// What it was thinking about in advance has come: its clock runs now.
    pub fn ponder_hit(&self) {
        self.worker.ponder_hit();
    }

    /// Begins a new game.
    pub fn new_game(&self) {
        self.worker.new_game();
    }

    /// Lets the engine go, and returns what ends when it has gone.
    pub fn leave(self) -> Option<JoinHandle<()>> {
        self.worker.leave()
    }

    /// Sets an option; a refusal comes as an answer.
    pub fn set_option(&self, name: &str, value: &str) {
        self.worker.set_option(name, value);
    }

    /// Sets an option if the engine has it.
    pub fn wish(&self, name: &str, value: &str) {
        self.worker.wish(name, value);
    }

    /// Reads what it has said; stops at what somebody has to act upon.
    pub fn poll(&mut self) -> Option<Answer> {
        // What an engine that floods says meanwhile has time until the next frame.
        for _ in 0..WAITING {
            match self.worker.poll()? {
                News::Ready { name, options } => (self.name, self.options) = (Some(name), options),
                News::Info(_, info) => {
                    if let Some(answer) = self.note(*info) {
                        return Some(answer);
                    }
                }
                News::Refused(reason) => return Some(Answer::Said(reason)),
                News::Gone(reason) => return Some(Answer::Failed(reason)),
                News::Done(_, Ok(best)) => {
                    self.progress.conclude(best);
                    return Some(Answer::Move(best));
                }
                News::Done(_, Err(EngineError::Stopped)) => {}
                News::Done(_, Err(EngineError::Resigns { .. })) => return Some(Answer::Resigns),
                News::Done(_, Err(EngineError::Claims { result, .. })) => {
                    return Some(Answer::Claims(result));
                }
                News::Done(_, Err(error)) => return Some(Answer::Failed(error.to_string())),
            }
        }
        None
    }

    fn note(&mut self, mut info: Info) -> Option<Answer> {
        self.inside.note(&info);
        if info.insight.take().is_some() {
            return None;
        }
        if info.warning
            && let Some(text) = info.text.take()
        {
            return Some(Answer::Said(text));
        }
        self.progress.note(&info);
        None
    }
}

/// The seats of both sides.
#[derive(Debug, Default)]
pub struct Seats([Option<Seat>; 2]);

impl Seats {
    /// The engine that sits there.
    pub fn of(&self, color: Color) -> Option<&Seat> {
        self.0[color.index()].as_ref()
    }

    /// The same, to be asked.
    pub fn of_mut(&mut self, color: Color) -> Option<&mut Seat> {
        self.0[color.index()].as_mut()
    }

    /// Lets the engine of this player sit there, started if it does not yet; none for persons.
    pub fn seat(&mut self, color: Color, player: &Player, roster: &dyn Roster, wake: &Wake) {
        let seat = &mut self.0[color.index()];
        match player.engine() {
            None => *seat = None,
            Some(id) if seat.as_ref().is_some_and(|seat| seat.id == id && seat.elo == player.elo()) => {}
            Some(id) => *seat = Some(Seat::start(id, player.elo(), roster, wake)),
        }
    }

    /// Takes both engines away.
    pub fn clear(&mut self) -> impl Iterator<Item = Seat> + use<> {
        std::mem::take(&mut self.0).into_iter().flatten()
    }

    /// Lets an engine go that has failed.
    pub fn vacate(&mut self, color: Color) {
        self.0[color.index()] = None;
    }
}
