//! Lazy SMP: independent workers, one of them the boss, that share only the hash table. [`super::queue`] has
//! the threads.
//!
//! The rules are the description's. A depth finished by one worker is skipped by the others; once half of
//! them plus one are at a depth or beyond, the next starts one deeper; the first to finish a depth may end
//! the search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use super::board::Board;
use super::hash::Hash;
use super::moves::Move;
use super::params::MAX_DEPTH;
use super::search::{MATE, MATES, Statistics, Switches};
use crate::clock::Clock;

/// A line and its score.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// The moves from the root.
    pub moves: Vec<Move>,
    /// Centipawns for the side to move.
    pub score: i32,
    /// The depth of its iteration in plies; zero before the first.
    pub depth: u32,
    /// The longest line of that iteration.
    pub selective: u32,
}

/// The progress of the workers.
struct Progress {
    /// The line of the first worker to finish the deepest completed depth.
    best: Variation,
    /// The current depth of each worker.
    working: Vec<u32>,
    /// The statistics of each worker.
    statistics: Vec<Statistics>,
}

/// The parameters of a search.
pub struct Task {
    /// The transposition table.
    pub hash: Arc<Hash>,
    /// The enabled options.
    pub switches: Switches,
    /// The position.
    pub board: Board,
    /// The keys of earlier positions of the game.
    pub keys: Vec<u64>,
    /// The root moves, at least one.
    pub root: Vec<Move>,
    /// The search limits; each worker gets a copy.
    pub clock: Clock,
    /// A proven mate in this many moves is enough.
    pub mate: Option<u32>,
    /// True if there is only one legal move and a clock runs: one depth is enough.
    pub only_move: bool,
}

#[cfg(test)]
impl Task {
    /// Creates a task without options and earlier positions, for tests.
    pub fn new(hash: &Arc<Hash>, board: &Board, root: &[Move], clock: Clock) -> Task {
        let (hash, board, root, switches) = (hash.clone(), board.clone(), root.to_vec(), Switches::default());
        Task { hash, switches, board, keys: Vec::new(), root, clock, mate: None, only_move: false }
    }
}

/// The state shared by all workers during a search.
pub struct Shared {
    /// The parameters.
    pub task: Task,
    stop: AtomicBool,
    progress: Mutex<Progress>,
}

impl Shared {
    /// Creates the state for this number of workers.
    pub fn new(task: Task, workers: usize) -> Shared {
        let progress = Progress {
            best: Variation::default(),
            working: vec![0; workers],
            statistics: vec![Statistics::default(); workers],
        };
        Shared { task, stop: AtomicBool::new(false), progress: Mutex::new(progress) }
    }

    /// Returns true if all workers must stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Stops all workers.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns a worker's next depth, or `None` if the search is over. `own` is its last completed depth.
    pub fn next_depth(&self, worker: usize, own: u32) -> Option<u32> {
        let mut progress = self.progress.lock();
        let mut depth = own.max(progress.best.depth) + 1;
        progress.working[worker] = 0;
        let busy = progress.working.iter().filter(|&&working| working >= depth).count();
        if busy > progress.working.len() / 2 && depth < MAX_DEPTH && self.task.clock.allows(depth + 1, 0) {
            depth += 1;
        }
        progress.working[worker] = depth;
        (!self.is_stopped() && depth <= MAX_DEPTH).then_some(depth)
    }

    /// Records a completed depth. The first to finish it and the boss decide if the search continues.
    pub fn finish(&self, worker: usize, best: &Variation) {
        let (nodes, mut progress) = (self.nodes(), self.progress.lock());
        let first = best.depth > progress.best.depth;
        if first {
            progress.best.clone_from(best);
        }
        if first || worker == 0 {
            let deepest = progress.best.depth;
            let is_mate_in = |moves| MATE - best.score.abs() <= (2 * moves as i32).min(MATE - MATES);
            let is_enough = self.task.only_move || self.task.mate.is_some_and(is_mate_in);
            if is_enough || deepest >= MAX_DEPTH || !self.task.clock.allows(deepest + 1, nodes) {
                self.stop();
            }
        }
    }

    /// Returns the line of the deepest completed depth if deeper than the one last reported.
    pub fn newer_best(&self, reported: u32) -> Option<Variation> {
        let progress = self.progress.lock();
        (progress.best.depth > reported).then(|| progress.best.clone())
    }

    /// Publishes a worker's statistics and returns the nodes of the others.
    pub fn publish(&self, worker: usize, statistics: Statistics) -> u64 {
        self.progress.lock().statistics[worker] = statistics;
        self.nodes() - statistics.nodes
    }

    /// Returns the nodes of all workers.
    pub fn nodes(&self) -> u64 {
        self.progress.lock().statistics.iter().map(|statistics| statistics.nodes).sum()
    }

    /// Returns the statistics of all workers, the boss first.
    pub fn statistics(&self) -> Vec<Statistics> {
        self.progress.lock().statistics.clone()
    }
}

#[cfg(test)]
mod tests {
    use heirloom_chess::Color;
    use heirloom_engine::{Limits, Signals};

    use super::*;
    use crate::seam::{START, setup_of};

    /// Returns the state of a search of the start position.
    fn shared(limits: &Limits, workers: usize) -> Shared {
        let (hash, board) = (Arc::new(Hash::new(1).unwrap()), Board::new(&setup_of(START)));
        let clock = Clock::new(limits, Color::White, &Signals::new());
        let task = Task { mate: limits.mate, ..Task::new(&hash, &board, &[], clock) };
        Shared::new(task, workers)
    }

    fn done(depth: u32) -> Variation {
        Variation { depth, moves: vec![Move(depth as u16)], ..Variation::default() }
    }

    #[test]
    fn finished_depths_are_skipped_and_some_workers_run_ahead() {
        let shared = self::shared(&Limits::infinite(), 6);
        let next = |worker, own| shared.next_depth(worker, own);
        // Half of six plus one is four: the fifth and the sixth start one deeper.
        assert_eq!([0, 1, 2, 3, 4, 5].map(|worker| next(worker, 0)), [1, 1, 1, 1, 2, 2].map(Some));
        shared.finish(4, &done(2));
        assert_eq!((shared.newer_best(0), next(0, 1)), (Some(done(2)), Some(3)), "depth two is done");
        // A line of an already finished depth is not reported.
        shared.finish(1, &done(1));
        assert_eq!((shared.newer_best(1), shared.newer_best(2)), (Some(done(2)), None));
        // No worker is sent beyond the last depth.
        let few = self::shared(&Limits::depth(1), 3);
        assert_eq!([0, 1, 2].map(|worker| few.next_depth(worker, 0)), [Some(1); 3]);
    }

    #[test]
    fn the_first_to_finish_may_end_the_search_and_so_may_the_boss() {
        let new = |mate| self::shared(&Limits { mate, ..Limits::depth(4) }, 3);
        let shared = new(None);
        shared.finish(2, &done(3));
        assert!(!shared.is_stopped());
        shared.finish(1, &done(4));
        assert!(shared.is_stopped());
        let mate = Variation { score: MATE - 5, ..done(2) };
        for (moves, ends) in [(2, false), (3, true)] {
            let shared = new(Some(moves));
            shared.finish(0, &mate);
            assert_eq!(shared.is_stopped(), ends);
        }
    }
}
