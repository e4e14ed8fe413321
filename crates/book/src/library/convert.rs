//! Conversion between opening libraries and Polyglot books.

use heirloom_chess::Position;

use super::Library;
use crate::polyglot::{Polyglot, Tally};
use crate::reach::reach;

impl Library {
    /// Converts the part of a Polyglot book that can be reached from the initial position; the book itself
    /// holds only position keys. Moves with a nonzero weight become active, the others passive.
    pub fn from_polyglot(book: &Polyglot) -> Library {
        let mut library = Library::default();
        for place in reach(&Position::startpos(), usize::MAX, &|position| book.continuations(position)) {
            for known in book.moves(&place.position) {
                library.add(&place.position, known.mv, known.weight > 0);
            }
        }
        library
    }

    /// Adds the library to a tally: moves that may be played get weight 1, the rest 0.
    pub fn tally_into(&self, tally: &mut Tally) {
        for entry in self.entries() {
            for known in &entry.moves {
                tally.add(&entry.position, known.mv, 0);
            }
            for known in self.candidates(&entry.position) {
                tally.add(&entry.position, known.mv, 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn books_and_libraries_are_converted() {
        let library = Library::parse(b"e4 c5\ne4 (e5)\nd4 (d5)\n");
        let mut tally = Tally::new();
        library.tally_into(&mut tally);
        let book = tally.into_book();
        let weights = |moves: &[usize]| {
            let mut position = Position::startpos();
            moves.iter().for_each(|&index| position.play(book.moves(&position)[index].mv));
            book.moves(&position).iter().map(|known| known.weight).collect::<Vec<_>>()
        };
        assert_eq!((weights(&[]), weights(&[0]), weights(&[1])), (vec![1, 1], vec![1], vec![1, 0]));
        let again = Library::from_polyglot(&book);
        assert_eq!(again.len(), library.len());
        for entry in library.entries() {
            let playable = |library: &Library| {
                let mut moves: Vec<String> =
                    library.candidates(&entry.position).map(|known| format!("{:?}", known.mv)).collect();
                moves.sort();
                moves
            };
            assert_eq!(playable(&again), playable(&library));
            assert_eq!(again.moves(&entry.position).len(), entry.moves.len());
        }
    }
}
