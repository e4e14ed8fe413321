//! The transposition table, shared by all threads without locks: a torn entry matches no position.

use std::sync::atomic::{AtomicU64, Ordering};

use super::moves::Move;

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is an upper bound.
    Upper,
    /// The score is a lower bound.
    Lower,
    /// The score is exact.
    Exact,
}

/// A table entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the one that caused a cutoff; none if no move stood out.
    pub mv: Move,
    /// Centipawns for the side to move; mate scores are relative to this position.
    pub score: i32,
    /// The search depth in plies.
    pub depth: i32,
    /// The kind of score.
    pub bound: Bound,
}

/// Entries per bucket, which fills one cache line.
const SLOTS: usize = 4;
/// The number of distinct search generations.
const GENERATIONS: u64 = 64;
/// The plies by which each later search devalues an entry.
const AGE_PLIES: i64 = 4;

/// The key xor the data, and the data: move, score, depth, bound and generation (Hyatt and Mann 2002).
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// The table.
pub struct Hash {
    buckets: Vec<Bucket>,
    generation: AtomicU64,
}

impl Entry {
    fn pack(self, generation: u64) -> u64 {
        let score = u64::from(self.score as i16 as u16);
        let depth = self.depth.clamp(0, 255) as u64;
        u64::from(self.mv.0) | score << 16 | depth << 32 | (self.bound as u64) << 40 | generation << 42
    }

    fn unpack(data: u64) -> Entry {
        let bound = [Bound::Upper, Bound::Lower, Bound::Exact, Bound::Exact][(data >> 40 & 3) as usize];
        Entry {
            mv: Move(data as u16),
            score: i32::from((data >> 16) as u16 as i16),
            depth: (data >> 32 & 255) as i32,
            bound,
        }
    }
}

impl Hash {
    /// Creates an empty table, or returns `None` if there is not enough memory.
    pub fn new(megabytes: usize) -> Option<Hash> {
        let count = (megabytes << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        buckets.resize_with(count.max(1), Bucket::default);
        Some(Hash { buckets, generation: AtomicU64::new(0) })
    }

    /// Clears the table.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.data.store(0, Ordering::Relaxed);
            slot.check.store(0, Ordering::Relaxed);
        }
    }

    /// Starts a new generation of entries.
    pub fn begin_search(&self) {
        self.generation.store((self.generation() + 1) % GENERATIONS, Ordering::Relaxed);
    }

    fn generation(&self) -> u64 {
        self.generation.load(Ordering::Relaxed)
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Finds the slot of a position and its data.
    fn find(&self, key: u64) -> Option<(&Slot, u64)> {
        let mut slots = self.bucket(key).0.iter().map(|slot| (slot, slot.data.load(Ordering::Relaxed)));
        slots.find(|&(slot, data)| data != 0 && slot.check.load(Ordering::Relaxed) == key ^ data)
    }

    /// Looks up a position.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.find(key).map(|(_, data)| Entry::unpack(data))
    }

    /// Stores an entry, replacing the one of the same position, else the least valuable: shallow or old.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let found = self.find(key);
        if let Some((_, data)) = found {
            // Keep the old move if there is no new one, and a much deeper entry of this search over a bound.
            let old = Entry::unpack(data);
            if entry.mv == Move::NONE {
                entry.mv = old.mv;
            }
            if entry.bound != Bound::Exact && entry.depth + 3 < old.depth && data >> 42 == self.generation() {
                return;
            }
        }
        let worst =
            || self.bucket(key).0.iter().min_by_key(|slot| self.value(slot.data.load(Ordering::Relaxed)));
        if let Some(slot) = found.map(|(slot, _)| slot).or_else(worst) {
            let data = entry.pack(self.generation());
            slot.data.store(data, Ordering::Relaxed);
            slot.check.store(key ^ data, Ordering::Relaxed);
        }
    }

    /// Returns the value of an entry in plies: its depth minus a penalty for age.
    fn value(&self, data: u64) -> i64 {
        let age = (self.generation() + GENERATIONS - (data >> 42) % GENERATIONS) % GENERATIONS;
        if data == 0 { i64::MIN } else { (data >> 32 & 255) as i64 - AGE_PLIES * age as i64 }
    }

    /// Returns the permille of entries written by this search, from a sample.
    pub fn fill(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && data >> 42 == self.generation());
        (used.count() * 1000 / (sample.len() * SLOTS).max(1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: i32, depth: i32, bound: Bound) -> Entry {
        Entry { mv: Move(77), score, depth, bound }
    }

    #[test]
    fn stored_entries_are_found() {
        let hash = Hash::new(1).unwrap();
        for (key, bound) in [(5u64 << 40, Bound::Upper), (6 << 50, Bound::Lower), (7 << 60, Bound::Exact)] {
            let entry = entry(-31_990, 99, bound);
            hash.store(key, entry);
            assert_eq!(hash.probe(key), Some(entry));
            assert_eq!(hash.probe(key + 1), None);
        }
    }

    #[test]
    fn a_torn_entry_matches_no_position() {
        let hash = Hash::new(1).unwrap();
        hash.store(9, entry(10, 5, Bound::Exact));
        // Another thread has written half of its entry.
        hash.bucket(9).0[0].data.store(entry(-900, 50, Bound::Lower).pack(0), Ordering::Relaxed);
        assert_eq!(hash.probe(9), None);
    }

    #[test]
    fn the_shallowest_of_the_oldest_is_replaced() {
        let hash = Hash::new(1).unwrap();
        (1..=4).for_each(|key| hash.store(key, entry(0, 10 + key as i32, Bound::Exact)));
        hash.begin_search();
        hash.store(5, entry(0, 1, Bound::Exact));
        assert_eq!((hash.probe(1), hash.probe(2).is_some()), (None, true));
        // A new entry counts more than old ones up to four plies deeper, but less than deeper ones.
        hash.store(6, entry(0, 1, Bound::Exact));
        assert!(hash.probe(5).is_none() && hash.probe(6).is_some());
    }

    #[test]
    fn threads_never_read_torn_entries() {
        let hash = Hash::new(1).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let hash = &hash;
                scope.spawn(move || {
                    for round in 0..100_000u64 {
                        // Few buckets and many keys; the data follows from the key.
                        let key = ((round * 7 + thread) % 64) << 2 | (round % 4) << 62;
                        let own = |key: u64| Entry {
                            mv: Move((key % 60_000) as u16 + 1),
                            score: (key % 999) as i32,
                            depth: (key % 90) as i32,
                            bound: Bound::Exact,
                        };
                        if let Some(found) = hash.probe(key) {
                            assert_eq!(found, own(key));
                        }
                        hash.store(key, own(key));
                    }
                });
            }
        });
    }
}
