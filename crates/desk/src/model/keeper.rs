//! Keeps the game through every end of the program: it is written half a second after each change, and found again at the next start.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use heirloom_chess::notation::pgn;
use serde::{Deserialize, Serialize};

use super::clocks::Clocks;
use super::notice::Notice;
use super::players::Player;
use super::record::Record;
use super::{Model, Stage};
use crate::command::Step;

/// Where the game on the board is kept.
const GAME: &str = "game.json";
/// Where games go that made room for another one without having been saved.
const UNSAVED: &str = "unsaved.pgn";
/// A change is written this long after it.
const DELAY: Duration = Duration::from_millis(500);

/// A game as it is kept.
#[derive(Serialize, Deserialize)]
struct Saved {
    pgn: String,
    /// The way to the place on the board: at each move, which of its alternatives.
    way: Vec<usize>,
    file: Option<PathBuf>,
    changed: bool,
    players: [Player; 2],
    playing: bool,
    flipped: bool,
    clocks: Clocks,
}

/// What the thread is told that writes.
enum Order {
    Keep(String),
    Shelve(String),
}

/// See the file's head.
#[derive(Debug, Default)]
pub struct Keeper {
    folder: PathBuf,
    writer: Option<(Sender<Order>, JoinHandle<()>)>,
    /// What was kept last.
    version: u64,
    due: Option<Instant>,
}

impl Keeper {
    fn start(folder: PathBuf) -> Keeper {
        let (orders, inbox) = mpsc::channel();
        let place = folder.clone();
        let write = move || {
            for order in inbox {
                // A folder that cannot be written costs the safety net, not the game.
                let _ = match order {
                    Order::Keep(text) => heirloom_files::replace(&place.join(GAME), text.as_bytes()),
                    Order::Shelve(text) => append(&place.join(UNSAVED), &text),
                };
            }
        };
        let thread = thread::Builder::new().name("keeper".into()).spawn(write).ok();
        Keeper { folder, writer: thread.map(|thread| (orders, thread)), version: 0, due: None }
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

fn append(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(text.as_bytes())
}

impl Model {
    /// From now on the game is kept in this folder; one that is there comes back.
    pub fn keep_in(&mut self, folder: PathBuf) {
        let _ = std::fs::create_dir_all(&folder);
        let saved = std::fs::read_to_string(folder.join(GAME)).ok().and_then(|text| serde_json::from_str(&text).ok());
        self.keeper = Keeper::start(folder);
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
        (record.file, record.changed) = (saved.file, saved.changed);
        self.record = record;
        (self.players, self.flipped, self.clocks) = (saved.players, saved.flipped, saved.clocks);
        if saved.playing {
            self.stage = Stage::Playing;
            self.table.idle = true;
        }
        if self.record.game().move_count() > 0 {
            self.tell(Notice::Recovered);
        }
        self.moved();
    }

    pub(super) fn poll_keeper(&mut self, now: Instant) {
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
            changed: self.record.changed,
            players: self.players.clone(),
            playing: self.stage == Stage::Playing,
            flipped: self.flipped,
            clocks: self.clocks.clone(),
        };
        if let Ok(text) = serde_json::to_string(&saved) {
            self.keeper.order(Order::Keep(text));
        }
    }

    /// A game that was never saved makes room for another one: it goes where it can be found.
    pub(super) fn shelve(&mut self) {
        if self.record.changed && self.record.game().move_count() > 0 && self.keeper.writer.is_some() {
            self.keeper.order(Order::Shelve(format!("{}\n\n", pgn::to_string(self.record.game()).trim_end())));
            self.tell(Notice::Shelved(self.keeper.folder.join(UNSAVED)));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::command::Command;
    use crate::roster::Ours;

    fn model(folder: &Path) -> Model {
        let mut model = Model::new(Arc::new(Ours), Arc::new(|| {}));
        model.keep_in(folder.into());
        model
    }

    #[test]
    fn a_game_outlives_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let start = Instant::now();
        let mut first = model(folder.path());
        first.apply(Command::Paste("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *".into()), start);
        for step in [Step::Forward, Step::Forward, Step::Variation(1)] {
            first.apply(Command::Go(step), start);
        }
        first.poll(start);
        first.poll(start + DELAY);
        drop(first);
        let second = model(folder.path());
        assert_eq!((second.record.last_san().as_deref(), second.record.game().move_count()), (Some("c5"), 5));
        assert_eq!(second.notices, [Notice::Recovered]);
    }

    #[test]
    fn games_that_were_not_saved_are_shelved() {
        let folder = tempfile::tempdir().unwrap();
        let mut model = model(folder.path());
        model.apply(Command::Type("e4".into()), Instant::now());
        model.apply(Command::Paste("8/8/8/8/8/8/8/K1k5 w - - 0 1".into()), Instant::now());
        drop(model);
        assert!(std::fs::read_to_string(folder.path().join(UNSAVED)).unwrap().contains("1. e4"));
    }
}
