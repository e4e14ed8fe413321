//! The journal of a match: its settings and each finished game as a line of JSON, so that a killed match can
//! be resumed.
//!
//! A kill in the middle of a line loses only that line: the game is played again. Complete lines are never
//! changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use web_time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::standings::GameEntry;

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The name of the format; always [`FORMAT`].
    pub format: String,
    /// All settings that affect the games, by name. A match with different settings is a different match.
    pub settings: BTreeMap<String, String>,
    /// The command line arguments, so that the match can be resumed without them.
    pub arguments: Vec<String>,
    /// The working directory at the start; relative paths in `arguments` refer to it.
    pub folder: PathBuf,
    /// Length of the PGN file before the match, in bytes; the match's own games follow.
    pub pgn_begin: u64,
}

/// The name and version of the format.
pub const FORMAT: &str = "heirloom-match-1";

/// Minimum interval between syncs to disk. A kill loses nothing either way, a power cut at most the games in
/// between.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("journal {0}: {1}")]
    Io(PathBuf, io::Error),
    /// Another program has it open.
    #[error("journal {0} is in use; the match is already running")]
    Locked(PathBuf),
    /// A line is invalid: its number and why.
    #[error("journal {0}, line {1}: {2}; not a match journal, or damaged; name another file")]
    Line(PathBuf, usize, String),
    /// It belongs to a different match: the settings that differ.
    #[error(
        "journal {} belongs to a match with different settings:{} \
         resume with the original settings, or name another journal",
        .0.display(),
        listed(.1)
    )]
    Settings(PathBuf, Vec<ChangedSetting>),
}

/// A setting that differs between two matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedSetting {
    /// The name of the setting.
    pub name: String,
    /// The journal's value.
    pub journal: Option<String>,
    /// The current value.
    pub now: Option<String>,
}

/// Returns the part of a message that lists differences.
fn listed(differences: &[ChangedSetting]) -> String {
    let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".into());
    let text = |difference: &ChangedSetting| {
        format!(" {} was {}, now {};", difference.name, value(&difference.journal), value(&difference.now))
    };
    differences.iter().map(text).collect()
}

/// An open journal. While it is open, no other program can open it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    synced: Instant,
}

impl Journal {
    /// Opens a journal, and creates it if it does not exist. Returns its header and the games already played.
    /// Fails if the file cannot be used, is no journal, or belongs to a match with different settings.
    pub fn open(path: &Path, header: &Header) -> Result<(Journal, Header, Vec<GameEntry>), JournalError> {
        let failed = |error| JournalError::Io(path.to_owned(), error);
        let opened = open_locked(path).map_err(failed)?;
        let (mut file, text) = opened.ok_or_else(|| JournalError::Locked(path.to_owned()))?;
        let (found, games, length) = parse(path, &text)?;
        truncate(&mut file, length).map_err(failed)?;
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

    /// Reads only the header; none if the file is empty or its first line incomplete. Fails if the file
    /// cannot be read or is no journal.
    pub fn read_header(path: &Path) -> Result<Option<Header>, JournalError> {
        let text = std::fs::read(path).map_err(|error| JournalError::Io(path.to_owned(), error))?;
        Ok(parse(path, &text)?.0)
    }

    /// Adds a finished game. Fails if the file cannot be written.
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

/// Opens the file of a journal, which is created if it does not exist, and reads it. Returns none if another
/// program has it open. A file system that does not support locks is no obstacle. Fails if the file cannot be
/// opened or read.
pub fn open_locked(path: &Path) -> io::Result<Option<(File, Vec<u8>)>> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Ok(None);
    }
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    Ok(Some((file, text)))
}

/// Removes what is behind the complete lines of a journal, which have this length in bytes, and moves to its
/// end. Fails if the file cannot be changed.
pub fn truncate(file: &mut File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::End(0)).map(drop)
}

impl Drop for Journal {
    fn drop(&mut self) {
        // The lines are written; only a power cut could still lose them.
        let _ = self.file.sync_data();
    }
}

/// Returns the header, the games, and the total length of complete lines in bytes.
fn parse(path: &Path, text: &[u8]) -> Result<(Option<Header>, Vec<GameEntry>, u64), JournalError> {
    let (mut header, mut games, mut length) = (None, Vec::<GameEntry>::new(), 0);
    for (index, line) in text.split_inclusive(|&byte| byte == b'\n').enumerate() {
        if line.last() != Some(&b'\n') {
            break;
        }
        let invalid = |error: String| JournalError::Line(path.to_owned(), index + 1, error);
        if header.is_none() {
            let found: Header = serde_json::from_slice(line).map_err(|error| invalid(error.to_string()))?;
            if found.format != FORMAT {
                return Err(invalid(format!("its format is '{}', expected '{FORMAT}'", found.format)));
            }
            header = Some(found);
        } else {
            games.push(serde_json::from_slice(line).map_err(|error| invalid(error.to_string()))?);
        }
        length += line.len() as u64;
    }
    if header.is_none()
        && !text.is_empty()
        && !text.starts_with(b"{\"format\":")
        && !b"{\"format\":".starts_with(text)
    {
        // An unrelated file is left alone.
        return Err(JournalError::Line(path.to_owned(), 1, "it does not start with a journal header".into()));
    }
    Ok((header, games, length))
}

fn differences(journal: &BTreeMap<String, String>, now: &BTreeMap<String, String>) -> Vec<ChangedSetting> {
    let names: BTreeSet<&String> = journal.keys().chain(now.keys()).collect();
    let change = |name: &String| ChangedSetting {
        name: name.clone(),
        journal: journal.get(name).cloned(),
        now: now.get(name).cloned(),
    };
    names.into_iter().filter(|&name| journal.get(name) != now.get(name)).map(change).collect()
}
