//! Reads one game of a listed file, packed or not.

use std::io::{self, Read};
use std::path::Path;

use heirloom_files::is_compressed;
use heirloom_games::{IndexEntry, LoadedGame};

use crate::model::task::Progress;

/// Reads the game of an entry. A packed file has to be read from its beginning. Fails if the game cannot be
/// read.
pub fn game(path: &Path, entry: &IndexEntry, progress: &Progress) -> Result<LoadedGame, String> {
    let read = if is_compressed(path) { unpacked(path, entry, progress) } else { entry.read(path) };
    read.map_err(|error| error.to_string())
}

fn unpacked(path: &Path, entry: &IndexEntry, progress: &Progress) -> io::Result<LoadedGame> {
    let mut input = progress.open(path)?;
    io::copy(&mut (&mut input).take(entry.offset), &mut io::sink())?;
    entry.read_from(input)
}
