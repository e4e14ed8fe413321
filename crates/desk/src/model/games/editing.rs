//! Games of a listed file that are copied, added to another file, deleted, and put back.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn;
use heirloom_files::{Replacement, is_compressed};
use heirloom_games::{Index, IndexEntry};

use super::fetch;
use crate::model::stored::{Deleted, Replaced, store};
use crate::model::task::Progress;

/// What was done with a game.
#[derive(Debug)]
pub enum Edited {
    /// Its text, for the clipboard.
    Copied(String),
    /// It was added to this file.
    Added(PathBuf),
    /// It was deleted.
    Deleted(Deleted),
    /// It is back.
    Restored(Deleted),
    /// A tag was changed.
    Changed(Replaced),
}

/// What is wrong with a file that is no longer the one that was listed.
pub const CHANGED: &str = "the file has changed; list its games again";

/// Reads a game as text. Fails if it cannot be read.
pub fn text(path: &Path, entry: &IndexEntry, progress: &Progress) -> Result<String, String> {
    Ok(pgn::to_string(&fetch::game(path, entry, progress)?.game))
}

/// Adds a game to another file. Fails if one of the files cannot be used.
pub fn add(path: &Path, entry: &IndexEntry, to: PathBuf, progress: &Progress) -> Result<Edited, String> {
    store(&to, None, text(path, entry, progress)?.trim_end())?;
    Ok(Edited::Added(to))
}

/// Deletes a game from its file. Fails if the file cannot be written, or if it is no longer the one that was
/// listed.
pub fn delete(path: PathBuf, index: &Index, entry: &IndexEntry) -> Result<Edited, String> {
    check(&path, index, entry)?;
    let reason = |error: io::Error| error.to_string();
    let text = with_blanks(&path, entry.offset, u64::from(entry.length)).map_err(reason)?;
    let deleted = Deleted { offset: entry.offset, text, path };
    rewrite(&deleted, false).map_err(reason)?;
    Ok(Edited::Deleted(deleted))
}

/// Reads a game. Fails if its file cannot be changed, or if it is no longer the one that was listed.
pub fn check(path: &Path, index: &Index, entry: &IndexEntry) -> Result<Game, String> {
    if is_compressed(path) {
        return Err("compressed files are read-only".into());
    }
    let loaded = entry.read(path).map_err(|error| error.to_string())?;
    let is_same = ["White", "Black", "Event", "Date"].iter().all(|tag| {
        let read = loaded.game.tags().get(tag).unwrap_or_default();
        known(index.tag(entry, tag)) == known(read)
    });
    if is_same { Ok(loaded.game) } else { Err(CHANGED.into()) }
}

/// Returns the value of a tag, or none if it says that it is not known.
fn known(value: &str) -> Option<&str> {
    Some(value.trim()).filter(|value| !value.is_empty() && !value.starts_with('?'))
}

/// Puts a deleted game back. Fails if the file cannot be written.
pub fn restore(deleted: Deleted) -> Result<Edited, String> {
    rewrite(&deleted, true).map_err(|error| error.to_string())?;
    Ok(Edited::Restored(deleted))
}

/// Reads a range of a file, and the blanks that follow it.
fn with_blanks(path: &Path, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut file = BufReader::new(File::open(path)?);
    file.seek(SeekFrom::Start(offset))?;
    let mut text = Vec::new();
    (&mut file).take(length).read_to_end(&mut text)?;
    for byte in file.bytes() {
        let byte = byte?;
        if !byte.is_ascii_whitespace() {
            break;
        }
        text.push(byte);
    }
    Ok(text)
}

/// Writes the file with the game or without it.
fn rewrite(deleted: &Deleted, with: bool) -> io::Result<()> {
    let mut old = BufReader::with_capacity(1 << 18, File::open(&deleted.path)?);
    let mut new = Replacement::begin(&deleted.path)?;
    io::copy(&mut (&mut old).take(deleted.offset), &mut new)?;
    if with {
        new.write_all(&deleted.text)?;
    } else {
        old.seek(SeekFrom::Start(deleted.offset + deleted.text.len() as u64))?;
    }
    io::copy(&mut old, &mut new)?;
    new.finish()
}
