//! Time controls and the clock of one player.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How much a player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// A clock: base time, increment after each move, and the number of moves after which the base time is added again (0 for never).
    Clock {
        /// Time at the start, and added again after each control.
        base: Duration,
        /// Time added after each move.
        increment: Duration,
        /// Moves to the next control; 0 for the whole game in one.
        moves: u32,
    },
    /// The same time for each move.
    MoveTime(Duration),
    /// A number of nodes for each move, no clock.
    Nodes(u64),
    /// A depth in plies for each move, no clock.
    Depth(u32),
}

/// The text is not a time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeControlError(String);

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a time control; expected 10+0.1, 40/60+0.5, 2:00+1, st=0.5, nodes=1000 or depth=6", self.0)
    }
}

impl std::error::Error for TimeControlError {}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Reads `base+increment` in seconds or `minutes:seconds`, with `moves/` before it, or `st=`, `nodes=`, `depth=`.
    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let error = || TimeControlError(text.to_string());
        let parsed = match text.split_once('=') {
            Some(("st", seconds)) => parse_duration(seconds).filter(|time| !time.is_zero()).map(TimeControl::MoveTime),
            Some(("nodes", number)) => number.parse().ok().filter(|&nodes| nodes > 0).map(TimeControl::Nodes),
            Some(("depth", number)) => number.parse().ok().filter(|&depth| depth > 0).map(TimeControl::Depth),
            Some(_) => None,
            None => parse_clock(text),
        };
        parsed.ok_or_else(error)
    }
}

fn parse_clock(text: &str) -> Option<TimeControl> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (moves.parse().ok()?, rest),
        None => (0, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (base, increment) = (parse_duration(base)?, parse_duration(increment)?);
    (!base.is_zero() || !increment.is_zero()).then_some(TimeControl::Clock { base, increment, moves })
}

/// Seconds, or minutes and seconds with a colon.
fn parse_duration(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let seconds = minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Clock { base, increment, moves } => {
                if *moves > 0 {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
            TimeControl::MoveTime(time) => write!(f, "st={}", time.as_secs_f64()),
            TimeControl::Nodes(nodes) => write!(f, "nodes={nodes}"),
            TimeControl::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

/// The clock of one player in one game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    moves_made: u32,
}

impl Clock {
    /// A clock before the first move.
    pub fn new(control: TimeControl) -> Clock {
        let left = match control {
            TimeControl::Clock { base, increment, .. } => base + increment,
            TimeControl::MoveTime(time) => time,
            TimeControl::Nodes(_) | TimeControl::Depth(_) => Duration::MAX,
        };
        Clock { control, left, moves_made: 0 }
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Time left for the move to be made (or until the control).
    pub fn left(&self) -> Duration {
        self.left
    }

    /// Moves to the next time control, the one to be made included, if there is one.
    pub fn moves_to_go(&self) -> Option<u32> {
        match self.control {
            TimeControl::Clock { moves, .. } if moves > 0 => Some(moves - self.moves_made % moves),
            _ => None,
        }
    }

    /// Takes the time of a move. Returns whether it was made in time; up to `margin` too much is forgiven.
    pub fn spend(&mut self, used: Duration, margin: Duration) -> bool {
        let in_time = used <= self.left.saturating_add(margin);
        self.moves_made += 1;
        if let TimeControl::Clock { base, increment, moves } = self.control {
            self.left = self.left.saturating_sub(used) + increment;
            if moves > 0 && self.moves_made.is_multiple_of(moves) {
                self.left += base;
            }
        }
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_read_what_they_print() {
        for text in ["10+0.1", "40/60+0.5", "st=0.5", "nodes=1000", "depth=6"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("1:30+2".parse::<TimeControl>().unwrap().to_string(), "90+2");
        for text in ["", "x", "0", "-1+1", "st=0", "nodes=x", "blitz=3"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_run_down_and_are_wound_up() {
        let seconds = Duration::from_secs;
        let mut clock = Clock::new("2/10+1".parse().unwrap());
        assert_eq!((clock.left(), clock.moves_to_go()), (seconds(11), Some(2)));
        assert!(clock.spend(seconds(5), Duration::ZERO));
        assert_eq!((clock.left(), clock.moves_to_go()), (seconds(7), Some(1)));
        assert!(clock.spend(seconds(7), Duration::ZERO));
        assert_eq!((clock.left(), clock.moves_to_go()), (seconds(11), Some(2)));
        assert!(!clock.spend(seconds(12), Duration::ZERO));
        let mut clock = Clock::new("1+0".parse().unwrap());
        assert!(clock.spend(Duration::from_millis(1010), Duration::from_millis(20)));
        assert_eq!(clock.left(), Duration::ZERO);
    }
}
