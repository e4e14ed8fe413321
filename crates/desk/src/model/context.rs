//! What the parts of the model share: engines, the wake-up call, messages, and what they ask of each other.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use heirloom_chess::game::Game;
use heirloom_chess::{Move, Position};
use heirloom_engine::Limits;

use super::file_kind::FileKind;
use super::found_move::FoundMove;
use super::notice::{Notice, Notices};
use super::stored::{Deleted, Replaced};
use super::worker::WakeFn;
use crate::roster::Roster;

/// What every part may use.
pub struct Context {
    /// The engines.
    pub roster: Arc<dyn Roster>,
    /// Requests a frame, for work on other threads.
    pub wake: WakeFn,
    /// Messages to the user.
    pub notices: Notices,
    /// Whether engines report the inside of their searches, because a window shows it.
    pub insights: bool,
    /// Whether moves are noted with the figures of RDChess's journal.
    pub figures: bool,
    /// The user's name in games; empty if it is not known.
    pub user: String,
    effects: VecDeque<Effect>,
}

/// What one part asks of others. The model carries it out when the part has returned.
#[derive(Debug)]
pub enum Effect {
    /// The board shows another position, which the analysis follows.
    Moved,
    /// Plays a move on the board for the user: the user's own, or one that an engine has found.
    Enter(Move, Option<FoundMove>),
    /// The opening library is asked for a move before the engine of the side to move searches.
    Consult,
    /// The user has played a move in a position, which the library may learn.
    Learn(Box<Position>, Move),
    /// Shows a game that is not being played.
    Show(Box<Game>),
    /// The analysis finds a move within these limits and plays it for the side to move.
    MoveForUser(Box<Limits>),
    /// The analysis ends its search for a hint or a move with what it has found.
    Hurry,
    /// The analysis gives up its search for a hint or a move.
    Cancel,
    /// The analysis stops.
    StopAnalysis,
    /// Shows a move as a hint.
    Hint(Option<Move>),
    /// The analysis continues if it has nothing else to do.
    Resume,
    /// Opens a file that has no games.
    Open(PathBuf, FileKind),
    /// Lists the games of a file that was opened.
    List(PathBuf),
    /// A game was cut out of a file, or put back there (true).
    Cut(Deleted, bool),
    /// A tag of a game was set in its file.
    Changed(Replaced),
    /// A file was written; if its games are listed, the list is no longer right.
    Written(PathBuf),
    /// Analyzes with this engine as well, which has just been remembered.
    AnalyzeWith(String),
    /// Sets options (name and value) of this engine wherever it is running.
    SetOptions(String, Vec<(String, String)>),
}

impl Context {
    /// Creates the context of a new model.
    pub fn new(roster: Arc<dyn Roster>, wake: WakeFn) -> Context {
        Context {
            roster,
            wake,
            notices: Notices::default(),
            insights: false,
            figures: false,
            user: String::new(),
            effects: VecDeque::new(),
        }
    }

    /// Shows a message to the user.
    pub fn notify(&mut self, notice: Notice) {
        self.notices.push(notice);
    }

    /// Asks something of other parts.
    pub fn ask(&mut self, effect: Effect) {
        // The analysis follows the board once, wherever it ends up.
        if !matches!((&effect, self.effects.back()), (Effect::Moved, Some(Effect::Moved))) {
            self.effects.push_back(effect);
        }
    }

    /// Takes the first of the effects that are still to be carried out.
    pub fn next_effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }
}
