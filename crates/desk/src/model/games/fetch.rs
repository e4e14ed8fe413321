//! One game of a listed file, wherever in it, packed or not.

use std::io::{self, Read};
use std::path::Path;

use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn::{self, PgnError};
use heirloom_files::is_packed;
use heirloom_games::Entry;

use crate::model::task::Progress;

/// Reads the game of an entry. A packed file has to be read from its beginning.
///
/// # Errors
/// Why it cannot be read, or is refused.
pub fn game(path: &Path, entry: &Entry, progress: &Progress) -> Result<Game, String> {
    let read = if is_packed(path) { unpacked(path, entry, progress) } else { entry.read(path) };
    match read {
        Ok(Ok(game)) => Ok(game),
        Ok(Err(mut error)) => {
            // The game was read by itself: its first line is its own.
            error.place.line += entry.line.saturating_sub(1);
            Err(error.to_string())
        }
        Err(error) => Err(error.to_string()),
    }
}

fn unpacked(path: &Path, entry: &Entry, progress: &Progress) -> io::Result<Result<Game, PgnError>> {
    let mut input = progress.open(path)?;
    io::copy(&mut (&mut input).take(entry.offset), &mut io::sink())?;
    let mut text = Vec::new();
    input.take(entry.length.into()).read_to_end(&mut text)?;
    let mut games = pgn::Reader::new(text.as_slice()).games();
    games.next().ok_or_else(|| io::Error::new(io::ErrorKind::UnexpectedEof, "the file has become shorter: list its games anew"))
}
