//! The insights that the main worker reports from inside the search on request.

use heirloom_chess::{Move, Position, see};
use heirloom_engine::Info;
use heirloom_engine::insight::{Exit, HashUse, Insight, OrderReason, RootEffort, SearchWindow, ThreadState};

use super::deepening::REPORT_DELAY;
use super::listener::{Counts, Listener};
use super::ordering::MovePicker;
use super::{RootMove, Worker};
use crate::eval::classical::trace;
use crate::eval::nnue::explain;
use crate::score;

impl<L: Listener> Worker<'_, L> {
    /// Reports the evaluation of the root, which does not change during the search.
    pub(super) fn report_root(&self, position: &Position, report: &mut dyn FnMut(Info)) {
        if L::COUNTS {
            let explanation = match &self.task.settings.network {
                Some(network) => explain::explain(network, position),
                None => trace::explain(position),
            };
            report_insight(Insight::Evaluation(explanation), report);
        }
    }

    /// Reports the window of the next search of the root.
    pub(super) fn report_window(&self, depth: i32, alpha: i32, beta: i32, report: &mut dyn FnMut(Info)) {
        if L::COUNTS && self.is_main() {
            let bound = |score: i32| (score.abs() != score::INFINITE).then(|| score::to_reported(score));
            let (depth, line) = (depth as u32, self.line_index as u32 + 1);
            let window = SearchWindow { depth, line, alpha: bound(alpha), beta: bound(beta) };
            report_insight(Insight::Window(window), report);
        }
    }

    /// Reports the root move being searched and, in longer searches, the nodes of each move so far.
    pub(super) fn report_move(&self, mv: Move, number: usize, report: &mut dyn FnMut(Info)) {
        if L::COUNTS && self.is_main() {
            let (depth, current) = (self.root_depth as u32, (mv, number as u32));
            report(Info { depth: Some(depth), current_move: Some(current), ..Info::default() });
            if self.task.timer.elapsed() >= REPORT_DELAY {
                report_insight(Insight::RootEffort(self.root_efforts()), report);
            }
        }
    }

    /// Reports the state after an iteration; `time_scale` is the factor of the soft limit.
    pub(super) fn report_insights(&self, position: &Position, time_scale: f64, report: &mut dyn FnMut(Info)) {
        let Some(own) = self.listener.counts() else { return };
        let mut counts = own.clone();
        self.shared.counts_of_helpers().iter().for_each(|other| counts.add(other));
        let (fill, probes, hits) = (self.table.hashfull(), counts.probes, counts.hits);
        report_insight(Insight::Hash(HashUse { fill, probes, hits }), report);
        report_insight(Insight::HashAges(self.table.ages()), report);
        report_insight(Insight::Exits(Exit::ALL.iter().copied().zip(counts.exits).collect()), report);
        report_insight(Insight::Plies(plies(&counts)), report);
        report_insight(Insight::RootEffort(self.root_efforts()), report);
        report_insight(Insight::MoveOrder(self.move_order(position)), report);
        report_insight(Insight::Threads(self.thread_states()), report);
        if let Some(time) = self.task.timer.time_use(time_scale) {
            report_insight(Insight::Time(time), report);
        }
    }

    fn root_efforts(&self) -> Vec<RootEffort> {
        let effort = |line: &RootMove| {
            let score = (line.score != -score::INFINITE).then(|| score::to_reported(line.score));
            RootEffort { mv: line.mv, nodes: line.nodes, score }
        };
        self.root_moves.iter().map(effort).collect()
    }

    /// Returns the order in which a node would try the root moves, given the current histories.
    fn move_order(&self, position: &Position) -> Vec<(Move, OrderReason)> {
        let (killers, before) = (self.stack.at(0).killers, self.stack.previous_moves(0));
        let table_move = self.root_moves.first().map(|line| line.mv);
        let mut picker =
            MovePicker::all(table_move, killers, before, self.mate_threats(position, 0, self.root_depth));
        let mut order = Vec::new();
        while let Some(mv) = picker.next(position, self.history, self.table) {
            let reason = if table_move == Some(mv) {
                OrderReason::TableMove
            } else if position.is_noisy(mv) {
                let value = see::exact(position, mv, &see::VALUES);
                let is_bad = picker.is_at_bad_moves();
                if is_bad { OrderReason::BadCapture(value) } else { OrderReason::GoodCapture(value) }
            } else if killers.contains(&Some(mv)) {
                OrderReason::Killer
            } else {
                OrderReason::History(self.history_of(position, mv, true, &before))
            };
            order.push((mv, reason));
        }
        order
    }

    fn thread_states(&self) -> Vec<ThreadState> {
        let selective_depth = self.root_moves.first().map_or(0, |line| line.selective_depth) as u32;
        let own = ThreadState { depth: self.completed_depth as u32, selective_depth, nodes: self.nodes };
        std::iter::once(own).chain(self.shared.states_of_helpers()).collect()
    }
}

/// Returns the nodes of each ply, from the first to the last one reached.
fn plies(counts: &Counts) -> Vec<u64> {
    let last = counts.plies.iter().rposition(|&nodes| nodes > 0).unwrap_or(0);
    counts.plies[1..=last.max(1)].to_vec()
}

fn report_insight(insight: Insight, report: &mut dyn FnMut(Info)) {
    report(Info { insight: Some(Box::new(insight)), ..Info::default() });
}
