//! What the workers of one search share besides the table: the end of the search, their nodes, what each found last.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::search::Found;

/// The workers of one search as they see each other.
pub struct Crew {
    /// Set when the search is over for all.
    halted: AtomicBool,
    seats: Vec<Seat>,
}

/// What one worker tells. Each has cache lines of its own (processors fetch them in pairs), so that no worker waits for another one's.
#[repr(align(128))]
#[derive(Default)]
struct Seat {
    nodes: AtomicU64,
    /// Written once an iteration.
    found: Mutex<Option<Found>>,
}

impl Crew {
    /// A crew of `size` workers, at least one.
    pub fn new(size: usize) -> Crew {
        let seats = (0..size.max(1)).map(|_| Seat::default()).collect();
        Crew { halted: AtomicBool::new(false), seats }
    }

    /// How many workers there are.
    pub fn size(&self) -> usize {
        self.seats.len()
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

    /// A worker tells the result of an iteration it has completed.
    pub fn publish_found(&self, worker: usize, found: Found) {
        *self.seats[worker].found.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
    }

    /// The last results of all workers but the main one.
    pub fn found_by_helpers(&self) -> Vec<Found> {
        let found = |seat: &Seat| seat.found.lock().unwrap_or_else(PoisonError::into_inner).clone();
        self.seats[1..].iter().filter_map(found).collect()
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
