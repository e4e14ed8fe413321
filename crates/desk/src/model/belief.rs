//! The look back at a game: what the opponent, a level or a character, believed of its moves.

use heirloom_app::belief;
use heirloom_chess::game::Game;
use heirloom_chess::{Color, Line};
use heirloom_engine::Score;

use super::context::Context;
use super::notice::Notice;
use super::play::Play;
use super::players;
use super::review::main_line;
use super::task::Job;

/// What can be asked of the look back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LookBackCommand {
    /// Computes what the opponent in the game on the board believed.
    Start,
}

/// An opponent whose beliefs can be computed.
#[derive(Clone, PartialEq, Debug)]
pub struct Opponent {
    /// The side that it plays.
    pub side: Color,
    /// The name of the character; that of the engine for a level.
    pub name: String,
    /// Its Elo.
    pub elo: u32,
}

impl Opponent {
    /// Returns the level or character that plays against a person, if there is one.
    pub fn of(play: &Play, context: &Context) -> Option<Opponent> {
        let side = !players::person(play.players())?;
        let (name, elo) = players::level(play.player(side), context.roster.as_ref())?;
        Some(Opponent { side, name, elo })
    }
}

/// What an opponent believed.
#[derive(Debug, Default)]
pub struct LookBack {
    /// The moves of the game.
    line: Option<Line>,
    /// The name of the opponent.
    name: String,
    /// The scores from White's view, by the index of the move.
    beliefs: Vec<Option<Score>>,
    /// How often something has been found.
    version: u64,
    running: Option<Job<(usize, Score), Option<String>>>,
}

impl LookBack {
    /// Returns another value whenever something has been found.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the opponent's name and what it believed of each move of a game, by the index of the move, if
    /// that was computed.
    pub fn of(&self, game: &Game) -> Option<(&str, &[Option<Score>])> {
        let line = self.line.as_ref().filter(|line| *line.start() == *game.start())?;
        let mut known = line.moves().iter().copied();
        let fits = game.main_line().all(|node| game.mv(node) == known.next()) && known.next().is_none();
        fits.then_some((self.name.as_str(), &self.beliefs))
    }

    /// Carries a command out.
    pub(super) fn apply(&mut self, command: LookBackCommand, play: &Play, context: &mut Context) {
        let LookBackCommand::Start = command;
        let Some(Opponent { side, name, elo }) = Opponent::of(play, context) else {
            return context.notify(Notice::NoLookBack);
        };
        let line = main_line(play.record().game());
        *self = LookBack {
            line: Some(line.clone()),
            name,
            beliefs: vec![None; line.moves().len()],
            version: self.version + 1,
            running: None,
        };
        self.running = Some(Job::start(&context.wake, move |progress, found| {
            let found = |index, score| found.send((index, score)) && !progress.is_stopped();
            belief::of_moves(&line, side, elo, found).err()
        }));
    }

    /// Reads what has been found.
    pub(super) fn poll(&mut self, context: &mut Context) {
        let (found, ended) = Job::poll(&mut self.running);
        self.version += found.len() as u64;
        for (index, score) in found {
            if let Some(place) = self.beliefs.get_mut(index) {
                *place = Some(score);
            }
        }
        if let Some(Some(reason)) = ended {
            context.notify(Notice::Refused(reason));
        }
    }
}
