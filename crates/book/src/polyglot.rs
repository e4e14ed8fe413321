//! Polyglot books (`.bin`): moves with weights for each position.
//!
//! A book is a sorted list of 16-byte records in big-endian byte order: position key, move, weight, and four
//! bytes of learning data (Fabien Letouzey's format, as described by Michel Van den Bergh).

mod error;
mod key;
mod numbers;
mod record;
mod survey;
mod tally;

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use heirloom_chess::{Line, Move, Position};

pub use error::PolyglotError;
pub use key::key;
pub use record::{Record, pack};
pub use survey::Survey;
pub use tally::Tally;

/// The largest book that is read, in bytes. Books are held in memory, so that a probe is a binary search
/// without system calls.
pub const MAX_BYTES: u64 = 1 << 30;

/// The most records examined in a position, far more than it can have moves, so that a damaged book cannot
/// cost much time.
const MAX_RECORDS: usize = 1000;

/// A Polyglot book in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polyglot {
    records: Vec<Record>,
}

/// A book move in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, legal in its position.
    pub mv: Move,
    /// The weight relative to the other moves; 0 if it is never played.
    pub weight: u16,
    /// Learning data of the program that wrote the book.
    pub learn: u32,
}

/// A record whose move is illegal in its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalRecord {
    /// The record number, counted from 1.
    pub number: usize,
    /// The move in coordinate notation.
    pub mv: String,
    /// The FEN of the position.
    pub fen: String,
}

impl fmt::Display for IllegalRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalRecord { number, mv, fen } = self;
        write!(f, "record {number} (byte {}): {mv} cannot be played in {fen}", (number - 1) * record::BYTES)
    }
}

impl Polyglot {
    /// Reads a book from a file. Fails if the file cannot be read, or as [`Polyglot::parse`] does.
    pub fn open(path: &Path) -> Result<Polyglot, PolyglotError> {
        Polyglot::parse(&read_file(path).map_err(PolyglotError::Io)?)
    }

    /// Reads a book from the contents of a file. Fails if the size is invalid or the records are not sorted.
    pub fn parse(bytes: &[u8]) -> Result<Polyglot, PolyglotError> {
        if bytes.len() as u64 > MAX_BYTES {
            return Err(PolyglotError::TooLarge);
        }
        let (records, rest) = bytes.as_chunks::<{ record::BYTES }>();
        if !rest.is_empty() {
            return Err(PolyglotError::Length(bytes.len()));
        }
        let records: Vec<Record> = records.iter().map(Record::parse).collect();
        if records.is_empty() {
            return Err(PolyglotError::Empty);
        }
        match records.windows(2).position(|pair| pair[0].key > pair[1].key) {
            Some(index) => Err(PolyglotError::Unsorted(index + 2)),
            None => Ok(Polyglot { records }),
        }
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns true if there are no records; never the case for a parsed book.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Returns all records, sorted by key.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Returns the contents of the book file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.records.len() * record::BYTES);
        self.records.iter().for_each(|record| record.write(&mut bytes));
        bytes
    }

    /// Iterates over the records of a position with their indices, counted from 0.
    fn records_of(&self, position: &Position) -> impl Iterator<Item = (usize, &Record)> {
        let key = key(position);
        let first = self.records.partition_point(|record| record.key < key);
        self.records
            .iter()
            .enumerate()
            .skip(first)
            .take_while(move |(_, record)| record.key == key)
            .take(MAX_RECORDS)
    }

    /// Returns the book moves in a position, in file order. Illegal ones are skipped, since two positions may
    /// share a key.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let unpacked = |(_, &Record { mv, weight, learn, .. }): (usize, &Record)| {
            Some(BookMove { mv: record::unpack(position, mv)?, weight, learn })
        };
        self.records_of(position).filter_map(unpacked).collect()
    }

    /// Returns the records of a position with illegal moves: the book is damaged, or another position has the
    /// same key.
    pub fn illegal(&self, position: &Position) -> Vec<IllegalRecord> {
        let illegal = |(index, record): (usize, &Record)| {
            let (number, mv) = (index + 1, record::letters(record.mv));
            let is_illegal = record::unpack(position, record.mv).is_none();
            is_illegal.then(|| IllegalRecord { number, mv, fen: position.fen() })
        };
        self.records_of(position).filter_map(illegal).collect()
    }

    /// Returns the moves that stay in the book: the book moves themselves, and moves that lead to a position
    /// in the book. The latter matter because a book may hold the moves of one color only.
    pub fn continuations(&self, position: &Position) -> Vec<Move> {
        let mut moves: Vec<Move> = self.moves(position).iter().map(|known| known.mv).collect();
        moves.extend(leading_to(position, |after| self.records_of(after).next().is_some()));
        moves
    }

    /// Chooses a move at random in proportion to the weights; `None` if no move has a nonzero weight.
    pub fn choose(&self, position: &Position, random: &mut fastrand::Rng) -> Option<Move> {
        let moves: Vec<(Move, u64)> =
            self.moves(position).iter().map(|known| (known.mv, u64::from(known.weight))).collect();
        draw(&moves, random)
    }

    /// Walks through the book at random for up to `plies` plies, stopping early where the book or the game
    /// ends.
    pub fn walk(&self, start: &Position, plies: usize, random: &mut fastrand::Rng) -> Line {
        let mut line = Line::new(start.clone());
        while line.moves().len() < plies && line.outcome().is_none() {
            let Some(mv) = self.choose(line.position(), random) else { break };
            if line.push(mv).is_err() {
                break;
            }
        }
        line
    }
}

/// Reads a book file, but not much more than the largest book.
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the legal moves to positions for which `known` is true.
pub(crate) fn leading_to(position: &Position, known: impl Fn(&Position) -> bool) -> Vec<Move> {
    let leads = |mv: &Move| {
        let mut after = position.clone();
        after.play(*mv);
        known(&after)
    };
    position.legal_moves().iter().copied().filter(leads).collect()
}

/// Draws a move with a probability proportional to its weight.
pub(crate) fn draw(moves: &[(Move, u64)], random: &mut fastrand::Rng) -> Option<Move> {
    let total: u64 = moves.iter().map(|(_, weight)| weight).sum();
    if total == 0 {
        return None;
    }
    let mut ticket = random.u64(..total);
    let drawn = moves.iter().find(|(_, weight)| {
        let found = ticket < *weight;
        ticket = ticket.saturating_sub(*weight);
        found
    });
    drawn.map(|(mv, _)| *mv)
}

#[cfg(test)]
mod tests {
    use super::record::bits;
    use super::*;
    use heirloom_chess::notation::uci;

    fn record(key: u64, mv: u16, weight: u16) -> Vec<u8> {
        let mut bytes = Vec::new();
        Record { key, mv, weight, learn: 0 }.write(&mut bytes);
        bytes
    }

    #[test]
    fn moves_are_chosen_by_weight() {
        let start = Position::startpos();
        let at = key(&start);
        let bytes = [
            record(1, 0, 9),
            record(at, bits("e2", "e4"), 3),
            record(at, bits("d2", "d4"), 1),
            record(at, bits("c2", "c4"), 0),
            record(at, bits("e2", "e5"), 50),
        ]
        .concat();
        let book = Polyglot::parse(&bytes).unwrap();
        let moves: Vec<String> =
            book.moves(&start).iter().map(|known| format!("{:?} {}", known.mv, known.weight)).collect();
        assert_eq!(moves, ["e2e4 3", "d2d4 1", "c2c4 0"]);
        let mut random = fastrand::Rng::with_seed(1);
        let mut counts = [0; 2];
        for _ in 0..4000 {
            let line = book.walk(&start, 8, &mut random);
            assert_eq!(line.moves().len(), 1, "the book ends there");
            counts[usize::from(line.moves()[0] == uci::parse(&start, "d2d4").unwrap())] += 1;
        }
        assert!((2880..3120).contains(&counts[0]), "{counts:?}");
    }

    #[test]
    fn illegal_moves_are_reported() {
        let start = Position::startpos();
        let bytes = [record(1, 0, 9), record(key(&start), bits("e2", "e5"), 50)].concat();
        let book = Polyglot::parse(&bytes).unwrap();
        let illegal = book.illegal(&start);
        assert_eq!((illegal.len(), illegal[0].number, illegal[0].mv.as_str()), (1, 2, "e2e5"));
        assert_eq!(book.moves(&start), []);
        assert_eq!(book.choose(&start, &mut fastrand::Rng::with_seed(1)), None);
    }

    #[test]
    fn a_huge_position_is_cut_off() {
        let start = Position::startpos();
        let bytes = record(key(&start), bits("e2", "e5"), 1).repeat(100_000);
        let book = Polyglot::parse(&bytes).unwrap();
        assert_eq!((book.illegal(&start).len(), book.moves(&start).len()), (MAX_RECORDS, 0));
    }

    #[test]
    fn other_files_are_rejected() {
        let refused = |bytes: &[u8]| Polyglot::parse(bytes).unwrap_err().to_string();
        assert_eq!(refused(b""), "the book is empty");
        assert!(refused(b"seventeen bytes!!").contains("not a Polyglot book: 17 bytes"));
        assert!(refused(b"seventeen bytes!!").contains("(byte 16) is cut short"));
        let unsorted = refused(&[record(2, 0, 1), record(1, 0, 1)].concat());
        assert!(unsorted.starts_with("record 2 (byte 16) is out of order"), "{unsorted}");
    }
}
