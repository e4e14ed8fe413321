//! Messages to the user, as values; the texts put them into words.

use std::path::PathBuf;

use heirloom_chess::Color;
use heirloom_chess::notation::fen::FenRepair;
use heirloom_chess::notation::san::SanError;

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// What was typed is not a legal move, and why.
    Typed(SanError),
    /// It is not this player's turn, or the game is over.
    NotNow,
    /// No engine has found a line of the position yet.
    NoLine,
    /// There is no move to take back.
    NothingToTakeBack,
    /// There is nothing to undo.
    NothingToUndo,
    /// No engine is thinking.
    NobodyThinks,
    /// The game could not be changed, and why.
    Refused(String),
    /// An engine could not be started, or failed; the game waits.
    EngineFailed {
        /// Its name.
        name: String,
        /// What happened.
        reason: String,
    },
    /// The engine that analyzes could not be started, or failed.
    AnalysisFailed {
        /// Its name.
        name: String,
        /// What happened.
        reason: String,
    },
    /// Another desk is open, which keeps the game of last time.
    SecondDesk,
    /// What the user has asked for, in words.
    Said(String),
    /// A message of an engine.
    EngineSaid(String),
    /// The engine will be offered a draw with its next move.
    DrawAsked,
    /// An engine offers a draw.
    DrawOffered(Color),
    /// The engine has declined the draw.
    DrawRefused,
    /// What was pasted is neither a position nor a game, and why.
    Pasted(String),
    /// The position had to be repaired, and how.
    Repaired(Vec<FenRepair>),
    /// The game on the board is damaged, where and why.
    Damaged(String),
    /// There is no such file.
    NoFile(PathBuf),
    /// A file has no game with this index.
    NoGame(PathBuf, usize),
    /// There is already such a file, which is not replaced.
    Exists(PathBuf),
    /// A file cannot be used, and why.
    File(PathBuf, String),
    /// The opening library cannot be read or written, and why.
    Library(String),
    /// The built-in library cannot be changed, since it has no file.
    LibraryWithoutFile,
    /// A Polyglot book cannot be changed.
    BookIsFixed,
    /// The learning mode begins at a known position, and this one is not.
    NotInLibrary,
    /// A match needs at least two engines.
    TwoEngines,
    /// There is no position to solve.
    NoPositions,
    /// What is wrong with the first line of a suite that cannot be used, and the number of such lines.
    WrongPositions(String, usize),
    /// The game has no moves.
    NothingToReview,
    /// There is no review of the game on the board.
    NoReview,
    /// There is no bad move in this direction.
    NoMistake,
    /// No walk through the mistakes has begun.
    NoWalk,
    /// There is no puzzle on the board, or none left.
    NoPuzzle,
    /// No puzzles were found in this number of games.
    NoPuzzlesMade(u64),
    /// The user's progress with puzzles cannot be read or written, and why.
    Progress(String),
    /// No piece can be won.
    NothingHangs,
    /// There is no threat to show: the side to move is in check, or the game is over.
    NoThreat,
    /// The opponent is neither a level nor a character.
    NoLookBack,
    /// The user's rating cannot be read or written, and why.
    OwnRating(String),
    /// The settings could not be understood, and why; and where the old file is kept, or none if nothing is
    /// written.
    SettingsBroken {
        /// What is wrong.
        reason: String,
        /// The new name of the file.
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
    /// There are no games that were replaced without having been saved.
    NoEarlierGames,
    /// This file, which comes with the program, is missing.
    NotIncluded(&'static str),
    /// A game was deleted from this file; it can be put back.
    GameDeleted(PathBuf),
    /// A tag of a game was set in this file.
    TagChanged(PathBuf),
    /// The game in another tab waits until it is continued.
    Interrupted,
    /// Moves are tried on a copy of the finished game.
    TriedOut,
    /// A game that was never saved is kept in this file.
    Shelved(PathBuf),
    /// The system has no program that plays sounds.
    NoSound,
    /// A file has been written.
    Saved(PathBuf),
    /// A line was put into the game.
    Inserted {
        /// The number of plies that are new in the game.
        plies: usize,
        /// Whether they are part of the main line.
        main: bool,
    },
    /// A review was written into the game.
    Annotated {
        /// The number of comments.
        comments: usize,
        /// The number of symbols.
        symbols: usize,
    },
    /// The game has all comments and symbols of its review already.
    AnnotatedAlready,
    /// The review was discarded; it can be restored.
    ReviewDiscarded,
}

impl Notice {
    /// Returns true if the message stays until its cause is gone, whatever the user does meanwhile.
    fn lasts(&self) -> bool {
        matches!(
            self,
            Notice::EngineFailed { .. }
                | Notice::EngineSaid(_)
                | Notice::DrawAsked
                | Notice::DrawOffered(_)
                | Notice::Damaged(_)
                | Notice::Progress(_)
                | Notice::OwnRating(_)
                | Notice::SettingsBroken { .. }
                | Notice::NotKept(..)
        )
    }

    /// Returns true if something has gone wrong.
    pub fn is_warning(&self) -> bool {
        !matches!(
            self,
            Notice::Saved(_)
                | Notice::NothingHangs
                | Notice::Said(_)
                | Notice::SecondDesk
                | Notice::EngineSaid(_)
                | Notice::Repaired(_)
                | Notice::Recovered
                | Notice::TriedOut
                | Notice::Interrupted
                | Notice::GameDeleted(_)
                | Notice::TagChanged(_)
                | Notice::Shelved(_)
                | Notice::DrawAsked
                | Notice::DrawOffered(_)
                | Notice::Inserted { .. }
                | Notice::Annotated { .. }
                | Notice::AnnotatedAlready
                | Notice::ReviewDiscarded
        )
    }
}

/// The messages that are shown, the latest last.
#[derive(Debug, Default)]
pub struct Notices {
    shown: Vec<Notice>,
    /// How many messages there have been.
    count: usize,
}

/// The number of messages kept.
const KEPT: usize = 20;

impl Notices {
    /// Returns the messages, the latest last.
    pub fn all(&self) -> &[Notice] {
        &self.shown
    }

    /// Returns how many messages there have been.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Adds a message.
    pub fn push(&mut self, notice: Notice) {
        if self.shown.len() == KEPT {
            self.shown.remove(0);
        }
        self.count += 1;
        self.shown.push(notice);
    }

    /// Takes the latest message away.
    pub fn dismiss(&mut self) -> Option<Notice> {
        self.shown.pop()
    }

    /// Takes messages away.
    pub fn remove(&mut self, goes: impl Fn(&Notice) -> bool) {
        self.shown.retain(|notice| !goes(notice));
    }

    /// A command was carried out: if it succeeded, the first `before` of all messages go.
    pub fn drop_first(&mut self, before: usize) {
        let new = (self.count - before).min(self.shown.len());
        let new = self.shown.split_off(self.shown.len() - new);
        if !new.iter().any(Notice::is_warning) {
            self.shown.retain(Notice::lasts);
        }
        self.shown.extend(new);
    }

    /// Takes away messages about a game that are no longer true. `playing` is true while the game is being
    /// played, `offer` is the side that offers a draw, and `damaged` is true if the game could be read only
    /// in part.
    pub fn check(&mut self, playing: bool, offer: Option<Color>, damaged: bool) {
        self.shown.retain(|notice| match notice {
            Notice::DrawAsked => playing && offer.is_some(),
            Notice::DrawOffered(color) => playing && offer == Some(*color),
            Notice::EngineFailed { .. } => playing,
            Notice::Damaged(_) => damaged,
            _ => true,
        });
    }
}
