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
    let score = nearer(entry.score, -(ply as i32));
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    decides.then_some(score)
}

/// A score as it counts so many plies nearer to the mate, if it is one. A search counts mates from its root, the table from the position:
/// into the table with the ply, out of it with its negative.
#[inline]
pub fn nearer(score: i32, plies: i32) -> i32 {
    match score {
        MATE_BOUND.. => score + plies,
        ..=MATED_BOUND => score - plies,
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
        assert_eq!(nearer(found, 5), MATE - 3);
        assert_eq!(nearer(nearer(found, 5), -5), found);
        assert_eq!(nearer(nearer(-found, 5), -2), -(MATE - 5));
    }
}
