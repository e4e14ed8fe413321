//! Levels: how much the players may think.

use std::time::Duration;

use heirloom_chess::Color;
use heirloom_engine::{Clocks, Limits};
use serde::{Deserialize, Serialize};

/// A level. Only the first two have a clock that can run out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Level {
    /// A number of moves in a period of time, repeatedly; the usual tournament control.
    MovesIn {
        /// Moves per period.
        moves: u32,
        /// Time per period.
        time: Duration,
    },
    /// All moves in a time, with an increment after each.
    Increment {
        /// Time at the start.
        base: Duration,
        /// Increment after each move.
        increment: Duration,
    },
    /// A time per move.
    PerMove(Duration),
    /// A depth in plies.
    Depth(u32),
    /// A number of nodes.
    Nodes(u64),
    /// Engines think about as long as their opponent has.
    Equal,
    /// Engines think until they are stopped.
    Unlimited,
    /// Engines look for a mate in this many moves.
    Mate(u32),
}

/// How long an engine under [`Level::Equal`] thinks before its opponent has made a move.
const EQUAL_AT_FIRST: Duration = Duration::from_secs(5);

impl Default for Level {
    fn default() -> Level {
        Level::Increment { base: Duration::from_secs(300), increment: Duration::from_secs(3) }
    }
}

impl Level {
    /// Returns the time each player starts with, if there is a clock.
    pub fn start(self) -> Option<Duration> {
        match self {
            Level::MovesIn { time, .. } => Some(time),
            Level::Increment { base, .. } => Some(base),
            _ => None,
        }
    }

    /// Returns the value of PGN's tag `TimeControl`: in seconds, or `-` without a clock.
    pub fn time_control(self) -> String {
        match self {
            Level::MovesIn { moves, time } => format!("{moves}/{}", time.as_secs_f64()),
            Level::Increment { base, increment } if increment.is_zero() => base.as_secs_f64().to_string(),
            Level::Increment { base, increment } => {
                format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
            Level::PerMove(time) => format!("1/{}", time.as_secs_f64()),
            Level::Depth(_) | Level::Nodes(_) | Level::Equal | Level::Unlimited | Level::Mate(_) => {
                "-".to_owned()
            }
        }
    }

    /// Returns true if an engine thinks until it is stopped.
    pub fn has_no_end(self) -> bool {
        matches!(self, Level::Unlimited | Level::Mate(_))
    }

    /// Returns what is added after a player's move with this number, counted from 1.
    pub fn added(self, number: u32) -> Duration {
        match self {
            Level::MovesIn { moves, time } if number.is_multiple_of(moves.max(1)) => time,
            Level::Increment { increment, .. } => increment,
            _ => Duration::ZERO,
        }
    }

    /// Returns the limits for an engine. `left` is the time on both clocks, White's first, `used` the time
    /// each player has used, and `made` the number of moves that the player to move, `turn`, has made.
    pub fn limits(self, left: Option<[Duration; 2]>, used: [Duration; 2], made: u32, turn: Color) -> Limits {
        match self {
            Level::MovesIn { moves, .. } => {
                let moves = moves.max(1);
                clocked(left, 0, Some(moves - made % moves))
            }
            Level::Increment { increment, .. } => clocked(left, increment.as_millis() as i64, None),
            Level::PerMove(time) => Limits::move_time(time),
            Level::Depth(plies) => Limits::depth(plies.max(1)),
            Level::Nodes(nodes) => Limits::nodes(nodes.max(1)),
            Level::Equal => {
                let (own, other) = (used[turn.index()], used[(!turn).index()]);
                let fair =
                    if made == 0 && other.is_zero() { EQUAL_AT_FIRST } else { other.saturating_sub(own) };
                Limits::move_time(fair.max(Duration::from_millis(100)))
            }
            Level::Unlimited => Limits::infinite(),
            Level::Mate(moves) => Limits { mate: Some(moves.max(1)), ..Limits::default() },
        }
    }
}

fn clocked(left: Option<[Duration; 2]>, increment: i64, moves_to_go: Option<u32>) -> Limits {
    let time = left.unwrap_or_default().map(|left| left.as_millis() as i64);
    Limits { clocks: Some(Clocks { time, increment: [increment; 2], moves_to_go }), ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn clocks_reach_the_engine() {
        let level = Level::MovesIn { moves: 40, time: 600 * SECOND };
        let limits =
            level.limits(Some([100 * SECOND, 90 * SECOND]), [SECOND; 2], 38, Color::White).clocks.unwrap();
        assert_eq!((limits.time, limits.increment, limits.moves_to_go), ([100_000, 90_000], [0, 0], Some(2)));
        assert_eq!((level.added(39), level.added(40)), (Duration::ZERO, 600 * SECOND));
    }

    #[test]
    fn pgn_knows_the_clocks() {
        let increment = |seconds| Level::Increment { base: 300 * SECOND, increment: seconds * SECOND };
        let levels = [
            Level::MovesIn { moves: 40, time: 5400 * SECOND },
            increment(3),
            increment(0),
            Level::PerMove(SECOND),
            Level::Depth(5),
        ];
        assert_eq!(levels.map(Level::time_control), ["40/5400", "300+3", "300", "1/1", "-"]);
    }

    #[test]
    fn equal_time_follows_the_opponent() {
        let limits = |used, made| Level::Equal.limits(None, used, made, Color::Black).move_time.unwrap();
        assert_eq!(limits([60 * SECOND, 50 * SECOND], 7), 10 * SECOND);
        assert_eq!(limits([3 * SECOND, 50 * SECOND], 7), Duration::from_millis(100));
        assert_eq!(limits([Duration::ZERO; 2], 0), EQUAL_AT_FIRST);
    }
}
