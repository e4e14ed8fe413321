//! The position hash table, kept across moves of the game.
//!
//! Records of earlier searches are replaced first. A use count follows the game (1 per move, 2 per capture or
//! pawn move, after which few old positions can recur); at its limit the table is cleared.

use super::moves::Move;
use super::search::MATE_FOUND;

/// Records per neighborhood: one cache line.
const NEIGHBORS: usize = 4;
/// The use count at which the table is cleared: early, and in endgames, where positions recur more often.
const MAX_USE: [u32; 2] = [16, 40];

/// The relation of a stored value to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    /// The value is exact.
    Exact = 1,
    /// The value is a lower bound.
    Lower = 2,
    /// The value is an upper bound.
    Upper = 3,
}

/// A record of 16 bytes: key, move, value, draft, and flags.
#[derive(Clone, Copy, Default, Debug)]
struct Record {
    key: u64,
    mv: Move,
    value: i16,
    draft: i8,
    /// The kind in the two lowest bits (0: empty), above them the number of the search.
    flags: u8,
}

/// The data of a stored position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The best move, or [`Move::NONE`].
    pub mv: Move,
    /// Centipawns for the side to move; mate scores are relative to this position.
    pub value: i32,
    /// The depth of the search in plies.
    pub draft: i32,
    /// The kind of the value.
    pub kind: ValueKind,
}

/// The table.
#[derive(Clone, Debug)]
pub struct HashTable {
    records: Vec<Record>,
    search: u8,
    /// The progress of the game since the table was empty.
    pub use_count: u32,
}

/// The error for insufficient memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory;

impl HashTable {
    /// Creates an empty table. Fails with [`NoMemory`] if there is not enough memory.
    pub fn new(megabytes: usize) -> Result<HashTable, NoMemory> {
        let count = (megabytes << 20) / size_of::<Record>();
        let mut records = Vec::new();
        records.try_reserve_exact(count).map_err(|_| NoMemory)?;
        records.resize(count, Record::default());
        Ok(HashTable { records, search: 0, use_count: 0 })
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.records.fill(Record::default());
        self.use_count = 0;
    }

    /// Updates the use count for a move of the game.
    pub fn game_moves_on(&mut self, mv: Move) {
        self.use_count += if mv.is_capture() || mv.is_pawn_move() { 2 } else { 1 };
    }

    /// Starts a search: earlier records become old, and are cleared if the use count has reached its limit.
    pub fn begin(&mut self, endgame: bool) {
        if self.use_count >= MAX_USE[usize::from(endgame)] {
            self.clear();
        }
        self.search = (self.search + 1) & 63;
    }

    fn neighborhood(&self, key: u64) -> std::ops::Range<usize> {
        let groups = (self.records.len() / NEIGHBORS).max(1);
        let group = ((u128::from(key) * groups as u128) >> 64) as usize;
        group * NEIGHBORS..((group + 1) * NEIGHBORS).min(self.records.len())
    }

    /// Looks up a position.
    pub fn look_up(&self, key: u64) -> Option<Found> {
        let records = &self.records[self.neighborhood(key)];
        let record = records.iter().find(|record| record.key == key && record.flags & 3 != 0)?;
        let kind = [ValueKind::Exact, ValueKind::Lower, ValueKind::Upper][usize::from(record.flags & 3) - 1];
        Some(Found { mv: record.mv, value: i32::from(record.value), draft: i32::from(record.draft), kind })
    }

    /// Stores a result. An upper bound never replaces another record of the same search.
    pub fn store(&mut self, key: u64, found: Found) {
        let (search, range) = (self.search, self.neighborhood(key));
        let records = &mut self.records[range];
        let is_old = |record: &Record| record.flags & 3 == 0 || record.flags >> 2 != search;
        let same = records.iter().position(|record| record.flags & 3 != 0 && record.key == key);
        // The record of the same position, else the oldest, else the shallowest.
        let merit = |record: &Record| (record.flags & 3 != 0, !is_old(record), record.draft);
        let place = same.or_else(|| (0..records.len()).min_by_key(|&place| merit(&records[place])));
        let Some(record) = place.map(|place| &mut records[place]) else { return };
        if same.is_none() && found.kind == ValueKind::Upper && !is_old(record) {
            return;
        }
        let mv = if found.mv == Move::NONE && same.is_some() { record.mv } else { found.mv };
        let flags = search << 2 | found.kind as u8;
        *record =
            Record { key, mv, value: found.value as i16, draft: found.draft.clamp(-1, 127) as i8, flags };
    }

    /// Returns the permille of records written by this search, from a sample.
    pub fn fill(&self) -> u32 {
        let sample = &self.records[..self.records.len().min(4000)];
        let written =
            sample.iter().filter(|record| record.flags & 3 != 0 && record.flags >> 2 == self.search).count();
        (written * 1000 / sample.len().max(1)) as u32
    }
}

/// Converts a value for the table: mate scores count from the position, not from the root.
pub fn to_table(value: i32, ply: usize) -> i32 {
    if value.abs() > MATE_FOUND { value + value.signum() * ply as i32 } else { value }
}

/// Converts a value from the table, the reverse of [`to_table`].
pub fn from_table(value: i32, ply: usize) -> i32 {
    if value.abs() > MATE_FOUND { value - value.signum() * ply as i32 } else { value }
}

#[cfg(test)]
mod tests {
    use super::super::board::{Kind, Piece, Side};
    use super::super::moves::MoveType;
    use super::*;

    fn found(value: i32, draft: i32, kind: ValueKind) -> Found {
        Found { mv: Move::NONE, value, draft, kind }
    }

    fn step(kind: Kind, capture: bool) -> Move {
        let kind_of_move = if capture { MoveType::Capture } else { MoveType::Normal };
        Move { from: 30, to: 31, kind: kind_of_move, piece: Piece::new(Side::White, kind) }
    }

    #[test]
    fn a_record_has_sixteen_bytes_and_is_found() {
        assert_eq!(size_of::<Record>(), 16);
        let mut table = HashTable::new(1).unwrap();
        for kind in [ValueKind::Exact, ValueKind::Lower, ValueKind::Upper] {
            table.store(7, found(-17_990, 5, kind));
            assert_eq!(table.look_up(7), Some(found(-17_990, 5, kind)));
        }
        assert_eq!(table.look_up(8), None);
    }

    #[test]
    fn old_records_are_replaced_first_and_upper_bounds_replace_none() {
        let mut table = HashTable::new(1).unwrap();
        table.store(1, found(1, 9, ValueKind::Exact));
        table.begin(false);
        (2..5).for_each(|key| table.store(key, found(1, 1, ValueKind::Lower)));
        table.store(5, found(1, 0, ValueKind::Lower));
        assert!(table.look_up(1).is_none() && (2..=5).all(|key| table.look_up(key).is_some()));
        table.store(6, found(1, 9, ValueKind::Upper));
        assert_eq!(table.look_up(6), None);
        table.store(6, found(1, 9, ValueKind::Exact));
        assert!(table.look_up(6).is_some() && table.look_up(5).is_none());
    }

    #[test]
    fn the_use_count_clears_the_table_later_in_endgames() {
        let mut table = HashTable::new(1).unwrap();
        table.store(1, found(1, 1, ValueKind::Exact));
        (0..7).for_each(|_| table.game_moves_on(step(Kind::Pawn, false)));
        table.game_moves_on(step(Kind::Rook, false));
        assert_eq!(table.use_count, 15);
        table.begin(false);
        assert!(table.look_up(1).is_some());
        table.game_moves_on(step(Kind::Rook, true));
        assert_eq!(table.use_count, 17);
        table.begin(true);
        assert!(table.look_up(1).is_some());
        table.begin(false);
        assert!(table.look_up(1).is_none() && table.use_count == 0);
    }
}
