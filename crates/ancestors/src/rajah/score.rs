//! Scores of mates, and how they are kept in the table.

use super::hash::{Bound, Entry};

/// The score of a mate at the root, in centipawns; one less for each ply before it.
pub const MATE: i32 = 1_000_000;
/// Scores beyond this are mates.
pub const MATE_BOUND: i32 = MATE - 1000;
/// And scores below this.
pub const MATED_BOUND: i32 = -MATE_BOUND;
/// Beyond all scores.
pub const INFINITE: i32 = MATE + 1;

/// The score of an entry, if it decides a node with these bounds.
#[inline]
pub fn usable(entry: &Entry, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
    let score = from_table(entry.score, ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    decides.then_some(score)
}

/// A search counts mates from its root, the table from the position.
#[inline]
pub fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        MATE_BOUND.. => score + ply as i32,
        ..=MATED_BOUND => score - ply as i32,
        _ => score,
    }
}

/// The other way round.
#[inline]
fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        MATE_BOUND.. => score - ply as i32,
        ..=MATED_BOUND => score + ply as i32,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_from_where_they_are_looked_at() {
        // Found five plies from the root, three plies before the mate.
        let found = MATE - 8;
        assert_eq!(to_table(found, 5), MATE - 3);
        assert_eq!(from_table(to_table(found, 5), 5), found);
        assert_eq!(from_table(to_table(-found, 5), 2), -(MATE - 5));
    }
}
