//! Statistics on Polyglot books and their faults.

use std::collections::HashSet;

use heirloom_chess::Position;

use super::{IllegalRecord, Polyglot};
use crate::reach::reach;

/// Statistics on a book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Survey {
    /// Number of records.
    pub records: usize,
    /// Number of different positions.
    pub positions: usize,
    /// Number of positions that can be reached from the initial one.
    pub reachable: usize,
    /// Length of the longest of the shortest paths to them, in plies.
    pub deepest: usize,
    /// Number of records with weight 0, which are never played.
    pub without_weight: usize,
    /// Number of positions in which every move has weight 0.
    pub silent_positions: usize,
    /// Number of records that repeat a move of their position.
    pub repeated: usize,
    /// Number of records with learning data.
    pub learned: usize,
    /// Records of reachable positions whose moves are illegal.
    pub illegal: Vec<IllegalRecord>,
}

impl Survey {
    /// Examines every record and follows every line.
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
        for place in reach(&Position::startpos(), usize::MAX, &|position| book.continuations(position)) {
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
    use crate::polyglot::{Record, key};

    #[test]
    fn faults_are_counted() {
        let start = Position::startpos();
        let at = |mv: u16, weight: u16| Record { key: key(&start), mv, weight, learn: 0 };
        // e2e4 twice, once with weight 0; e2e5; and an unreachable position.
        let far = Record { key: u64::MAX, mv: 0, weight: 0, learn: 7 };
        let book = Polyglot { records: vec![at(0o1434, 5), at(0o1434, 0), at(0o1444, 1), far] };
        let survey = Survey::of(&book);
        assert_eq!((survey.records, survey.positions, survey.reachable, survey.deepest), (4, 2, 1, 0));
        assert_eq!((survey.without_weight, survey.silent_positions), (2, 1));
        assert_eq!((survey.repeated, survey.learned), (1, 1));
        assert_eq!(survey.illegal.len(), 1);
        let message = survey.illegal[0].to_string();
        assert!(message.starts_with("record 3 (byte 32): e2e5 cannot be played in rnbqkbnr/"), "{message}");
    }
}
