//! What the desk has to tell a person, as values; the texts know the words.

use std::path::PathBuf;

use heirloom_chess::Color;
use heirloom_chess::notation::fen::FenRemark;
use heirloom_chess::notation::san::SanError;

use super::{Model, Stage};

/// One message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// What was typed is no move here, and why.
    Typed(SanError),
    /// It is not this player's turn, or the game is over.
    NotNow,
    /// There is nothing to take back.
    NothingToTakeBack,
    /// There is nothing to undo.
    NothingToUndo,
    /// Nobody is thinking.
    NobodyThinks,
    /// The game could not be changed, and why.
    Refused(String),
    /// An engine could not be started, or broke off; the game waits.
    EngineFailed {
        /// Its name.
        name: String,
        /// What happened.
        reason: String,
    },
    /// The engine that looks at the board for a person could not be started, or broke off.
    AnalysisFailed {
        /// Its name.
        name: String,
        /// What happened.
        reason: String,
    },
    /// An engine has something to say.
    EngineSaid(String),
    /// The engine will be asked for a draw together with its next move.
    DrawAsked,
    /// An engine offers a draw.
    DrawOffered(Color),
    /// The engine does not want a draw.
    DrawRefused,
    /// What was pasted is neither a position nor a game, and why.
    Pasted(String),
    /// The position had to be repaired, and how.
    Repaired(Vec<FenRemark>),
    /// The game on the board is damaged, where and why.
    Damaged(String),
    /// There is no such file.
    NoFile(PathBuf),
    /// A file has no game with this index.
    NoGame(PathBuf, usize),
    /// A file cannot be used, and why.
    File(PathBuf, String),
    /// The opening library cannot be read or written, and why.
    Library(String),
    /// What was to be changed is the library of the program, which has no file.
    LibraryWithoutFile,
    /// A Polyglot book cannot be changed.
    BookIsFixed,
    /// Learning begins at a known position, and this one is not.
    NotInLibrary,
    /// A match needs two engines.
    TwoEngines,
    /// There is no position to solve.
    NoPositions,
    /// The first line of a suite that cannot be used, and how many there are.
    WrongPositions(String, usize),
    /// The game has no moves.
    NothingToReview,
    /// There is no review of the game on the board.
    NoReview,
    /// There is no bad move in this direction.
    NoMistake,
    /// There is no puzzle to be solved.
    NoPuzzle,
    /// A person's progress with puzzles cannot be read or kept, and why.
    Progress(String),
    /// The settings of the desk could not be understood, and why; where they are kept now, or nothing is written any more.
    SettingsBroken {
        /// What is wrong.
        reason: String,
        /// The other name of the file.
        kept: Option<PathBuf>,
    },
    /// Another program leads the game.
    Serving,
    /// There is no file for the configuration.
    NoConfiguration,
    /// Something else has to be finished first.
    NotYet,
    /// The last game was restored.
    Recovered,
    /// The game cannot be kept in this folder, and why.
    NotKept(PathBuf, String),
    /// No game has made room for another one without having been saved.
    NoEarlierGames,
    /// A file that comes with the program is missing: this one.
    NotIncluded(&'static str),
    /// Moves are tried on a copy of the game that is over.
    TriedOut,
    /// A game that was never saved has been put into this file.
    Shelved(PathBuf),
    /// No program of the system plays sounds.
    NoSound,
    /// A file has been written.
    Saved(PathBuf),
}

impl Notice {
    /// Is it true until something else happens, whatever is done meanwhile?
    fn lasts(&self) -> bool {
        matches!(
            self,
            Notice::EngineFailed { .. }
                | Notice::EngineSaid(_)
                | Notice::DrawAsked
                | Notice::DrawOffered(_)
                | Notice::Damaged(_)
                | Notice::Progress(_)
                | Notice::SettingsBroken { .. }
                | Notice::NotKept(..)
        )
    }

    /// Has something gone wrong?
    pub fn is_trouble(&self) -> bool {
        !matches!(
            self,
            Notice::Saved(_)
                | Notice::EngineSaid(_)
                | Notice::Repaired(_)
                | Notice::Recovered
                | Notice::TriedOut
                | Notice::Shelved(_)
                | Notice::DrawAsked
                | Notice::DrawOffered(_)
        )
    }
}

impl Model {
    /// Something has been done, and well: the first `before` of all messages go.
    pub(super) fn drop_notices(&mut self, before: usize) {
        let new = (self.messages - before).min(self.notices.len());
        let new = self.notices.split_off(self.notices.len() - new);
        if !new.iter().any(Notice::is_trouble) {
            self.notices.retain(Notice::lasts);
        }
        self.notices.extend(new);
    }

    /// Messages about a game go when they are no longer true of it.
    pub(super) fn check_notices(&mut self) {
        let (offer, stage, damaged) = (self.table.offer, self.stage, self.damaged == Some(self.record.id()));
        self.notices.retain(|notice| match notice {
            Notice::DrawAsked => stage == Stage::Playing && offer.is_some(),
            Notice::DrawOffered(color) => stage == Stage::Playing && offer == Some(*color),
            Notice::EngineFailed { .. } => stage == Stage::Playing,
            Notice::Damaged(_) => damaged,
            _ => true,
        });
    }
}
