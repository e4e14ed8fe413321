//! Games of a listed file that are copied, added to another file, deleted, and put back.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn;
use heirloom_files::is_compressed;
use heirloom_games::{Index, IndexEntry};

use super::fetch;
use crate::model::stored::{CHANGED, Deleted, Replaced, bytes, missing_blank, splice, store};
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
    splice(&path, entry.offset, &text, &[])?;
    Ok(Edited::Deleted(Deleted { path, offset: entry.offset, text }))
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

/// Puts a deleted game back: in its place or, if no game begins there anymore, at the end of the file.
/// Fails if the file cannot be written.
pub fn restore(mut deleted: Deleted) -> Result<Edited, String> {
    let reason = |error: io::Error| error.to_string();
    let Deleted { path, offset, text } = &mut deleted;
    if !is_between_games(path, *offset).map_err(reason)? {
        *offset = std::fs::metadata(&path).map_err(reason)?.len();
        let end = bytes(path, offset.saturating_sub(2), 2).map_err(reason)?;
        text.splice(..0, missing_blank(&end).bytes());
    }
    splice(path, *offset, &[], text)?;
    Ok(Edited::Restored(deleted))
}

/// Returns true if a game begins at an offset of a file, or if it ends there after a blank line.
fn is_between_games(path: &Path, offset: u64) -> io::Result<bool> {
    let near = offset.min(4);
    let (before, after) = (bytes(path, offset - near, near)?, bytes(path, offset, 1)?);
    let follows_blank = offset == 0 || before.ends_with(b"\n\n") || before.ends_with(b"\r\n\r\n");
    Ok(before.len() as u64 == near && follows_blank && matches!(after[..], [] | [b'[']))
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
