//! What a Polyglot book holds, and what is wrong with it.

use std::collections::HashSet;

use heirloom_chess::Position;

use super::{IllegalRecord, Polyglot};
use crate::reach::reach;

/// Numbers of a book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Survey {
    /// Records in all.
    pub records: usize,
    /// Different positions.
    pub positions: usize,
    /// Positions that moves of the book lead to from the start position of the game.
    pub reachable: usize,
    /// The longest way to one of them, in plies.
    pub deepest: usize,
    /// Records of weight 0, which are never played.
    pub without_weight: usize,
    /// Positions in which no move has a weight: there the book never plays.
    pub silent_positions: usize,
    /// Records that repeat a move of their position.
    pub repeated: usize,
    /// Records with something learned.
    pub learned: usize,
    /// Records of reachable positions whose moves cannot be played.
    pub illegal: Vec<IllegalRecord>,
}

impl Survey {
    /// Looks at every record and walks through every line.
    pub fn of(book: &Polyglot) -> Survey {
        let mut survey = Survey { records: book.records.len(), ..Survey::default() };
        for position in book.records.chunk_by(|one, other| one.key == other.key) {
            let different: HashSet<u16> = position.iter().map(|record| record.mv).collect();
            survey.positions += 1;
            survey.repeated += position.len() - different.len();
            survey.without_weight += position.iter().filter(|record| record.weight == 0).count();
            survey.silent_positions += usize::from(position.iter().all(|record| record.weight == 0));
            survey.learned += position.iter().filter(|record| record.learn != 0).count();
        }
        for place in reach(&Position::startpos(), usize::MAX, &|position| book.onward(position)) {
            if book.records_of(&place.position).next().is_some() {
                survey.reachable += 1;
                survey.deepest = survey.deepest.max(place.ply);
                survey.illegal.extend(book.illegal(&place.position));
            }
        }
        survey
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polyglot::key;

    #[test]
    fn everything_wrong_is_counted() {
        let start = Position::startpos();
        let at = |mv: u16, weight: u16| crate::polyglot::Record { key: key(&start), mv, weight, learn: 0 };
        // e2e4 twice, once without weight; e2e5; and a position that nothing leads to.
        let far = crate::polyglot::Record { key: u64::MAX, mv: 0, weight: 0, learn: 7 };
        let book = Polyglot { records: vec![at(0o1434, 5), at(0o1434, 0), at(0o1444, 1), far] };
        let survey = Survey::of(&book);
        assert_eq!((survey.records, survey.positions, survey.reachable, survey.deepest), (4, 2, 1, 0));
        assert_eq!(
            (survey.without_weight, survey.silent_positions, survey.repeated, survey.learned),
            (2, 1, 1, 1)
        );
        assert_eq!(survey.illegal.len(), 1);
        let message = survey.illegal[0].to_string();
        assert!(message.starts_with("record 3 (byte 32): e2e5 cannot be played in rnbqkbnr/"), "{message}");
    }
}
