//! The journal of a match: a line of JSON for its settings and one for each finished game, so that a match that was killed goes on where it was.
//!
//! A kill in the middle of a line loses that line only: the game is played again. Nothing that was written is ever changed.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use web_time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::standings::GameEntry;

/// What the first line says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Names the format; always [`FORMAT`].
    pub format: String,
    /// Everything that decides what is played, by name. A match with other settings is another match.
    pub settings: BTreeMap<String, String>,
    /// The words that started the match, so that it can be resumed without them.
    pub arguments: Vec<String>,
    /// The folder in which it was started; relative names in `arguments` count from there.
    pub folder: PathBuf,
    /// How long the file for games was before the match, in bytes; what follows there is ours.
    pub pgn_begin: u64,
}

/// The name and version of the format.
pub const FORMAT: &str = "heirloom-match-1";

/// Between two games the file is brought to the disk at most so often: a kill loses nothing either way, a power cut at most these games.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// It cannot be read or written.
    Io(PathBuf, io::Error),
    /// Another program writes to it.
    Locked(PathBuf),
    /// A line is not what it should be; its number.
    Line(PathBuf, usize, String),
    /// It is the journal of another match: the names of what differs, with the values of the journal and of this match.
    Settings(PathBuf, Vec<Difference>),
}

/// A setting that two matches do not share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What it is called.
    pub name: String,
    /// The journal's value.
    pub journal: Option<String>,
    /// The value now.
    pub now: Option<String>,
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::Io(path, error) => write!(f, "journal {}: {error}", path.display()),
            JournalError::Locked(path) => {
                write!(f, "journal {} is in use; the match is already running", path.display())
            }
            JournalError::Line(path, line, error) => {
                write!(f, "journal {}, line {line}: {error}; not a match journal, or damaged", path.display())
            }
            JournalError::Settings(path, differences) => {
                write!(f, "journal {} belongs to a match with different settings:", path.display())?;
                for Difference { name, journal, now } in differences {
                    let none = || "nothing".to_owned();
                    write!(
                        f,
                        " {name} was {}, now {};",
                        journal.clone().unwrap_or_else(none),
                        now.clone().unwrap_or_else(none)
                    )?;
                }
                write!(f, " resume with the original settings, or name another journal")
            }
        }
    }
}

impl std::error::Error for JournalError {}

/// An open journal. While it is open, no other program can open it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    synced: Instant,
}

impl Journal {
    /// Opens a journal, and begins it if there is none yet. Hands back its header and the games that were played before.
    ///
    /// # Errors
    /// A file that cannot be used, is no journal, or belongs to a match with other settings.
    pub fn open(path: &Path, header: &Header) -> Result<(Journal, Header, Vec<GameEntry>), JournalError> {
        let failed = |error| JournalError::Io(path.to_owned(), error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Locked(path.to_owned())),
            // Some file systems have no locks; that is no reason not to play.
            Err(TryLockError::Error(_)) => {}
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let (found, games, length) = parse(path, &text)?;
        // What a kill tore apart is cut off, so that the next line begins on its own.
        file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        let mut journal = Journal { path: path.to_owned(), file, synced: Instant::now() };
        match found {
            Some(found) => {
                let differences = differences(&found.settings, &header.settings);
                if !differences.is_empty() {
                    return Err(JournalError::Settings(path.to_owned(), differences));
                }
                Ok((journal, found, games))
            }
            None => {
                journal.write(header)?;
                Ok((journal, header.clone(), Vec::new()))
            }
        }
    }

    /// Reads only the header; none if the file has none yet.
    ///
    /// # Errors
    /// A file that cannot be read or is no journal.
    pub fn read_header(path: &Path) -> Result<Option<Header>, JournalError> {
        let text = std::fs::read(path).map_err(|error| JournalError::Io(path.to_owned(), error))?;
        Ok(parse(path, &text)?.0)
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// A disk that is full or gone.
    pub fn add(&mut self, game: &GameEntry) -> Result<(), JournalError> {
        self.write(game)
    }

    fn write(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let failed = |error| JournalError::Io(self.path.clone(), error);
        let mut line = serde_json::to_vec(value).map_err(|error| failed(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).map_err(failed)?;
        if self.synced.elapsed() >= SYNC_INTERVAL {
            self.file.sync_data().map_err(failed)?;
            self.synced = Instant::now();
        }
        Ok(())
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // The lines are written; only a power cut could still take them.
        let _ = self.file.sync_data();
    }
}

/// The header, the games, and the length of all whole lines in bytes.
fn parse(path: &Path, text: &[u8]) -> Result<(Option<Header>, Vec<GameEntry>, u64), JournalError> {
    let (mut header, mut games, mut length) = (None, Vec::<GameEntry>::new(), 0);
    for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if line.last() != Some(&b'\n') {
            break;
        }
        let broken = |error: String| JournalError::Line(path.to_owned(), index + 1, error);
        if header.is_none() {
            let found: Header = serde_json::from_slice(line).map_err(|error| broken(error.to_string()))?;
            if found.format != FORMAT {
                return Err(broken(format!("its format is '{}', expected '{FORMAT}'", found.format)));
            }
            header = Some(found);
        } else {
            games.push(serde_json::from_slice(line).map_err(|error| broken(error.to_string()))?);
        }
        length += line.len() as u64;
    }
    if header.is_none()
        && !text.is_empty()
        && !text.starts_with(b"{\"format\":")
        && !b"{\"format\":".starts_with(text)
    {
        // A file of somebody's that has nothing to do with us is left alone.
        return Err(JournalError::Line(path.to_owned(), 1, "it does not start with a journal header".into()));
    }
    Ok((header, games, length))
}

fn differences(journal: &BTreeMap<String, String>, now: &BTreeMap<String, String>) -> Vec<Difference> {
    let mut names: Vec<&String> = journal.keys().chain(now.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let differs = names.into_iter().filter(|&name| journal.get(name) != now.get(name));
    differs
        .map(|name| Difference {
            name: name.clone(),
            journal: journal.get(name).cloned(),
            now: now.get(name).cloned(),
        })
        .collect()
}
