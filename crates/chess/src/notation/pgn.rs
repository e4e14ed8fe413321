//! Portable Game Notation (PGN): files of games with tags, variations, comments and annotations.
//!
//! A [`Reader`] reads any input and reports to a [`Visitor`], so counting or filtering games builds nothing;
//! [`Reader::games`] builds a [`Game`] from each. An error affects only its game: it has line, column and
//! reason, and the next call continues with the next tag section. [`write()`] writes a game in the export
//! format.
//!
//! The reader follows the 1994 standard and, where files deviate, accepts what can be understood without
//! guessing.

mod builder;
mod encoding;
mod error;
mod header;
mod movetext;
pub(in crate::notation) mod nonstandard;
mod reader;
mod recovery;
mod source;
mod tags;
#[cfg(test)]
mod tests;
mod tokens;
mod visitor;
mod writer;

pub use builder::Games;
pub use encoding::{Text, decode};
pub use error::{PgnError, PgnReason, TextPlace};
pub use reader::Reader;
pub use visitor::{Flow, Played, Visitor};
pub use writer::{to_string, write, write_tag};

use crate::game::Game;
use error::Result;

/// The longest word (move, number, tag name) accepted, in bytes; the standard's own limit.
pub const MAX_WORD: usize = 255;
/// The longest tag value, in bytes.
pub const MAX_TAG_VALUE: usize = 16 * 1024;
/// The maximum number of tags of a game.
pub const MAX_TAGS: usize = 1000;
/// The longest comment, in bytes.
pub const MAX_COMMENT: usize = 1024 * 1024;
/// The maximum nesting depth of variations.
pub const MAX_NESTING: usize = 10_000;
/// The maximum number of moves of a game, including variations.
pub const MAX_MOVES: usize = 1_000_000;

/// Reads the first game of a text; none if the text has no game.
///
/// # Errors
/// Why the game is rejected.
///
/// ```
/// use heirloom_chess::notation::pgn;
/// let game = pgn::parse("1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 *").unwrap().unwrap();
/// assert_eq!(game.main_line().count(), 4);
/// ```
pub fn parse(text: &str) -> Option<Result<Game, PgnError>> {
    Reader::new(text.as_bytes()).games().next()
}
