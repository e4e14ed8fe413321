//! Scores inside the search: centipawns, and mates and tablebase wins as distances from large numbers.

use heirloom_engine::Score;

/// The largest ply of a search.
pub const MAX_PLY: usize = 240;

/// Larger than every score.
pub const INFINITE: i32 = 32_001;
/// The score of being mated now; mating in n plies is worth `MATE - n`.
pub const MATE: i32 = 32_000;
/// Scores from here on are mates.
pub const MATE_IN_MAX_PLY: i32 = MATE - MAX_PLY as i32;
/// The score of a tablebase win at the root; a win found at ply n is worth `TABLEBASE_WIN - n`.
pub const TABLEBASE_WIN: i32 = MATE_IN_MAX_PLY - 1;
/// Scores from here on are tablebase wins or mates.
pub const DECISIVE: i32 = TABLEBASE_WIN - MAX_PLY as i32;
/// The largest static evaluation, so that reported evaluations stay below tablebase wins.
pub const MAX_EVAL: i32 = 19_500;
/// The reported score of a tablebase win, minus its distance in plies (as in Stockfish).
const TABLEBASE_CENTIPAWNS: i32 = 20_000;
/// A win that may be cut short by the fifty-move rule.
pub const DOUBTFUL_WIN: i32 = 2_000;
/// The score of a draw.
pub const DRAW: i32 = 0;

/// Returns the score of being mated at this ply.
#[inline]
pub fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Returns the score of mating at this ply.
#[inline]
pub fn mate_in(ply: usize) -> i32 {
    MATE - ply as i32
}

/// Returns true if this is a mate for either side.
#[inline]
pub fn is_mate(score: i32) -> bool {
    score.abs() >= MATE_IN_MAX_PLY
}

/// Returns true if this is a mate or a tablebase win for either side.
#[inline]
pub fn is_decisive(score: i32) -> bool {
    score.abs() >= DECISIVE
}

/// Returns the score of a tablebase win at this ply.
#[inline]
pub fn tablebase_win_in(ply: usize) -> i32 {
    TABLEBASE_WIN - ply as i32
}

/// Converts a score for the table: from a distance from the root to one from the position.
#[inline]
pub fn to_table(score: i32, ply: usize) -> i32 {
    if score >= DECISIVE {
        score + ply as i32
    } else if score <= -DECISIVE {
        score - ply as i32
    } else {
        score
    }
}

/// Converts a score from the table: from a distance from the position to one from the root. A win that takes
/// longer than the fifty-move rule allows after `clock` reversible plies becomes an ordinary good score: it
/// must not beat being on the way to mate, or the search would waste moves.
#[inline]
pub fn from_table(score: i32, ply: usize, clock: u16) -> i32 {
    if score.abs() < DECISIVE {
        return score;
    }
    let left = 100 - i32::from(clock.min(100));
    let end = if is_mate(score) { MATE } else { TABLEBASE_WIN };
    if end - score.abs() > left { score.signum() * DOUBTFUL_WIN } else { score - score.signum() * ply as i32 }
}

/// Converts a score for reports: centipawns, or moves to mate. Tablebase wins are near 20,000 centipawns;
/// other scores stay below.
pub fn to_reported(score: i32) -> Score {
    if score >= MATE_IN_MAX_PLY {
        Score::Mate((MATE - score + 1) / 2)
    } else if score <= -MATE_IN_MAX_PLY {
        Score::Mate(-(MATE + score) / 2)
    } else if is_decisive(score) {
        Score::Cp(score.signum() * (TABLEBASE_CENTIPAWNS - (TABLEBASE_WIN - score.abs())))
    } else {
        Score::Cp(score.clamp(-MAX_EVAL, MAX_EVAL))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_reported_in_moves() {
        assert_eq!(to_reported(mate_in(1)), Score::Mate(1));
        assert_eq!(to_reported(mate_in(3)), Score::Mate(2));
        assert_eq!(to_reported(mated_in(0)), Score::Mate(0));
        assert_eq!(to_reported(mated_in(2)), Score::Mate(-1));
        assert_eq!(to_reported(mated_in(4)), Score::Mate(-2));
        assert_eq!(to_reported(-57), Score::Cp(-57));
    }

    #[test]
    fn tablebase_wins_have_their_own_range() {
        assert_eq!(to_reported(tablebase_win_in(0)), Score::Cp(20_000));
        assert_eq!(to_reported(-tablebase_win_in(7)), Score::Cp(-19_993));
        assert!(
            is_decisive(tablebase_win_in(MAX_PLY)) && !is_mate(tablebase_win_in(0)) && !is_decisive(MAX_EVAL)
        );
        assert_eq!(to_reported(DECISIVE - 1), Score::Cp(MAX_EVAL));
        assert_eq!(from_table(to_table(tablebase_win_in(9), 9), 4, 0), tablebase_win_in(4));
        assert!(!is_decisive(from_table(-tablebase_win_in(30), 3, 80)));
    }

    #[test]
    fn mates_beyond_the_fifty_move_rule_are_doubtful() {
        assert_eq!(from_table(mate_in(20), 3, 80), mate_in(23));
        assert_eq!(from_table(mate_in(21), 3, 80), DOUBTFUL_WIN);
        assert_eq!(from_table(mated_in(22), 3, 80), -DOUBTFUL_WIN);
    }

    #[test]
    fn the_table_counts_from_the_position() {
        for score in [mate_in(9), mated_in(12), tablebase_win_in(5), -tablebase_win_in(8), 0, -300] {
            assert_eq!(from_table(to_table(score, 5), 5, 0), score);
        }
    }
}
