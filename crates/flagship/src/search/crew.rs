//! What the workers of one search share besides the table: the end of the search, their nodes, what each found last.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;

use heirloom_engine::insight::ThreadState;

use super::Found;
use super::listener::Counts;

/// The workers of one search as they see each other.
pub struct Crew {
    /// Set when the search is over for all.
    halted: AtomicBool,
    /// Are there more workers than processors?
    crowded: bool,
    seats: Vec<Seat>,
}

/// What one worker tells. Each has cache lines of its own (processors fetch them in pairs), so that no worker waits for another one's.
#[repr(align(128))]
#[derive(Default)]
struct Seat {
    nodes: AtomicU64,
    /// Written once an iteration.
    told: Mutex<Told>,
}

#[derive(Default)]
struct Told {
    found: Option<Found>,
    counts: Option<Counts>,
}

impl Crew {
    /// A crew of `size` workers, at least one.
    pub fn new(size: usize) -> Crew {
        static PROCESSORS: LazyLock<usize> = LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from));
        let seats = (0..size.max(1)).map(|_| Seat::default()).collect();
        Crew { halted: AtomicBool::new(false), crowded: size > *PROCESSORS, seats }
    }

    /// How many workers there are.
    pub fn size(&self) -> usize {
        self.seats.len()
    }

    /// Lets another thread run where they do not all have a processor: the main worker shall see soon that it is told to stop.
    #[inline]
    pub fn make_way(&self) {
        if self.crowded {
            thread::yield_now();
        }
    }

    /// Is the search over for all?
    #[inline]
    pub fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    /// Ends the search for all.
    pub fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }

    /// Halts when dropped, so that no helper goes on when the main worker fails.
    pub fn halt_at_the_end(&self) -> impl Drop + '_ {
        struct Ending<'a>(&'a Crew);
        impl Drop for Ending<'_> {
            fn drop(&mut self) {
                self.0.halt();
            }
        }
        Ending(self)
    }

    /// A worker tells its nodes.
    #[inline]
    pub fn publish(&self, worker: usize, nodes: u64) {
        self.seats[worker].nodes.store(nodes, Ordering::Relaxed);
    }

    /// The nodes of all workers but one, who knows its own better.
    pub fn nodes_of_others(&self, worker: usize) -> u64 {
        let others = self.seats.iter().enumerate().filter(|&(index, _)| index != worker);
        others.map(|(_, seat)| seat.nodes.load(Ordering::Relaxed)).sum()
    }

    /// A worker tells the result of its last iteration, and what it has counted.
    pub fn tell(&self, worker: usize, found: Option<Found>, counts: Option<&Counts>) {
        *self.seats[worker].told() = Told { found, counts: counts.cloned() };
    }

    fn helpers(&self) -> impl Iterator<Item = &Seat> {
        self.seats[1..].iter()
    }

    /// The last results of all workers but the main one.
    pub fn found_by_helpers(&self) -> Vec<Found> {
        self.helpers().filter_map(|seat| seat.told().found.clone()).collect()
    }

    /// What the helpers have counted.
    pub fn counts_of_helpers(&self) -> Vec<Counts> {
        self.helpers().filter_map(|seat| seat.told().counts.clone()).collect()
    }

    /// How far each helper has come.
    pub fn states_of_helpers(&self) -> Vec<ThreadState> {
        let state = |seat: &Seat| {
            let nodes = seat.nodes.load(Ordering::Relaxed);
            let (depth, longest) = seat.told().found.as_ref().map_or((0, 0), |found| (found.depth, found.selective_depth));
            ThreadState { depth: depth as u32, selective_depth: longest as u32, nodes }
        };
        self.helpers().map(state).collect()
    }
}

impl Seat {
    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_add_up() {
        let crew = Crew::new(3);
        for worker in 0..3 {
            crew.publish(worker, 10_u64.pow(worker as u32));
        }
        assert_eq!((crew.size(), crew.nodes_of_others(1)), (3, 101));
        assert!(size_of::<Seat>() >= 128);
    }

    #[test]
    fn the_end_comes_even_when_the_main_worker_fails() {
        let crew = Crew::new(1);
        assert!(!crew.is_halted());
        drop(crew.halt_at_the_end());
        assert!(crew.is_halted());
    }
}
