//! Levels of the terminal game: a depth, nodes, a time per move, or a clock for both sides.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use heirloom_arena::clock::{Time, TimeControl};
use heirloom_engine::Limits;

use crate::clocks::GameClocks;

/// A level of the terminal game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Level {
    /// Plies per move.
    Depth(u32),
    /// Nodes per move.
    Nodes(u64),
    /// Time per move of the engine.
    MoveTime(Duration),
    /// A clock for both sides.
    Clock {
        /// The initial time.
        base: Duration,
        /// The time added after each move.
        increment: Duration,
    },
}

impl Level {
    /// Returns new clocks, if the level has any.
    pub fn clocks(self) -> Option<GameClocks> {
        match self {
            Level::Clock { base, increment } => Some(GameClocks::new(base, increment)),
            _ => None,
        }
    }

    /// Returns the limits of the engine's next move.
    pub fn limits(self, clocks: Option<&GameClocks>) -> Limits {
        match self {
            Level::Depth(plies) => Limits::depth(plies),
            Level::Nodes(nodes) => Limits::nodes(nodes),
            Level::MoveTime(time) => Limits::move_time(time),
            Level::Clock { .. } => Limits { clocks: clocks.map(GameClocks::told), ..Limits::default() },
        }
    }

    /// Returns the level as the time control of a match.
    pub fn time_control(self) -> TimeControl {
        let (time, nodes, depth) = match self {
            Level::Depth(plies) => (Time::Unlimited, None, Some(plies)),
            Level::Nodes(nodes) => (Time::Unlimited, Some(nodes), None),
            Level::MoveTime(time) => (Time::PerMove(time), None, None),
            Level::Clock { base, increment } => (Time::Clock { base, increment, moves: 0 }, None, None),
        };
        TimeControl { time, nodes, depth }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Depth(plies) => write!(f, "depth {plies}"),
            Level::Nodes(nodes) => write!(f, "{nodes} nodes per move"),
            Level::MoveTime(time) => write!(f, "{} s per move", time.as_secs_f64()),
            Level::Clock { base, increment } => {
                write!(
                    f,
                    "{} min + {} s per move for each side",
                    base.as_secs_f64() / 60.0,
                    increment.as_secs_f64()
                )
            }
        }
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        let seconds =
            |text: &str| text.parse::<f64>().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
        let level = if let Some(plies) = text.strip_prefix("depth=") {
            plies.parse().ok().filter(|plies| (1..=100).contains(plies)).map(Level::Depth)
        } else if let Some(nodes) = text.strip_prefix("nodes=") {
            nodes.parse().ok().filter(|&nodes| nodes > 0).map(Level::Nodes)
        } else if let Some((minutes, increment)) = text.split_once('+') {
            let base = minutes
                .parse::<f64>()
                .ok()
                .and_then(|minutes| Duration::try_from_secs_f64(minutes * 60.0).ok());
            base.filter(|base| !base.is_zero())
                .zip(seconds(increment))
                .map(|(base, increment)| Level::Clock { base, increment })
        } else {
            text.strip_suffix('s').and_then(seconds).filter(|time| !time.is_zero()).map(Level::MoveTime)
        };
        if text.parse::<f64>().is_ok_and(|number| number > 0.0) {
            return Err(format!(
                "'{text}' has no unit; write {text}s for seconds per move, or set the strength with elo \
                    {text}"
            ));
        }
        level.ok_or_else(|| {
            format!(
                "'{text}' is not a level; expected depth=6, nodes=10000, 2s (seconds per move) or 5+3 \
                (minutes and seconds)"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read() {
        assert_eq!("depth=6".parse(), Ok(Level::Depth(6)));
        assert_eq!("2s".parse(), Ok(Level::MoveTime(Duration::from_secs(2))));
        assert_eq!(
            "5+3".parse(),
            Ok(Level::Clock { base: Duration::from_secs(300), increment: Duration::from_secs(3) })
        );
        assert!("1200".parse::<Level>().unwrap_err().contains("elo 1200"));
        for text in ["", "depth=0", "nodes=x", "0s", "-1s", "0+1", "hard"] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
