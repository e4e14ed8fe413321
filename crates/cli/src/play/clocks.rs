//! The clocks of both sides of a terminal game.

use std::fmt;
use std::time::Duration;

use heirloom_arena::clock::{Clock, TimeControl};
use heirloom_chess::Color;
use heirloom_engine::Clocks;

/// White's and Black's clock.
#[derive(Clone, Debug)]
pub struct GameClocks {
    clocks: [Clock; 2],
    increment: Duration,
}

impl GameClocks {
    /// Both at the start.
    pub fn new(base: Duration, increment: Duration) -> GameClocks {
        let clock = Clock::new(TimeControl::Clock { base, increment, moves: 0 });
        GameClocks { clocks: [clock; 2], increment }
    }

    /// Takes the time of a move; false if there was not enough.
    pub fn spend(&mut self, color: Color, used: Duration) -> bool {
        self.clocks[color.index()].spend(used, Duration::ZERO)
    }

    /// What the engine is told.
    pub fn told(&self) -> Clocks {
        let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        Clocks {
            time: [0, 1].map(|index| milliseconds(self.clocks[index].left())),
            increment: [milliseconds(self.increment); 2],
            moves_to_go: None,
        }
    }
}

impl fmt::Display for GameClocks {
    /// White's and Black's time: `4:58 - 5:03`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = [0, 1].map(|index| self.clocks[index].left().as_secs());
        write!(f, "{}:{:02} - {}:{:02}", white / 60, white % 60, black / 60, black % 60)
    }
}
