//! The helper threads, which live until the option changes and sleep between searches.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use heirloom_chess::Line;
use heirloom_engine::{Limits, Signals};
use parking_lot::{Condvar, Mutex};

use crate::search::listener::{Counts, Listener};
use crate::search::memory::Memory;
use crate::search::shared_state::SharedState;
use crate::search::{SearchSettings, Task, Worker};
use crate::time::Timer;
use crate::tt::TranspositionTable;

/// The stack size of a helper: a few kilobytes per ply, and twice the plies with singular extension searches.
/// Unused pages cost nothing.
const STACK_BYTES: usize = 32 << 20;

/// One search for the helpers.
pub struct Job {
    table: Arc<TranspositionTable>,
    line: Line,
    limits: Limits,
    signals: Signals,
    timer: Timer,
    settings: SearchSettings,
    /// The state shared by all workers of the search.
    shared: Arc<SharedState>,
}

impl Job {
    /// Copies a task for all helpers.
    pub fn new(table: Arc<TranspositionTable>, task: &Task<'_>, shared: Arc<SharedState>) -> Job {
        Job {
            table,
            line: task.line.clone(),
            limits: task.limits.clone(),
            signals: task.signals.clone(),
            timer: task.timer,
            settings: task.settings.clone(),
            shared,
        }
    }

    /// Searches as the worker with this index.
    fn run<L: Listener>(&self, memory: &mut Memory, index: usize) {
        let Job { table, line, limits, signals, timer, settings, shared } = self;
        let task = Task { line, limits, signals, timer: *timer, settings: settings.clone() };
        Worker::<L>::new(table, memory, task, shared, index).run(&mut |_| {});
    }
}

enum Order {
    Search(Arc<Job>, Busy),
    /// Clear the memory, and one of several parts of the table.
    Clear(Arc<TranspositionTable>, usize, Busy),
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

/// The system allows no more threads than this many helpers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMoreThreads(pub usize);

impl Pool {
    /// Returns the number of helpers.
    pub fn len(&self) -> usize {
        self.helpers.len()
    }

    /// Returns true if the main worker searches alone.
    pub fn is_empty(&self) -> bool {
        self.helpers.is_empty()
    }

    /// Starts or ends threads until there are `helpers`; remaining ones keep their memory. Fails with
    /// [`NoMoreThreads`] if not all could be started; the pool keeps those that were.
    pub fn resize(&mut self, helpers: usize) -> Result<(), NoMoreThreads> {
        self.wait();
        while self.helpers.len() > helpers {
            self.end_last();
        }
        while self.helpers.len() < helpers {
            let index = self.helpers.len() + 1;
            let (orders, receiver) = mpsc::channel();
            let builder = thread::Builder::new().name(format!("helper {index}")).stack_size(STACK_BYTES);
            let starting = self.busy.enter();
            let thread = builder
                .spawn(move || run_helper(index, &receiver, starting))
                .map_err(|_| NoMoreThreads(self.helpers.len()))?;
            self.helpers.push(Helper { orders, thread });
        }
        self.wait();
        Ok(())
    }

    fn end_last(&mut self) {
        if let Some(Helper { orders, thread }) = self.helpers.pop() {
            drop(orders);
            // A helper that panicked has ended too.
            let _ = thread.join();
        }
    }

    /// Wakes all helpers for a search without waiting.
    pub fn search(&self, job: &Arc<Job>) {
        for helper in &self.helpers {
            // A helper that panicked is not needed.
            let _ = helper.orders.send(Order::Search(Arc::clone(job), self.busy.enter()));
        }
    }

    /// Clears the memory of all threads and the table, shared among them, and waits for it.
    pub fn clear(&mut self, table: &Arc<TranspositionTable>, memory: &mut Memory) {
        self.wait();
        let parts = self.helpers.len() + 1;
        let mut unclaimed = vec![0];
        for (index, helper) in self.helpers.iter().enumerate() {
            let order = Order::Clear(Arc::clone(table), parts, self.busy.enter());
            if helper.orders.send(order).is_err() {
                unclaimed.push(index + 1);
            }
        }
        unclaimed.into_iter().for_each(|part| table.clear_part(part, parts));
        memory.clear();
        self.wait();
        table.reset_generations();
    }

    /// Waits until all helpers sleep and have released the table.
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

/// Runs a helper's thread: executes orders until the pool drops the channel.
fn run_helper(index: usize, receiver: &Receiver<Order>, starting: Busy) {
    let mut memory = Memory::default();
    // The system maps memory when it is first written to; that must not happen while a clock is running.
    memory.clear();
    drop(starting);
    for order in receiver {
        match order {
            Order::Search(job, busy) => {
                if job.signals.wants_insights() {
                    job.run::<Counts>(&mut memory, index);
                } else {
                    job.run::<()>(&mut memory, index);
                }
                drop(job);
                drop(busy);
            }
            Order::Clear(table, parts, busy) => {
                memory.clear();
                table.clear_part(index, parts);
                drop(table);
                drop(busy);
            }
        }
    }
}

/// The number of orders being executed.
#[derive(Default)]
struct Count {
    orders: Mutex<usize>,
    idle: Condvar,
}

/// A guard that counts an order as being executed while it lives.
struct Busy(Arc<Count>);

impl Count {
    fn enter(self: &Arc<Count>) -> Busy {
        *self.orders.lock() += 1;
        Busy(Arc::clone(self))
    }

    fn wait(&self) {
        let mut orders = self.orders.lock();
        while *orders > 0 {
            self.idle.wait(&mut orders);
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let mut orders = self.0.orders.lock();
        *orders -= 1;
        if *orders == 0 {
            self.0.idle.notify_all();
        }
    }
}
