//! The position hash table: what is known of positions searched before, kept over several moves of the game.
//!
//! It is not cleared between moves. Records of earlier searches are flagged and give way first. A use count tells how far the game has
//! moved on (1 a move, 2 a capture or pawn move, after which few old positions can come again); at its limit the table is emptied.

use super::moves::Move;
use super::search::MATE_FOUND;

/// Records that share a neighborhood: one line of the processor's cache.
const NEIGHBORS: usize = 4;
/// The use count at which the table is emptied, early in the game and in the endgame, where positions return more often.
const MAX_USE: [u32; 2] = [16, 40];

/// What a stored value says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    /// It is the value.
    Exact = 1,
    /// The value is at least this.
    Lower = 2,
    /// The value is at most this.
    Upper = 3,
}

/// 16 bytes: key, move, value, draft, kind with the number of the search.
#[derive(Clone, Copy, Default, Debug)]
struct Record {
    key: u64,
    mv: Move,
    value: i16,
    draft: i8,
    /// The kind in two bits (0: empty), above them the number of the search that wrote it.
    flags: u8,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The best move; [`Move::NONE`] if none is known.
    pub mv: Move,
    /// Centipawns, side to move; mates counted from the position itself.
    pub value: i32,
    /// Plies of search behind the value.
    pub draft: i32,
    /// What the value says.
    pub kind: ValueKind,
}

/// The table.
#[derive(Clone, Debug)]
pub struct HashTable {
    records: Vec<Record>,
    search: u8,
    /// How far the game has moved on since the table was empty.
    pub use_count: u32,
}

/// There is no memory for the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory;

impl HashTable {
    /// An empty table.
    ///
    /// # Errors
    /// [`NoMemory`] when the system has none left.
    pub fn new(megabytes: usize) -> Result<HashTable, NoMemory> {
        let count = (megabytes << 20) / size_of::<Record>();
        let mut records = Vec::new();
        records.try_reserve_exact(count).map_err(|_| NoMemory)?;
        records.resize(count, Record::default());
        Ok(HashTable { records, search: 0, use_count: 0 })
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.records.fill(Record::default());
        self.use_count = 0;
    }

    /// A move of the game was played.
    pub fn game_moves_on(&mut self, mv: Move) {
        self.use_count += if mv.is_capture() || mv.is_pawn_move() { 2 } else { 1 };
    }

    /// A search begins: what others wrote is old now, and too old if the use count has reached its limit.
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

    /// What is known of a position.
    pub fn look_up(&self, key: u64) -> Option<Found> {
        let records = &self.records[self.neighborhood(key)];
        let record = records.iter().find(|record| record.key == key && record.flags & 3 != 0)?;
        let kind = [ValueKind::Exact, ValueKind::Lower, ValueKind::Upper][usize::from(record.flags & 3) - 1];
        Some(Found { mv: record.mv, value: i32::from(record.value), draft: i32::from(record.draft), kind })
    }

    /// Stores what a search found. An upper bound, whose position raised no alpha, displaces nothing of the same search.
    pub fn store(&mut self, key: u64, found: Found) {
        let (search, range) = (self.search, self.neighborhood(key));
        let records = &mut self.records[range];
        let is_old = |record: &Record| record.flags & 3 == 0 || record.flags >> 2 != search;
        let same = records.iter().position(|record| record.flags & 3 != 0 && record.key == key);
        // The place of the same position, else the oldest, else the shallowest.
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

    /// Permille of records written by this search, from a sample.
    pub fn fill(&self) -> u32 {
        let sample = &self.records[..self.records.len().min(4000)];
        let written =
            sample.iter().filter(|record| record.flags & 3 != 0 && record.flags >> 2 == self.search).count();
        (written * 1000 / sample.len().max(1)) as u32
    }
}

/// A value as the table keeps it: mates count from the position itself, not from the root.
pub fn to_table(value: i32, ply: usize) -> i32 {
    if value.abs() > MATE_FOUND { value + value.signum() * ply as i32 } else { value }
}

/// The reverse of [`to_table`].
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
    fn a_record_has_sixteen_bytes_and_comes_back() {
        assert_eq!(size_of::<Record>(), 16);
        let mut table = HashTable::new(1).unwrap();
        for kind in [ValueKind::Exact, ValueKind::Lower, ValueKind::Upper] {
            table.store(7, found(-17_990, 5, kind));
            assert_eq!(table.look_up(7), Some(found(-17_990, 5, kind)));
        }
        assert_eq!(table.look_up(8), None);
    }

    #[test]
    fn old_records_give_way_first_and_upper_bounds_push_nobody_out() {
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
    fn the_use_count_empties_the_table_later_in_endgames() {
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
