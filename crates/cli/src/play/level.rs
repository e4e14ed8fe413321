//! Levels of the terminal game: a depth, nodes, a time per move, or a clock for both sides.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use heirloom_arena::clock::{Time, TimeControl};
use heirloom_engine::Limits;

use crate::clocks::GameClocks;

/// A level of the terminal game: a control with one limit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level(pub TimeControl);

impl Level {
    /// Returns new clocks, if the level has any.
    pub fn clocks(self) -> Option<GameClocks> {
        matches!(self.0.time, Time::Clock { .. }).then(|| GameClocks::new(self.0))
    }

    /// Returns the limits of the engine's next move.
    pub fn limits(self, clocks: Option<&GameClocks>) -> Limits {
        let TimeControl { time, nodes, depth } = self.0;
        let move_time = if let Time::PerMove(time) = time { Some(time) } else { None };
        Limits { clocks: clocks.map(GameClocks::to_clocks), move_time, nodes, depth, ..Limits::default() }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.time, self.0.nodes) {
            (Time::PerMove(time), _) => write!(f, "{} s per move", time.as_secs_f64()),
            (Time::Clock { base, increment, .. }, _) => {
                let (minutes, seconds) = (base.as_secs_f64() / 60.0, increment.as_secs_f64());
                write!(f, "{minutes} min + {seconds} s per move for each side")
            }
            (Time::Unlimited, Some(nodes)) => write!(f, "{nodes} nodes per move"),
            (Time::Unlimited, None) => write!(f, "depth {}", self.0.depth.unwrap_or_default()),
        }
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        let duration = |text: &str, unit: f64| {
            text.parse::<f64>().ok().and_then(|number| Duration::try_from_secs_f64(number * unit).ok())
        };
        let none = TimeControl { time: Time::Unlimited, nodes: None, depth: None };
        let control = if let Some(plies) = text.strip_prefix("depth=") {
            let plies = plies.parse().ok().filter(|plies| (1..=100).contains(plies));
            plies.map(|plies| TimeControl { depth: Some(plies), ..none })
        } else if let Some(nodes) = text.strip_prefix("nodes=") {
            let nodes = nodes.parse().ok().filter(|&nodes| nodes > 0);
            nodes.map(|nodes| TimeControl { nodes: Some(nodes), ..none })
        } else if let Some((minutes, increment)) = text.split_once('+') {
            let base = duration(minutes, 60.0).filter(|base| !base.is_zero());
            base.zip(duration(increment, 1.0)).map(|(base, increment)| TimeControl {
                time: Time::Clock { base, increment, moves: 0 },
                ..none
            })
        } else {
            let time = text.strip_suffix('s').and_then(|seconds| duration(seconds, 1.0));
            time.filter(|time| !time.is_zero()).map(|time| TimeControl { time: Time::PerMove(time), ..none })
        };
        if text.parse::<f64>().is_ok_and(|number| number > 0.0) {
            return Err(format!(
                "'{text}' has no unit; write {text}s for seconds per move, or set the strength with elo \
                    {text}"
            ));
        }
        control.map(Level).ok_or_else(|| {
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
        for (text, control, shown) in [
            ("depth=6", "depth=6", "depth 6"),
            ("nodes=500", "nodes=500", "500 nodes per move"),
            ("2s", "st=2", "2 s per move"),
            ("5+3", "300+3", "5 min + 3 s per move for each side"),
        ] {
            let level: Level = text.parse().unwrap();
            assert_eq!((level.0, level.to_string().as_str()), (control.parse().unwrap(), shown));
        }
        assert!("1200".parse::<Level>().unwrap_err().contains("elo 1200"));
        for text in ["", "depth=0", "nodes=x", "0s", "-1s", "0+1", "hard"] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
