//! The transposition table: results of earlier searches, shared by all threads without locks.

mod cluster;

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use heirloom_chess::Move;
use heirloom_engine::Bound;

use crate::huge::Huge;
use crate::params;
use crate::prefetch::prefetch;
use crate::score;
use cluster::{Cluster, ENTRIES};

/// What is stored about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the one that caused a cutoff.
    pub best: Option<Move>,
    /// The score from the view of the side to move, with mates counted from this position.
    pub score: i32,
    /// The static evaluation from the view of the side to move; `None` in check.
    pub eval: Option<i32>,
    /// The depth of the search behind the score in plies; 0 for quiescence.
    pub depth: i32,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Whether the position has been on a principal variation.
    pub was_pv: bool,
}

/// Entries in clusters of five; the size is any number of MiB, not only powers of two.
pub struct TranspositionTable {
    clusters: Huge<[Cluster]>,
    generation: AtomicU8,
    /// Whether a search has begun since the table was empty.
    used: AtomicBool,
}

/// There is not enough memory for a table of this many MiB.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not enough memory for a hash table of {0} MiB; keeping the old size")]
pub struct TooLarge(pub usize);

const NO_EVAL: i16 = i16::MIN;
const GENERATIONS: u8 = 32;

impl TranspositionTable {
    /// Creates an empty table of this many MiB, at least one. Fails with [`TooLarge`] if there is not enough
    /// memory.
    pub fn new(megabytes: usize) -> Result<TranspositionTable, TooLarge> {
        let len = (megabytes.max(1)).checked_mul(1 << 20).ok_or(TooLarge(megabytes))? / size_of::<Cluster>();
        let clusters = Huge::zeros(len).map_err(|_| TooLarge(megabytes))?;
        Ok(TranspositionTable { clusters, generation: AtomicU8::new(0), used: AtomicBool::new(false) })
    }

    /// Returns the size in MiB.
    pub fn megabytes(&self) -> usize {
        (self.clusters.len() * size_of::<Cluster>()) >> 20
    }

    /// Clears the whole table.
    pub fn clear(&self) {
        self.clear_part(0, 1);
        self.reset_generations();
    }

    /// Clears one of `parts` parts of the table, so that several threads can share the work; all parts must
    /// be done before the next search. A table that was never searched with is empty, and its memory is not
    /// touched.
    pub fn clear_part(&self, part: usize, parts: usize) {
        if self.used.load(Ordering::Relaxed) {
            let len = self.clusters.len();
            self.clusters[len * part / parts..len * (part + 1) / parts].iter().for_each(Cluster::clear);
        }
    }

    /// Resets the search counter, once all parts are cleared.
    pub fn reset_generations(&self) {
        self.used.store(false, Ordering::Relaxed);
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Begins a new search: older entries are replaced first.
    pub fn new_search(&self) {
        self.used.store(true, Ordering::Relaxed);
        self.generation.store((self.generation() + 1) % GENERATIONS, Ordering::Relaxed);
    }

    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Prefetches the cluster of a key that will be looked up soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// Looks up a position `ply` plies from the root. Mate scores are counted from the root, and limited by
    /// the fifty-move rule after `clock` reversible plies.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize, clock: u16) -> Option<Entry> {
        let cluster = self.cluster(key);
        (0..ENTRIES).find_map(|index| {
            let (data, matches) = cluster.load(index, key);
            matches.then(|| unpack(data, ply, clock))
        })
    }

    /// Stores a position `ply` plies from the root; an entry without a best move keeps the old one.
    #[inline]
    pub fn store(&self, key: u64, mut entry: Entry, ply: usize) {
        let (cluster, generation) = (self.cluster(key), self.generation());
        let (mut chosen, mut old, mut lowest) = (0, 0, i32::MAX);
        for index in 0..ENTRIES {
            let (data, matches) = cluster.load(index, key);
            if data == 0 || matches {
                (chosen, old) = (index, data);
                break;
            }
            let age = i32::from((generation + GENERATIONS - generation_of(data)) % GENERATIONS);
            let value = depth_of(data) - params::table_age() * age;
            if value < lowest {
                (chosen, lowest) = (index, value);
            }
        }
        if old != 0 {
            // Keep a much deeper result of this search, unless the new one is exact.
            if entry.bound != Bound::Exact
                && entry.depth + params::table_keep() < depth_of(old)
                && generation_of(old) == generation
            {
                return;
            }
            entry.best = entry.best.or(Move::from_bits(old as u16));
        }
        cluster.store(chosen, key, pack(&entry, generation, ply));
    }

    /// Returns the number of entries by age in searches, starting with the current one, in permille of a
    /// sample.
    pub fn ages(&self) -> Vec<u32> {
        let (generation, sample) = (self.generation(), self.sample());
        let mut counts = vec![0_usize; usize::from(GENERATIONS)];
        for data in sample.iter().flat_map(Cluster::data).filter(|&data| data != 0) {
            counts[usize::from((generation + GENERATIONS - generation_of(data)) % GENERATIONS)] += 1;
        }
        let oldest = counts.iter().rposition(|&count| count > 0).map_or(0, |oldest| oldest + 1);
        counts[..oldest].iter().map(|count| (count * 1000 / (sample.len() * ENTRIES)) as u32).collect()
    }

    fn sample(&self) -> &[Cluster] {
        &self.clusters[..self.clusters.len().min(200)]
    }

    /// Returns the number of entries of the current search, in permille of a sample.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation();
        let sample = self.sample();
        let used = sample
            .iter()
            .flat_map(Cluster::data)
            .filter(|&data| data != 0 && generation_of(data) == generation);
        (used.count() * 1000 / (sample.len() * ENTRIES)) as u32
    }
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TranspositionTable({} clusters)", self.clusters.len())
    }
}

/// Packs an entry: bits 0-15 move, 16-31 score, 32-47 evaluation, 48-55 depth plus one, 56-57 bound, 58 was
/// PV, 59-63 generation. The depth makes it nonzero.
fn pack(entry: &Entry, generation: u8, ply: usize) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    let score = score::to_table(entry.score, ply) as i16 as u16;
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16) as u16;
    let depth = entry.depth.clamp(0, 254) as u64 + 1;
    u64::from(entry.best.map_or(0, Move::bits))
        | u64::from(score) << 16
        | u64::from(eval) << 32
        | depth << 48
        | bound << 56
        | u64::from(entry.was_pv) << 58
        | u64::from(generation) << 59
}

fn unpack(data: u64, ply: usize, clock: u16) -> Entry {
    let eval = (data >> 32) as u16 as i16;
    Entry {
        best: Move::from_bits(data as u16),
        score: score::from_table(i32::from((data >> 16) as u16 as i16), ply, clock),
        eval: (eval != NO_EVAL).then_some(i32::from(eval)),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        },
        was_pv: data >> 58 & 1 != 0,
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xFF) as i32 - 1
}

fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::MATE;
    use heirloom_chess::Square;

    fn entry(score: i32, depth: i32) -> Entry {
        let best = Some(Move::normal(Square::E2, Square::E4));
        Entry { best, score, eval: Some(-31), depth, bound: Bound::Lower, was_pv: true }
    }

    #[test]
    fn entries_survive_a_round_trip() {
        let table = TranspositionTable::new(1).unwrap();
        for key in [1, 0x1234_5678_9ABC_DEF0, u64::MAX] {
            assert_eq!(table.probe(key, 0, 0), None);
            table.store(key, entry(-1234, 7), 3);
            assert_eq!(table.probe(key, 5, 0), Some(entry(-1234, 7)));
        }
        table.store(1, Entry { best: None, eval: None, ..entry(5, 8) }, 0);
        assert_eq!(table.probe(1, 0, 0), Some(Entry { eval: None, ..entry(5, 8) }));
        table.new_search();
        for part in 0..3 {
            table.clear_part(part, 3);
        }
        assert!([1, 0x1234_5678_9ABC_DEF0, u64::MAX].iter().all(|&key| table.probe(key, 0, 0).is_none()));
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(7, entry(MATE - 10, 5), 4);
        assert_eq!(table.probe(7, 4, 0).unwrap().score, MATE - 10);
        assert_eq!(table.probe(7, 2, 0).unwrap().score, MATE - 8);
    }

    #[test]
    fn deep_results_survive_shallow_ones_of_the_same_search() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(9, entry(1, 20), 0);
        table.store(9, entry(2, 3), 0);
        assert_eq!(table.probe(9, 0, 0).unwrap().depth, 20);
        table.new_search();
        table.store(9, entry(2, 3), 0);
        assert_eq!(table.probe(9, 0, 0).unwrap().depth, 3);
    }

    #[test]
    fn entries_are_counted_by_age() {
        let table = TranspositionTable::new(1).unwrap();
        assert_eq!(table.ages(), []);
        // Small keys all map to the first cluster.
        (1..=2).for_each(|key| table.store(key, entry(1, 5), 0));
        table.new_search();
        (3..=5).for_each(|key| table.store(key, entry(1, 5), 0));
        assert_eq!(table.ages(), [3, 2]);
        assert_eq!(table.hashfull(), 3);
    }

    #[test]
    fn a_table_that_is_too_large_is_rejected() {
        assert_eq!(TranspositionTable::new(usize::MAX).unwrap_err(), TooLarge(usize::MAX));
    }
}
