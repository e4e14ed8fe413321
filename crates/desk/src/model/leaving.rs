//! A game that is being played is left for another one only after a question, and no clock runs meanwhile.

use web_time::Instant;

use heirloom_chess::Color;

use super::games::GamesCommand;
use super::matches::MatchCommand;
use super::puzzles::PuzzleCommand;
use super::suite::SuiteCommand;
use super::{Model, Stage, files};
use crate::command::Command;

/// What becomes of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// It is resigned, then left.
    Resign,
    /// It is left as it is; it can be found again.
    Keep,
    /// It goes on.
    Stay,
}

/// A command that would take the game off the board, and whose clock ran when it came.
#[derive(Debug)]
pub struct HeldBack {
    command: Command,
    clock: Option<Color>,
}

/// Does a command put another game on the board?
fn replaces(command: &Command) -> bool {
    match command {
        Command::Paste(text) => files::is_readable(text),
        Command::NewGame { .. } | Command::SetUp(_) | Command::Open(..) | Command::OpenFile(_) => true,
        Command::Games(command) => matches!(command, GamesCommand::Show(_) | GamesCommand::ShowLast(_)),
        Command::Match(command) => matches!(command, MatchCommand::Show(_)),
        Command::Suite(command) => matches!(command, SuiteCommand::Show(_)),
        Command::Puzzle(command) => matches!(command, PuzzleCommand::Open(..) | PuzzleCommand::Next),
        _ => false,
    }
}

impl Model {
    /// Holds a command back where it would take a game off the board that is being played.
    pub(super) fn hold_back(&mut self, command: Command, now: Instant) -> Option<Command> {
        let is_played =
            self.stage == Stage::Playing && self.record.game().move_count() > 0 && self.serving.is_none();
        if !is_played || !replaces(&command) {
            return Some(command);
        }
        let clock = self.held_back.take().map_or(self.clocks.running(), |before| before.clock);
        self.clocks.pause(now);
        self.held_back = Some(HeldBack { command, clock });
        None
    }

    /// The answer to the question.
    pub(super) fn leave(&mut self, how: Leave, now: Instant) {
        let Some(HeldBack { command, clock }) = self.held_back.take() else { return };
        if how == Leave::Resign {
            self.resign(now);
        }
        if how != Leave::Stay {
            self.carry_out(command, now);
        }
        if self.stage == Stage::Playing
            && let Some(color) = clock
        {
            self.clocks.start(color, now);
        }
    }
}
