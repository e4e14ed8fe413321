//! How settled a search is, and so how much of its usual time it deserves.

use heirloom_chess::Move;

use crate::params::{self, percent};

/// What the usual time is multiplied with after so many iterations that have not changed the best move.
fn by_unchanged(iterations: usize) -> f64 {
    let shares = [
        params::time_unchanged_0(),
        params::time_unchanged_1(),
        params::time_unchanged_2(),
        params::time_unchanged_3(),
        params::time_unchanged_4(),
        params::time_unchanged_5(),
        params::time_unchanged_6(),
    ];
    percent(shares[iterations.min(shares.len() - 1)])
}

/// What is watched from iteration to iteration: whether the best move stays, what share of the nodes it takes, where its score goes.
#[derive(Clone, Debug)]
pub struct Steadiness {
    best: Option<Move>,
    unchanged: usize,
    /// The mean of earlier scores in centipawns, later ones counting more.
    mean: Option<f64>,
    stretch: f64,
}

impl Default for Steadiness {
    fn default() -> Steadiness {
        Steadiness { best: None, unchanged: 0, mean: None, stretch: 1.0 }
    }
}

impl Steadiness {
    /// An iteration of `depth` plies is over; `share` is the part of all nodes that the best move took, from 0 to 1.
    pub fn note(&mut self, depth: i32, best: Move, score: i32, share: f64) {
        self.unchanged = if self.best == Some(best) { self.unchanged + 1 } else { 0 };
        self.best = Some(best);
        let score = f64::from(score.clamp(-params::time_max_score(), params::time_max_score()));
        let mean = self.mean.replace(self.mean.map_or(score, |mean| (mean + score) / 2.0)).unwrap_or(score);
        if depth < params::time_first_depth() {
            return;
        }
        let by_change = by_unchanged(self.unchanged);
        // A move that took nearly all nodes has refuted the others already.
        let by_share =
            (percent(params::time_effort()) - share).clamp(percent(params::time_effort_min()), percent(params::time_effort_max()));
        // Bad news: there may be a way out that is worth looking for. Good news: the opponent has missed something.
        let trend = 1.0 + (mean - score) * (f64::from(params::time_trend()) / 1000.0);
        let by_trend = trend.clamp(percent(params::time_trend_min()), percent(params::time_trend_max()));
        self.stretch = (by_change * by_share * by_trend).clamp(percent(params::time_scale_min()), percent(params::time_scale_max()));
    }

    /// What the usual time is multiplied with: 1 for a search that is as settled as usual.
    pub fn stretch(&self) -> f64 {
        self.stretch
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Square;

    /// After `depth` iterations with one move and score, one more.
    fn stretch(depth: i32, best: Square, score: i32, share: f64) -> f64 {
        let mut steadiness = Steadiness::default();
        for depth in 1..=depth {
            steadiness.note(depth, Move::normal(Square::E2, Square::E4), 20, 0.5);
        }
        steadiness.note(depth + 1, Move::normal(Square::E2, best), score, share);
        steadiness.stretch()
    }

    #[test]
    fn a_settled_move_takes_less_time() {
        assert!(stretch(12, Square::E4, 20, 0.5) < stretch(5, Square::E4, 20, 0.5));
        assert!(stretch(12, Square::E4, 20, 0.98) < 0.6);
        assert!(stretch(12, Square::E4, 20, 0.5) < 1.0 && stretch(12, Square::E3, 20, 0.5) > 1.4);
    }

    #[test]
    fn bad_news_take_more_time_and_good_news_less() {
        let usual = stretch(12, Square::E4, 20, 0.5);
        assert!(stretch(12, Square::E4, -60, 0.5) > 1.3 * usual);
        assert!(stretch(12, Square::E4, 100, 0.5) < usual);
        assert!(stretch(12, Square::E3, -30_000, 0.1) <= 2.5 && stretch(12, Square::E4, 30_000, 1.0) >= 0.4);
    }

    #[test]
    fn the_first_iterations_say_nothing() {
        assert_eq!(stretch(2, Square::E3, -500, 0.1), 1.0);
    }
}
