//! Where a game is stored in a file, and how it is written there: in its place or at the end, and never half
//! of a file.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use heirloom_files::{Replacement, is_compressed};
use serde::{Deserialize, Serialize};

/// The place of a game in its file, and a hash of its text: only text that is still the same is overwritten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stored {
    offset: u64,
    length: u64,
    mark: u64,
}

/// A game that was deleted from a file, which can be put back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deleted {
    /// The file.
    pub path: PathBuf,
    /// Where it was, in bytes.
    pub offset: u64,
    /// Its text, with the blank lines after it.
    pub text: Vec<u8>,
}

/// What is wrong with a file that is no longer the one that was listed.
pub const CHANGED: &str = "the file has changed; list its games again";

/// A game whose text in a file was changed, which can be undone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replaced {
    /// The file.
    pub path: PathBuf,
    /// Where the game begins, in bytes.
    pub offset: u64,
    /// Its text before the change.
    pub before: Vec<u8>,
    /// Its text now.
    pub after: Vec<u8>,
    /// The tag that was set.
    pub tag: &'static str,
    /// Its value before and now.
    pub values: [String; 2],
}

impl Stored {
    /// Returns the place after a change in the file, and whether it was this game that was changed.
    pub fn replaced(self, replaced: &Replaced) -> (Stored, bool) {
        let begin = replaced.offset..replaced.offset + replaced.before.len() as u64;
        if begin.contains(&self.offset) {
            let blanks = replaced.after.len() - replaced.after.trim_ascii_start().len();
            let (offset, text) = (replaced.offset + blanks as u64, replaced.after.trim_ascii());
            return (Stored { offset, length: text.len() as u64, mark: mark(text) }, true);
        }
        let moved = self.offset + replaced.after.len() as u64;
        let offset =
            if self.offset < replaced.offset { self.offset } else { moved - replaced.before.len() as u64 };
        (Stored { offset, ..self }, false)
    }

    /// Reads the text within a range of a file, without the blanks around it.
    pub fn read(path: &Path, range: Range<u64>) -> io::Result<Stored> {
        let bytes = bytes(path, range.start, range.end.saturating_sub(range.start))?;
        let blanks = bytes.len() - bytes.trim_ascii_start().len();
        let text = bytes.trim_ascii();
        Ok(Stored { offset: range.start + blanks as u64, length: text.len() as u64, mark: mark(text) })
    }

    /// Returns the place after this many bytes at an offset were cut out, or put back; none if the game was
    /// among them.
    pub fn moved(self, offset: u64, length: u64, back: bool) -> Option<Stored> {
        match (self.offset < offset, back) {
            (true, _) => Some(self),
            (false, true) => Some(Stored { offset: self.offset + length, ..self }),
            (false, false) => {
                let moved = self.offset.checked_sub(length).filter(|moved| *moved >= offset)?;
                Some(Stored { offset: moved, ..self })
            }
        }
    }

    fn is_there(&self, path: &Path) -> bool {
        bytes(path, self.offset, self.length)
            .is_ok_and(|bytes| bytes.len() as u64 == self.length && mark(&bytes) == self.mark)
    }
}

/// Reads a part of a file, which is shorter where the file ends.
pub fn bytes(path: &Path, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns a hash that identifies a text (FNV-1a), the same in every version of the program.
fn mark(text: &[u8]) -> u64 {
    text.iter()
        .fold(0xcbf2_9ce4_8422_2325, |mark, byte| (mark ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Writes a text into a file: over the earlier text of the same game, or at the end. Fails if the file cannot
/// be written; the old file is then untouched.
pub fn store(path: &Path, before: Option<Stored>, text: &str) -> Result<Stored, String> {
    let reason = |error: io::Error| error.to_string();
    if is_compressed(path) {
        return Err("compressed files are read-only; choose another name".into());
    }
    let (length, old) = match File::open(path) {
        Ok(file) => match file.metadata().map_err(reason)? {
            metadata if metadata.is_file() => (metadata.len(), Some(BufReader::with_capacity(1 << 18, file))),
            // Devices are only written to; a folder is refused there.
            _ => (0, None),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => (0, None),
        Err(error) => return Err(reason(error)),
    };
    let replaced = before.filter(|stored| stored.is_there(path));
    let (begin, end) =
        replaced.map_or((length, length), |stored| (stored.offset, stored.offset + stored.length));
    let blank = match (replaced, begin) {
        (Some(_), _) | (None, 0) => "",
        (None, _) => missing_blank(&bytes(path, length.saturating_sub(2), 2).map_err(reason)?),
    };
    let write = || -> io::Result<()> {
        let mut new = Replacement::begin(path)?;
        if let Some(mut old) = old {
            io::copy(&mut (&mut old).take(begin), &mut new)?;
            new.write_all(blank.as_bytes())?;
            new.write_all(text.as_bytes())?;
            old.seek(SeekFrom::Start(end))?;
            if io::copy(&mut old, &mut new)? == 0 {
                new.write_all(b"\n\n")?;
            }
        } else {
            new.write_all(text.as_bytes())?;
            new.write_all(b"\n\n")?;
        }
        new.finish()
    };
    write().map_err(reason)?;
    Ok(Stored { offset: begin + blank.len() as u64, length: text.len() as u64, mark: mark(text.as_bytes()) })
}

/// Replaces a part of a file that begins at an offset. Fails if the file cannot be written, or if it contains
/// something else there; the file is then untouched.
pub fn splice(path: &Path, offset: u64, before: &[u8], after: &[u8]) -> Result<(), String> {
    let reason = |error: io::Error| error.to_string();
    let mut old = BufReader::with_capacity(1 << 18, File::open(path).map_err(reason)?);
    let mut new = Replacement::begin(path).map_err(reason)?;
    let copied = io::copy(&mut (&mut old).take(offset), &mut new).map_err(reason)?;
    let mut found = Vec::new();
    (&mut old).take(before.len() as u64).read_to_end(&mut found).map_err(reason)?;
    if copied != offset || found != before {
        return Err(CHANGED.into());
    }
    new.write_all(after).map_err(reason)?;
    io::copy(&mut old, &mut new).map_err(reason)?;
    new.finish().map_err(reason)
}

/// Returns what a file with this end needs before another game.
pub fn missing_blank(end: &[u8]) -> &'static str {
    match end {
        [] | b"\n\n" => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    }
}
