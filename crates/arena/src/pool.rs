//! Parallel workers: each has a thread and takes the next piece of work until none is left, the caller stops
//! the run, or a worker fails.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use heirloom_engine::EngineError;
use parking_lot::Mutex;

use crate::affinity;
use crate::contestant::Contestant;
use crate::game::Player;

/// The threads of a run.
pub struct Pool<'a> {
    stop: &'a (dyn Fn() -> bool + Sync),
    processors: &'a [Vec<usize>],
}

impl<'a> Pool<'a> {
    /// Creates a pool that starts no more work once `stop` returns true.
    pub fn new(stop: &'a (dyn Fn() -> bool + Sync)) -> Pool<'a> {
        Pool { stop, processors: &[] }
    }

    /// Binds each worker's thread to the processors at the worker's index; an empty list leaves it unbound.
    pub fn bound_to(self, processors: &'a [Vec<usize>]) -> Pool<'a> {
        Pool { processors, ..self }
    }

    /// Calls `step` repeatedly for each worker, on its own thread, until it breaks. If the system cannot
    /// create a thread, the other workers do its work. Fails with the first error of a step, after which no
    /// new step begins.
    pub fn run<W: Send, E: Send>(
        &self,
        workers: impl IntoIterator<Item = W>,
        step: impl Fn(&mut W) -> Result<ControlFlow<()>, E> + Sync,
    ) -> Result<(), E> {
        let (over, failure) = (AtomicBool::new(false), Mutex::new(None));
        let work = |worker: &mut W| {
            while !over.load(Ordering::Relaxed) && !(self.stop)() {
                match step(worker) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => break,
                    Err(error) => {
                        over.store(true, Ordering::Relaxed);
                        failure.lock().get_or_insert(error);
                    }
                }
            }
        };
        let mut workers: Vec<W> = workers.into_iter().collect();
        let started = thread::scope(|scope| {
            let mut started = 0;
            for (number, worker) in workers.iter_mut().enumerate() {
                let (work, processors) =
                    (&work, self.processors.get(number).filter(|processors| !processors.is_empty()));
                let body = move || {
                    // Work unbound if binding fails.
                    let _ = processors.map_or(Ok(()), |processors| affinity::bind(processors));
                    work(worker);
                };
                started += usize::from(
                    thread::Builder::new().name(format!("worker {number}")).spawn_scoped(scope, body).is_ok(),
                );
            }
            started
        });
        // Without any thread, the caller does the work.
        if let (0, Some(worker)) = (started, workers.first_mut()) {
            work(worker);
        }
        failure.into_inner().map_or(Ok(()), Err)
    }
}

/// One worker's engine: started on first use, and restarted after a failure.
#[derive(Debug)]
pub struct EngineSlot<'a> {
    contestant: &'a Contestant,
    player: Option<Player>,
}

impl<'a> EngineSlot<'a> {
    /// Creates a slot whose engine has not been started.
    pub fn new(contestant: &'a Contestant) -> EngineSlot<'a> {
        EngineSlot { contestant, player: None }
    }

    /// Creates slots and starts their engines. Fails if an engine cannot be started.
    pub fn started(contestant: &'a Contestant, count: usize) -> Result<Vec<EngineSlot<'a>>, EngineError> {
        (0..count).map(|_| Ok(EngineSlot { contestant, player: Some(contestant.player()?) })).collect()
    }

    /// Returns the engine, starting it if necessary. Fails if the engine cannot be started.
    pub fn player(&mut self) -> Result<&mut Player, EngineError> {
        match &mut self.player {
            Some(player) => Ok(player),
            none => Ok(none.insert(self.contestant.player()?)),
        }
    }

    /// Drops an engine that has failed.
    pub fn dismiss(&mut self) {
        self.player = None;
    }
}

/// Sorts results that arrive in any order by their numbers, which start at 0.
#[derive(Debug)]
pub struct InOrder<T> {
    next: usize,
    waiting: BTreeMap<usize, T>,
}

impl<T> Default for InOrder<T> {
    fn default() -> InOrder<T> {
        InOrder { next: 0, waiting: BTreeMap::new() }
    }
}

impl<T> InOrder<T> {
    /// Adds a result, and returns all results that are now next in order.
    pub fn add(&mut self, number: usize, result: T) -> Vec<T> {
        self.waiting.insert(number, result);
        let mut ready = Vec::new();
        while let Some(result) = self.waiting.remove(&self.next) {
            self.next += 1;
            ready.push(result);
        }
        ready
    }

    /// Returns the waiting results in order, for when those missing will not arrive.
    pub fn rest(&mut self) -> impl Iterator<Item = T> + use<T> {
        std::mem::take(&mut self.waiting).into_values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    #[test]
    fn all_work_is_done_once() {
        let (next, sum) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let outcome: Result<(), ()> = Pool::new(&|| false).run([0; 4], |_| {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= 100 {
                return Ok(ControlFlow::Break(()));
            }
            sum.fetch_add(number, Ordering::Relaxed);
            Ok(ControlFlow::Continue(()))
        });
        assert_eq!((outcome, sum.into_inner()), (Ok(()), 4950));
    }

    #[test]
    fn an_error_and_a_stop_end_the_run() {
        let steps = AtomicUsize::new(0);
        let failed = Pool::new(&|| false).run([0; 2], |_| match steps.fetch_add(1, Ordering::Relaxed) {
            5 => Err("five"),
            _ => Ok(ControlFlow::Continue(())),
        });
        assert_eq!(failed, Err("five"));
        let stopped: Result<(), ()> =
            Pool::new(&|| true).run([0; 2], |_| panic!("nothing is taken after a stop"));
        assert_eq!(stopped, Ok(()));
    }

    #[test]
    fn results_come_in_order() {
        let mut results = InOrder::default();
        assert_eq!(results.add(1, 'b'), []);
        assert_eq!(results.add(0, 'a'), ['a', 'b']);
        assert_eq!(results.add(4, 'e'), []);
        assert_eq!(results.add(3, 'd'), []);
        assert_eq!(results.rest().collect::<Vec<_>>(), ['d', 'e']);
    }
}
