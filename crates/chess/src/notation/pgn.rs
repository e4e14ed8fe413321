//! Portable game notation: files of games with tags, variations, comments and marks.
//!
//! A [`Reader`] walks through any input and tells a [`Visitor`] what it meets, so that counting or filtering games builds nothing;
//! [`Reader::games`] builds a [`Game`] of each. A broken game costs only itself: its error has line, column and reason, and the next
//! call goes on with the next tag section. [`write()`] puts a game into the export format.
//!
//! What is read follows the standard of 1994, and where files differ from it, as much as can be understood without guessing.

mod builder;
mod encoding;
mod error;
mod header;
mod movetext;
pub(in crate::notation) mod odd;
mod reader;
mod recovery;
mod source;
#[cfg(test)]
mod tests;
mod tokens;
mod visitor;
mod writer;

pub use builder::Games;
pub use encoding::{Text, decode, without_control};
pub use error::{PgnError, Place, Reason};
pub use reader::Reader;
pub use visitor::{Flow, Played, Visitor};
pub use writer::{to_string, write};

use crate::game::Game;

/// The longest word (move, number, name of a tag) that is read, in bytes; the standard's own limit.
pub const MAX_WORD: usize = 255;
/// The longest value of a tag, in bytes.
pub const MAX_TAG_VALUE: usize = 16 * 1024;
/// The most tags of a game.
pub const MAX_TAGS: usize = 1000;
/// The longest comment, in bytes.
pub const MAX_COMMENT: usize = 1024 * 1024;
/// The deepest nesting of variations.
pub const MAX_NESTING: usize = 10_000;
/// The most moves of a game, variations included.
pub const MAX_MOVES: usize = 1_000_000;

/// Reads the first game of a text.
///
/// # Errors
/// Why the game is refused; none at all if the text holds no game.
///
/// ```
/// use heirloom_chess::notation::pgn;
/// let game = pgn::parse("1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 *").unwrap().unwrap();
/// assert_eq!(game.main_line().count(), 4);
/// ```
pub fn parse(text: &str) -> Option<Result<Game, PgnError>> {
    Reader::new(text.as_bytes()).games().next()
}
