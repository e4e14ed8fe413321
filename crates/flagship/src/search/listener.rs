//! Statistics of a search: none, unless insights are requested.

use heirloom_engine::insight::Exit;

use crate::score::MAX_PLY;

/// Receives the events at each node, and ignores them by default. The search is compiled once for each
/// listener, so the one that does nothing costs nothing.
pub trait Listener: Clone + Default + Send + 'static {
    /// Whether it counts anything.
    const COUNTS: bool;

    /// Called when a node `ply` plies from the root is entered.
    #[inline(always)]
    fn enter(&mut self, _ply: usize) {}

    /// Called when a node is left.
    #[inline(always)]
    fn leave(&mut self, _exit: Exit) {}

    /// Called after a lookup in the table.
    #[inline(always)]
    fn look_up(&mut self, _found: bool) {}

    /// Returns the counts, if any.
    fn counts(&self) -> Option<&Counts> {
        None
    }
}

/// Counts nothing.
impl Listener for () {
    const COUNTS: bool = false;
}

/// The counts of one thread since its search began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Nodes by exit.
    pub exits: [u64; Exit::ALL.len()],
    /// Nodes by distance from the root.
    pub plies: Vec<u64>,
    /// Lookups in the table.
    pub probes: u64,
    /// Lookups that found their position.
    pub hits: u64,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts { exits: [0; Exit::ALL.len()], plies: vec![0; MAX_PLY + 1], probes: 0, hits: 0 }
    }
}

impl Counts {
    /// Adds the counts of another thread.
    pub fn add(&mut self, other: &Counts) {
        self.exits.iter_mut().zip(&other.exits).for_each(|(sum, part)| *sum += part);
        self.plies.iter_mut().zip(&other.plies).for_each(|(sum, part)| *sum += part);
        self.probes += other.probes;
        self.hits += other.hits;
    }
}

impl Listener for Counts {
    const COUNTS: bool = true;

    #[inline]
    fn enter(&mut self, ply: usize) {
        self.plies[ply.min(MAX_PLY)] += 1;
    }

    #[inline]
    fn leave(&mut self, exit: Exit) {
        self.exits[exit as usize] += 1;
    }

    #[inline]
    fn look_up(&mut self, found: bool) {
        self.probes += 1;
        self.hits += u64::from(found);
    }

    fn counts(&self) -> Option<&Counts> {
        Some(self)
    }
}
