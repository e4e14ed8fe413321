//! A game that replays itself, one move after the other.

use web_time::{Duration, Instant};

use super::Play;
use crate::model::context::{Context, Effect};
use crate::model::record::Step;

/// A replay that is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The time between moves.
    pub pace: Duration,
    /// When the next move is due.
    pub due: Instant,
}

impl Play {
    /// Starts a replay, from the start of the game if the board shows its end; or stops it.
    pub(super) fn start_replay(&mut self, pace: Option<Duration>, context: &mut Context, now: Instant) {
        if pace.is_some() && self.record.is_at_end() {
            self.record.go(Step::First);
            context.ask(Effect::Moved);
        }
        self.replay = pace.map(|pace| Replay { pace, due: now + pace });
    }

    /// Makes the next move of the replay when it is due.
    pub(in crate::model) fn poll_replay(&mut self, context: &mut Context, now: Instant) {
        let Some(replay) = self.replay.filter(|replay| now >= replay.due) else { return };
        let moved = self.record.go(Step::Forward);
        self.replay =
            (moved && !self.record.is_at_end()).then_some(Replay { due: now + replay.pace, ..replay });
        context.ask(Effect::Moved);
    }
}
