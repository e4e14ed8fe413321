//! What each worker of a search tells the others of itself, in figures.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// What one worker tells of itself while it works; a line of the cache for each.
#[derive(Debug, Default)]
#[repr(align(64))]
pub struct Figures {
    nodes: AtomicU64,
    depth: AtomicU32,
    selective: AtomicU32,
    probes: AtomicU64,
    hits: AtomicU64,
}

/// A worker in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// The last depth it finished.
    pub depth: u32,
    /// The longest line of that depth.
    pub selective: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Look-ups in the table.
    pub probes: u64,
    /// Those that found their position.
    pub hits: u64,
}

impl Figures {
    /// The worker has finished a depth; `selective` is the longest line of it.
    pub fn finished(&self, depth: u32, selective: u32) {
        self.depth.store(depth, Ordering::Relaxed);
        self.selective.store(selective, Ordering::Relaxed);
    }

    /// So many nodes, look-ups in the table and hits it has come to.
    pub fn visited(&self, nodes: u64, [probes, hits]: [u64; 2]) {
        self.nodes.store(nodes, Ordering::Relaxed);
        self.probes.store(probes, Ordering::Relaxed);
        self.hits.store(hits, Ordering::Relaxed);
    }

    /// Nodes visited.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// All of them as they are now.
    pub fn read(&self) -> Figure {
        Figure {
            depth: self.depth.load(Ordering::Relaxed),
            selective: self.selective.load(Ordering::Relaxed),
            nodes: self.nodes(),
            probes: self.probes.load(Ordering::Relaxed),
            hits: self.hits.load(Ordering::Relaxed),
        }
    }
}
