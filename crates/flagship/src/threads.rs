//! Several workers on one search ("Lazy SMP"): each searches the same root by itself and they help each other through the table.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use heirloom_engine::{BestMove, Info};

use crate::search::history::History;
use crate::search::{Found, Task, Worker};
use crate::tt::TranspositionTable;

/// The stack of a helper: a few kilobytes for each ply, twice as many plies where singular moves are looked for.
const STACK_BYTES: usize = 32 << 20;

/// What the workers of one search share besides the table.
pub struct Crew {
    /// Set when the main worker is done.
    halt: AtomicBool,
    /// The nodes of each worker, as far as it has told.
    nodes: Vec<Counter>,
}

/// A counter on a cache line of its own, so that no worker waits for another one's.
#[repr(align(64))]
#[derive(Default)]
struct Counter(AtomicU64);

impl Crew {
    /// A crew of `size` workers, at least one.
    pub fn new(size: usize) -> Crew {
        let nodes = (0..size.max(1)).map(|_| Counter::default()).collect();
        Crew { halt: AtomicBool::new(false), nodes }
    }

    /// How many workers there are.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Is the search over for all?
    #[inline]
    pub fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }

    /// A worker tells its nodes.
    #[inline]
    pub fn publish(&self, worker: usize, nodes: u64) {
        self.nodes[worker].0.store(nodes, Ordering::Relaxed);
    }

    /// The nodes of all workers but one, who knows its own better.
    pub fn nodes_of_others(&self, worker: usize) -> u64 {
        let others = self.nodes.iter().enumerate().filter(|&(index, _)| index != worker);
        others.map(|(_, counter)| counter.0.load(Ordering::Relaxed)).sum()
    }
}

/// Searches with one worker for each history and returns the best move of all. Helpers that the system gives no thread for are missed.
pub fn search(table: &TranspositionTable, histories: &mut [History], task: Task<'_>, report: &mut dyn FnMut(Info)) -> BestMove {
    let crew = Crew::new(histories.len());
    let Some((first, others)) = histories.split_first_mut() else { return BestMove::default() };
    if others.is_empty() {
        let mut worker = Worker::new(table, first, task, &crew, 0);
        worker.run(report);
        return worker.best_move();
    }
    thread::scope(|scope| {
        let helper_task = task.without_limits();
        let mut helpers = Vec::new();
        for (index, history) in others.iter_mut().enumerate() {
            let (task, crew) = (helper_task.clone(), &crew);
            let run = move || {
                let mut worker = Worker::new(table, history, task, crew, index + 1);
                worker.run(&mut |_| {});
                worker.found()
            };
            helpers.extend(thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, run));
        }
        let may_vote = task.multipv <= 1 && task.limits.depth.is_none() && task.limits.mate.is_none();
        let mut worker = Worker::new(table, first, task, &crew, 0);
        worker.run(report);
        crew.halt();
        let found: Vec<Found> =
            helpers.into_iter().filter_map(|helper| helper.join().ok().flatten()).filter(|found| found.depth > 0).collect();
        if may_vote && let Some(better) = elect(worker.found().as_ref(), &found) {
            worker.adopt(better, report);
        }
        worker.best_move()
    })
}

/// The result of a helper whose move wins the vote, each worker's weight growing with its depth and its score (as in Stockfish).
fn elect<'a>(main: Option<&'a Found>, helpers: &'a [Found]) -> Option<&'a Found> {
    let main = main?;
    let all = || std::iter::once(main).chain(helpers);
    let lowest = all().map(|found| found.score).min()?;
    let weight = |found: &Found| i64::from(found.score - lowest + 14) * i64::from(found.depth);
    let votes = |found: &Found| all().filter(|other| other.mv() == found.mv()).map(weight).sum::<i64>();
    // The main worker's opinion stays unless another one has strictly more votes, or a mate that is shorter.
    let best = all().fold(main, |best, found| {
        let (decided, leads) = (found.is_decided() || best.is_decided(), votes(found) > votes(best));
        if if decided { found.score > best.score } else { leads } { found } else { best }
    });
    (best.mv() != main.mv()).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::{Move, Square};

    fn found(to: Square, score: i32, depth: i32) -> Found {
        Found { pv: vec![Move::normal(Square::E2, to)], score, depth }
    }

    #[test]
    fn many_votes_beat_one() {
        let main = found(Square::E4, 10, 10);
        let helpers = [found(Square::E3, 12, 10), found(Square::E3, 11, 11)];
        assert_eq!(elect(Some(&main), &helpers).map(Found::mv), Some(helpers[0].mv()));
        assert!(elect(Some(&main), &helpers[..0]).is_none());
        assert!(elect(Some(&main), &[found(Square::E4, 90, 30)]).is_none());
    }

    #[test]
    fn a_mate_beats_all_votes() {
        let main = found(Square::E4, 10, 30);
        let mate = found(Square::E3, crate::search::score::mate_in(5), 3);
        assert_eq!(elect(Some(&main), &[found(Square::E4, 9, 30), mate]).map(|found| found.score), Some(crate::search::score::mate_in(5)));
    }
}
