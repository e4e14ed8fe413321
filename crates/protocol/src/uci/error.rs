//! Errors in UCI commands, with messages for users.

use std::fmt;

use heirloom_chess::notation::fen::FenError;
use heirloom_chess::notation::uci::UciMoveError;

use crate::text::excerpt;

/// What is wrong with a line whose command is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// `setoption` without a name.
    OptionNameMissing,
    /// `position` without `startpos` or `fen`.
    PositionMissing,
    /// `debug` without `on` or `off`.
    DebugUnclear,
    /// The FEN is malformed, or its position is not legal.
    Fen {
        /// The FEN as given.
        fen: String,
        /// What is wrong with it.
        error: FenError,
    },
    /// A move of `position` is illegal.
    Move {
        /// The number of the move, starting at 1.
        number: usize,
        /// The move as given.
        text: String,
        /// What is wrong with it.
        error: UciMoveError,
    },
    /// A number of `go` is missing or malformed.
    Number {
        /// Its keyword, such as `wtime`.
        keyword: String,
        /// The token in its place; `None` at the end of the line.
        found: Option<String>,
    },
    /// An unknown keyword of `go`.
    UnknownGoToken(String),
    /// A move of `searchmoves` is illegal.
    SearchMove {
        /// The move as given.
        text: String,
        /// What is wrong with it.
        error: UciMoveError,
    },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::OptionNameMissing => {
                write!(f, "setoption needs \"name\" and the name of an option")
            }
            CommandError::PositionMissing => write!(f, "position needs \"startpos\" or \"fen\""),
            CommandError::DebugUnclear => write!(f, "debug needs \"on\" or \"off\""),
            CommandError::Fen { fen, error } => write!(f, "illegal FEN \"{}\": {error}", excerpt(fen)),
            CommandError::Move { number, text, error } => {
                write!(f, "illegal move {number} \"{}\": {error}", excerpt(text))
            }
            CommandError::Number { keyword, found: Some(found) } => {
                write!(f, "go {keyword} needs a whole number, not \"{}\"; ignored", excerpt(found))
            }
            CommandError::Number { keyword, found: None } => {
                write!(f, "go {keyword} needs a whole number; ignored")
            }
            CommandError::UnknownGoToken(token) => {
                write!(f, "go does not know \"{}\"; ignored", excerpt(token))
            }
            CommandError::SearchMove { text, error } => {
                write!(f, "searchmoves \"{}\": {error}; ignored", excerpt(text))
            }
        }
    }
}

impl std::error::Error for CommandError {}
