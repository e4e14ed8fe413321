//! The values of positions that engines at this desk have found.

mod kept;

use std::collections::HashMap;
use std::path::PathBuf;

use heirloom_chess::{Move, Position};
use heirloom_engine::Score;

use super::players::Seat;

/// The number of positions remembered.
const MOST: usize = 10_000;

/// The values and best moves of positions, by their keys.
type Known = HashMap<u64, (Value, Option<Move>)>;

/// The values of positions that engines at this desk have found.
#[derive(Debug, Default)]
pub struct Values {
    known: Known,
    version: u64,
    /// The number of changes when the file was last read or written.
    kept: u64,
    /// The file that keeps them; without one they are forgotten.
    path: Option<PathBuf>,
}

/// The value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The score, from White's point of view.
    pub score: Score,
    /// The depth of the search in plies, if it is known.
    pub depth: Option<u32>,
}

impl Values {
    /// Takes over the values in a file, and keeps them there from now on.
    pub(super) fn keep_in(&mut self, path: PathBuf) {
        self.known.extend(kept::read(&path));
        self.version += 1;
        (self.kept, self.path) = (self.version, Some(path));
    }

    /// Writes the values now, if there are others.
    pub(super) fn save_now(&mut self) {
        if let Some(path) = self.path.as_ref().filter(|_| self.kept != self.version) {
            kept::write(path, &self.known);
            self.kept = self.version;
        }
    }

    /// Returns another number after each change.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns the value of a position, if it is known.
    pub fn of(&self, position: &Position) -> Option<Value> {
        self.known.get(&position.key()).map(|(value, _)| *value)
    }

    /// Returns the best move in a position, if it is known.
    pub fn best(&self, position: &Position) -> Option<Move> {
        self.known.get(&position.key())?.1
    }

    /// Notes the score of the position that an engine searches, unless a deeper one is known.
    pub fn note(&mut self, seat: &Seat) {
        let (Some(root), Some(exact)) = (&seat.report.root, seat.progress.exact()) else { return };
        let value = Value { score: exact.score.for_white(root.turn()), depth: exact.depth };
        let best = seat.progress.first().and_then(|line| line.pv.first().copied());
        self.set(root, value, best);
    }

    /// Notes the value of a position and its best move, unless a deeper one is known.
    pub(super) fn set(&mut self, position: &Position, value: Value, best: Option<Move>) {
        let (key, found) = (position.key(), (value, best));
        let before = self.known.get(&key);
        if before.is_some_and(|(before, _)| before.depth > value.depth) || before == Some(&found) {
            return;
        }
        if self.known.len() >= MOST {
            self.known.clear();
        }
        self.known.insert(key, found);
        self.version += 1;
    }
}
