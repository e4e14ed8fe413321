//! The two clocks of a terminal game.

use std::time::Duration;

use heirloom_arena::clock::{Clock, Time, TimeControl};
use heirloom_chess::Color;
use heirloom_engine::Clocks;

/// White's and Black's clock.
#[derive(Clone, Debug)]
pub struct GameClocks {
    clocks: [Clock; 2],
    increment: Duration,
}

impl GameClocks {
    /// Clocks at the start of a game.
    pub fn new(control: TimeControl) -> GameClocks {
        let increment =
            if let Time::Clock { increment, .. } = control.time { increment } else { Duration::ZERO };
        GameClocks { clocks: [Clock::new(control); 2], increment }
    }

    /// Subtracts the time of a move; returns false if there was not enough.
    pub fn spend(&mut self, color: Color, used: Duration) -> bool {
        self.clocks[color.index()].spend(used, Duration::ZERO).is_none()
    }

    /// Returns the remaining time of a side.
    pub fn left(&self, color: Color) -> Duration {
        self.clocks[color.index()].left().unwrap_or_default()
    }

    /// Returns the clocks as an engine needs them.
    pub fn to_clocks(&self) -> Clocks {
        let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        Clocks {
            time: [0, 1].map(|index| milliseconds(self.clocks[index].left().unwrap_or_default())),
            increment: [milliseconds(self.increment); 2],
            moves_to_go: None,
        }
    }
}

/// Returns a time as clocks show it: `4:58`, in the last ten seconds `0:09.3`, above an hour `1:30:00`.
pub fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..10 => format!("0:0{seconds}.{}", time.subsec_millis() / 100),
        10..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shown_as_on_a_clock() {
        let shown = |milliseconds| minutes(Duration::from_millis(milliseconds));
        assert_eq!(
            [shown(0), shown(9_380), shown(10_000), shown(298_999), shown(5_400_000)],
            ["0:00.0", "0:09.3", "0:10", "4:58", "1:30:00"]
        );
    }

    #[test]
    fn a_clock_runs_out() {
        let mut clocks = GameClocks::new("5+1".parse().unwrap());
        assert!(clocks.spend(Color::White, Duration::from_secs(2)));
        assert_eq!(clocks.left(Color::Black), Duration::from_secs(6));
        assert!(!clocks.spend(Color::White, Duration::from_secs(60)));
    }
}
