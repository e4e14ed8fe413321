//! A game that plays itself: one move after the other at a person's pace.

use web_time::{Duration, Instant};

use super::Model;
use crate::command::Step;

/// See the file's head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The time between moves.
    pub pace: Duration,
    /// When the next one comes.
    pub due: Instant,
}

impl Model {
    /// Begins, from the start where the end is on the board; or stops.
    pub(super) fn replay(&mut self, pace: Option<Duration>, now: Instant) {
        if pace.is_some() && self.record.is_at_end() {
            self.record.go(Step::First);
            self.moved();
        }
        self.replay = pace.map(|pace| Replay { pace, due: now + pace });
    }

    pub(super) fn poll_replay(&mut self, now: Instant) {
        let Some(replay) = self.replay.filter(|replay| now >= replay.due) else { return };
        let moved = self.record.go(Step::Forward);
        self.replay =
            (moved && !self.record.is_at_end()).then_some(Replay { due: now + replay.pace, ..replay });
        self.moved();
    }
}
