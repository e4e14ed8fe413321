//! Time management: from the clocks to a soft limit for new iterations and a hard limit.

pub mod nodes;

use web_time::{Duration, Instant};

use heirloom_chess::Color;
use heirloom_engine::insight::TimeUse;
use heirloom_engine::{Limits, Signals};

use crate::params::{self, percent};

/// The time budget of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The usual time for a move, scaled by the stability of the search.
    pub soft: Duration,
    /// The most time for a move.
    pub hard: Duration,
    /// Whether the time is fixed for this move, to be used regardless of the search.
    pub exact: bool,
}

/// What a budget depends on other than the clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeContext {
    /// The side whose clock is running.
    pub turn: Color,
    /// Milliseconds lost between engine and clock with each move.
    pub overhead_ms: i64,
    /// Whether the engine also thinks in the opponent's time. Then some moves will cost nothing, so the
    /// others may take longer.
    pub ponders: bool,
}

/// Milliseconds that must always stay on the clock.
const RESERVE_MS: i64 = 1;

impl Budget {
    /// Returns the budget of the side to move, or `None` if no clock limits the search.
    ///
    /// The formula follows several published engines: a share of the time left plus most of the increment,
    /// with a multiple of it as the hard limit, which in turn is limited to a share of the clock.
    pub fn new(limits: &Limits, context: TimeContext) -> Option<Budget> {
        let TimeContext { turn, overhead_ms, ponders } = context;
        if let Some(time) = limits.move_time {
            let [overhead, least] = [overhead_ms as u64, 1].map(Duration::from_millis);
            let time = time.saturating_sub(overhead).max(least);
            return Some(Budget { soft: time, hard: time, exact: true });
        }
        let clocks = limits.clocks?;
        let left = (clocks.time_of(turn) - overhead_ms - RESERVE_MS).max(1) as f64;
        // The overhead is lost on every future move; the increment compensates for it as far as it can.
        let gain = clocks.increment_of(turn) as f64 - overhead_ms as f64;
        let share = |moves: f64| {
            (left + gain.min(0.0) * (moves - 1.0)).max(left * percent(params::time_min_left())) / moves
        };
        let (soft, hard, ceiling) = match clocks.moves_to_go.filter(|&moves| moves > 0) {
            Some(moves) => {
                // Time saved now can be spent until the control, but the last move before it must not use
                // all.
                let moves = f64::from(moves.min(params::time_max_moves() as u32));
                let fair = share(moves) + gain.max(0.0) * percent(params::time_control_increment());
                let ceiling =
                    if moves <= 1.0 { params::time_control_last() } else { params::time_control_ceiling() };
                let [soft, hard] = [params::time_control_soft(), params::time_control_hard()];
                (fair * percent(soft), fair * percent(hard), left * percent(ceiling))
            }
            None => {
                let (with_increment, without) =
                    (params::time_increment_moves(), params::time_sudden_death_moves());
                let moves = if gain > 0.0 { with_increment } else { without };
                let fair = share(f64::from(moves)) + gain.max(0.0) * percent(params::time_increment());
                // With little time left and a large increment, allow part of the increment on top.
                let ceiling = left * percent(params::time_ceiling())
                    + gain.clamp(0.0, left) * percent(params::time_increment_ceiling());
                (fair, fair * percent(params::time_hard()), ceiling)
            }
        };
        let hard = hard.min(ceiling).min(left).max(1.0);
        let soft = (soft * if ponders { percent(params::time_ponder()) } else { 1.0 }).min(hard).max(1.0);
        let duration = |milliseconds: f64| Duration::from_secs_f64((milliseconds / 1000.0).min(1e9));
        Some(Budget { soft: duration(soft), hard: duration(hard), exact: false })
    }
}

/// The running time of one search.
#[derive(Clone, Copy, Debug)]
pub struct Timer {
    start: Instant,
    budget: Option<Budget>,
}

impl Timer {
    /// Starts when the search was requested, since the clock has been running from then on.
    pub fn start(budget: Option<Budget>, signals: &Signals) -> Timer {
        Timer { start: signals.created(), budget }
    }

    /// Returns the time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns true if the hard limit has been reached. While pondering the clock does not run.
    pub fn is_expired(&self, signals: &Signals) -> bool {
        self.budget
            .is_some_and(|budget| signals.clock_start().is_some_and(|start| start.elapsed() >= budget.hard))
    }

    /// Returns true if it is too late to begin another iteration. `time_scale` is 1 for a search of usual
    /// stability. Time spent pondering counts.
    pub fn soft_limit_reached(&self, time_scale: f64) -> bool {
        self.budget.is_some_and(|budget| {
            !budget.exact && self.elapsed() >= budget.soft.mul_f64(time_scale).min(budget.hard)
        })
    }

    /// Returns the use of the time, or `None` if no clock limits the search.
    pub fn time_use(&self, time_scale: f64) -> Option<TimeUse> {
        let budget = self.budget?;
        let soft = if budget.exact { budget.hard } else { budget.soft.mul_f64(time_scale).min(budget.hard) };
        Some(TimeUse { used: self.elapsed(), soft, hard: budget.hard })
    }

    /// Returns true if there is a clock on which time can be saved for later moves.
    pub fn can_save(&self) -> bool {
        self.budget.is_some_and(|budget| !budget.exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_engine::Clocks;

    fn context(overhead_ms: i64) -> TimeContext {
        TimeContext { turn: Color::White, overhead_ms, ponders: false }
    }

    fn budget(time: i64, increment: i64, moves_to_go: Option<u32>, overhead: i64) -> Budget {
        let clocks = Clocks { time: [time; 2], increment: [increment; 2], moves_to_go };
        Budget::new(&Limits { clocks: Some(clocks), ..Limits::default() }, context(overhead)).unwrap()
    }

    /// Returns the soft and the hard limit in milliseconds.
    fn milliseconds(budget: Budget) -> (u128, u128) {
        (budget.soft.as_millis(), budget.hard.as_millis())
    }

    #[test]
    fn budgets_at_usual_clocks() {
        assert_eq!(milliseconds(budget(4_000, 40, None, 10)), (208, 729));
        assert_eq!(milliseconds(budget(100, 0, None, 10)), (1, 2));
        assert_eq!(milliseconds(budget(60_000, 0, Some(40), 10)), (1_191, 5_959));
        assert_eq!(milliseconds(budget(1_000, 0, Some(1), 10)), (791, 890));
        assert_eq!(milliseconds(budget(10, 0, None, 10)), (1, 1));
        assert_eq!(milliseconds(budget(10, 0, Some(1), 10)), (1, 1));
        // Little time left, but a large increment.
        assert_eq!(milliseconds(budget(111, 1_000, None, 10)), (80, 80));
        // An hour, sudden death.
        assert_eq!(milliseconds(budget(3_600_000, 0, None, 10)), (119_989, 419_964));
    }

    #[test]
    fn pondering_engines_take_more_time() {
        let clocks = Clocks { time: [60_000; 2], increment: [0; 2], moves_to_go: None };
        let limits = Limits { clocks: Some(clocks), ..Limits::default() };
        let of = |ponders| Budget::new(&limits, TimeContext { ponders, ..context(10) }).unwrap();
        assert!(of(true).soft > of(false).soft.mul_f64(1.2) && of(true).hard == of(false).hard);
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
        assert_eq!(Budget::new(&Limits::depth(5), context(10)), None);
        let fixed = Budget::new(&Limits::move_time(Duration::from_millis(500)), context(10)).unwrap();
        assert_eq!(fixed.hard, Duration::from_millis(490));
    }
}
