//! How long to think: from the clocks to a time after which no new iteration begins and one that must never be passed.

use std::time::{Duration, Instant};

use heirloom_chess::Color;
use heirloom_engine::insight::TimeUse;
use heirloom_engine::{Limits, Signals};

/// The time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// What a move may usually take; stretched or shortened by how settled the best move is.
    pub soft: Duration,
    /// What it may take at most.
    pub hard: Duration,
    /// Is the time given for this very move, to be used whatever the search finds?
    pub exact: bool,
}

/// Time that must stay on the clock whatever happens.
const RESERVE_MS: i64 = 1;

/// The share of a clock without time control that a move may have: one of so many.
const SUDDEN_DEATH_MOVES: f64 = 24.0;

impl Budget {
    /// The budget of the side to move; `None` when no clock limits the search. `overhead_ms` is lost between engine and clock each move.
    ///
    /// The shape follows what several engines publish: a share of what is left plus most of the increment, with several times as much as a
    /// ceiling, which in turn is a share of the clock.
    pub fn new(limits: &Limits, turn: Color, overhead_ms: i64) -> Option<Budget> {
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(Duration::from_millis(overhead_ms as u64)).max(Duration::from_millis(1));
            return Some(Budget { soft: time, hard: time, exact: true });
        }
        let clocks = limits.clocks?;
        let left = (clocks.time_of(turn) - overhead_ms - RESERVE_MS).max(1) as f64;
        // What is lost between engine and clock is lost on every move to come, so an increment is worth only what it exceeds that.
        let overhead = overhead_ms as f64;
        let increment = (clocks.increment_of(turn) as f64 - overhead).max(0.0);
        let (soft, hard) = match clocks.moves_to_go.filter(|&moves| moves > 0) {
            Some(moves) => {
                // What is saved now can be spent until the control, but the last move before it must not use all.
                let moves = f64::from(moves.min(50));
                let fair = (left - overhead * (moves - 1.0)).max(left / 4.0) / moves + increment * 0.75;
                (fair * 0.8, (fair * 4.0).min(left * if moves <= 1.0 { 0.9 } else { 0.7 }))
            }
            None => {
                let fair = (left - overhead * SUDDEN_DEATH_MOVES).max(left / 4.0) / SUDDEN_DEATH_MOVES + increment * 0.75;
                (fair * 0.7, (fair * 3.5).min(left * 0.5))
            }
        };
        let hard = hard.min(left).max(1.0);
        let soft = soft.min(hard).max(1.0);
        let duration = |milliseconds: f64| Duration::from_secs_f64((milliseconds / 1000.0).min(1e9));
        Some(Budget { soft: duration(soft), hard: duration(hard), exact: false })
    }
}

/// The time of one search as it runs.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    start: Instant,
    budget: Option<Budget>,
}

impl Timer {
    /// Counts from when the search was asked for: the clock has been running since then.
    pub fn start(budget: Option<Budget>, signals: &Signals) -> Timer {
        Timer { start: signals.created(), budget }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Has the time run out that must never be passed? In the opponent's time the clock stands.
    pub fn is_over(&self, signals: &Signals) -> bool {
        self.budget.is_some_and(|budget| signals.clock_start().is_some_and(|start| start.elapsed() >= budget.hard))
    }

    /// Is it too late to begin another iteration? `stretch` is 1 for a move as settled as usual. Time spent pondering counts.
    pub fn is_enough(&self, stretch: f64, signals: &Signals) -> bool {
        match self.budget {
            Some(budget) if !signals.is_pondering() && !budget.exact => self.elapsed() >= budget.soft.mul_f64(stretch).min(budget.hard),
            _ => false,
        }
    }

    /// How the time is used; `None` when no clock limits the search.
    pub fn time_use(&self, stretch: f64) -> Option<TimeUse> {
        let budget = self.budget?;
        let soft = if budget.exact { budget.hard } else { budget.soft.mul_f64(stretch).min(budget.hard) };
        Some(TimeUse { used: self.elapsed(), soft, hard: budget.hard })
    }

    /// Is there a clock from which time can be saved for later moves?
    pub fn can_save(&self) -> bool {
        self.budget.is_some_and(|budget| !budget.exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_engine::Clocks;

    fn budget(time: i64, increment: i64, moves_to_go: Option<u32>, overhead: i64) -> Budget {
        let clocks = Clocks { time: [time; 2], increment: [increment; 2], moves_to_go };
        Budget::new(&Limits { clocks: Some(clocks), ..Limits::default() }, Color::White, overhead).unwrap()
    }

    #[test]
    fn no_budget_is_larger_than_the_clock() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..100_000 {
            let time = random.i64(-2_000..2_000_000);
            let moves = random.bool().then(|| random.u32(0..80));
            let overhead = random.i64(0..200);
            let budget = budget(time, random.i64(-10..20_000), moves, overhead);
            let limit = Duration::from_millis((time - overhead - RESERVE_MS).max(1) as u64);
            assert!(budget.soft <= budget.hard && budget.hard <= limit, "{time} {moves:?} {budget:?}");
            assert!(!budget.soft.is_zero());
        }
    }

    #[test]
    fn a_whole_game_fits_its_clock() {
        for (base, increment) in [(60_000, 0), (2_000, 20), (10_000, 100), (3_000, 0)] {
            let mut left = base;
            for _ in 0..120 {
                let spent = budget(left, increment, None, 10).soft.as_millis() as i64;
                left -= spent;
                assert!(left > 0);
                left += increment;
            }
        }
        let mut left = 10_000;
        for moves in (1..=40).rev() {
            left -= budget(left, 0, Some(moves), 10).hard.as_millis() as i64;
            assert!(left > 0);
        }
    }

    #[test]
    fn no_clock_no_budget() {
        assert_eq!(Budget::new(&Limits::depth(5), Color::White, 10), None);
        let fixed = Budget::new(&Limits::move_time(Duration::from_millis(500)), Color::Black, 10).unwrap();
        assert_eq!(fixed.hard, Duration::from_millis(490));
    }
}
