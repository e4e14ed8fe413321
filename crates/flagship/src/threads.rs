//! Several workers on one search ("Lazy SMP"): each searches the same root by itself and they help each other through the table.

pub mod pool;
mod vote;

use std::sync::Arc;

use heirloom_engine::{BestMove, Info};

use crate::search::crew::Crew;
use crate::search::listener::{Counts, Listener};
use crate::search::memory::Memory;
use crate::search::{Found, Task, Worker};
use crate::tt::TranspositionTable;
use pool::{Job, Pool};

/// Searches with the caller's thread as the main worker and all helpers of the pool, and returns the best move of all.
///
/// The helpers are told to end but not waited for: what each of them found last is known. Who needs them idle asks the pool to wait.
pub fn search(
    table: &Arc<TranspositionTable>,
    memory: &mut Memory,
    pool: &mut Pool,
    task: Task<'_>,
    report: &mut dyn FnMut(Info),
) -> BestMove {
    pool.wait();
    table.new_search();
    let crew = Arc::new(Crew::new(pool.len() + 1));
    if !pool.is_empty() {
        pool.search(&Arc::new(Job::new(Arc::clone(table), &task, Arc::clone(&crew))));
    }
    let _ending = crew.halt_at_the_end();
    if task.signals.wants_insights() {
        lead(Worker::<Counts>::new(table, memory, task, &crew, 0), &crew, report)
    } else {
        lead(Worker::<()>::new(table, memory, task, &crew, 0), &crew, report)
    }
}

/// Searches on the caller's thread alone and reports nothing; `None` where no move is legal. For the small searches of self-play.
pub fn search_silently(table: &TranspositionTable, memory: &mut Memory, task: Task<'_>) -> Option<Found> {
    table.new_search();
    let crew = Crew::new(1);
    let mut worker = Worker::<()>::new(table, memory, Task { silent: true, ..task }, &crew, 0);
    worker.run(&mut |_| {});
    worker.found()
}

/// Runs the main worker to its end; then the helpers vote.
fn lead<L: Listener>(mut worker: Worker<'_, L>, crew: &Crew, report: &mut dyn FnMut(Info)) -> BestMove {
    worker.run(report);
    crew.halt();
    if worker.may_be_outvoted()
        && let Some(main) = worker.found()
        && let Some(better) = vote::elect(&main, &crew.found_by_helpers())
    {
        worker.adopt(better, report);
    }
    worker.best_move()
}
