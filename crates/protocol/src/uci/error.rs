//! Errors in UCI commands, with messages for users.

use heirloom_chess::notation::fen::FenError;
use heirloom_chess::notation::uci::UciMoveError;

use crate::text::excerpt;

/// What is wrong with a line whose command is known.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// `setoption` without a name.
    #[error("setoption needs \"name\" and the name of an option")]
    OptionNameMissing,
    /// `position` without `startpos` or `fen`.
    #[error("position needs \"startpos\" or \"fen\"")]
    PositionMissing,
    /// `debug` without `on` or `off`.
    #[error("debug needs \"on\" or \"off\"")]
    DebugUnclear,
    /// The FEN is malformed, or its position is not legal.
    #[error("illegal FEN \"{}\": {error}", excerpt(.fen))]
    Fen {
        /// The FEN as given.
        fen: String,
        /// What is wrong with it.
        error: FenError,
    },
    /// A move of `position` is illegal.
    #[error("illegal move {number} \"{}\": {error}", excerpt(.text))]
    Move {
        /// The number of the move, starting at 1.
        number: usize,
        /// The move as given.
        text: String,
        /// What is wrong with it.
        error: UciMoveError,
    },
    /// A number of `go` is missing or malformed.
    #[error("go {keyword} needs a whole number{}; ignored", instead_of(.found.as_deref()))]
    Number {
        /// Its keyword, such as `wtime`.
        keyword: String,
        /// The token in its place; `None` at the end of the line.
        found: Option<String>,
    },
    /// An unknown keyword of `go`.
    #[error("unknown go token \"{}\"; ignored", excerpt(.0))]
    UnknownGoToken(String),
    /// A move of `searchmoves` is illegal.
    #[error("searchmoves \"{}\": {error}; ignored", excerpt(.text))]
    SearchMove {
        /// The move as given.
        text: String,
        /// What is wrong with it.
        error: UciMoveError,
    },
}

/// Returns the part of a message that quotes what was found.
fn instead_of(found: Option<&str>) -> String {
    found.map_or_else(String::new, |found| format!(", not \"{}\"", excerpt(found)))
}
