//! Keeps the game through every end of the program: it is written half a second after each change, and found again at the next start.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use web_time::{Duration, Instant};

use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn;
use serde::{Deserialize, Serialize};

use super::clocks::Clocks;
use super::notice::Notice;
use super::players::Player;
use super::record::Record;
use super::saving::{Stored, missing_blank};
use super::worker::Wake;
use super::{Model, Stage};
use crate::command::Step;

/// Where the game on the board is kept.
const GAME: &str = "game.json";
/// Where games go that made room for another one without having been saved.
const UNSAVED: &str = "unsaved.pgn";
/// How those of them stood that were being played: players, clocks and place, a line for each.
const STATES: &str = "unsaved.jsonl";
/// Where games of matches between engines go that name no file of their own.
const MATCHES: &str = "matches.pgn";
/// Whoever has this file locked keeps its game in the folder.
const LOCK: &str = "lock";
/// So many desks at a time keep a game each.
const DESKS: usize = 20;
/// A change is written this long after it.
const DELAY: Duration = Duration::from_millis(500);

/// A game as it is kept.
#[derive(Serialize, Deserialize)]
struct Saved {
    pgn: String,
    /// The way to the place on the board: at each move, which of its alternatives.
    way: Vec<usize>,
    file: Option<PathBuf>,
    #[serde(default)]
    stored: Option<Stored>,
    changed: bool,
    players: [Player; 2],
    playing: bool,
    flipped: bool,
    clocks: Clocks,
}

/// What the thread is told that writes.
enum Order {
    Keep(String),
    /// A game, and how it stood if it was being played.
    Shelve(String, Option<String>),
}

/// See the file's head.
#[derive(Debug, Default)]
pub struct Keeper {
    folder: PathBuf,
    /// Held open: the lock goes with the program, however that ends.
    _lock: Option<File>,
    writer: Option<(Sender<Order>, JoinHandle<()>)>,
    /// Why nothing can be written, each time that it begins to fail.
    trouble: Option<Receiver<String>>,
    /// What was kept last.
    version: u64,
    due: Option<Instant>,
}

impl Keeper {
    fn start(folder: PathBuf, lock: Option<File>, wake: &Wake) -> Keeper {
        let (orders, inbox) = mpsc::channel();
        let (teller, trouble) = mpsc::channel();
        let (place, wake) = (folder.clone(), Wake::clone(wake));
        let write = move || {
            let mut failing = false;
            for order in inbox {
                let written = match order {
                    Order::Keep(text) => heirloom_files::replace(&place.join(GAME), text.as_bytes()),
                    Order::Shelve(text, state) => append(&place.join(UNSAVED), &text)
                        .and_then(|()| state.map_or(Ok(()), |state| append(&place.join(STATES), &state))),
                };
                if let Err(error) = &written
                    && !failing
                {
                    let _ = teller.send(error.to_string());
                    wake();
                }
                failing = written.is_err();
            }
        };
        let thread = thread::Builder::new().name("keeper".into()).spawn(write).ok();
        Keeper {
            folder,
            _lock: lock,
            writer: thread.map(|thread| (orders, thread)),
            trouble: Some(trouble),
            version: 0,
            due: None,
        }
    }

    fn order(&self, order: Order) {
        if let Some((orders, _)) = &self.writer {
            let _ = orders.send(order);
        }
    }

    /// How long until there is something to write.
    pub fn rest(&self, now: Instant) -> Option<Duration> {
        self.due.map(|due| due.saturating_duration_since(now))
    }
}

impl Drop for Keeper {
    /// Waits until all is written.
    fn drop(&mut self) {
        if let Some((orders, thread)) = self.writer.take() {
            drop(orders);
            let _ = thread.join();
        }
    }
}

/// Adds a game; what a kill has broken off before is ended by a blank line.
fn append(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = File::options().create(true).read(true).append(true).open(path)?;
    let mut end = Vec::new();
    file.seek(SeekFrom::Start(file.metadata()?.len().saturating_sub(2)))?;
    file.read_to_end(&mut end)?;
    file.write_all(format!("{}{}\n\n", missing_blank(&end), text.trim_end()).as_bytes())
}

/// The first folder that no other desk keeps a game in: this one, or one within it. What cannot be locked is nobody's.
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
    Err(std::io::Error::other("too many instances of Heirloom are running"))
}

impl Model {
    /// From now on the game is kept in this folder, or within it if another desk is open; one that is there comes back.
    pub fn keep_in(&mut self, folder: PathBuf) {
        let (folder, lock) = match free(&folder) {
            Ok(place) => place,
            // Nothing is kept, but everything else works.
            Err(error) => return self.tell(Notice::NotKept(folder, error.to_string())),
        };
        let saved =
            std::fs::read_to_string(folder.join(GAME)).ok().and_then(|text| serde_json::from_str(&text).ok());
        self.keeper = Keeper::start(folder, lock, &self.wake);
        if let Some(saved) = saved {
            self.recover(saved);
        }
        self.keeper.version = self.record.version();
    }

    fn recover(&mut self, saved: Saved) {
        let Some(Ok(game)) = pgn::parse(&saved.pgn) else { return };
        let mut record = Record::new(game);
        for alternative in saved.way {
            let child = record.game().children(record.node()).nth(alternative);
            let Some(child) = child else { break };
            record.go(Step::To(child));
        }
        (record.file, record.stored, record.changed) = (saved.file, saved.stored, saved.changed);
        self.record = record;
        (self.players, self.flipped, self.clocks) = (saved.players, saved.flipped, saved.clocks);
        if saved.playing {
            self.stage = Stage::Playing;
            (self.table.idle, self.table.interrupted) = (true, true);
        }
        if self.record.game().move_count() > 0 {
            self.tell(Notice::Recovered);
        }
        self.moved();
    }

    pub(super) fn poll_keeper(&mut self, now: Instant) {
        if let Some(reason) = self.keeper.trouble.as_ref().and_then(|trouble| trouble.try_recv().ok()) {
            self.tell(Notice::NotKept(self.keeper.folder.clone(), reason));
        }
        if self.keeper.writer.is_none() || self.keeper.version == self.record.version() {
            return;
        }
        match self.keeper.due {
            None => self.keeper.due = Some(now + DELAY),
            Some(due) if now >= due => self.keep_now(),
            Some(_) => {}
        }
    }

    /// Writes the game, also where it is not yet time.
    pub fn keep_now(&mut self) {
        (self.keeper.version, self.keeper.due) = (self.record.version(), None);
        if let Some(text) = self.state() {
            self.keeper.order(Order::Keep(text));
        }
    }

    /// The game on the board as it is kept.
    fn state(&self) -> Option<String> {
        let game = self.record.game();
        let mut way = Vec::new();
        for node in game.path(self.record.node()) {
            let alternatives = game.parent(node).into_iter().flat_map(|parent| game.children(parent));
            way.extend(alternatives.into_iter().position(|child| child == node));
        }
        let saved = Saved {
            pgn: pgn::to_string(game),
            way,
            file: self.record.file.clone(),
            stored: self.record.stored,
            changed: self.record.changed,
            players: self.players.clone(),
            playing: self.stage == Stage::Playing,
            flipped: self.flipped,
            clocks: self.clocks.clone(),
        };
        serde_json::to_string(&saved).ok()
    }

    /// A game of the shelf that was being played goes on as it stood. Returns false if it was not, or comes from somewhere else.
    pub(super) fn take_from_shelf(&mut self, path: &Path, game: &Game) -> bool {
        if self.earlier_games().as_deref() != Some(path) {
            return false;
        }
        let states = std::fs::read_to_string(self.keeper.folder.join(STATES)).unwrap_or_default();
        let text = pgn::to_string(game);
        let mut known = states.lines().rev().filter_map(|line| serde_json::from_str::<Saved>(line).ok());
        let Some(saved) = known.find(|saved| saved.pgn == text) else { return false };
        self.recover(saved);
        true
    }

    /// The file of games that made room for others without having been saved, if there is one.
    pub fn earlier_games(&self) -> Option<PathBuf> {
        self.keeper.writer.as_ref().map(|_| self.keeper.folder.join(UNSAVED))
    }

    /// The file of the games of matches that name no other one.
    pub fn earlier_matches(&self) -> Option<PathBuf> {
        self.keeper.writer.as_ref().map(|_| self.keeper.folder.join(MATCHES))
    }

    /// A game that was never saved makes room for another one: it goes where it can be found.
    pub(super) fn shelve(&mut self) {
        if self.record.changed && self.record.game().move_count() > 0 && self.keeper.writer.is_some() {
            let state = (self.stage == Stage::Playing).then(|| self.state()).flatten();
            self.keeper.order(Order::Shelve(pgn::to_string(self.record.game()), state));
            self.tell(Notice::Shelved(self.keeper.folder.join(UNSAVED)));
        }
    }
}

#[cfg(test)]
mod tests;
