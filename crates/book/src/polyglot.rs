//! Polyglot books (`.bin`): for each position the moves that were played there, with weights.
//!
//! A book is a sorted list of records of 16 bytes, all numbers with their highest byte first: key of the position, move, weight, and four bytes
//! for learning (Fabien Letouzey's format, described by Michel Van den Bergh).

mod key;
mod numbers;

use std::fmt;

use heirloom_chess::{Line, Move, MoveKind, PieceType, Position, Square};

pub use key::key;

/// Bytes of a record.
const RECORD: usize = 16;

/// A book in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Polyglot {
    records: Vec<Record>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Record {
    key: u64,
    mv: u16,
    weight: u16,
}

/// A move that a book knows in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, legal in the position it was asked for.
    pub mv: Move,
    /// How often it should be played, in relation to the other moves; 0 for never.
    pub weight: u16,
}

/// Why bytes are no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PolyglotError {
    /// There is not a single record.
    Empty,
    /// The length is no multiple of a record's; so many bytes.
    Length(usize),
    /// The record with this number, counted from 1, has a smaller key than the one before.
    Unsorted(usize),
}

impl fmt::Display for PolyglotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolyglotError::Empty => write!(f, "the book is empty"),
            PolyglotError::Length(bytes) => write!(f, "{bytes} bytes are no Polyglot book; expected records of 16 bytes each"),
            PolyglotError::Unsorted(number) => {
                write!(f, "record {number} is out of order; a Polyglot book is sorted by keys, so this is another format or a damaged file")
            }
        }
    }
}

impl std::error::Error for PolyglotError {}

impl Polyglot {
    /// Reads a book from the bytes of its file.
    ///
    /// # Errors
    /// A length that cannot be, or records that are not sorted.
    pub fn parse(bytes: &[u8]) -> Result<Polyglot, PolyglotError> {
        let (records, rest) = bytes.as_chunks::<RECORD>();
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

    /// The moves known in a position, in the order of the book. Those that are not legal there are left out: two positions may share a key.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let key = key(position);
        let first = self.records.partition_point(|record| record.key < key);
        let known = self.records[first..].iter().take_while(|record| record.key == key);
        known.filter_map(|record| Some(BookMove { mv: read_move(position, record.mv)?, weight: record.weight })).collect()
    }

    /// Chooses one of the moves known in a position by their weights; none where the book knows none with a weight.
    pub fn choose(&self, position: &Position, random: &mut fastrand::Rng) -> Option<Move> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
        if total == 0 {
            return None;
        }
        let mut ticket = random.u64(..total);
        let chosen = moves.iter().find(|known| {
            let weight = u64::from(known.weight);
            let found = ticket < weight;
            ticket = ticket.saturating_sub(weight);
            found
        });
        chosen.map(|known| known.mv)
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

impl Record {
    fn parse(bytes: &[u8; RECORD]) -> Record {
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, ..] = *bytes;
        Record {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            mv: u16::from_be_bytes([m0, m1]),
            weight: u16::from_be_bytes([w0, w1]),
        }
    }
}

/// Reads a move: three bits each for the file and the rank of the target, those of the origin, and the promotion. Castling is king takes
/// own rook, as with us; the king's usual target is understood, too.
fn read_move(position: &Position, bits: u16) -> Option<Move> {
    let to = Square::from_index(usize::from(bits & 63));
    let from = Square::from_index(usize::from(bits >> 6 & 63));
    let promotion = match bits >> 12 & 7 {
        0 => None,
        1 => Some(PieceType::Knight),
        2 => Some(PieceType::Bishop),
        3 => Some(PieceType::Rook),
        4 => Some(PieceType::Queen),
        _ => return None,
    };
    let moves = position.legal_moves();
    let exact = moves.iter().copied().find(|mv| mv.from() == from && mv.to() == to && mv.promotes_to() == promotion);
    exact.or_else(|| {
        let two_files = from.file().index().abs_diff(to.file().index()) == 2 && from.rank() == to.rank();
        let king_side = to.file() > from.file();
        let castles = |mv: &Move| mv.kind() == MoveKind::Castling && mv.from() == from && (mv.to().file() > from.file()) == king_side;
        moves.iter().copied().find(|mv| two_files && castles(mv))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let moves: Vec<String> = book.moves(&start).iter().map(|known| format!("{:?} {}", known.mv, known.weight)).collect();
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
    fn castling_is_read_in_both_forms() {
        let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for (to, castled) in [("h1", "e1g1"), ("g1", "e1g1"), ("a1", "e1c1"), ("c1", "e1c1"), ("f1", "e1f1")] {
            assert_eq!(read_move(&position, bits("e1", to)), Some(uci::parse(&position, castled).unwrap()), "{to}");
        }
        let promotion = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
        assert_eq!(read_move(&promotion, bits("a7", "a8") | 1 << 12), Some(uci::parse(&promotion, "a7a8n").unwrap()));
        assert_eq!(read_move(&promotion, bits("a7", "a8")), None);
        assert_eq!(read_move(&promotion, bits("a7", "a8") | 7 << 12), None);
    }

    #[test]
    fn other_files_are_refused() {
        assert_eq!(Polyglot::parse(b""), Err(PolyglotError::Empty));
        assert_eq!(Polyglot::parse(b"seventeen bytes!!"), Err(PolyglotError::Length(17)));
        assert_eq!(Polyglot::parse(&[record(2, 0, 1), record(1, 0, 1)].concat()), Err(PolyglotError::Unsorted(2)));
    }
}
