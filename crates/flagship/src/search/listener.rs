//! What a search counts about itself: nothing, unless insights are wanted.

use heirloom_engine::insight::Exit;

use crate::score::MAX_PLY;

/// Hears what happens at each node. The search is compiled once for each kind of listener, so that the one
/// that does nothing costs nothing.
pub trait Listener: Clone + Default + Send + 'static {
    /// Whether it counts anything at all.
    const COUNTS: bool;

    /// A node `ply` plies from the root is visited.
    fn enter(&mut self, ply: usize);

    /// A node is left.
    fn leave(&mut self, exit: Exit);

    /// A position was looked up in the table.
    fn look_up(&mut self, found: bool);

    /// The counts, if there are any.
    fn counts(&self) -> Option<&Counts>;
}

/// Counts nothing.
impl Listener for () {
    const COUNTS: bool = false;

    #[inline(always)]
    fn enter(&mut self, _: usize) {}

    #[inline(always)]
    fn leave(&mut self, _: Exit) {}

    #[inline(always)]
    fn look_up(&mut self, _: bool) {}

    fn counts(&self) -> Option<&Counts> {
        None
    }
}

/// What one thread has counted since its search began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Nodes by how they were left.
    pub exits: [u64; Exit::ALL.len()],
    /// Nodes by their distance from the root.
    pub plies: Vec<u64>,
    /// Look-ups in the table.
    pub probes: u64,
    /// Look-ups that found their position.
    pub hits: u64,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts { exits: [0; Exit::ALL.len()], plies: vec![0; MAX_PLY + 1], probes: 0, hits: 0 }
    }
}

impl Counts {
    /// Adds what another thread has counted.
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
