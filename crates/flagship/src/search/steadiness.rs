//! How settled a search is, and so how much of its usual time it deserves.

use heirloom_chess::Move;

/// Iterations before this one say little.
const FIRST_DEPTH: i32 = 5;

/// What the usual time is multiplied with, by the number of iterations that have not changed the best move.
const BY_UNCHANGED: [f64; 7] = [1.45, 1.2, 1.05, 0.95, 0.88, 0.82, 0.78];

/// A swing beyond this many centipawns says no more than this.
const LARGEST_SCORE: i32 = 1500;

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
        let score = f64::from(score.clamp(-LARGEST_SCORE, LARGEST_SCORE));
        let mean = self.mean.replace(self.mean.map_or(score, |mean| (mean + score) / 2.0)).unwrap_or(score);
        if depth < FIRST_DEPTH {
            return;
        }
        let by_change = BY_UNCHANGED[self.unchanged.min(BY_UNCHANGED.len() - 1)];
        // A move that took nearly all nodes has refuted the others already.
        let by_share = (1.6 - share).clamp(0.6, 1.5);
        // Bad news: there may be a way out that is worth looking for. Good news: the opponent has missed something.
        let by_trend = (1.0 + (mean - score) * 0.006).clamp(0.8, 1.5);
        self.stretch = (by_change * by_share * by_trend).clamp(0.4, 2.5);
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
