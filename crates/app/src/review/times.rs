//! The time each move of a game took and left, by `[%clk]`, `[%emt]` and the tag `TimeControl`.

use std::time::Duration;

use heirloom_chess::game::{Game, NodeId};

/// The time of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveTime {
    /// The time left on the mover's clock after the move.
    pub left: Option<Duration>,
    /// The time the move took.
    pub used: Option<Duration>,
}

/// A time control, as far as it explains the clocks of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimeControl {
    base: Option<Duration>,
    increment: Duration,
}

impl TimeControl {
    /// Returns the time control of a game: its tag, such as `300+3` or `40/7200:1800+30`.
    pub fn of(game: &Game) -> TimeControl {
        let first = game.tags().get("TimeControl").unwrap_or_default().split(':').next().unwrap_or_default();
        let field = first.rsplit('/').next().unwrap_or_default();
        let (base, increment) = field.split_once('+').unwrap_or((field, "0"));
        let base = seconds(base).filter(|base| !base.is_zero());
        TimeControl { base, increment: seconds(increment).unwrap_or_default() }
    }

    /// Returns the time of a move. `before` is the time left after the previous move of the same player; none
    /// for the first, or if it is not known.
    pub fn time(self, game: &Game, node: NodeId, before: Option<Duration>) -> MoveTime {
        let of = |name: &str| game.comments(node).iter().find_map(|comment| clock(comment, name));
        let left = of("clk");
        let by_clock = || match (before, left?) {
            (Some(before), left) => (before + self.increment).checked_sub(left),
            // Some clocks add the increment to the first move already: more may be left than before.
            (None, left) if game.path(node).len() <= 2 => {
                let base = self.base?;
                (if left > base { base + self.increment } else { base }).checked_sub(left)
            }
            // The difference would be that of several moves.
            (None, _) => None,
        };
        MoveTime { left, used: of("emt").or_else(by_clock) }
    }
}

/// Returns the times of the moves of the main line.
pub fn of_main_line(game: &Game) -> Vec<MoveTime> {
    let control = TimeControl::of(game);
    let mut before = [None; 2];
    let mut times = Vec::new();
    for (ply, node) in game.main_line().enumerate() {
        let time = control.time(game, node, before[ply % 2]);
        before[ply % 2] = time.left;
        times.push(time);
    }
    times
}

/// Returns the time in `[%name h:mm:ss]` of a comment.
fn clock(comment: &str, name: &str) -> Option<Duration> {
    let (_, rest) = comment.split_once(&format!("[%{name} "))?;
    let text = rest.split_once(']')?.0.trim();
    let mut total = Duration::ZERO;
    for part in text.split(':') {
        total = total.checked_mul(60)?.checked_add(seconds(part)?)?;
    }
    Some(total)
}

/// Parses seconds with or without a fraction.
fn seconds(text: &str) -> Option<Duration> {
    let text = text.trim();
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    Duration::try_from_secs_f64(text.parse().ok().filter(|_| plain)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::pgn;

    fn used(text: &str) -> Vec<Option<f64>> {
        let game = pgn::parse(text).unwrap().unwrap();
        of_main_line(&game).iter().map(|time| Some(time.used?.as_secs_f64())).collect()
    }

    #[test]
    fn times_follow_from_clocks_and_the_time_control() {
        let moves = "1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Nf3 {[%clk 0:04:53.5] fast} Nc6 *";
        let timed = format!("[TimeControl \"300+3\"]\n\n{moves}");
        assert_eq!(used(&timed), [Some(0.0), Some(2.0), Some(9.5), None]);
        assert_eq!(used(moves), [None, None, Some(6.5), None]);
        assert_eq!(used("1. e4 {[%emt 0:00:07]} e5 {[%emt 12]} *"), [Some(7.0), Some(12.0)]);
        let mixed = "[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:03:01]} e5 {[%clk 0:02:52.5]} \
            2. Nf3 {[%clk 0:02:56]} Nc6 {[%emt 0:00:30]} 3. d4 {[%clk 0:05:00]} exd4 {[%clk 0:02:00]} *";
        assert_eq!(used(mixed), [Some(1.0), Some(7.5), Some(7.0), Some(30.0), None, None]);
    }

    #[test]
    fn damaged_times_are_ignored() {
        for text in ["", "x", "1:x", "1::2", "-1:00", "1e3", "99999999999999999999:0:0:0:0:0:0:0:0:0:0:0"] {
            assert_eq!(clock(&format!("[%clk {text}]"), "clk"), None, "{text}");
        }
        assert_eq!(clock("[%clk 1:00", "clk"), None);
        let gains = "1. e4 {[%clk 0:01:00]} e5 2. Nf3 {[%clk 0:02:00]} *";
        assert_eq!(used(gains), [None, None, None]);
        let odd = pgn::parse("[TimeControl \"40/7200:1800+30\"]\n\n1. e4 *").unwrap().unwrap();
        let control = TimeControl { base: Some(Duration::from_secs(7200)), increment: Duration::ZERO };
        assert_eq!(TimeControl::of(&odd), control);
    }
}
