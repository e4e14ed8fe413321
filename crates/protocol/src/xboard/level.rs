//! Time controls: `level MOVES BASE INCREMENT`, with all formats of times that occur in practice.

use std::fmt;
use std::time::Duration;

/// A time control: a number of moves, or the whole game, in a base time, with an increment after each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Level {
    /// Moves until the base time is added again; 0 for the whole game.
    pub moves: u32,
    /// The initial time.
    pub base: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// The maximum of any number; larger ones are cut so that sums cannot overflow.
const MAX_NUMBER: f64 = 1e7;

impl Level {
    /// Parses what follows `level`; `None` if it is not a time control. Minutes, seconds and the increment
    /// may have decimals, and anything after the base time (`25+5`) is skipped, as the protocol demands.
    pub fn parse(text: &str) -> Option<Level> {
        let mut words = text.split_whitespace();
        let moves = number(words.next()?)?;
        let base = words.next()?;
        let base = match base.split_once(':') {
            None => number(leading(base))? * 60.0,
            Some((minutes, seconds)) => number(leading(minutes))? * 60.0 + number(leading(seconds))?,
        };
        let increment = words.next().map_or(Some(0.0), number)?;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole and from 0 to the longest"
        )]
        let moves = moves as u32;
        Some(Level { moves, base: seconds(base), increment: seconds(increment) })
    }
}

impl fmt::Display for Level {
    /// Formats as `40 5 0` or `0 0:30 0.1`: seconds and decimals only if needed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minutes, rest) =
            (self.base.as_secs() / 60, self.base - Duration::from_secs(self.base.as_secs() / 60 * 60));
        write!(f, "{} {minutes}", self.moves)?;
        if !rest.is_zero() {
            // Many programs cannot read fractions of a second; `time` sends the exact value.
            write!(f, ":{:02}", rest.as_secs())?;
        }
        write!(f, " {}", self.increment.as_secs_f64())
    }
}

/// Parses a time in seconds, as in `st` and increments; `None` if it is not a number.
pub fn seconds_of(text: &str) -> Option<Duration> {
    number(text.trim()).map(seconds)
}

fn seconds(number: f64) -> Duration {
    // Milliseconds are precise enough for any clock; rounding hides binary fractions.
    Duration::from_secs_f64((number * 1000.0).round() / 1000.0)
}

/// Parses a number from 0 to the maximum; negative ones count as 0.
fn number(text: &str) -> Option<f64> {
    let is_number = text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first));
    let value = text.parse::<f64>().ok().filter(|value| is_number && value.is_finite())?;
    Some(value.clamp(0.0, MAX_NUMBER))
}

/// The leading digits, with decimals.
fn leading(text: &str) -> &str {
    let end = text
        .char_indices()
        .find(|&(at, letter)| !(letter.is_ascii_digit() || letter == '.' || at == 0 && letter == '-'));
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> (u32, u128, u128) {
        let level = Level::parse(text).unwrap();
        (level.moves, level.base.as_millis(), level.increment.as_millis())
    }

    #[test]
    fn every_way_to_write_a_clock() {
        assert_eq!(level("40 5 0"), (40, 300_000, 0));
        assert_eq!(level("40 0:30 0"), (40, 30_000, 0));
        assert_eq!(level("0 2 12"), (0, 120_000, 12_000));
        assert_eq!(level("0 0.05 0.05"), (0, 3_000, 50));
        assert_eq!(level("0 1:02.5 .25"), (0, 62_500, 250));
        assert_eq!(level("40 25+5 0"), (40, 1_500_000, 0));
        assert_eq!(level("0 5"), (0, 300_000, 0));
        assert_eq!(level("0 -1 -2"), (0, 0, 0));
        for wrong in ["", "40", "x 5 0", "40 x 0", "40 5 x", "40 5:x 0", "0 inf 0", "nan 1 1"] {
            assert_eq!(Level::parse(wrong), None, "{wrong}");
        }
        assert!(Level::parse("1e300 1e300 1e300").is_some());
    }

    #[test]
    fn clocks_are_written_as_they_are_read() {
        for text in ["40 5 0", "0 0:30 0.1", "0 2 12", "0 0:02 0.05"] {
            assert_eq!(Level::parse(text).unwrap().to_string(), text);
        }
        let fraction = Level { moves: 0, base: Duration::from_millis(2_500), increment: Duration::ZERO };
        assert_eq!(fraction.to_string(), "0 0:02 0");
    }
}
