//! The clocks of a game over XBoard, and the resulting limits.

use std::time::Duration;

use heirloom_chess::{Color, Line};
use heirloom_engine::{Clocks, Limits};

use crate::xboard::Level;

/// The GUI's time settings, and the remaining time by our own count until the GUI sends it again.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Clock {
    control: Control,
    /// The engine's and its opponent's remaining time in milliseconds.
    own: i64,
    other: i64,
    depth: Option<u32>,
    /// Nodes that count as one second.
    rate: Option<u64>,
    /// Number of plies played when the time control began.
    start_ply: usize,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Control {
    Level(Level),
    MoveTime(Duration),
}

/// Five minutes for the game: what old GUIs mean if they send nothing.
const DEFAULT: Level = Level { moves: 0, base: Duration::from_secs(300), increment: Duration::ZERO };

impl Default for Clock {
    fn default() -> Clock {
        let base = milliseconds(DEFAULT.base);
        Clock {
            control: Control::Level(DEFAULT),
            own: base,
            other: base,
            depth: None,
            rate: None,
            start_ply: 0,
        }
    }
}

impl Clock {
    /// Restarts the clocks; depth and node rate are reset, the time control stays.
    pub(super) fn new_game(&mut self) {
        let control = self.control;
        *self = Clock::default();
        match control {
            Control::Level(level) => self.set_level(level, 0),
            Control::MoveTime(_) => self.control = control,
        }
    }

    /// Sets a time control that counts its moves from now, after `plies` plies.
    pub(super) fn set_level(&mut self, level: Level, plies: usize) {
        let base = milliseconds(level.base);
        (self.control, self.own, self.other, self.start_ply) = (Control::Level(level), base, base, plies);
    }

    pub(super) fn set_move_time(&mut self, time: Duration) {
        self.control = Control::MoveTime(time);
    }

    /// Sets the depth limit in plies; 0 removes it.
    pub(super) fn set_depth(&mut self, plies: u32) {
        self.depth = Some(plies).filter(|&plies| plies > 0);
    }

    pub(super) fn set_rate(&mut self, rate: Option<u64>) {
        self.rate = rate;
    }

    /// Sets the engine's clock, in hundredths of a second.
    pub(super) fn set_own(&mut self, hundredths: i64) {
        self.own = hundredths.saturating_mul(10);
    }

    /// Sets its opponent's clock, in hundredths of a second.
    pub(super) fn set_other(&mut self, hundredths: i64) {
        self.other = hundredths.saturating_mul(10);
    }

    /// The engine's remaining time in milliseconds.
    pub(super) fn own(&self) -> i64 {
        self.own
    }

    /// Subtracts time from the engine's clock.
    pub(super) fn spend(&mut self, time: Duration) {
        self.own = self.own.saturating_sub(milliseconds(time));
    }

    /// Adds the increment after the engine's move, ply number `plies`, and the base time if it is due.
    pub(super) fn moved(&mut self, plies: usize) {
        let Control::Level(level) = self.control else { return };
        self.own = self.own.saturating_add(milliseconds(level.increment));
        if level.moves > 0 && self.moves_done(plies).is_multiple_of(level.moves as usize) {
            self.own = self.own.saturating_add(milliseconds(level.base));
        }
    }

    /// Number of moves made since the time control began, by the side that moved last.
    fn moves_done(&self, plies: usize) -> usize {
        plies.saturating_sub(self.start_ply).div_ceil(2)
    }

    /// The limits for a move of `color` at the end of `line`.
    pub(super) fn limits(&self, line: &Line, color: Color) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        match (self.control, self.rate) {
            (Control::MoveTime(time), None) => limits.move_time = Some(time),
            (Control::MoveTime(time), Some(rate)) => limits.nodes = Some(nodes_in(milliseconds(time), rate)),
            (Control::Level(level), rate) => {
                let clocks = self.clocks(&level, line.moves().len(), color);
                match rate {
                    None => limits.clocks = Some(clocks),
                    Some(rate) => limits.nodes = Some(nodes_in(share(&clocks, color), rate)),
                }
            }
        }
        limits
    }

    fn clocks(&self, level: &Level, plies: usize, color: Color) -> Clocks {
        let mut time = [self.other; 2];
        time[color.index()] = self.own;
        let made = plies.saturating_sub(self.start_ply) / 2;
        let left = |moves: u32| moves - u32::try_from(made % moves as usize).unwrap_or(0);
        let moves_to_go = (level.moves > 0).then(|| left(level.moves));
        Clocks { time, increment: [milliseconds(level.increment); 2], moves_to_go }
    }
}

/// The share of a clock for one move in milliseconds, used if nodes count as time.
fn share(clocks: &Clocks, color: Color) -> i64 {
    let (time, increment) = (clocks.time_of(color).max(0), clocks.increment_of(color));
    (time / i64::from(clocks.moves_to_go.unwrap_or(30).min(30)) + increment / 2).min(time)
}

fn nodes_in(milliseconds: i64, rate: u64) -> u64 {
    (milliseconds.max(1).unsigned_abs().saturating_mul(rate) / 1000).max(1)
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Position;
    use heirloom_chess::notation::uci;

    fn line(moves: &str) -> Line {
        uci::parse_line(Position::startpos(), moves).unwrap()
    }

    fn clocks(clock: &Clock, moves: &str, color: Color) -> (i64, i64, Option<u32>) {
        let clocks = clock.limits(&line(moves), color).clocks.unwrap();
        (clocks.time_of(color), clocks.time_of(!color), clocks.moves_to_go)
    }

    #[test]
    fn moves_count_from_the_level_on() {
        let mut clock = Clock::default();
        clock.set_level(Level::parse("2 1 0").unwrap(), 0);
        assert_eq!(clocks(&clock, "e2e4", Color::Black), (60_000, 60_000, Some(2)));
        clock.spend(Duration::from_secs(10));
        clock.moved(2);
        assert_eq!(clocks(&clock, "e2e4 e7e5 g1f3", Color::Black), (50_000, 60_000, Some(1)));
        clock.moved(4);
        assert_eq!(clocks(&clock, "e2e4 e7e5 g1f3 g8f6 f3g1", Color::Black), (110_000, 60_000, Some(2)));
        // A new level in the middle counts its own moves.
        clock.set_level(Level::parse("20 22 0").unwrap(), 3);
        assert_eq!(clocks(&clock, "e2e4 e7e5 g1f3", Color::Black).2, Some(20));
        clock.set_own(100);
        clock.set_other(200);
        assert_eq!(clocks(&clock, "", Color::White), (1_000, 2_000, Some(20)));
    }

    #[test]
    fn depth_and_rate_last_until_the_next_game() {
        let mut clock = Clock::default();
        clock.set_move_time(Duration::from_secs(8));
        clock.set_rate(Some(10_000));
        clock.set_depth(5);
        let limits = clock.limits(&Line::default(), Color::White);
        assert_eq!((limits.nodes, limits.depth, limits.move_time), (Some(80_000), Some(5), None));
        clock.new_game();
        assert_eq!(clock.limits(&Line::default(), Color::White), Limits::move_time(Duration::from_secs(8)));
        clock.set_level(Level::parse("0 1 0").unwrap(), 0);
        clock.set_rate(Some(1000));
        assert_eq!(clock.limits(&Line::default(), Color::White).nodes, Some(2_000));
        clock.set_depth(0);
        assert_eq!(clock.limits(&Line::default(), Color::White).depth, None);
    }
}
