//! What can be wrong with a command, in words for whoever sent it.

use std::fmt;

use heirloom_chess::notation::fen::FenError;
use heirloom_chess::notation::uci::UciMoveError;

/// What is wrong with a line whose first word was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// `setoption` without a name.
    OptionNameMissing,
    /// `position` without `startpos` or `fen`.
    PositionMissing,
    /// `debug` without `on` or `off`.
    DebugUnclear,
    /// The FEN is none, or not of a legal position.
    Fen {
        /// As given.
        fen: String,
        /// What is wrong with it.
        error: FenError,
    },
    /// A move of `position` is not legal where it is played.
    Move {
        /// Counted from 1.
        number: usize,
        /// As given.
        text: String,
        /// What is wrong with it.
        error: UciMoveError,
    },
    /// A number of `go` is missing or none.
    Number {
        /// Whose it is, such as `wtime`.
        keyword: String,
        /// What was found in its place; `None` at the end of the line.
        found: Option<String>,
    },
    /// A word of `go` means nothing.
    UnknownGoToken(String),
    /// A move of `searchmoves` is not legal.
    SearchMove {
        /// As given.
        text: String,
        /// What is wrong with it.
        error: UciMoveError,
    },
}

/// So much of a token is repeated in a message.
const QUOTED: usize = 60;

/// The beginning of what was given, fit for one line.
pub(crate) fn quoted(text: &str) -> String {
    let clean = text.chars().take(QUOTED).map(|letter| if letter.is_control() { '?' } else { letter });
    let mut quoted: String = clean.collect();
    if text.chars().nth(QUOTED).is_some() {
        quoted.push_str("...");
    }
    quoted
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::OptionNameMissing => {
                write!(f, "setoption needs \"name\" and the name of an option")
            }
            CommandError::PositionMissing => write!(f, "position needs \"startpos\" or \"fen\""),
            CommandError::DebugUnclear => write!(f, "debug needs \"on\" or \"off\""),
            CommandError::Fen { fen, error } => write!(f, "illegal FEN \"{}\": {error}", quoted(fen)),
            CommandError::Move { number, text, error } => {
                write!(f, "illegal move {number} \"{}\": {error}", quoted(text))
            }
            CommandError::Number { keyword, found: Some(found) } => {
                write!(f, "go {keyword} needs a whole number, not \"{}\"; ignored", quoted(found))
            }
            CommandError::Number { keyword, found: None } => {
                write!(f, "go {keyword} needs a whole number; ignored")
            }
            CommandError::UnknownGoToken(token) => {
                write!(f, "go does not know \"{}\"; ignored", quoted(token))
            }
            CommandError::SearchMove { text, error } => {
                write!(f, "searchmoves \"{}\": {error}; ignored", quoted(text))
            }
        }
    }
}

impl std::error::Error for CommandError {}
