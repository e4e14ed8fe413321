//! Roce's transposition table: search results by hash key, in slots of two.

use super::moves::Move;
use super::search::{MATE, MATE_RANGE};

/// The relation of an entry's score to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The score is a lower bound.
    Lower,
    /// The score is an upper bound.
    Upper,
}

/// A table entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    key: u64,
    /// The best move, or the one that caused a cutoff.
    pub mv: Option<Move>,
    score: i16,
    /// The depth of the search in plies, or -1 in an unused entry.
    pub depth: i8,
    /// The kind of score.
    pub bound: Bound,
}

const UNUSED: Entry = Entry { key: 0, mv: None, score: 0, depth: -1, bound: Bound::Upper };

/// The table. In each slot the first entry is the one searched deepest, the second the latest of the others.
pub struct Hash {
    slots: Vec<[Entry; 2]>,
    /// The number of probes.
    pub probes: u64,
    /// The number of probes that found their position.
    pub hits: u64,
}

impl Hash {
    /// Creates an empty table of `megabytes` MiB, or returns `None` if there is not enough memory.
    pub fn new(megabytes: usize) -> Option<Hash> {
        let count = (megabytes << 20) / size_of::<[Entry; 2]>();
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).ok()?;
        slots.resize(count.max(1), [UNUSED; 2]);
        Some(Hash { slots, probes: 0, hits: 0 })
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.slots.fill([UNUSED; 2]);
    }

    /// Looks up the position with this key.
    pub fn probe(&mut self, key: u64) -> Option<Entry> {
        self.probes += 1;
        let found = self.peek(key);
        self.hits += u64::from(found.is_some());
        found
    }

    /// Looks up a position without counting a probe.
    pub fn peek(&self, key: u64) -> Option<Entry> {
        self.slots[self.slot(key)].iter().find(|entry| entry.depth >= 0 && entry.key == key).copied()
    }

    /// Stores a result. `ply` is the distance from the root: mate scores are stored relative to the position.
    pub fn store(&mut self, key: u64, mv: Option<Move>, score: i32, depth: i32, bound: Bound, ply: usize) {
        let slot = self.slot(key);
        let [deepest, latest] = &mut self.slots[slot];
        let depth = depth.clamp(0, 127) as i8;
        let place = if deepest.key == key || depth >= deepest.depth { deepest } else { latest };
        // A position that failed low keeps its earlier best move.
        let mv = mv.or(place.mv.filter(|_| place.key == key));
        let score = toward_mate(score, ply as i32).clamp(-MATE, MATE) as i16;
        *place = Entry { key, mv, score, depth, bound };
    }

    /// Returns the fill in permille, estimated from the first slots.
    pub fn fill(&self) -> u32 {
        let sample = &self.slots[..self.slots.len().min(500)];
        let used = sample.iter().flatten().filter(|entry| entry.depth >= 0).count();
        (used * 1000 / (sample.len() * 2)) as u32
    }

    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }
}

impl Entry {
    /// Returns the score for the side to move, `ply` plies from the root.
    pub fn score(&self, ply: usize) -> i32 {
        toward_mate(self.score.into(), -(ply as i32))
    }
}

/// Moves a mate score closer to mate by this number of plies; other scores are unchanged.
fn toward_mate(score: i32, plies: i32) -> i32 {
    match score.abs() {
        away if away >= MATE - MATE_RANGE => score + plies * score.signum(),
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_and_the_latest_entries_are_kept() {
        let mut hash = Hash::new(1).expect("memory");
        let (deep, first, second) = (1 << 40, 1 << 41, 1 << 42);
        hash.store(deep, None, 10, 9, Bound::Exact, 0);
        hash.store(first, None, 20, 3, Bound::Exact, 0);
        hash.store(second, None, 30, 2, Bound::Exact, 0);
        // All three keys map to the first slot.
        let scores = [deep, first, second].map(|key| hash.probe(key).map(|entry| entry.score(0)));
        assert_eq!(scores, [Some(10), None, Some(30)]);
        assert_eq!((hash.probes, hash.hits, size_of::<Entry>()), (3, 2, 16));
    }

    #[test]
    fn mate_scores_are_relative_to_the_position() {
        let mut hash = Hash::new(1).expect("memory");
        hash.store(7, None, MATE - 5, 4, Bound::Exact, 3);
        assert_eq!(hash.probe(7).map(|entry| entry.score(1)), Some(MATE - 3));
    }
}
