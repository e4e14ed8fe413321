//! The values of positions that engines at this desk have found.

use std::collections::HashMap;

use heirloom_chess::{Move, Position};
use heirloom_engine::Score;

use super::players::Seat;

/// The number of positions remembered.
const MOST: usize = 10_000;

/// The values of positions that engines at this desk have found.
#[derive(Debug, Default)]
pub struct Values {
    known: HashMap<u64, (Value, Option<Move>)>,
    version: u64,
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
