//! The transposition table with TwoBig1, the best scheme of Breuker, Uiterwijk and van den Herik (1994).

use super::moves::Move;

/// Zobrist keys (1970) by piece with color bit and square. No piece is 0: that row holds the other keys.
static KEYS: [u64; 32 * 128] = keys();

const fn keys() -> [u64; 32 * 128] {
    let mut keys = [0; 32 * 128];
    let mut n = 0;
    while n < keys.len() {
        // SplitMix64 (Steele, Lea and Flood 2014).
        let mut bits = (n as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        keys[n] = bits ^ (bits >> 31);
        n += 1;
    }
    keys
}

/// Returns the key of a piece on a square.
#[inline]
pub fn piece_key(piece: u8, square: u8) -> u64 {
    KEYS[usize::from(piece & 31) << 7 | usize::from(square & 127)]
}

/// Returns the key of the castling rights, given by their bits, below 16.
#[inline]
pub fn castling_key(rights: u8) -> u64 {
    KEYS[usize::from(rights)]
}

/// Returns the key of an en passant capture on a file.
#[inline]
pub fn en_passant_key(file: usize) -> u64 {
    KEYS[16 + file]
}

/// Returns the key for Black to move.
#[inline]
pub fn turn_key() -> u64 {
    KEYS[24]
}

/// The relation of a stored score to the true one.
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
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
    /// The key of the position.
    pub key: u64,
    /// The nodes searched for this entry: the cost of losing it.
    pub subtree: u32,
    /// Centipawns for the side to move; mate scores are relative to this position.
    pub score: i32,
    /// The kind of score.
    pub bound: Bound,
    /// The depth of the full-width search in plies; 0 for quiescence.
    pub depth: u8,
    /// The best move, or the one that caused a cutoff.
    pub mv: Option<Move>,
    /// The search that stored it.
    search: u8,
}

const EMPTY_ENTRY: Entry =
    Entry { key: 0, subtree: 0, score: 0, bound: Bound::Upper, depth: 0, mv: None, search: 0 };

/// The table, in slots of two entries.
#[derive(Debug)]
pub struct Table {
    slots: Vec<[Entry; 2]>,
    search: u8,
    /// True if the first entry of a slot is protected. If not, only one is used and always replaced.
    pub protects: bool,
    /// The number of probes in this search.
    pub probes: u64,
    /// The number of probes in this search that found their position.
    pub hits: u64,
}

impl Table {
    /// Creates a table of `megabytes` MiB, or returns `None` if there is not enough memory.
    pub fn new(megabytes: usize) -> Option<Table> {
        let (count, mut slots) = ((megabytes << 20) / size_of::<[Entry; 2]>(), Vec::new());
        slots.try_reserve_exact(count).ok()?;
        slots.resize(count, [EMPTY_ENTRY; 2]);
        Some(Table { slots, search: 0, protects: true, probes: 0, hits: 0 })
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.slots.fill([EMPTY_ENTRY; 2]);
        self.search = 0;
    }

    /// Starts a search: entries of earlier searches can be read but are no longer protected. `protects` is
    /// true if those of this one are.
    pub fn begin(&mut self, protects: bool) {
        self.protects = protects;
        self.search = self.search.wrapping_add(1);
        (self.probes, self.hits) = (0, 0);
    }

    /// Looks up a position.
    #[inline]
    pub fn probe(&mut self, key: u64) -> Option<Entry> {
        let found = self.slots[self.place(key)].iter().find(|entry| entry.key == key).copied();
        self.probes += 1;
        self.hits += u64::from(found.is_some());
        found
    }

    /// Stores an entry. The first of two is kept for the larger subtree, the second is always replaced. So
    /// the newest entry is always stored, and an expensive one outlives many cheap ones.
    pub fn store(&mut self, key: u64, subtree: u64, score: i32, bound: Bound, depth: i32, mv: Option<Move>) {
        let search = self.search;
        let subtree = subtree.min(u64::from(u32::MAX)) as u32;
        let place = self.place(key);
        let [first, second] = &mut self.slots[place];
        // An earlier best move is better than none.
        let old = [*first, *second].into_iter().find(|entry| entry.key == key);
        let mv = mv.or(old.and_then(|entry| entry.mv));
        let new = Entry { key, subtree, score, bound, depth: depth.clamp(0, 255) as u8, mv, search };
        if !self.protects || first.key == key {
            *first = new;
        } else if subtree >= first.subtree || first.search != search {
            *second = *first;
            *first = new;
        } else {
            *second = new;
        }
    }

    /// Returns the permille of entries written by this search, from a sample.
    pub fn fill(&self) -> u32 {
        let sample = self.slots.iter().take(500).flatten();
        sample.filter(|entry| entry.key != 0 && entry.search == self.search).count() as u32
    }

    /// Maps a key to a slot: the upper half of key times length works for any number of slots.
    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a table in its first search, and keys that share a slot.
    fn shared_slot() -> (Table, [u64; 4]) {
        let mut table = Table::new(1).expect("memory");
        table.begin(true);
        (table, [5, 6, 7, 8])
    }

    #[test]
    fn the_larger_subtree_and_the_newest_entry_are_kept() {
        let (mut table, [big, small, newest, bigger]) = shared_slot();
        let store = |table: &mut Table, key, subtree| table.store(key, subtree, 0, Bound::Exact, 1, None);
        let known = |table: &mut Table| [big, small, newest, bigger].map(|key| table.probe(key).is_some());
        store(&mut table, big, 1000);
        store(&mut table, small, 10);
        assert_eq!(known(&mut table), [true, true, false, false]);
        // The smaller one is replaced, though it is newer than the big one.
        store(&mut table, newest, 1);
        assert_eq!(known(&mut table), [true, false, true, false]);
        // A larger subtree takes the first place; its previous entry moves to the second.
        store(&mut table, bigger, 2000);
        assert_eq!(known(&mut table), [true, false, false, true]);
        store(&mut table, small, 10);
        assert_eq!(known(&mut table), [false, true, false, true]);
        // In the next search it is no longer protected.
        table.begin(true);
        store(&mut table, newest, 1);
        assert_eq!(known(&mut table), [false, false, true, true]);
        store(&mut table, small, 2);
        assert_eq!(known(&mut table), [false, true, true, false]);
    }

    #[test]
    fn without_the_scheme_the_expensive_entry_is_lost() {
        let (mut table, [big, small, ..]) = shared_slot();
        table.protects = false;
        table.store(big, 1000, 0, Bound::Exact, 9, None);
        table.store(small, 1, 0, Bound::Exact, 0, None);
        assert!(table.probe(big).is_none() && table.probe(small).is_some());
    }

    #[test]
    fn a_position_is_stored_once_and_keeps_its_move() {
        let (mut table, [key, other, ..]) = shared_slot();
        let mv = Move { from: 0x14, to: 0x34, promotion: 0 };
        table.store(key, 10, 1, Bound::Exact, 3, Some(mv));
        table.store(key, 5, 2, Bound::Upper, 4, None);
        let known = table.probe(key).map(|entry| (entry.score, entry.depth, entry.mv));
        assert_eq!(known, Some((2, 4, Some(mv))));
        table.store(other, 1, 3, Bound::Exact, 0, None);
        assert!(table.probe(key).is_some() && table.probe(other).is_some());
        assert_eq!(table.fill(), 2);
    }
}
