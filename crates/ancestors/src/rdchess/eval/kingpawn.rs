//! The terms of kings and pawns alone, and the king-pawn hash table that stores them.
//!
//! Other programs hash pawns only. Here many terms depend on kings and pawns together, so one table stores
//! both; since kings rarely move in a search, its hit rate is high.

use super::switches::Switches;
use super::{Ledger, Sum, Term};
use crate::rdchess::board::{
    Board, Kind, Piece, Side, Square, distance, file_of, own_rank, rank_of, square, step,
};
use crate::rdchess::position::Position;

const ISOLATED: i32 = -10;
const DOUBLED: i32 = -9;
const BACKWARD: i32 = -7;
/// The bonus of a passed pawn by its own rank, in centipawns.
const PASSED: [i32; 8] = [0, 4, 8, 16, 30, 52, 85, 0];

/// Facts about pawns that other terms need.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Facts {
    /// The exposure of each king, in centipawns against a full army.
    pub exposure: [i16; 2],
    /// The most advanced passed pawn of each side on each file; 0 for none.
    pub passed: [[Square; 8]; 2],
    /// A bit for each file with a backward pawn of a side.
    pub backward: [u8; 2],
    /// A bit for each file with a pawn of a side.
    pub files: [u8; 2],
}

/// A record, identified by the whole 32-bit key.
#[derive(Clone, Copy, Default, Debug)]
struct Record {
    key: u32,
    score: i16,
    used: bool,
    facts: Facts,
}

/// The king-pawn hash table.
#[derive(Clone, Default, Debug)]
pub struct KingPawnTable {
    records: Vec<Record>,
    switches: Option<Switches>,
    /// Probes since the search began.
    pub probes: u64,
    /// Probes that found their formation.
    pub hits: u64,
    /// Records in use.
    pub used: usize,
}

impl KingPawnTable {
    /// Creates a table with 2 to the power of `bits` records of 32 bytes.
    pub fn new(bits: u32) -> KingPawnTable {
        KingPawnTable { records: vec![Record::default(); 1 << bits], ..KingPawnTable::default() }
    }

    /// Prepares the table at the root: values stored under other switches are invalid.
    pub fn prepare(&mut self, switches: &Switches) {
        (self.probes, self.hits) = (0, 0);
        if self.switches.as_ref() != Some(switches) {
            self.records.fill(Record::default());
            self.used = 0;
            self.switches = Some(switches.clone());
        }
    }

    /// Returns the permille of the records in use.
    pub fn fill(&self) -> usize {
        self.used * 1000 / self.records.len().max(1)
    }

    /// Adds the value of kings and pawns to `sum`, from the table if possible.
    pub fn look_up(&mut self, position: &Position, switches: &Switches, sum: &mut Sum) -> Facts {
        let key = position.context.king_pawn_key;
        let index = key as usize & (self.records.len() - 1);
        let record = &mut self.records[index];
        self.probes += 1;
        if record.used && record.key == key {
            self.hits += 1;
        } else {
            let mut score = Sum::default();
            let facts = assess(&position.board, switches, &mut score);
            self.used += usize::from(!record.used);
            *record = Record { key, score: score.0 as i16, used: true, facts };
        }
        sum.0 += i32::from(record.score);
        record.facts
    }
}

/// Computes everything that depends on kings and pawns alone.
pub fn assess(board: &Board, switches: &Switches, ledger: &mut impl Ledger) -> Facts {
    let mut facts = Facts::default();
    // The relative rank of each side's rearmost pawn on a file, with an extra file on both sides.
    let mut rear = [[7u8; 10]; 2];
    for side in Side::BOTH {
        for pawn in board.list(side).of(Kind::Pawn) {
            let rear = &mut rear[side as usize][file_of(pawn) as usize + 1];
            *rear = own_rank(side, pawn).min(*rear);
            facts.files[side as usize] |= 1 << file_of(pawn);
        }
    }
    for side in Side::BOTH {
        for pawn in board.list(side).of(Kind::Pawn) {
            assess_pawn(board, switches, side, pawn, &rear, &mut facts, ledger);
        }
    }
    for side in Side::BOTH {
        if switches.king_is_active[side as usize] {
            active_king(board, side, &facts, ledger);
        } else {
            facts.exposure[side as usize] = sheltered_king(board, side, ledger) as i16;
        }
    }
    facts
}

fn assess_pawn(
    board: &Board,
    switches: &Switches,
    side: Side,
    pawn: Square,
    rear: &[[u8; 10]; 2],
    facts: &mut Facts,
    ledger: &mut impl Ledger,
) {
    let (own, hostile) = (&rear[side as usize], &rear[side.other() as usize]);
    let (file, rank, here) = (file_of(pawn) as usize, own_rank(side, pawn), Some(pawn));
    ledger.enter(Term::PawnAdvance, side, here, switches.advance(side, pawn));
    let alone = own[file] == 7 && own[file + 2] == 7;
    let stop = step(pawn, side.forward());
    if alone {
        ledger.enter(Term::PawnStructure, side, here, ISOLATED);
    } else if own[file] > rank && own[file + 2] > rank && pawn_attacks(board, side.other(), stop) {
        // Backward: no pawn behind can support it, and its next square is guarded.
        ledger.enter(Term::PawnStructure, side, here, BACKWARD);
        facts.backward[side as usize] |= 1 << file;
    }
    if own[file + 1] < rank {
        ledger.enter(Term::PawnStructure, side, here, DOUBLED);
    }
    // From this side the rearmost hostile pawn of a file is on 7 minus its own rank; without one on 0.
    if (file..file + 3).all(|file| 7 - hostile[file] <= rank) {
        let foremost = &mut facts.passed[side as usize][file];
        if *foremost == 0 || own_rank(side, *foremost) < rank {
            *foremost = pawn;
        }
        let own_pawn = Piece::new(side, Kind::Pawn);
        let adjacent = board.at(step(pawn, 1)) == own_pawn || board.at(step(pawn, -1)) == own_pawn;
        let support = if adjacent || pawn_attacks(board, side, pawn) { i32::from(rank) * 3 } else { 0 };
        ledger.enter(Term::PassedPawns, side, here, PASSED[rank as usize] + support);
    }
}

/// Returns true if a pawn of `side` attacks a square.
fn pawn_attacks(board: &Board, side: Side, square: Square) -> bool {
    let pawn = Piece::new(side, Kind::Pawn);
    [-1, 1].iter().any(|sideways| board.at(step(square, -side.forward() + sideways)) == pawn)
}

/// Enters the bonus for pawns in front of the king. Returns its exposure.
fn sheltered_king(board: &Board, side: Side, ledger: &mut impl Ledger) -> i32 {
    let king = board.king(side);
    let own_pawn = Piece::new(side, Kind::Pawn);
    let (mut shelter, mut exposure, mut lone) = (0, 0, true);
    let middle = file_of(king).clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let origin = square(file, rank_of(king));
        let covers = [1, 2].map(|rows| board.at(step(origin, rows * side.forward())) == own_pawn);
        match covers {
            [true, _] => shelter += 7,
            [_, true] => shelter += 4,
            _ => exposure += 9,
        }
        lone &= covers == [false; 2];
    }
    // A king without any shelter, or off its first rank, is in danger while the opponent has pieces.
    exposure += if lone { 12 } else { 0 } + 9 * i32::from(own_rank(side, king));
    ledger.enter(Term::KingShelter, side, Some(king), shelter);
    exposure
}

/// Enters the activity of an endgame king: near the center and the pawns, above all passed and backward ones.
fn active_king(board: &Board, side: Side, facts: &Facts, ledger: &mut impl Ledger) {
    let king = board.king(side);
    let from_center = |coordinate: u8| (2 * i32::from(coordinate) - 7).abs() / 2;
    let tropism = 18 - 4 * (from_center(file_of(king)) + from_center(own_rank(side, king)));
    ledger.enter(Term::KingActivity, side, Some(king), tropism);
    for owner in Side::BOTH {
        for pawn in board.list(owner).of(Kind::Pawn) {
            let file = file_of(pawn) as usize;
            let passed = facts.passed[owner as usize][file] == pawn;
            let weak = facts.backward[owner as usize] & 1 << file != 0;
            let weight = 1 + if passed { 3 } else { 0 } + if weak { 1 } else { 0 };
            ledger.enter(Term::KingActivity, side, Some(king), weight * (3 - distance(king, pawn)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::term;
    use super::*;

    #[test]
    fn weak_pawns_are_penalized() {
        let structure = |fen| term(Term::PawnStructure, fen);
        assert_eq!(structure("rnbqkbnr/8/8/8/8/8/PP6/RNBQKBNR w - - 0 1"), 0);
        assert_eq!(structure("rnbqkbnr/8/8/8/8/8/P1P5/RNBQKBNR w - - 0 1"), 2 * ISOLATED);
        assert_eq!(structure("rnbqkbnr/8/8/8/8/P7/PP6/RNBQKBNR w - - 0 1"), DOUBLED);
        assert_eq!(structure("rnbqkbnr/8/8/2p5/2P5/3P4/8/RNBQKBNR w - - 0 1"), BACKWARD - ISOLATED);
        assert_eq!(structure("rnbqkbnr/8/3p4/2p5/2P5/1P6/8/RNBQKBNR b - - 0 1"), 0);
        // The pawn on d6 cannot be supported, and e4 guards its next square.
        assert_eq!(structure("rnbqkbnr/8/3p4/2p5/4P3/5P2/8/RNBQKBNR b - - 0 1"), -BACKWARD);
    }

    #[test]
    fn passed_pawns_count_by_rank_support_and_path() {
        let passed = |fen| term(Term::PassedPawns, fen);
        let (a5, a6) = (
            passed("rnbqkbnr/2p5/8/P7/8/8/8/RNBQKBNR w - - 0 1"),
            passed("rnbqkbnr/2p5/P7/8/8/8/8/RNBQKBNR w - - 0 1"),
        );
        assert!(0 < a5 && a5 < a6);
        assert_eq!(passed("rnbqkbnr/1p6/8/P7/8/8/8/RNBQKBNR w - - 0 1"), 0);
        assert!(passed("rnbqkbnr/3p4/8/P7/1P6/8/8/RNBQKBNR w - - 0 1") > a5 + PASSED[3]);
        let path = |fen| term(Term::PassedPath, fen);
        assert!(path("4k2r/8/8/P7/8/8/8/4K2R w - - 0 1") > 0);
        assert!(path("4k3/8/n7/P7/8/8/8/4K2R w - - 0 1") < path("4k3/8/r7/8/P7/8/8/4K2R w - - 0 1"));
    }

    #[test]
    fn kings_hide_behind_pawns_and_castle() {
        let home = "rnbq1rk1/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 w - - 0 1";
        let torn = "rnbq1rk1/pppppppp/8/8/5PPP/8/PPPPP3/RNBQ1RK1 w - - 0 1";
        assert!(term(Term::KingShelter, torn) < term(Term::KingShelter, home));
        assert!(term(Term::KingExposure, torn) < term(Term::KingExposure, home));
        let castled = term(Term::Castling, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 w kq - 0 1");
        let lost = term(Term::Castling, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kq - 0 1");
        assert!(castled > 0 && lost < 0);
        // With fewer hostile pieces the same weakness costs less.
        let less = term(Term::KingExposure, "r2q1rk1/pppppppp/8/8/5PPP/8/PPPPP3/R2Q1RK1 w - - 0 1");
        assert!(term(Term::KingExposure, torn) < less && less < 0, "{less}");
    }

    #[test]
    fn kings_come_out_in_endgames() {
        let activity = |fen| term(Term::KingActivity, fen);
        assert!(activity("n6k/p7/8/8/4K3/8/P7/N7 w - - 0 1") > activity("n6k/p7/8/8/8/8/P7/N6K w - - 0 1"));
        assert!(activity("n6k/8/8/8/8/8/P1K5/N7 w - - 0 1") > activity("n6k/8/8/8/8/8/P4K2/N7 w - - 0 1"));
        assert_eq!(activity("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0);
    }

    #[test]
    fn advanced_pawns_get_a_bonus() {
        let advance = |fen| term(Term::PawnAdvance, fen);
        assert!(advance("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1") > 0);
    }
}
