//! The search clock. The ancestors share this, the seam, and nothing else.

use web_time::{Duration, Instant};

use heirloom_chess::Color;
use heirloom_engine::{Limits, Signals};

/// The number of nodes between two checks of the time.
const CHECK_INTERVAL: u64 = 256;

/// The overhead in milliseconds between a program and the clock.
const OVERHEAD_MS: i64 = 15;

/// The reserve in milliseconds: a busy machine may stall a program for nearly that long.
const RESERVE_MS: i64 = 100;

/// Searches with less time than this are short.
const SHORT: Duration = Duration::from_millis(25);

/// One part in this many of a clock near or below the reserve may be used.
const LAST_SHARE: i64 = 8;

/// The expected number of moves left without a time control, ...
const MOVES_LEFT: i64 = 30;

/// ... and with an increment.
const MOVES_WITH_INCREMENT: i64 = 22;

/// Enforces the limits of one search. Each search thread has its own copy.
#[derive(Clone, Debug)]
pub struct Clock {
    signals: Signals,
    nodes: u64,
    soft_nodes: u64,
    depth: u32,
    /// No iteration starts after this.
    soft: Option<Duration>,
    /// The search ends after this.
    hard: Option<Duration>,
    next_check: u64,
    over: bool,
}

impl Clock {
    /// Creates the clock of a search with these limits; `turn` is the side to move.
    ///
    /// A move usually gets a share of the time beyond the reserve and most of the increment, at most four
    /// times that.
    pub fn new(limits: &Limits, turn: Color, signals: &Signals) -> Clock {
        let milliseconds = |time: i64| Duration::from_millis(time.max(1) as u64);
        let (mut soft, mut hard) = (None, None);
        if let Some(clocks) = limits.clocks {
            let (time, increment) = (clocks.time_of(turn), clocks.increment_of(turn).max(0));
            let left = (time - RESERVE_MS).max(time / LAST_SHARE).max(1);
            let bonus = (increment - OVERHEAD_MS).max(0);
            let expected_moves = if bonus > 0 { MOVES_WITH_INCREMENT } else { MOVES_LEFT };
            let moves = clocks.moves_to_go.map_or(expected_moves, |moves| i64::from(moves.clamp(1, 40)));
            let fair_share = left / moves + bonus * 3 / 4;
            // The last move before a time control must not use all the time.
            let limit = if moves == 1 { left * 4 / 5 } else { left / 2 };
            // A running iteration continues past this limit, so the average is close to the fair share.
            soft = Some(milliseconds((fair_share * 7 / 10).min(limit)));
            hard = Some(milliseconds((fair_share * 4).min(limit)));
        }
        if let Some(time) = limits.move_time {
            let time = milliseconds(time.as_millis().min(i64::MAX as u128) as i64 - OVERHEAD_MS / 5);
            // All of the move time is used, unless the clock is nearly out of time.
            soft = None;
            hard = Some(hard.map_or(time, |hard: Duration| hard.min(time)));
        }
        Clock {
            signals: signals.clone(),
            nodes: limits.nodes.unwrap_or(u64::MAX),
            soft_nodes: limits.soft_nodes.unwrap_or(u64::MAX),
            depth: limits.depth.unwrap_or(u32::MAX).max(1),
            soft,
            hard,
            next_check: 0,
            over: false,
        }
    }

    /// Returns true, from then on always, if the search must stop. Called at each node with the node count.
    #[inline]
    pub fn is_over(&mut self, nodes: u64) -> bool {
        if nodes >= self.next_check {
            self.next_check = (nodes + CHECK_INTERVAL).min(self.nodes.max(nodes + 1));
            self.over |= nodes >= self.nodes || self.signals.is_stopped() || self.expired(self.hard);
        }
        self.over
    }

    /// Returns true if an iteration of `depth` plies may start. The first always may, since a move is needed.
    pub fn allows(&self, depth: u32, nodes: u64) -> bool {
        depth <= 1 || !self.over && depth <= self.depth && nodes < self.soft_nodes && !self.expired(self.soft)
    }

    /// Returns true if there is so little time that waiting for a second thread would cost more than it
    /// gains.
    pub fn is_short(&self) -> bool {
        self.hard.is_some_and(|hard| hard < SHORT)
    }

    /// Returns the time since the search was requested.
    pub fn elapsed(&self) -> Duration {
        self.signals.created().elapsed()
    }

    /// Returns true if the time has passed. While pondering no clock runs; after a ponder hit it starts
    /// there.
    fn expired(&self, time: Option<Duration>) -> bool {
        time.is_some_and(|time| {
            self.signals.clock_start().is_some_and(|start: Instant| start.elapsed() >= time)
        })
    }
}

/// Returns a clock that allows this many plies, for tests of a search.
#[cfg(test)]
pub fn with_depth(depth: u32) -> Clock {
    Clock::new(&Limits::depth(depth), Color::White, &Signals::new())
}

/// Returns a clock that never ends a search, for tests of its parts.
#[cfg(test)]
pub fn unlimited() -> Clock {
    Clock::new(&Limits::infinite(), Color::White, &Signals::new())
}

#[cfg(test)]
mod tests {
    use heirloom_engine::Clocks;

    use super::*;

    fn clock(limits: &Limits, signals: &Signals) -> Clock {
        Clock::new(limits, Color::White, signals)
    }

    #[test]
    fn nodes_and_depth_end_a_search() {
        let mut with_nodes = clock(&Limits::nodes(300), &Signals::new());
        assert_eq!((1..1000).find(|&nodes| with_nodes.is_over(nodes)), Some(300));
        let with_depth = clock(&Limits::depth(3), &Signals::new());
        assert!(with_depth.allows(3, 10) && !with_depth.allows(4, 10));
        let soft = clock(&Limits { soft_nodes: Some(50), ..Limits::default() }, &Signals::new());
        assert!(soft.allows(2, 49) && !soft.allows(2, 50) && soft.allows(1, 50));
    }

    #[test]
    fn a_stop_takes_effect_soon() {
        let signals = Signals::new();
        let mut clock = clock(&Limits::infinite(), &signals);
        assert!((1..5000).all(|nodes| !clock.is_over(nodes)));
        signals.stop();
        assert!((5000..5000 + CHECK_INTERVAL + 1).any(|nodes| clock.is_over(nodes)));
    }

    #[test]
    fn time_limits_are_kept() {
        let signals = Signals::new();
        let clocks = Clocks { time: [60_000, 1], increment: [0, 0], moves_to_go: None };
        let plenty = clock(&Limits { clocks: Some(clocks), ..Limits::default() }, &signals);
        let hard = plenty.hard.expect("a clock runs");
        assert!(plenty.soft.expect("a clock runs") < hard && hard < Duration::from_secs(10), "{hard:?}");
        for time in [-5, 0, 1, 20] {
            let clocks = Clocks { time: [time, 1], increment: [100, 0], moves_to_go: Some(1) };
            let hard = clock(&Limits { clocks: Some(clocks), ..Limits::default() }, &signals)
                .hard
                .expect("a clock runs");
            assert!(hard <= Duration::from_millis(time.max(1) as u64), "{time}: {hard:?}");
        }
        let mut exact = clock(&Limits::move_time(Duration::from_millis(30)), &signals);
        assert!(!plenty.is_short() && !exact.is_short());
        assert!(clock(&Limits::move_time(Duration::from_millis(20)), &signals).is_short());
        assert!(!exact.is_over(1) && exact.allows(9, 1));
        std::thread::sleep(Duration::from_millis(31));
        assert!(exact.is_over(1 + CHECK_INTERVAL));
    }

    #[test]
    fn a_busy_machine_loses_no_game_on_time() {
        // 1+0.01: every move uses its maximum and 5 ms more; one in 40 is stalled for 90 ms.
        let mut time = 1000;
        for number in 1..=400 {
            let clocks = Clocks { time: [time, 1], increment: [10, 0], moves_to_go: None };
            let hard = clock(&Limits { clocks: Some(clocks), ..Limits::default() }, &Signals::new())
                .hard
                .expect("a clock runs");
            time -= hard.as_millis() as i64 + if number % 40 == 0 { 90 } else { 5 };
            assert!(time > 0, "move {number}");
            time += 10;
        }
    }

    #[test]
    fn no_clock_runs_while_pondering() {
        let signals = Signals::pondering();
        let mut clock = clock(&Limits::move_time(Duration::from_millis(1)), &signals);
        std::thread::sleep(Duration::from_millis(5));
        assert!(!clock.is_over(1));
        signals.ponder_hit();
        std::thread::sleep(Duration::from_millis(5));
        assert!(clock.is_over(1 + CHECK_INTERVAL));
    }
}
