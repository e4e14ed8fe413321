//! The table of what is known of positions, shared by all threads without a lock: an entry that two threads mixed up names no position.

use std::sync::atomic::{AtomicU64, Ordering};

use super::moves::Move;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// At most this.
    Upper,
    /// At least this.
    Lower,
    /// This.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the one that refuted; none where no move was better than another.
    pub mv: Move,
    /// Centipawns from the mover's view; mates count from this position.
    pub score: i32,
    /// Plies searched below.
    pub depth: i32,
    /// How the score is meant.
    pub bound: Bound,
}

/// Entries that share an index; one line of a processor's cache.
const SLOTS: usize = 4;
/// Searches that are told apart.
const GENERATIONS: u64 = 64;
/// A search older than this one makes an entry worth so many plies less.
const AGE_PLIES: i64 = 4;

/// The entry's position xor its data, and the data: move, score, depth, bound and generation (Hyatt and Mann's lockless table, 2002).
#[derive(Default)]
struct Slot {
    name: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; SLOTS]);

/// The table.
pub struct Hash {
    buckets: Vec<Bucket>,
    generation: u64,
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
    /// An empty table; none where there is no memory for it.
    pub fn new(megabytes: usize) -> Option<Hash> {
        let count = (megabytes << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        buckets.resize_with(count.max(1), Bucket::default);
        Some(Hash { buckets, generation: 0 })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
    }

    /// From now on entries belong to another search.
    pub fn begin_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// The slot of a position and its data.
    fn find(&self, key: u64) -> Option<(&Slot, u64)> {
        let mut slots = self.bucket(key).0.iter().map(|slot| (slot, slot.data.load(Ordering::Relaxed)));
        slots.find(|&(slot, data)| data != 0 && slot.name.load(Ordering::Relaxed) == key ^ data)
    }

    /// What is known of a position.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.find(key).map(|(_, data)| Entry::unpack(data))
    }

    /// Remembers an entry in place of the one of the same position, or else of the one that is worth least: shallow or old.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let found = self.find(key);
        if let Some((_, data)) = found {
            // A move is not forgotten for an entry without one, nor a deep exact score for a shallow bound.
            let old = Entry::unpack(data);
            if entry.mv == Move::NONE {
                entry.mv = old.mv;
            }
            if entry.bound != Bound::Exact && entry.depth + 3 < old.depth && data >> 42 == self.generation {
                return;
            }
        }
        let worst =
            || self.bucket(key).0.iter().min_by_key(|slot| self.worth(slot.data.load(Ordering::Relaxed)));
        if let Some(slot) = found.map(|(slot, _)| slot).or_else(worst) {
            let data = entry.pack(self.generation);
            slot.data.store(data, Ordering::Relaxed);
            slot.name.store(key ^ data, Ordering::Relaxed);
        }
    }

    /// Plies that the search of an entry is worth today.
    fn worth(&self, data: u64) -> i64 {
        let age = (self.generation + GENERATIONS - (data >> 42) % GENERATIONS) % GENERATIONS;
        if data == 0 { i64::MIN } else { (data >> 32 & 255) as i64 - AGE_PLIES * age as i64 }
    }

    /// Permille of entries that this search wrote, by a sample.
    pub fn fill(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots
            .map(|slot| slot.data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && data >> 42 == self.generation);
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
    fn what_is_stored_is_found_again() {
        let hash = Hash::new(1).unwrap();
        for (key, bound) in [(5u64 << 40, Bound::Upper), (6 << 50, Bound::Lower), (7 << 60, Bound::Exact)] {
            let entry = entry(-31_990, 99, bound);
            hash.store(key, entry);
            assert_eq!(hash.probe(key), Some(entry));
            assert_eq!(hash.probe(key + 1), None);
        }
    }

    #[test]
    fn a_torn_entry_names_no_position() {
        let hash = Hash::new(1).unwrap();
        hash.store(9, entry(10, 5, Bound::Exact));
        // Another thread got half of its entry in.
        hash.bucket(9).0[0].data.store(entry(-900, 50, Bound::Lower).pack(0), Ordering::Relaxed);
        assert_eq!(hash.probe(9), None);
    }

    #[test]
    fn the_shallowest_of_the_oldest_gives_way() {
        let mut hash = Hash::new(1).unwrap();
        (1..=4).for_each(|key| hash.store(key, entry(0, 10 + key as i32, Bound::Exact)));
        hash.begin_search();
        hash.store(5, entry(0, 1, Bound::Exact));
        assert_eq!((hash.probe(1), hash.probe(2).is_some()), (None, true));
        // The new one counts more than old ones up to four plies deeper, and less than those beyond.
        hash.store(6, entry(0, 1, Bound::Exact));
        assert!(hash.probe(5).is_none() && hash.probe(6).is_some());
    }

    #[test]
    fn threads_never_read_what_nobody_wrote() {
        let hash = Hash::new(1).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let hash = &hash;
                scope.spawn(move || {
                    for round in 0..100_000u64 {
                        // Few buckets, many keys; the data follow from the key.
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
