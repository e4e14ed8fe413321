//! Games written into files: each in its place, or at the end; in the background, and never half of a file.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use heirloom_chess::notation::pgn;
use heirloom_files::{Replacement, is_packed};
use serde::{Deserialize, Serialize};

use super::Model;
use super::notice::Notice;
use super::record::Record;
use super::task::Task;

/// Where a game stands in its file, and what stands there: only what is still the same is ever written over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stored {
    offset: u64,
    length: u64,
    mark: u64,
}

impl Stored {
    /// The text within a range of a file, without the blanks around it.
    fn read(path: &Path, range: Range<u64>) -> io::Result<Stored> {
        let bytes = bytes(path, range.start, range.end.saturating_sub(range.start))?;
        let blanks = bytes.len() - bytes.trim_ascii_start().len();
        let text = bytes.trim_ascii();
        Ok(Stored { offset: range.start + blanks as u64, length: text.len() as u64, mark: mark(text) })
    }

    fn is_there(&self, path: &Path) -> bool {
        bytes(path, self.offset, self.length)
            .is_ok_and(|bytes| bytes.len() as u64 == self.length && mark(&bytes) == self.mark)
    }
}

fn bytes(path: &Path, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Tells texts apart (FNV-1a); the same in every version of the program.
fn mark(text: &[u8]) -> u64 {
    text.iter()
        .fold(0xcbf2_9ce4_8422_2325, |mark, byte| (mark ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Games on their way into files.
#[derive(Debug, Default)]
pub struct Saving {
    task: Option<Task<Result<Stored, String>>>,
    /// The file, and the number and revision of the game.
    what: Option<(PathBuf, u64, u64)>,
    /// A file to be written once the one before is done.
    next: Option<PathBuf>,
}

impl Record {
    /// The game was read from this place of a file.
    pub(super) fn came_from(&mut self, path: &Path, place: Range<u64>) {
        // A packed file is only read.
        if !is_packed(path) {
            (self.file, self.stored) = (Some(path.into()), Stored::read(path, place).ok());
        }
    }
}

/// Writes a text into a file: over what stood for the same game before, or at the end.
fn store(path: &Path, before: Option<Stored>, text: &str) -> Result<Stored, String> {
    let told = |error: io::Error| error.to_string();
    if is_packed(path) {
        return Err("compressed files are read-only; choose another name".into());
    }
    let (length, old) = match File::open(path) {
        Ok(file) => match file.metadata().map_err(told)? {
            metadata if metadata.is_file() => (metadata.len(), Some(BufReader::with_capacity(1 << 18, file))),
            // Devices are only written to; a folder is refused there.
            _ => (0, None),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => (0, None),
        Err(error) => return Err(told(error)),
    };
    let replaced = before.filter(|stored| stored.is_there(path));
    let (begin, end) =
        replaced.map_or((length, length), |stored| (stored.offset, stored.offset + stored.length));
    let blank = match (replaced, begin) {
        (Some(_), _) | (None, 0) => "",
        (None, _) => missing_blank(&bytes(path, length.saturating_sub(2), 2).map_err(told)?),
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
    write().map_err(told)?;
    Ok(Stored { offset: begin + blank.len() as u64, length: text.len() as u64, mark: mark(text.as_bytes()) })
}

/// What a file that ends so needs before another game.
pub(super) fn missing_blank(end: &[u8]) -> &'static str {
    match end {
        [] | b"\n\n" => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    }
}

impl Model {
    /// Writes the game on the board into a file, in the background.
    pub(super) fn save(&mut self, path: PathBuf) {
        if self.saving.task.is_some() {
            self.saving.next = Some(path);
            return;
        }
        let record = &self.record;
        let before = record.stored.filter(|_| record.file.as_ref() == Some(&path));
        let text = pgn::to_string(record.game()).trim_end().to_owned();
        self.saving.what = Some((path.clone(), record.id(), record.revision()));
        self.saving.task = Some(Task::start(&self.wake, move |_| store(&path, before, &text)));
    }

    pub(super) fn poll_saving(&mut self) {
        if let Some(done) = Task::finish(&mut self.saving.task) {
            self.stored(done);
        }
    }

    fn stored(&mut self, done: Result<Stored, String>) {
        let Some((path, id, revision)) = self.saving.what.take() else { return };
        match done {
            Ok(stored) => {
                if self.record.id() == id {
                    (self.record.file, self.record.stored) = (Some(path.clone()), Some(stored));
                    self.record.saved(revision);
                }
                self.list_again(&path);
                self.tell(Notice::Saved(path));
            }
            Err(reason) => self.tell(Notice::File(path, reason)),
        }
        if let Some(next) = self.saving.next.take() {
            self.save(next);
        }
    }

    /// Waits until what is to be saved has been: at the end of the program.
    pub fn finish_saving(&mut self) {
        while let Some(done) = Task::wait(&mut self.saving.task) {
            self.stored(done);
        }
    }
}

#[cfg(test)]
mod tests;
