//! The helpers' threads: they live as long as the option says and sleep between searches.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use heirloom_chess::Line;
use heirloom_engine::{Limits, Signals};

use crate::eval::nnue::network::Network;
use crate::params::Values;
use crate::search::eval_noise::EvalNoise;
use crate::search::listener::Counts;
use crate::search::memory::Memory;
use crate::search::shared_state::SharedState;
use crate::search::tablebase::Probing;
use crate::search::{Task, Worker};
use crate::tt::TranspositionTable;

/// The stack of a helper: a few kilobytes for each ply, twice as many plies where singular moves are looked
/// for. What is not used costs nothing.
const STACK_BYTES: usize = 32 << 20;

/// One search for the helpers.
pub struct Job {
    table: Arc<TranspositionTable>,
    line: Line,
    limits: Limits,
    signals: Signals,
    task: TaskValues,
    /// All workers of the search.
    shared: Arc<SharedState>,
}

/// What of a task is copied.
struct TaskValues {
    multipv: usize,
    timer: crate::time::Timer,
    network: Option<Arc<Network>>,
    tablebases: Option<Arc<Probing>>,
    values: Values,
    eval_noise: EvalNoise,
}

impl Job {
    /// The same task for all workers.
    pub fn new(table: Arc<TranspositionTable>, task: &Task<'_>, shared: Arc<SharedState>) -> Job {
        Job {
            table,
            line: task.line.clone(),
            limits: task.limits.clone(),
            signals: task.signals.clone(),
            task: TaskValues {
                multipv: task.multipv,
                timer: task.timer,
                network: task.network.cloned(),
                tablebases: task.tablebases.cloned(),
                values: task.values.clone(),
                eval_noise: task.eval_noise,
            },
            shared,
        }
    }

    fn task(&self) -> Task<'_> {
        let TaskValues { multipv, timer, network, tablebases, values, eval_noise } = &self.task;
        Task {
            line: &self.line,
            limits: &self.limits,
            signals: &self.signals,
            multipv: *multipv,
            timer: *timer,
            network: network.as_ref(),
            tablebases: tablebases.as_ref(),
            values: values.clone(),
            eval_noise: *eval_noise,
            silent: false,
        }
    }
}

enum Order {
    Search(Arc<Job>, Busy),
    /// Forget the game before, and clear one of several parts of the table.
    Forget(Arc<TranspositionTable>, usize, Busy),
}

struct Helper {
    orders: Sender<Order>,
    thread: JoinHandle<()>,
}

/// The helpers; the main worker runs on the caller's thread.
#[derive(Default)]
pub struct Pool {
    helpers: Vec<Helper>,
    busy: Arc<Count>,
}

/// The system gives no more threads than this many helpers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMoreThreads(pub usize);

impl Pool {
    /// How many helpers there are.
    pub fn len(&self) -> usize {
        self.helpers.len()
    }

    /// Returns true if the main worker searches alone.
    pub fn is_empty(&self) -> bool {
        self.helpers.is_empty()
    }

    /// Starts threads or ends them, so that there are `helpers`; those that stay keep their memory.
    ///
    /// # Errors
    /// [`NoMoreThreads`]: those that could be started are there.
    pub fn resize(&mut self, helpers: usize) -> Result<(), NoMoreThreads> {
        self.wait();
        while self.helpers.len() > helpers {
            self.end_last();
        }
        while self.helpers.len() < helpers {
            let index = self.helpers.len() + 1;
            let (orders, inbox) = mpsc::channel();
            let builder = thread::Builder::new().name(format!("helper {index}")).stack_size(STACK_BYTES);
            let beginning = self.busy.enter();
            let thread = builder
                .spawn(move || serve(index, &inbox, beginning))
                .map_err(|_| NoMoreThreads(self.helpers.len()))?;
            self.helpers.push(Helper { orders, thread });
        }
        self.wait();
        Ok(())
    }

    fn end_last(&mut self) {
        if let Some(Helper { orders, thread }) = self.helpers.pop() {
            drop(orders);
            // A helper that failed has ended as well.
            let _ = thread.join();
        }
    }

    /// Wakes all helpers for a search and does not wait.
    pub fn search(&self, job: &Arc<Job>) {
        for helper in &self.helpers {
            // A helper that failed is not needed.
            let _ = helper.orders.send(Order::Search(Arc::clone(job), self.busy.enter()));
        }
    }

    /// Has all threads forget the game before and clear the table together, and waits for it.
    pub fn forget(&mut self, table: &Arc<TranspositionTable>, memory: &mut Memory) {
        self.wait();
        let parts = self.helpers.len() + 1;
        let mut unclaimed = vec![0];
        for (index, helper) in self.helpers.iter().enumerate() {
            let order = Order::Forget(Arc::clone(table), parts, self.busy.enter());
            if helper.orders.send(order).is_err() {
                unclaimed.push(index + 1);
            }
        }
        unclaimed.into_iter().for_each(|part| table.clear_part(part, parts));
        memory.clear();
        self.wait();
        table.forget_generations();
    }

    /// Waits until all helpers sleep; none of them holds the table then.
    pub fn wait(&self) {
        self.busy.wait();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.wait();
        while !self.helpers.is_empty() {
            self.end_last();
        }
    }
}

/// A helper's thread: one order after the other until the pool lets it go.
fn serve(index: usize, inbox: &Receiver<Order>, beginning: Busy) {
    let mut memory = Memory::default();
    // The system gives memory when it is first written to: that shall not happen while a clock runs.
    memory.clear();
    drop(beginning);
    for order in inbox {
        match order {
            Order::Search(job, busy) => {
                if job.signals.wants_insights() {
                    Worker::<Counts>::new(&job.table, &mut memory, job.task(), &job.shared, index)
                        .run(&mut |_| {});
                } else {
                    Worker::<()>::new(&job.table, &mut memory, job.task(), &job.shared, index)
                        .run(&mut |_| {});
                }
                drop(job);
                drop(busy);
            }
            Order::Forget(table, parts, busy) => {
                memory.clear();
                table.clear_part(index, parts);
                drop(table);
                drop(busy);
            }
        }
    }
}

/// How many orders are being obeyed.
#[derive(Default)]
struct Count {
    orders: Mutex<usize>,
    none: Condvar,
}

/// An order is obeyed as long as this lives.
struct Busy(Arc<Count>);

impl Count {
    fn enter(self: &Arc<Count>) -> Busy {
        *self.orders.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        Busy(Arc::clone(self))
    }

    fn wait(&self) {
        let mut orders = self.orders.lock().unwrap_or_else(PoisonError::into_inner);
        while *orders > 0 {
            orders = self.none.wait(orders).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let mut orders = self.0.orders.lock().unwrap_or_else(PoisonError::into_inner);
        *orders -= 1;
        if *orders == 0 {
            self.0.none.notify_all();
        }
    }
}
