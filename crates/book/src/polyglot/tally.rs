//! A tally of move weights, from which Polyglot books are made.

use std::collections::HashMap;

use heirloom_chess::{Move, Position};

use super::record::{self, Record};
use super::{Polyglot, key};

/// Weights of any size by position and move; those of the same move are added up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    weights: HashMap<(u64, u16), Weight>,
}

/// What is known about one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Weight {
    sum: u64,
    learn: u32,
}

impl Tally {
    /// Creates an empty tally.
    pub fn new() -> Tally {
        Tally::default()
    }

    /// Adds to the weight of a move.
    pub fn add(&mut self, position: &Position, mv: Move, weight: u64) {
        self.add_record(key(position), record::pack(mv), weight, 0);
    }

    /// Adds all records of a book. The first nonzero learning data of a move is kept.
    pub fn add_book(&mut self, book: &Polyglot) {
        book.records().iter().for_each(|record| {
            self.add_record(record.key, record.mv, u64::from(record.weight), record.learn)
        });
    }

    pub(crate) fn add_record(&mut self, key: u64, mv: u16, weight: u64, learn: u32) {
        let known = self.weights.entry((key, mv)).or_default();
        known.sum = known.sum.saturating_add(weight);
        if known.learn == 0 {
            known.learn = learn;
        }
    }

    /// Returns the book, sorted by position, descending weight and packed move. If a weight exceeds 16 bits,
    /// all weights of the position are scaled down, but none of them to zero.
    pub fn into_book(self) -> Polyglot {
        let mut all: Vec<((u64, u16), Weight)> = self.weights.into_iter().collect();
        all.sort_unstable_by_key(|&((key, mv), weight)| (key, std::cmp::Reverse(weight.sum), mv));
        let mut records = Vec::with_capacity(all.len());
        for position in all.chunk_by(|one, other| one.0.0 == other.0.0) {
            let heaviest = position.first().map_or(0, |(_, weight)| weight.sum);
            records.extend(position.iter().map(|&((key, mv), Weight { sum, learn })| Record {
                key,
                mv,
                weight: scaled(sum, heaviest),
                learn,
            }));
        }
        Polyglot { records }
    }
}

/// Scales a weight to 16 bits, relative to the heaviest move of the position.
fn scaled(weight: u64, heaviest: u64) -> u16 {
    const MAX: u64 = u16::MAX as u64;
    if heaviest <= MAX {
        return u16::try_from(weight).unwrap_or(u16::MAX);
    }
    let shrunk = (u128::from(weight) * u128::from(MAX) + u128::from(heaviest / 2)) / u128::from(heaviest);
    u16::try_from(shrunk).unwrap_or(u16::MAX).max(u16::from(weight > 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::uci;

    #[test]
    fn large_weights_shrink_in_proportion() {
        assert_eq!((scaled(65_535, 65_535), scaled(3, 4)), (65_535, 3));
        let shrunk = [131_070, 65_535, 1, 0].map(|weight| scaled(weight, 131_070));
        assert_eq!(shrunk, [65_535, 32_768, 1, 0]);
        assert_eq!(scaled(u64::MAX, u64::MAX), u16::MAX);
    }

    #[test]
    fn equal_moves_are_merged_and_sorted() {
        let start = Position::startpos();
        let mut tally = Tally::new();
        for (mv, weight) in [("c2c4", 2), ("e2e4", 2), ("d2d4", 1), ("d2d4", 4)] {
            tally.add(&start, uci::parse(&start, mv).unwrap(), weight);
        }
        let book = tally.into_book();
        let moves: Vec<String> =
            book.moves(&start).iter().map(|known| format!("{:?} {}", known.mv, known.weight)).collect();
        assert_eq!(moves, ["d2d4 5", "c2c4 2", "e2e4 2"]);
        assert_eq!(Polyglot::parse(&book.to_bytes()).unwrap(), book);
    }
}
