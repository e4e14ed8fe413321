//! Mate scores and their conversion for the table.

use super::hash::{Bound, Entry};

/// The score of a mate at the root, in centipawns; it drops by one per ply.
pub const MATE: i32 = 1_000_000;
/// Scores above this are mates.
pub const MATE_BOUND: i32 = MATE - 1000;
/// Scores below this are mates against the side to move.
pub const MATED_BOUND: i32 = -MATE_BOUND;
/// Above all scores.
pub const INFINITE: i32 = MATE + 1;

/// Returns the score of an entry if it decides a node with these bounds.
#[inline]
pub fn usable(entry: &Entry, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
    let score = toward_mate(entry.score, -(ply as i32));
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    decides.then_some(score)
}

/// Moves a mate score closer to mate by `plies`; other scores are unchanged. The search counts from the root,
/// the table from the position: pass the ply when storing and its negative when reading.
#[inline]
pub fn toward_mate(score: i32, plies: i32) -> i32 {
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
    fn mate_scores_are_relative_to_the_position() {
        // Found five plies from the root, three plies before the mate.
        let found = MATE - 8;
        assert_eq!(toward_mate(found, 5), MATE - 3);
        assert_eq!(toward_mate(toward_mate(found, 5), -5), found);
        assert_eq!(toward_mate(toward_mate(-found, 5), -2), -(MATE - 5));
    }
}
