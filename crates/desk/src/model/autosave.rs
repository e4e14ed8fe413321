//! The copy of the game on disk: written half a second after each change, and found again at the next start.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use web_time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::clocks::Clocks;
use super::players::Player;
use super::stored::{Stored, missing_blank};
use super::worker::WakeFn;
use crate::writer::Writer;

/// The file of the game on the board.
const GAME: &str = "game.json";
/// The file of games that were replaced on the board without having been saved.
const UNSAVED: &str = "unsaved.pgn";
/// The states (players, clocks and place) of those of them that were being played, one a line.
const STATES: &str = "unsaved.jsonl";
/// The file of games of matches that name no file.
const MATCHES: &str = "matches.pgn";
/// The desk that has locked this file keeps its game in the folder.
const LOCK: &str = "lock";
/// The number of desks that can keep a game at a time.
const DESKS: usize = 20;
/// How long after a change it is written.
const DELAY: Duration = Duration::from_millis(500);

/// A game with its state, as it is kept.
#[derive(Serialize, Deserialize)]
pub struct SavedGame {
    /// The game.
    pub pgn: String,
    /// The path to the place on the board: for each move, its index among the alternatives.
    pub way: Vec<usize>,
    /// The file it came from or was written to.
    pub file: Option<PathBuf>,
    /// Its place there.
    #[serde(default)]
    pub stored: Option<Stored>,
    /// Whether it has changes that are in no file.
    pub changed: bool,
    /// Who plays it.
    pub players: [Player; 2],
    /// Whether it is being played.
    pub playing: bool,
    /// Whether Black is at the bottom.
    pub flipped: bool,
    /// The clocks.
    pub clocks: Clocks,
}

/// An order to the thread that writes.
#[derive(Debug)]
enum Order {
    Keep(String),
    /// A game, and its state if it was being played.
    Shelve(String, Option<String>),
}

/// Writes the game into a folder, on a thread of its own.
#[derive(Debug, Default)]
pub struct Autosave {
    folder: PathBuf,
    /// Held open: the lock ends with the program.
    _lock: Option<File>,
    writer: Option<Writer<Order>>,
    /// Why writing has begun to fail.
    errors: Option<Receiver<String>>,
    /// The version of the game that was kept last.
    version: u64,
    due: Option<Instant>,
}

impl Autosave {
    /// Keeps the game in a folder from now on, or within it if another desk is open; returns the game that is
    /// kept there. Fails if the folder cannot be used.
    pub fn open(folder: &Path, wake: &WakeFn) -> std::io::Result<(Autosave, Option<SavedGame>)> {
        let (folder, lock) = free(folder)?;
        let text = std::fs::read_to_string(folder.join(GAME)).ok();
        let saved = text.and_then(|text| serde_json::from_str(&text).ok());
        Ok((Autosave::start(folder, lock, wake), saved))
    }

    /// Returns true if another desk keeps its game in this folder.
    pub fn is_second(&self, folder: &Path) -> bool {
        self.folder != folder
    }

    fn start(folder: PathBuf, lock: Option<File>, wake: &WakeFn) -> Autosave {
        let (report, errors) = mpsc::channel();
        let (place, wake) = (folder.clone(), WakeFn::clone(wake));
        let mut failing = false;
        let write = move |order| {
            let written = match order {
                Order::Keep(text) => heirloom_files::replace(&place.join(GAME), text.as_bytes()),
                Order::Shelve(text, state) => append(&place.join(UNSAVED), &text)
                    .and_then(|()| state.map_or(Ok(()), |state| append(&place.join(STATES), &state))),
            };
            if let Err(error) = &written
                && !failing
            {
                let _ = report.send(error.to_string());
                wake();
            }
            failing = written.is_err();
        };
        let (writer, errors) = (Writer::start("autosave", write), Some(errors));
        Autosave { folder, _lock: lock, writer, errors, version: 0, due: None }
    }

    fn order(&self, order: Order) {
        let _ = self.writer.as_ref().map(|writer| writer.send(order));
    }

    /// Returns how long until there is something to write.
    pub fn rest(&self, now: Instant) -> Option<Duration> {
        self.due.map(|due| due.saturating_duration_since(now))
    }

    /// Returns the folder and the reason if writing has begun to fail.
    pub fn write_error(&self) -> Option<(PathBuf, String)> {
        let reason = self.errors.as_ref()?.try_recv().ok()?;
        Some((self.folder.clone(), reason))
    }

    /// Notes that the game of this version is kept.
    pub fn mark_kept(&mut self, version: u64) {
        (self.version, self.due) = (version, None);
    }

    /// Returns true if the game, which has this version, is to be written now.
    pub fn is_due(&mut self, version: u64, now: Instant) -> bool {
        let changed = self.writer.is_some() && self.version != version;
        changed && now >= *self.due.get_or_insert(now + DELAY)
    }

    /// Writes the game.
    pub fn keep(&self, saved: &SavedGame) {
        if let Ok(text) = serde_json::to_string(saved) {
            self.order(Order::Keep(text));
        }
    }

    /// Adds a game to the shelf of those that were replaced unsaved, with its state if it was being played.
    pub fn shelve(&self, pgn: String, state: Option<&SavedGame>) {
        self.order(Order::Shelve(pgn, state.and_then(|state| serde_json::to_string(state).ok())));
    }

    /// Returns the state of a game on the shelf, if it was being played.
    pub fn shelved(&self, pgn: &str) -> Option<SavedGame> {
        let states = std::fs::read_to_string(self.folder.join(STATES)).unwrap_or_default();
        let mut known = states.lines().rev().filter_map(|line| serde_json::from_str::<SavedGame>(line).ok());
        known.find(|saved| saved.pgn == pgn)
    }

    /// Returns the file of the shelf.
    pub fn shelf(&self) -> Option<PathBuf> {
        self.writer.as_ref().map(|_| self.folder.join(UNSAVED))
    }

    /// Returns the file of the games of matches that name no file.
    pub fn matches(&self) -> Option<PathBuf> {
        self.writer.as_ref().map(|_| self.folder.join(MATCHES))
    }
}

/// Appends a game; one that a kill has broken off before is ended by a blank line.
fn append(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = File::options().create(true).read(true).append(true).open(path)?;
    let mut end = Vec::new();
    file.seek(SeekFrom::Start(file.metadata()?.len().saturating_sub(2)))?;
    file.read_to_end(&mut end)?;
    file.write_all(format!("{}{}\n\n", missing_blank(&end), text.trim_end()).as_bytes())
}

/// Returns the first folder that no other desk keeps a game in, with its lock: this one, or one within it. A
/// folder that cannot be locked counts as free.
fn free(folder: &Path) -> std::io::Result<(PathBuf, Option<File>)> {
    let places =
        std::iter::once(folder.to_owned()).chain((2..=DESKS).map(|number| folder.join(number.to_string())));
    for place in places {
        std::fs::create_dir_all(&place)?;
        let lock = File::options().create(true).append(true).open(place.join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => return Ok((place, Some(lock))),
            Err(std::fs::TryLockError::WouldBlock) => {}
            Err(std::fs::TryLockError::Error(_)) => return Ok((place, None)),
        }
    }
    Err(std::io::Error::other("too many instances of Heirloom are running; close one"))
}

#[cfg(test)]
mod tests;
