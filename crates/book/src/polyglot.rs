//! Polyglot books (`.bin`): for each position the moves that were played there, with weights.
//!
//! A book is a sorted list of records of 16 bytes, all numbers with their highest byte first: key of the position, move, weight, and four bytes
//! for learning (Fabien Letouzey's format, described by Michel Van den Bergh).

mod error;
mod key;
mod numbers;
mod record;
mod survey;
mod tally;

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use heirloom_chess::{Line, Move, Position};

pub use error::PolyglotError;
pub use key::key;
pub use record::{Record, pack};
pub use survey::Survey;
pub use tally::Tally;

/// The largest book that is read, in bytes: it lies in memory as a whole, where a probe is a binary search without system calls.
pub const MAX_BYTES: u64 = 1 << 30;

/// Records of one position that are looked at, far more than it can have moves: a damaged book must not cost a game.
const MOST_RECORDS: usize = 1000;

/// A book in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polyglot {
    records: Vec<Record>,
}

/// A move that a book knows in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, legal in the position it was asked for.
    pub mv: Move,
    /// How often it should be played, in relation to the other moves; 0 for never.
    pub weight: u16,
    /// Whatever a program has learned about it.
    pub learn: u32,
}

/// A record whose move cannot be played in the position it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IllegalRecord {
    /// Its number, counted from 1.
    pub number: usize,
    /// Its move in letters.
    pub mv: String,
    /// The position as FEN.
    pub fen: String,
}

impl fmt::Display for IllegalRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalRecord { number, mv, fen } = self;
        write!(f, "record {number} (byte {}): {mv} cannot be played in {fen}", (number - 1) * record::BYTES)
    }
}

impl Polyglot {
    /// Reads a book from a file.
    ///
    /// # Errors
    /// A file that cannot be read, and as [`Polyglot::parse`].
    pub fn open(path: &Path) -> Result<Polyglot, PolyglotError> {
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(PolyglotError::Io)?;
        file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(PolyglotError::Io)?;
        Polyglot::parse(&bytes)
    }

    /// Reads a book from the bytes of its file.
    ///
    /// # Errors
    /// A length that cannot be, or records that are not sorted.
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

    /// How many records the book has.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Is there no record? A book that could be read has some.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// All records, sorted by their keys.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.records.len() * record::BYTES);
        self.records.iter().for_each(|record| record.write(&mut bytes));
        bytes
    }

    /// The records of a position with their numbers, counted from 0.
    fn records_of(&self, position: &Position) -> impl Iterator<Item = (usize, &Record)> {
        let key = key(position);
        let first = self.records.partition_point(|record| record.key < key);
        self.records
            .iter()
            .enumerate()
            .skip(first)
            .take_while(move |(_, record)| record.key == key)
            .take(MOST_RECORDS)
    }

    /// The moves known in a position, in the order of the book. Those that are not legal there are left out: two positions may share a key.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let known = self.records_of(position);
        known
            .filter_map(|(_, record)| {
                Some(BookMove {
                    mv: record::unpack(position, record.mv)?,
                    weight: record.weight,
                    learn: record.learn,
                })
            })
            .collect()
    }

    /// The records of a position whose moves cannot be played there: a damaged book, or very rarely another position with the same key.
    pub fn illegal(&self, position: &Position) -> Vec<IllegalRecord> {
        let bad =
            self.records_of(position).filter(|(_, record)| record::unpack(position, record.mv).is_none());
        bad.map(|(index, record)| IllegalRecord {
            number: index + 1,
            mv: record::letters(record.mv),
            fen: position.fen(),
        })
        .collect()
    }

    /// The moves that lead on within the book: those it knows, and others to positions it knows, for a book may know the answers of one color
    /// only.
    pub fn onward(&self, position: &Position) -> Vec<Move> {
        let mut moves: Vec<Move> = self.moves(position).iter().map(|known| known.mv).collect();
        moves.extend(leading_to(position, |after| self.records_of(after).next().is_some()));
        moves
    }

    /// Chooses one of the moves known in a position by their weights; none where the book knows none with a weight.
    pub fn choose(&self, position: &Position, random: &mut fastrand::Rng) -> Option<Move> {
        let moves: Vec<(Move, u64)> =
            self.moves(position).iter().map(|known| (known.mv, u64::from(known.weight))).collect();
        draw(&moves, random)
    }

    /// Walks through the book for at most this many plies, choosing by weights, and ends where the book or the game does.
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

/// The legal moves to positions of which something is known.
pub(crate) fn leading_to(position: &Position, known: impl Fn(&Position) -> bool) -> Vec<Move> {
    let leads = |mv: &Move| {
        let mut after = position.clone();
        after.play(*mv);
        known(&after)
    };
    position.legal_moves().iter().copied().filter(leads).collect()
}

/// Draws a move; one of twice the weight comes twice as often, one without weight never.
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
    use super::*;
    use heirloom_chess::Square;
    use heirloom_chess::notation::uci;

    fn record(key: u64, mv: u16, weight: u16) -> Vec<u8> {
        [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
    }

    fn bits(from: &str, to: &str) -> u16 {
        let index = |text: &str| text.parse::<Square>().unwrap().index() as u16;
        index(from) << 6 | index(to)
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
    fn a_move_that_cannot_be_played_is_named() {
        let start = Position::startpos();
        let bytes = [record(1, 0, 9), record(key(&start), bits("e2", "e5"), 50)].concat();
        let book = Polyglot::parse(&bytes).unwrap();
        let illegal = book.illegal(&start);
        assert_eq!(
            illegal.iter().map(|record| (record.number, record.mv.as_str())).collect::<Vec<_>>(),
            [(2, "e2e5")]
        );
        assert_eq!(
            (book.moves(&start), book.choose(&start, &mut fastrand::Rng::with_seed(1))),
            (vec![], None)
        );
    }

    #[test]
    fn a_book_of_one_position_does_not_cost_a_game() {
        let start = Position::startpos();
        let bytes = record(key(&start), bits("e2", "e5"), 1).repeat(100_000);
        let book = Polyglot::parse(&bytes).unwrap();
        assert_eq!((book.illegal(&start).len(), book.moves(&start).len()), (MOST_RECORDS, 0));
    }

    #[test]
    fn other_files_are_refused() {
        let refused = |bytes: &[u8]| Polyglot::parse(bytes).unwrap_err().to_string();
        assert_eq!(refused(b""), "the book is empty");
        assert!(refused(b"seventeen bytes!!").contains("not a Polyglot book: 17 bytes"));
        assert!(refused(b"seventeen bytes!!").contains("(byte 16) is cut short"));
        let unsorted = refused(&[record(2, 0, 1), record(1, 0, 1)].concat());
        assert!(unsorted.starts_with("record 2 (byte 16) is out of order"), "{unsorted}");
    }
}
