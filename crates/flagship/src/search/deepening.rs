//! Iterative deepening with aspiration windows, and the decision when to stop.

use std::time::Duration;

use heirloom_chess::{Move, Position};
use heirloom_engine::{BestMove, Bound, Info, Origin, Score};

use super::listener::Listener;
use super::stability::Stability;
use super::{SearchResult, Worker};
use crate::params;
use crate::score::{self, INFINITE, MAX_PLY};

/// Bounds are only reported after this time: some front ends cannot keep up with the first ones.
pub(super) const REPORT_DELAY: Duration = Duration::from_secs(1);

/// The nodes per root move that the first iterations would take, by the number of iterations skipped when the
/// table already has their results and nothing is reported. These nodes count toward the soft limit, so that
/// the search ends at about the same point.
const SKIPPED_NODES: [u64; 3] = [0, 2, 3];

impl<L: Listener> Worker<'_, L> {
    /// Searches deeper and deeper until a limit or a signal ends it, and reports each finished line.
    pub fn run(&mut self, report: &mut dyn FnMut(Info)) {
        let position = self.task.line.position().clone();
        if self.root_moves.is_empty() {
            return report(no_moves_info(&position));
        }
        self.prepare_root(&position);
        if let Some(most) = self.task.limits.mate.filter(|_| self.is_main())
            && self.find_mate(&position, most)
        {
            return report(self.mate_info());
        }
        let lines = self.task.settings.multipv.clamp(1, self.root_moves.len());
        let mut stability = Stability::default();
        self.report_root(&position, report);
        let first = self.first_depth(&position);
        self.skipped_nodes = SKIPPED_NODES[first as usize - 1] * self.root_moves.len() as u64;
        for depth in first..=self.last_depth() {
            self.root_depth = depth;
            for line in self.root_moves.iter_mut() {
                line.previous_score = if line.score == -INFINITE { line.previous_score } else { line.score };
                line.failed_high = None;
            }
            self.completed.clone_from(self.root_moves);
            for index in 0..lines {
                self.line_index = index;
                self.aspiration_search(&position, depth, report);
                if self.stopped {
                    break;
                }
            }
            // After a stop without a new result, report the lines again with the final time and nodes.
            let reported = if self.finish_iteration() { depth } else { self.completed_depth };
            self.report_lines(lines, reported, report);
            if !self.stopped {
                self.completed_depth = depth;
            }
            if !self.is_main() {
                self.shared.publish_result(self.index, self.result(), self.listener.counts());
            }
            let done = self.is_main() && self.is_done(depth, &mut stability);
            if self.is_main() {
                self.report_insights(&position, stability.time_scale(), report);
            }
            if self.stopped || done {
                break;
            }
        }
    }

    /// Returns the depth of the first iteration. The search two plies earlier has most likely visited the
    /// position, and the table's entry is what the iterations up to its depth would find again: its best move
    /// comes first.
    fn first_depth(&mut self, position: &Position) -> i32 {
        let known = self.table.probe(position.key(), 0, position.halfmove_clock());
        let known = known.filter(|_| self.task.settings.silent);
        let best =
            known.and_then(|entry| self.root_moves.iter().position(|line| entry.best == Some(line.mv)));
        let (Some(entry), Some(index)) = (known, best) else { return 1 };
        self.root_moves[..=index].rotate_right(1);
        entry.depth.clamp(0, SKIPPED_NODES.len() as i32 - 1) + 1
    }

    /// Returns the depth of the last iteration, if nothing ends the search earlier.
    fn last_depth(&self) -> i32 {
        let most = MAX_PLY as u32 / 2;
        let requested = self.task.limits.depth.filter(|_| self.is_main());
        requested.map_or(most, |depth| depth.clamp(1, most)) as i32
    }

    /// Returns the result of this worker, or `None` if there is no legal move.
    pub fn result(&self) -> Option<SearchResult> {
        let line = self.root_moves.first()?;
        let score = if line.score == -INFINITE { line.previous_score } else { line.score };
        let (failed_high, selective_depth) = (line.failed_high.is_some(), line.selective_depth);
        let (pv, depth, nodes) = (line.pv.clone(), self.completed_depth, self.nodes);
        Some(SearchResult { pv, score, depth, selective_depth, failed_high, nodes })
    }

    /// Adopts the result of another worker and reports it.
    pub fn adopt(&mut self, found: &SearchResult, report: &mut dyn FnMut(Info)) {
        let Some(index) = self.root_moves.iter().position(|line| Some(line.mv) == found.mv()) else { return };
        self.root_moves[..=index].rotate_right(1);
        self.root_moves[0].score = found.score;
        self.root_moves[0].pv.clone_from(&found.pv);
        report(self.info(0, found.depth, Bound::Exact));
    }

    /// Searches the root with a window around the last score, widened until the score is inside.
    fn aspiration_search(&mut self, position: &Position, depth: i32, report: &mut dyn FnMut(Info)) {
        let center = self.root_moves[self.line_index].previous_score;
        let mut delta = params::aspiration_delta() + self.index as i32 % params::aspiration_threads();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= params::aspiration_depth() && center != -INFINITE {
            (alpha, beta) = ((center - delta).max(-INFINITE), (center + delta).min(INFINITE));
        }
        let mut failed_high = 0;
        loop {
            self.report_window(depth, alpha, beta, report);
            let score = self.root(position, alpha, beta, (depth - failed_high).max(1), report);
            if self.stopped || (score > alpha && score < beta) {
                return;
            }
            if score <= alpha {
                self.report_bound(depth, Bound::Upper, report);
                beta = i32::midpoint(alpha, beta);
                alpha = (score - delta).max(-INFINITE);
                failed_high = 0;
            } else {
                self.report_bound(depth, Bound::Lower, report);
                beta = (score + delta).min(INFINITE);
                failed_high = (failed_high + 1).min(params::aspiration_max_reduction());
            }
            delta += delta * params::aspiration_widening() / 100;
            if delta > params::aspiration_max_delta() {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Reports that the score is outside the window, except in the first second, which has enough other
    /// reports.
    fn report_bound(&self, depth: i32, bound: Bound, report: &mut dyn FnMut(Info)) {
        if !self.task.settings.silent && self.task.timer.elapsed() >= REPORT_DELAY {
            report(self.info(self.line_index, depth, bound));
        }
    }

    /// Sorts the lines and returns true if this iteration has a new result. An iteration stopped midway
    /// counts only if its best move is known to be better than the previous best: that move was searched
    /// completely, or the new one failed high. A move that has just failed high counts with its lower bound.
    fn finish_iteration(&mut self) -> bool {
        let lines = self.task.settings.multipv.clamp(1, self.root_moves.len());
        if !self.stopped {
            self.root_moves[..lines].sort_by_key(|line| std::cmp::Reverse(line.order()));
            return true;
        }
        let completed = &self.completed;
        let first_iteration = completed[0].score == -INFINITE;
        let old_best = self.root_moves.iter().find(|line| line.mv == completed[0].mv);
        let overtaken = self.root_moves[0].mv != completed[0].mv;
        let comparable =
            self.line_index == 0 && (overtaken || old_best.is_some_and(|line| line.score != -INFINITE));
        if !first_iteration && !comparable {
            std::mem::swap(self.root_moves, self.completed);
            return false;
        }
        for line in self.root_moves.iter_mut() {
            if let Some(least) = line.failed_high.filter(|_| line.score == -INFINITE) {
                line.score = least;
            }
        }
        self.root_moves.sort_by_key(|line| std::cmp::Reverse(line.order()));
        if self.root_moves[0].failed_low && !first_iteration {
            std::mem::swap(self.root_moves, self.completed);
            return false;
        }
        if self.root_moves[0].score == -INFINITE {
            self.root_moves[0].score = self.evaluate(self.task.line.position(), 0);
        }
        true
    }

    fn report_lines(&self, lines: usize, depth: i32, report: &mut dyn FnMut(Info)) {
        if self.task.settings.silent {
            return;
        }
        for index in 0..lines {
            let line = &self.root_moves[index];
            if line.score == -INFINITE && line.previous_score == -INFINITE {
                continue;
            }
            let bound = if line.failed_high.is_some() { Bound::Lower } else { Bound::Exact };
            report(self.info(index, depth, bound));
        }
    }

    /// Returns true if the search should end.
    fn is_done(&mut self, depth: i32, stability: &mut Stability) -> bool {
        let limits = self.task.limits;
        let best = &self.root_moves[0];
        if let (Some(moves), Score::Mate(distance)) = (limits.mate, score::to_reported(best.score))
            && distance.unsigned_abs() <= moves
        {
            return true;
        }
        if limits.soft_nodes.is_some_and(|nodes| self.total_nodes() + self.skipped_nodes >= nodes) {
            return true;
        }
        if limits.infinite || !self.task.timer.can_save() {
            return false;
        }
        if !self.stopped {
            stability.update(depth, best.mv, best.score, best.nodes as f64 / self.nodes.max(1) as f64);
        }
        let only_move = self.root_moves.len() == 1 && depth >= 2;
        // A mate no longer than the iteration is deep cannot be improved.
        let proved_mate = score::is_mate(best.score) && score::MATE - best.score.abs() <= depth;
        // While pondering the search continues, but it ends as soon as the expected move is played.
        let done = only_move || proved_mate || self.task.timer.soft_limit_reached(stability.time_scale());
        let pondering = self.task.signals.is_pondering();
        self.stop_on_ponderhit = done && pondering;
        done && !pondering
    }

    /// Returns the move to play and the expected reply.
    pub fn best_move(&self) -> BestMove {
        let Some(line) = self.root_moves.first() else { return BestMove::default() };
        let origin = match &self.task.settings.tablebases {
            Some(tablebases) if tablebases.has_root() => Origin::Tablebase,
            _ if self.root_moves.len() == 1 => Origin::OnlyMove,
            _ => Origin::Searched,
        };
        let reply =
            line.pv.get(1).copied().or_else(|| self.expected_reply(self.task.line.position(), line.mv));
        BestMove { best: Some(line.mv), ponder: reply, origin, ..BestMove::default() }
    }

    /// Returns the best reply from the table, for a line too short to have one.
    fn expected_reply(&self, position: &Position, mv: Move) -> Option<Move> {
        let mut child = position.clone();
        child.play(mv);
        self.table.probe(child.key(), 1, 0)?.best.filter(|&reply| child.is_legal(reply))
    }
}

/// Returns the report of a position without legal moves: mate or stalemate.
fn no_moves_info(position: &Position) -> Info {
    let score = if position.in_check() { Score::Mate(0) } else { Score::Cp(0) };
    Info { depth: Some(0), score: Some(score), ..Info::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::memory::Memory;
    use crate::search::shared_state::SharedState;
    use crate::search::{RootMove, SearchSettings, Task};
    use crate::time::Timer;
    use crate::tt::TranspositionTable;
    use heirloom_chess::notation::uci;
    use heirloom_engine::{Limits, Signals};

    /// Returns the move and score after an iteration that scored e2e4 at 20 and a stop in the middle of the
    /// next one.
    fn stopped(next: impl FnOnce(&mut [RootMove])) -> (String, i32) {
        let (line, limits, signals, shared) =
            (Default::default(), Limits::default(), Signals::new(), SharedState::new(1));
        let (table, mut memory) = (TranspositionTable::new(1).unwrap(), Memory::default());
        let (timer, settings) = (Timer::start(None, &signals), SearchSettings::default());
        let task = Task { line: &line, limits: &limits, signals: &signals, timer, settings };
        let mut worker = Worker::<()>::new(&table, &mut memory, task, &shared, 0);
        for (place, (mv, score)) in
            [("e2e4", 20), ("d2d4", -INFINITE), ("g1f3", -INFINITE)].into_iter().enumerate()
        {
            let mv = uci::parse(line.position(), mv).unwrap();
            let found = worker.root_moves.iter().position(|line| line.mv == mv).unwrap();
            worker.root_moves.swap(place, found);
            worker.root_moves[place].score = score;
        }
        worker.completed.clone_from(worker.root_moves);
        worker.root_moves[0].score = -INFINITE;
        next(worker.root_moves);
        worker.stopped = true;
        worker.finish_iteration();
        (format!("{:?}", worker.root_moves[0].mv), worker.root_moves[0].score)
    }

    #[test]
    fn a_move_known_to_be_better_is_played_after_a_stop() {
        assert_eq!(stopped(|_| {}), ("e2e4".into(), 20), "nothing is known of the next iteration");
        let beyond_the_window = |moves: &mut [RootMove]| {
            moves[1].failed_high = Some(45);
            moves.swap(0, 1);
        };
        assert_eq!(stopped(beyond_the_window), ("d2d4".into(), 45));
        let searched_again = |moves: &mut [RootMove]| {
            moves[1].score = 60;
            moves.swap(0, 1);
        };
        assert_eq!(stopped(searched_again), ("d2d4".into(), 60));
        let just_better = |moves: &mut [RootMove]| {
            moves[0].score = 10;
            moves[2].failed_high = Some(11);
        };
        assert_eq!(stopped(just_better), ("g1f3".into(), 11));
        let all_worse = |moves: &mut [RootMove]| {
            moves[0].score = 5;
            moves[0].failed_low = true;
        };
        assert_eq!(stopped(all_worse), ("e2e4".into(), 20), "a way out is still to be found");
    }
}
