//! The vote for the move to play after several workers have searched.

use crate::params;
use crate::search::SearchResult;

/// Returns the helper's result to play instead of the main worker's, or `None` to keep the latter.
///
/// Each result votes for its move with a weight that grows with its depth and its lead over the worst score.
/// Mates need no votes: the shortest one is played, and being mated never beats a result that avoids it.
pub fn elect<'a>(main: &'a SearchResult, helpers: &'a [SearchResult]) -> Option<&'a SearchResult> {
    let all = || std::iter::once(main).chain(helpers.iter().filter(|found| found.depth > 0));
    let lowest = all().map(|found| found.score).min()?;
    let weight =
        |found: &SearchResult| i64::from(found.score - lowest + params::vote_lead()) * i64::from(found.depth);
    let votes =
        |found: &SearchResult| all().filter(|other| other.mv() == found.mv()).map(weight).sum::<i64>();
    let best = all().fold(main, |best, found| {
        let is_better = if found.is_decided() || best.is_decided() {
            found.score > best.score
        } else if found.mv() == best.mv() {
            // The same move: take the deepest search.
            found.depth > best.depth
        } else {
            votes(found) > votes(best)
        };
        if is_better { found } else { best }
    });
    (best.mv() != main.mv() || best.is_decided() && best.score > main.score).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{mate_in, mated_in};
    use heirloom_chess::{Move, Square};

    fn found(to: Square, score: i32, depth: i32) -> SearchResult {
        SearchResult { pv: vec![Move::normal(Square::E2, to)], score, depth, ..SearchResult::default() }
    }

    fn elected(main: &SearchResult, helpers: &[SearchResult]) -> Option<(Square, i32)> {
        elect(main, helpers).and_then(|found| Some((found.mv()?.to(), found.score)))
    }

    #[test]
    fn many_votes_beat_one() {
        let main = found(Square::E4, 10, 10);
        let helpers = [found(Square::E3, 12, 10), found(Square::E3, 11, 11)];
        assert_eq!(elected(&main, &helpers), Some((Square::E3, 11)));
        assert_eq!(elected(&main, &helpers[..0]), None);
        assert_eq!(elected(&main, &[found(Square::E4, 90, 30)]), None);
    }

    #[test]
    fn depth_and_score_count() {
        // 10 plies with a lead of 14 + 30 against 12 plies with 14.
        assert_eq!(elected(&found(Square::E4, 0, 12), &[found(Square::E3, 30, 10)]), Some((Square::E3, 30)));
        assert_eq!(elected(&found(Square::E4, 0, 12), &[found(Square::E3, 0, 11)]), None);
        assert_eq!(elected(&found(Square::E4, 0, 12), &[found(Square::E3, 0, 13)]), Some((Square::E3, 0)));
        // A worker without a completed iteration has no vote.
        assert_eq!(elected(&found(Square::E4, 0, 12), &[found(Square::E3, 500, 0)]), None);
    }

    #[test]
    fn mates_need_no_votes() {
        let main = found(Square::E4, 10, 30);
        let mate = found(Square::E3, mate_in(5), 3);
        assert_eq!(elected(&main, &[found(Square::E4, 9, 30), mate.clone()]), Some((Square::E3, mate_in(5))));
        // The shorter of two mates, even by the same move.
        assert_eq!(elected(&mate, &[found(Square::E3, mate_in(3), 3)]), Some((Square::E3, mate_in(3))));
        assert_eq!(elected(&mate, &[found(Square::E4, mate_in(7), 30)]), None);
        // A way out is believed, else the longest defense.
        let lost = found(Square::E4, mated_in(6), 20);
        assert_eq!(elected(&lost, &[found(Square::E3, -900, 18)]), Some((Square::E3, -900)));
        assert_eq!(elected(&lost, &[found(Square::E3, mated_in(4), 22)]), None);
        assert_eq!(elected(&lost, &[found(Square::E3, mated_in(8), 12)]), Some((Square::E3, mated_in(8))));
    }
}
