//! The copies of the games on disk: written half a second after each change, and found again at the next
//! start.

mod orders;

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use web_time::{Duration, Instant};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::clocks::Clocks;
use super::history::History;
use super::players::Player;
use super::stored::Stored;
use super::worker::WakeFn;
use crate::writer::Writer;
use orders::{Order, STATES, TABS, UNSAVED, changes_file, game_file};

/// The file of games of matches that name no file.
const MATCHES: &str = "matches.pgn";
/// The desk that has locked this file keeps its games in the folder.
const LOCK: &str = "lock";
/// The number of desks whose games can be kept at a time.
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
    /// The number of the history of its changes, and the lines that the history had.
    #[serde(default)]
    pub changes: Option<(u64, usize)>,
}

/// The tabs as they are kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedTabs {
    /// The keys of the games, in the order of the tabs.
    pub keys: Vec<u32>,
    /// The one on the board.
    pub active: u32,
}

/// What was kept.
pub struct Kept {
    /// The keys in the order of the tabs, with the games and their changes. A tab that was just opened has
    /// none yet.
    pub games: Vec<(u32, Option<(SavedGame, History)>)>,
    /// The key of the one on the board.
    pub active: u32,
}

/// What the games of a desk share: the folder and the thread that writes.
#[derive(Debug)]
struct Shared {
    folder: PathBuf,
    /// Held open: the lock ends with the program.
    _lock: Option<File>,
    writer: Option<Writer<Order>>,
    /// Why writing has begun to fail.
    errors: Mutex<Receiver<String>>,
}

/// Writes a game into a folder, on a thread that all games share.
#[derive(Debug, Default)]
pub struct Autosave {
    shared: Option<Arc<Shared>>,
    key: u32,
    /// The version of the game that was kept last.
    version: u64,
    due: Option<Instant>,
}

impl Autosave {
    /// Keeps games in a folder from now on, or within it if another desk is open; returns what is kept there.
    /// Fails if the folder cannot be used.
    pub fn open(folder: &Path, wake: &WakeFn) -> std::io::Result<(Autosave, Kept)> {
        let (folder, lock) = free(folder)?;
        let tabs = read_json(&folder.join(TABS)).unwrap_or(SavedTabs { keys: vec![0], active: 0 });
        let saved = |key: u32| {
            let game: SavedGame = read_json(&folder.join(game_file(key)))?;
            let history = read_history(&folder, key, &game);
            Some((game, history))
        };
        let kept =
            Kept { games: tabs.keys.iter().map(|&key| (key, saved(key))).collect(), active: tabs.active };
        Ok((Autosave::start(folder, lock, wake), kept))
    }

    /// Returns true if another desk keeps its game in this folder.
    pub fn is_second(&self, folder: &Path) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.folder != folder)
    }

    fn start(folder: PathBuf, lock: Option<File>, wake: &WakeFn) -> Autosave {
        let (report, errors) = mpsc::channel();
        let (place, wake) = (folder.clone(), WakeFn::clone(wake));
        let (mut failing, mut numbers) = (false, HashMap::new());
        let write = move |batch| {
            for order in orders::merged(batch) {
                let written = orders::carry_out(&place, &mut numbers, order);
                if let Err(error) = &written
                    && !failing
                {
                    let _ = report.send(error.to_string());
                    wake();
                }
                failing = written.is_err();
            }
        };
        let (writer, errors) = (Writer::start("autosave", write), Mutex::new(errors));
        let shared = Some(Arc::new(Shared { folder, _lock: lock, writer, errors }));
        Autosave { shared, ..Autosave::default() }
    }

    /// Returns what keeps another game, under this key.
    pub fn other(&self, key: u32) -> Autosave {
        Autosave { shared: self.shared.clone(), key, ..Autosave::default() }
    }

    /// Returns the key of the game.
    pub fn key(&self) -> u32 {
        self.key
    }

    fn writer(&self) -> Option<&Writer<Order>> {
        self.shared.as_ref()?.writer.as_ref()
    }

    fn order(&self, order: Order) {
        let _ = self.writer().map(|writer| writer.send(order));
    }

    /// Returns how long until there is something to write.
    pub fn rest(&self, now: Instant) -> Option<Duration> {
        self.due.map(|due| due.saturating_duration_since(now))
    }

    /// Returns the folder and the reason if writing has begun to fail.
    pub fn write_error(&self) -> Option<(PathBuf, String)> {
        let shared = self.shared.as_ref()?;
        let reason = shared.errors.lock().try_recv().ok()?;
        Some((shared.folder.clone(), reason))
    }

    /// Notes that the game of this version is kept.
    pub fn mark_kept(&mut self, version: u64) {
        (self.version, self.due) = (version, None);
    }

    /// Returns true if the game, which has this version, is to be written now.
    pub fn is_due(&mut self, version: u64, now: Instant) -> bool {
        let changed = self.writer().is_some() && self.version != version;
        changed && now >= *self.due.get_or_insert(now + DELAY)
    }

    /// Writes the game, and the changes that are not in its file yet.
    pub fn keep(&self, saved: &SavedGame, history: &mut History) {
        if let Ok(text) = serde_json::to_string(saved) {
            let lines = history.take_unwritten();
            self.order(Order::Keep(self.key, text, history.extent().0, lines));
        }
    }

    /// Writes the list of tabs.
    pub fn keep_tabs(&self, tabs: &SavedTabs) {
        if let Ok(text) = serde_json::to_string(tabs) {
            self.order(Order::Tabs(text));
        }
    }

    /// Keeps the game no longer.
    pub fn forget(&self) {
        self.order(Order::Forget(self.key));
    }

    /// Adds a game to the shelf of those that were replaced unsaved, with its state if it was being played.
    pub fn shelve(&self, pgn: String, state: Option<&SavedGame>) {
        self.order(Order::Shelve(pgn, state.and_then(|state| serde_json::to_string(state).ok())));
    }

    /// Returns the state of a game on the shelf, if it was being played.
    pub fn shelved(&self, pgn: &str) -> Option<SavedGame> {
        let states = std::fs::read_to_string(self.file(STATES)?).unwrap_or_default();
        let mut known = states.lines().rev().filter_map(|line| serde_json::from_str::<SavedGame>(line).ok());
        known.find(|saved| saved.pgn == pgn)
    }

    /// Returns the file of the shelf.
    pub fn shelf(&self) -> Option<PathBuf> {
        self.file(UNSAVED)
    }

    /// Returns the file of the games of matches that name no file.
    pub fn matches(&self) -> Option<PathBuf> {
        self.file(MATCHES)
    }

    fn file(&self, name: &str) -> Option<PathBuf> {
        let shared = self.shared.as_ref().filter(|shared| shared.writer.is_some())?;
        Some(shared.folder.join(name))
    }
}

fn read_json<T: for<'a> Deserialize<'a>>(path: &Path) -> Option<T> {
    serde_json::from_str(&std::fs::read_to_string(path).ok()?).ok()
}

/// Reads the changes of a game. What was written after the game is cut off, so that more can follow.
fn read_history(folder: &Path, key: u32, game: &SavedGame) -> History {
    let Some((number, lines)) = game.changes else { return History::default() };
    let path = folder.join(changes_file(key, number));
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let end = text.split_inclusive('\n').take(lines).map(str::len).sum::<usize>();
    let history = History::read(&text[..end], (number, lines));
    if end < text.len() && heirloom_files::replace(&path, &text.as_bytes()[..end]).is_err() {
        return History::default();
    }
    history
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
