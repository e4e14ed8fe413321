//! The transposition table: what earlier searches found out, shared by all threads without locks.

use std::alloc::{self, Layout};
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

use heirloom_chess::Move;
use heirloom_engine::Bound;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move, or the one that refuted the position before.
    pub best: Option<Move>,
    /// Score from the view of the side to move, mates counted from this position.
    pub score: i32,
    /// The static evaluation from the view of the side to move; `None` in check.
    pub eval: Option<i32>,
    /// Plies of the search behind the score; 0 for quiescence.
    pub depth: i32,
    /// How the score relates to the truth.
    pub bound: Bound,
    /// Whether the position has been on a principal variation.
    pub was_pv: bool,
}

/// Five entries of one cache line, twelve bytes each.
#[repr(align(64))]
struct Cluster {
    data: [AtomicU64; ENTRIES],
    checks: [AtomicU32; ENTRIES],
}

const ENTRIES: usize = 5;

impl Cluster {
    /// The data of the entry at `index` and whether it belongs to `key`. What is stored is the low half of the key mixed with the data: an
    /// entry torn by two threads does not match (Hyatt and Mann 2002).
    #[inline]
    fn load(&self, index: usize, key: u64) -> (u64, bool) {
        let data = self.data[index].load(Ordering::Relaxed);
        (data, data != 0 && self.checks[index].load(Ordering::Relaxed) == check(key, data))
    }

    #[inline]
    fn store(&self, index: usize, key: u64, data: u64) {
        self.data[index].store(data, Ordering::Relaxed);
        self.checks[index].store(check(key, data), Ordering::Relaxed);
    }
}

/// The upper bits of the key choose the cluster, the lower half tells its positions apart.
#[inline]
fn check(key: u64, data: u64) -> u32 {
    (key ^ data ^ data >> 32) as u32
}

/// Entries in clusters of five; the size in MiB is free, not a power of two.
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    generation: AtomicU8,
}

/// There is not enough memory for the table; how much was asked for, in MiB.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge(pub usize);

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not enough memory for a table of {} MiB; the old one stays", self.0)
    }
}

const NO_EVAL: i16 = i16::MIN;
const GENERATIONS: u8 = 32;

impl TranspositionTable {
    /// An empty table of this many MiB, at least one.
    ///
    /// # Errors
    /// [`TooLarge`] when the system does not give the memory.
    pub fn new(megabytes: usize) -> Result<TranspositionTable, TooLarge> {
        let len = (megabytes.max(1)).checked_mul(1 << 20).ok_or(TooLarge(megabytes))? / size_of::<Cluster>();
        let clusters = zeroed(len).ok_or(TooLarge(megabytes))?;
        Ok(TranspositionTable { clusters, generation: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for cluster in &self.clusters {
            cluster.data.iter().for_each(|data| data.store(0, Ordering::Relaxed));
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Begins a new search: what older ones left may be replaced first.
    pub fn new_search(&self) {
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

    /// Asks the processor to fetch the place of a key that will be looked up soon.
    #[inline]
    #[allow(unsafe_code, reason = "a hint to the processor")]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: prefetching reads nothing and cannot fault.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position `ply` plies from the root; mate scores come back counted from the root, where the fifty-move rule leaves
    /// time for them after `clock` reversible plies.
    #[inline]
    pub fn get(&self, key: u64, ply: usize, clock: u16) -> Option<Entry> {
        let cluster = self.cluster(key);
        (0..ENTRIES).find_map(|index| {
            let (data, matches) = cluster.load(index, key);
            matches.then(|| unpack(data, ply, clock))
        })
    }

    /// Remembers a position `ply` plies from the root; a missing best move does not erase a known one.
    #[inline]
    pub fn put(&self, key: u64, mut entry: Entry, ply: usize) {
        let (cluster, generation) = (self.cluster(key), self.generation());
        let (mut chosen, mut old, mut lowest) = (0, 0, i32::MAX);
        for index in 0..ENTRIES {
            let (data, matches) = cluster.load(index, key);
            if data == 0 || matches {
                (chosen, old) = (index, data);
                break;
            }
            let age = i32::from((generation + GENERATIONS - generation_of(data)) % GENERATIONS);
            let worth = depth_of(data) - 4 * age;
            if worth < lowest {
                (chosen, lowest) = (index, worth);
            }
        }
        if old != 0 {
            // A much deeper result of this search stays, unless the new one is exact.
            if entry.bound != Bound::Exact && entry.depth + 3 < depth_of(old) && generation_of(old) == generation {
                return;
            }
            entry.best = entry.best.or(Move::from_bits(old as u16));
        }
        cluster.store(chosen, key, pack(&entry, generation, ply));
    }

    /// How many entries of this search there are, in permille of a sample.
    pub fn permille_full(&self) -> u32 {
        let generation = self.generation();
        let sample = &self.clusters[..self.clusters.len().min(200)];
        let used = sample.iter().flat_map(|cluster| &cluster.data).filter(|data| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && generation_of(data) == generation
        });
        (used.count() * 1000 / (sample.len() * ENTRIES)) as u32
    }
}

/// Empty clusters, as many as wanted. The system hands out zeroed memory page by page when it is first used, so that even a large table is
/// there at once, and says so when it has none.
#[allow(unsafe_code, reason = "writing gigabytes of zeros takes seconds, and a failing allocation must not end the program")]
fn zeroed(len: usize) -> Option<Vec<Cluster>> {
    let layout = Layout::array::<Cluster>(len).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: the layout is not empty; all-zero bytes are a valid Cluster, whose fields are atomic integers; the vector takes over the
    // memory with the very layout, length and capacity it was allocated with.
    unsafe {
        let clusters = alloc::alloc_zeroed(layout).cast::<Cluster>();
        (!clusters.is_null()).then(|| Vec::from_raw_parts(clusters, len, len))
    }
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TranspositionTable({} clusters)", self.clusters.len())
    }
}

/// Bits 0-15 move, 16-31 score, 32-47 evaluation, 48-55 depth plus one, 56-57 bound, 58 once on a principal variation, 59-63 generation. The
/// depth makes it never zero.
fn pack(entry: &Entry, generation: u8, ply: usize) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 0,
        Bound::Lower => 1,
        Bound::Upper => 2,
    };
    let score = crate::search::score::to_table(entry.score, ply) as i16 as u16;
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
        score: crate::search::score::from_table(i32::from((data >> 16) as u16 as i16), ply, clock),
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
    use crate::search::score::MATE;
    use heirloom_chess::Square;

    fn entry(score: i32, depth: i32) -> Entry {
        Entry { best: Some(Move::normal(Square::E2, Square::E4)), score, eval: Some(-31), depth, bound: Bound::Lower, was_pv: true }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let table = TranspositionTable::new(1).unwrap();
        for key in [1, 0x1234_5678_9ABC_DEF0, u64::MAX] {
            assert_eq!(table.get(key, 0, 0), None);
            table.put(key, entry(-1234, 7), 3);
            assert_eq!(table.get(key, 5, 0), Some(entry(-1234, 7)));
        }
        table.put(1, Entry { best: None, eval: None, ..entry(5, 8) }, 0);
        assert_eq!(table.get(1, 0, 0), Some(Entry { eval: None, ..entry(5, 8) }));
        table.clear();
        assert_eq!(table.get(1, 0, 0), None);
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let table = TranspositionTable::new(1).unwrap();
        table.put(7, entry(MATE - 10, 5), 4);
        assert_eq!(table.get(7, 4, 0).unwrap().score, MATE - 10);
        assert_eq!(table.get(7, 2, 0).unwrap().score, MATE - 8);
    }

    #[test]
    fn deep_results_survive_shallow_ones_of_the_same_search() {
        let table = TranspositionTable::new(1).unwrap();
        table.put(9, entry(1, 20), 0);
        table.put(9, entry(2, 3), 0);
        assert_eq!(table.get(9, 0, 0).unwrap().depth, 20);
        table.new_search();
        table.put(9, entry(2, 3), 0);
        assert_eq!(table.get(9, 0, 0).unwrap().depth, 3);
    }

    #[test]
    fn too_large_a_table_is_refused() {
        assert_eq!(TranspositionTable::new(usize::MAX).unwrap_err(), TooLarge(usize::MAX));
    }
}
