//! Time controls and the clock of one player.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A limit on thinking: a time, and in addition or instead a number of nodes or a depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The time.
    pub time: Time,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies of iterative deepening for each move.
    pub depth: Option<u32>,
}

/// How time is allotted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// No time limit.
    Unlimited,
    /// A chess clock with a base time, an increment, and possibly several controls.
    Clock {
        /// Time at the start, added again at each control.
        base: Duration,
        /// Time added after each move.
        increment: Duration,
        /// Moves per control; 0 for the whole game.
        moves: u32,
    },
    /// The same time for each move.
    PerMove(Duration),
}

/// The error for a text that is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' is not a time control; expected 10+0.1, 40/60+0.5, 2:00+1, st=0.5, nodes=1000, \
     depth=6, or several separated by commas: 10+0.1,depth=20"
)]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Reads `base+increment` in seconds or `minutes:seconds`, optionally preceded by `moves/`, or `inf`,
    /// `st=`, `nodes=` or `depth=`; several are joined by commas.
    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let error = || TimeControlError(text.to_string());
        let mut control = TimeControl { time: Time::Unlimited, nodes: None, depth: None };
        for part in text.split(',') {
            control.add(part.trim()).ok_or_else(error)?;
        }
        if control.ends() || text == "inf" { Ok(control) } else { Err(error()) }
    }
}

impl TimeControl {
    /// Adds one part of the text; a later part overrides an earlier one of the same kind.
    fn add(&mut self, part: &str) -> Option<()> {
        match part.split_once('=') {
            Some(("st", seconds)) => {
                self.time = parse_duration(seconds).filter(|time| !time.is_zero()).map(Time::PerMove)?
            }
            Some(("tc", clock)) => self.time = parse_clock(clock)?,
            Some(("nodes", number)) => self.nodes = Some(number.parse().ok().filter(|&nodes| nodes > 0)?),
            Some(("depth" | "plies", number)) => {
                self.depth = Some(number.parse().ok().filter(|&depth| depth > 0)?)
            }
            Some(_) => return None,
            None => self.time = parse_clock(part)?,
        }
        Some(())
    }

    /// Returns true if the control limits a search.
    pub fn ends(&self) -> bool {
        self.time != Time::Unlimited || self.nodes.is_some() || self.depth.is_some()
    }
}

fn parse_clock(text: &str) -> Option<Time> {
    if matches!(text, "inf" | "infinite") {
        return Some(Time::Unlimited);
    }
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (moves.parse().ok()?, rest),
        None => (0, text),
    };
    let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (base, increment) = (parse_duration(base)?, parse_duration(increment)?);
    (!base.is_zero() || !increment.is_zero()).then_some(Time::Clock { base, increment, moves })
}

/// The longest accepted duration; more than a year is surely a mistake.
const LONGEST: f64 = 365.0 * 24.0 * 3600.0;

/// Parses seconds, or minutes and seconds separated by a colon.
fn parse_duration(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let seconds = minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?;
    (seconds <= LONGEST).then(|| Duration::try_from_secs_f64(seconds).ok())?
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = match self.time {
            Time::Unlimited => None,
            Time::Clock { base, increment, moves: 0 } => {
                Some(format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64()))
            }
            Time::Clock { base, increment, moves } => {
                Some(format!("{moves}/{}+{}", base.as_secs_f64(), increment.as_secs_f64()))
            }
            Time::PerMove(time) => Some(format!("st={}", time.as_secs_f64())),
        };
        let parts = [
            time,
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "inf".to_owned() } else { parts.join(",") }.as_str())
    }
}

/// The clock of one player in one game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    /// Time left; none without a clock.
    left: Option<Duration>,
    moves_made: u32,
}

impl Clock {
    /// Creates a clock before the first move. The base time includes the first increment.
    pub fn new(control: TimeControl) -> Clock {
        let left = match control.time {
            Time::Clock { base, increment, .. } => Some(base + increment),
            Time::PerMove(time) => Some(time),
            Time::Unlimited => None,
        };
        Clock { control, left, moves_made: 0 }
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the time left for the next move (or until the control); none without a clock.
    pub fn left(&self) -> Option<Duration> {
        self.left
    }

    /// Returns the time added after each move.
    pub fn increment(&self) -> Duration {
        if let Time::Clock { increment, .. } = self.control.time { increment } else { Duration::ZERO }
    }

    /// Returns the number of moves until the next time control, including the next one, if there is a
    /// control.
    pub fn moves_to_go(&self) -> Option<u32> {
        match self.control.time {
            Time::Clock { moves, .. } if moves > 0 => Some(moves - self.moves_made % moves),
            _ => None,
        }
    }

    /// Deducts the time of a move. Returns how late the move was, unless it was within `margin`.
    pub fn spend(&mut self, used: Duration, margin: Duration) -> Option<Duration> {
        self.moves_made += 1;
        let left = self.left?;
        if let Time::Clock { base, increment, moves } = self.control.time {
            let mut left = left.saturating_sub(used) + increment;
            if moves > 0 && self.moves_made.is_multiple_of(moves) {
                left += base;
            }
            self.left = Some(left);
        }
        (used > left.saturating_add(margin)).then(|| used.saturating_sub(left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_read_what_they_print() {
        for text in
            ["10+0.1", "40/60+0.5", "st=0.5", "nodes=1000", "depth=6", "10+0.1,nodes=5000,depth=9", "inf"]
        {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for (text, printed) in [
            ("1:30+2", "90+2"),
            ("tc=40/0:10", "40/10+0"),
            ("inf,nodes=5", "nodes=5"),
            ("5,plies=3", "5+0,depth=3"),
        ] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), printed);
        }
        for text in
            ["", "x", "0", "-1+1", "st=0", "nodes=x", "nodes=0", "blitz=3", "1+", "1e99", "nan", "10+0.1,"]
        {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn clocks_run_down_and_are_wound_up() {
        let seconds = Duration::from_secs;
        let mut clock = Clock::new("2/10+1".parse().unwrap());
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(seconds(11)), Some(2)));
        assert_eq!(clock.spend(seconds(5), Duration::ZERO), None);
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(seconds(7)), Some(1)));
        assert_eq!(clock.spend(seconds(7), Duration::ZERO), None);
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(seconds(11)), Some(2)));
        assert_eq!(clock.spend(seconds(12), Duration::ZERO), Some(seconds(1)));
        let mut clock = Clock::new("1+0".parse().unwrap());
        assert_eq!(clock.spend(Duration::from_millis(1010), Duration::from_millis(20)), None);
        assert_eq!(clock.left(), Some(Duration::ZERO));
    }

    #[test]
    fn time_for_each_move_does_not_run_down() {
        let mut clock = Clock::new("st=0.5".parse().unwrap());
        for _ in 0..3 {
            assert_eq!(clock.spend(Duration::from_millis(500), Duration::ZERO), None);
        }
        assert_eq!(
            clock.spend(Duration::from_millis(530), Duration::from_millis(20)),
            Some(Duration::from_millis(30))
        );
        let mut clock = Clock::new("nodes=5".parse().unwrap());
        assert_eq!((clock.spend(Duration::from_secs(1 << 30), Duration::ZERO), clock.left()), (None, None));
    }
}
