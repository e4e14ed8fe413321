//! Parallel search ("Lazy SMP"): several workers search the same root independently and share the table.

pub mod pool;
mod vote;

use std::sync::Arc;

use heirloom_engine::{BestMove, Info};

use crate::search::listener::{Counts, Listener};
use crate::search::memory::Memory;
use crate::search::shared_state::SharedState;
use crate::search::{SearchResult, Task, Worker};
use crate::tt::TranspositionTable;
use pool::{Job, Pool};

/// Searches with the caller's thread as the main worker and all helpers of the pool, and returns the best
/// move overall.
///
/// The helpers are stopped but not waited for: their latest results are already published. A caller that
/// needs them idle calls [`Pool::wait`].
pub fn search(
    table: &Arc<TranspositionTable>,
    memory: &mut Memory,
    pool: &mut Pool,
    task: Task<'_>,
    report: &mut dyn FnMut(Info),
) -> BestMove {
    pool.wait();
    table.new_search();
    let shared = Arc::new(SharedState::new(pool.len() + 1));
    if !pool.is_empty() {
        pool.search(&Arc::new(Job::new(Arc::clone(table), &task, Arc::clone(&shared))));
    }
    let _guard = shared.halt_on_drop();
    if task.signals.wants_insights() {
        run_main(Worker::<Counts>::new(table, memory, task, &shared, 0), &shared, report)
    } else {
        run_main(Worker::<()>::new(table, memory, task, &shared, 0), &shared, report)
    }
}

/// Searches on the caller's thread alone, for the small and silent searches of self-play.
/// Returns `None` if there is no legal move.
pub fn search_silently(
    table: &TranspositionTable,
    memory: &mut Memory,
    task: Task<'_>,
) -> Option<SearchResult> {
    table.new_search();
    let shared = SharedState::new(1);
    let mut worker = Worker::<()>::new(table, memory, task, &shared, 0);
    worker.run(&mut |_| {});
    worker.result()
}

/// Runs the main worker to its end, then lets the helpers vote.
fn run_main<L: Listener>(
    mut worker: Worker<'_, L>,
    shared: &SharedState,
    report: &mut dyn FnMut(Info),
) -> BestMove {
    worker.run(report);
    shared.halt();
    if worker.may_be_outvoted()
        && let Some(main) = worker.result()
        && let Some(better) = vote::elect(&main, &shared.results_of_helpers())
    {
        worker.adopt(better, report);
    }
    worker.best_move()
}
