//! Lazy SMP: independent workers, one of them the boss, that share only the hash table.
//!
//! The rules are the description's. A depth finished by one worker is skipped by the others; once half of
//! them plus one are at a depth or beyond, the next starts one deeper; the first to finish a depth may end
//! the search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use parking_lot::Mutex;

use super::board::Board;
use super::hash::Hash;
use super::history::History;
use super::moves::Move;
use super::params::MAX_DEPTH;
use super::search::{MATE, MATES, Report, Statistics, Switches, Worker};
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
pub struct Task<'a> {
    /// The transposition table.
    pub hash: &'a Hash,
    /// The enabled options.
    pub switches: Switches,
    /// The position.
    pub board: &'a Board,
    /// The keys of earlier positions of the game.
    pub keys: &'a [u64],
    /// The root moves, at least one.
    pub root: &'a [Move],
    /// The search limits; each worker gets a copy.
    pub clock: Clock,
    /// A proven mate in this many moves is enough.
    pub mate: Option<u32>,
    /// True if there is only one legal move and a clock runs: one depth is enough.
    pub only_move: bool,
}

#[cfg(test)]
impl<'a> Task<'a> {
    /// Creates a task without options and earlier positions, for tests.
    pub fn new(hash: &'a Hash, board: &'a Board, root: &'a [Move], clock: Clock) -> Task<'a> {
        let switches = Switches::default();
        Task { hash, switches, board, keys: &[], root, clock, mate: None, only_move: false }
    }
}

/// The state shared by all workers during a search.
pub struct Shared<'a> {
    /// The parameters.
    pub task: Task<'a>,
    stop: AtomicBool,
    progress: Mutex<Progress>,
}

impl<'a> Shared<'a> {
    /// Creates the state for this number of workers.
    pub fn new(task: Task<'a>, workers: usize) -> Shared<'a> {
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

/// Searches with one worker per history, the boss on the caller's thread; returns the best line.
pub fn search(shared: &Shared<'_>, histories: &mut [History], report: Report<'_>) -> Variation {
    let Some((history, others)) = histories.split_first_mut() else { return Variation::default() };
    thread::scope(|scope| {
        let spawn = |(number, history)| {
            let run = move || Worker::new(shared, history, number, None).deepen();
            // If a thread cannot be started, the others do the work.
            thread::Builder::new().name(format!("rofchade-{number}")).spawn_scoped(scope, run).ok()
        };
        let workers: Vec<_> = (1..).zip(others).filter_map(spawn).collect();
        let best = Worker::new(shared, history, 0, Some(report)).deepen();
        // All workers stop when the boss is done.
        shared.stop();
        choose(best, workers.into_iter().filter_map(|worker| worker.join().ok()))
    })
}

/// Returns the deepest line, then the best for the side to move, then the boss's.
fn choose(boss: Variation, others: impl Iterator<Item = Variation>) -> Variation {
    let better = |best: Variation, line: Variation| {
        if (line.depth, line.score) > (best.depth, best.score) { line } else { best }
    };
    others.fold(boss, better)
}

#[cfg(test)]
mod tests {
    use web_time::{Duration, Instant};

    use heirloom_chess::Color;
    use heirloom_engine::{Limits, Signals};

    use super::super::moves;
    use super::*;
    use crate::seam::{START, setup_of};

    fn task<'a>(
        hash: &'a Hash,
        board: &'a Board,
        root: &'a [Move],
        limits: &Limits,
        signals: &Signals,
    ) -> Task<'a> {
        let clock = Clock::new(limits, Color::White, signals);
        Task { mate: limits.mate, ..Task::new(hash, board, root, clock) }
    }

    fn done(depth: u32) -> Variation {
        Variation { depth, moves: vec![Move(depth as u16)], ..Variation::default() }
    }

    #[test]
    fn finished_depths_are_skipped_and_some_workers_run_ahead() {
        let (hash, board, signals) = (Hash::new(1).unwrap(), Board::new(&setup_of(START)), Signals::new());
        let new = |limits: &Limits, workers| Shared::new(task(&hash, &board, &[], limits, &signals), workers);
        let shared = new(&Limits::infinite(), 6);
        let next = |worker, own| shared.next_depth(worker, own);
        // Half of six plus one is four: the fifth and the sixth start one deeper.
        assert_eq!([0, 1, 2, 3, 4, 5].map(|worker| next(worker, 0)), [1, 1, 1, 1, 2, 2].map(Some));
        shared.finish(4, &done(2));
        assert_eq!((shared.newer_best(0), next(0, 1)), (Some(done(2)), Some(3)), "depth two is done");
        // A line of an already finished depth is not reported.
        shared.finish(1, &done(1));
        assert_eq!((shared.newer_best(1), shared.newer_best(2)), (Some(done(2)), None));
        // No worker is sent beyond the last depth.
        let few = new(&Limits::depth(1), 3);
        assert_eq!([0, 1, 2].map(|worker| few.next_depth(worker, 0)), [Some(1); 3]);
    }

    #[test]
    fn the_first_to_finish_may_end_the_search_and_so_may_the_boss() {
        let (hash, board, signals) = (Hash::new(1).unwrap(), Board::new(&setup_of(START)), Signals::new());
        let new =
            |mate| Shared::new(task(&hash, &board, &[], &Limits { mate, ..Limits::depth(4) }, &signals), 3);
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

    #[test]
    fn the_boss_chooses_the_deepest_line_then_the_best() {
        let line = |depth, score| Variation { score, ..done(depth) };
        let chosen = choose(line(9, 50), [line(8, 90), line(10, 10), line(10, 20), line(10, 20)].into_iter());
        assert_eq!((chosen.depth, chosen.score), (10, 20));
        assert_eq!(choose(done(9), [Variation { selective: 3, ..done(9) }].into_iter()), done(9));
    }

    /// Many short searches with a tiny table, stopped at any moment: always a legal line, never a late one.
    #[test]
    fn threads_survive_stress() {
        let mut random = fastrand::Rng::with_seed(2);
        let mut waits = Vec::new();
        let mut histories: Vec<History> = (0..5).map(|_| History::default()).collect();
        let mut hash = Hash::new(1).unwrap();
        for round in 0..60 {
            let fen = [
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            ][round % 2];
            let (board, signals) = (Board::new(&setup_of(fen)), Signals::new());
            let root = moves::legal(&board);
            hash.begin_search();
            let limits =
                if round % 3 == 0 { Limits::nodes(random.u64(1..20_000)) } else { Limits::infinite() };
            let shared = Shared::new(task(&hash, &board, &root, &limits, &signals), histories.len());
            let (pause, mut depths) = (Duration::from_micros(random.u64(..12_000)), Vec::new());
            let best = thread::scope(|scope| {
                let stopper = scope.spawn(|| {
                    thread::sleep(pause);
                    signals.stop();
                    Instant::now()
                });
                let best = search(&shared, &mut histories, &mut |best| depths.push(best.depth));
                let ended = Instant::now();
                waits.push(ended.saturating_duration_since(stopper.join().unwrap()));
                best
            });
            depths.push(best.depth);
            assert!(depths.is_sorted(), "{depths:?}");
            let mut after = board.clone();
            for &mv in &best.moves {
                let is_legal = moves::is_possible(&after, mv) && moves::is_legal(&after, mv, after.pinned());
                assert!(is_legal, "{mv} of {:?}", best.moves);
                after = after.after(mv);
            }
            assert!(root.contains(&best.moves[0]));
        }
        waits.sort();
        assert!(waits[waits.len() / 2] < Duration::from_millis(20), "{waits:?}");
    }
}
