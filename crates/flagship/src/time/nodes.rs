//! Time counted in nodes (`nodestime`), so that games on a busy machine are the same as on an idle one.

use std::time::Duration;

use heirloom_chess::Color;
use heirloom_engine::Limits;

use super::{Budget, TimeContext};

/// The clock of one side, driven by the nodes it visits; the real clock is only read at the beginning of a
/// game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeClock {
    /// Nodes per millisecond; 0 for real time.
    nodes_per_ms: u64,
    /// Milliseconds left; `None` before the first move.
    left: Option<i64>,
}

impl NodeClock {
    /// Creates a clock that counts `nodes_per_ms` nodes as a millisecond; 0 means real time.
    pub fn new(nodes_per_ms: u64) -> NodeClock {
        NodeClock { nodes_per_ms, left: None }
    }

    /// Starts a new game, in which the real clock is read again.
    pub fn new_game(&mut self) {
        self.left = None;
    }

    /// Converts time limits to node limits; returns `None` if there is nothing to convert.
    pub fn limits(&mut self, limits: &Limits, context: TimeContext) -> Option<Limits> {
        if self.nodes_per_ms == 0 {
            return None;
        }
        let mut counted = limits.clone();
        if let Some(clocks) = &mut counted.clocks {
            let time = &mut clocks.time[context.turn.index()];
            *time = *self.left.get_or_insert(*time);
        }
        // There is no overhead.
        let budget = Budget::new(&counted, TimeContext { overhead_ms: 0, ..context })?;
        let nodes = |time: Duration| ((time.as_secs_f64() * 1000.0 * self.nodes_per_ms as f64) as u64).max(1);
        counted.nodes = Some(counted.nodes.unwrap_or(u64::MAX).min(nodes(budget.hard)));
        if !budget.exact {
            counted.soft_nodes = Some(counted.soft_nodes.unwrap_or(u64::MAX).min(nodes(budget.soft)));
        }
        (counted.clocks, counted.move_time) = (None, None);
        Some(counted)
    }

    /// Subtracts the nodes of a finished move from the clock and adds the increment.
    pub fn spend(&mut self, limits: &Limits, turn: Color, nodes: u64) {
        if let (Some(left), Some(clocks)) = (&mut self.left, &limits.clocks) {
            *left += clocks.increment_of(turn) - (nodes / self.nodes_per_ms.max(1)) as i64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_engine::Clocks;

    fn limits(time: i64) -> Limits {
        let clocks = Clocks { time: [time; 2], increment: [100; 2], moves_to_go: None };
        Limits { clocks: Some(clocks), ..Limits::default() }
    }

    const WHITE: TimeContext = TimeContext { turn: Color::White, overhead_ms: 10, ponders: false };

    #[test]
    fn the_real_clock_is_read_once_a_game() {
        let mut clock = NodeClock::new(1000);
        let first = clock.limits(&limits(60_000), WHITE).unwrap();
        assert!(first.clocks.is_none() && first.soft_nodes < first.nodes, "{first:?}");
        assert!(first.nodes > Some(1_000_000), "{first:?}");
        clock.spend(&limits(60_000), Color::White, 2_000_000);
        assert_eq!(clock.left, Some(60_000 + 100 - 2_000));
        // The real clock no longer matters.
        let (again, mut same) = (clock.limits(&limits(5), WHITE), clock);
        assert_eq!(again, same.limits(&limits(90_000), WHITE));
        clock.new_game();
        assert!(clock.limits(&limits(5), WHITE).unwrap().nodes < Some(10_000));
    }

    #[test]
    fn move_times_are_nodes_and_other_limits_stay() {
        let mut clock = NodeClock::new(50);
        let requested = Limits { depth: Some(9), ..Limits::move_time(Duration::from_millis(20)) };
        let expected = Limits { nodes: Some(1000), depth: Some(9), ..Limits::default() };
        assert_eq!(clock.limits(&requested, WHITE), Some(expected));
        assert_eq!(clock.limits(&Limits::depth(3), WHITE), None);
        assert_eq!(NodeClock::default().limits(&limits(1000), WHITE), None);
    }
}
