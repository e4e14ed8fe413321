//! The state that the workers of one search share in addition to the table: the stop flag, nodes, and latest
//! results.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use heirloom_engine::insight::ThreadState;
use parking_lot::Mutex;

use super::SearchResult;
use super::listener::Counts;

/// The shared state of the workers of one search.
pub struct SharedState {
    /// Whether the search is over for all workers.
    halted: AtomicBool,
    /// Whether there are more workers than processors.
    crowded: bool,
    workers: Vec<WorkerState>,
}

/// What one worker publishes. Aligned to two cache lines (processors fetch them in pairs), so that workers do
/// not slow each other down.
#[repr(align(128))]
#[derive(Default)]
struct WorkerState {
    nodes: AtomicU64,
    /// Written once per iteration.
    report: Mutex<Report>,
}

#[derive(Default)]
struct Report {
    result: Option<SearchResult>,
    counts: Option<Counts>,
}

impl SharedState {
    /// Creates the state of `size` workers, at least one.
    pub fn new(size: usize) -> SharedState {
        static PROCESSORS: LazyLock<usize> =
            LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from));
        let workers = (0..size.max(1)).map(|_| WorkerState::default()).collect();
        SharedState { halted: AtomicBool::new(false), crowded: size > *PROCESSORS, workers }
    }

    /// Returns the number of workers.
    pub fn size(&self) -> usize {
        self.workers.len()
    }

    /// Yields to another thread if there are more workers than processors, so that the main worker sees a
    /// stop soon.
    #[inline]
    pub fn yield_if_crowded(&self) {
        if self.crowded {
            thread::yield_now();
        }
    }

    /// Returns true if the search is over for all workers.
    #[inline]
    pub fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    /// Ends the search for all workers.
    pub fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// Returns a guard that halts the search when dropped, so that no helper continues if the main worker
    /// panics.
    pub fn halt_on_drop(&self) -> impl Drop + '_ {
        struct HaltGuard<'a>(&'a SharedState);
        impl Drop for HaltGuard<'_> {
            fn drop(&mut self) {
                self.0.halt();
            }
        }
        HaltGuard(self)
    }

    /// Publishes the nodes of a worker.
    #[inline]
    pub fn publish_nodes(&self, worker: usize, nodes: u64) {
        self.workers[worker].nodes.store(nodes, Ordering::Relaxed);
    }

    /// Returns the published nodes of all workers except `worker`, which has its own exact count.
    pub fn nodes_of_others(&self, worker: usize) -> u64 {
        let others = self.workers.iter().enumerate().filter(|&(index, _)| index != worker);
        others.map(|(_, worker)| worker.nodes.load(Ordering::Relaxed)).sum()
    }

    /// Publishes the result of a worker's last iteration, and its counts.
    pub fn publish_result(&self, worker: usize, result: Option<SearchResult>, counts: Option<&Counts>) {
        *self.workers[worker].report.lock() = Report { result, counts: counts.cloned() };
    }

    fn helpers(&self) -> impl Iterator<Item = &WorkerState> {
        self.workers[1..].iter()
    }

    /// Returns the latest results of all workers except the main one.
    pub fn results_of_helpers(&self) -> Vec<SearchResult> {
        self.helpers().filter_map(|worker| worker.report.lock().result.clone()).collect()
    }

    /// Returns the counts of the helpers.
    pub fn counts_of_helpers(&self) -> Vec<Counts> {
        self.helpers().filter_map(|worker| worker.report.lock().counts.clone()).collect()
    }

    /// Returns the progress of each helper.
    pub fn states_of_helpers(&self) -> Vec<ThreadState> {
        let state = |worker: &WorkerState| {
            let nodes = worker.nodes.load(Ordering::Relaxed);
            let report = worker.report.lock();
            let (depth, longest) =
                report.result.as_ref().map_or((0, 0), |result| (result.depth, result.selective_depth));
            ThreadState { depth: depth as u32, selective_depth: longest as u32, nodes }
        };
        self.helpers().map(state).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_add_up() {
        let shared = SharedState::new(3);
        for worker in 0..3 {
            shared.publish_nodes(worker, 10_u64.pow(worker as u32));
        }
        assert_eq!((shared.size(), shared.nodes_of_others(1)), (3, 101));
        assert!(size_of::<WorkerState>() >= 128);
    }

    #[test]
    fn helpers_halt_even_if_the_main_worker_fails() {
        let shared = SharedState::new(1);
        assert!(!shared.is_halted());
        drop(shared.halt_on_drop());
        assert!(shared.is_halted());
    }
}
