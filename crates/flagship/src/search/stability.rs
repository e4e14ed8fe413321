//! The stability of a search, which scales its soft time limit.

use heirloom_chess::Move;

use crate::params::{self, percent};

/// Returns the time factor for the number of iterations without a change of the best move.
fn unchanged_factor(iterations: usize) -> f64 {
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

/// Tracks over the iterations whether the best move changes, its share of the nodes, and the trend of its
/// score.
#[derive(Clone, Debug)]
pub struct Stability {
    best: Option<Move>,
    unchanged: usize,
    /// The mean of earlier scores in centipawns, weighted toward later ones.
    mean: Option<f64>,
    time_scale: f64,
}

impl Default for Stability {
    fn default() -> Stability {
        Stability { best: None, unchanged: 0, mean: None, time_scale: 1.0 }
    }
}

impl Stability {
    /// Updates the state after an iteration of `depth` plies; `share` is the best move's share of all nodes,
    /// from 0 to 1.
    pub fn update(&mut self, depth: i32, best: Move, score: i32, share: f64) {
        self.unchanged = if self.best == Some(best) { self.unchanged + 1 } else { 0 };
        self.best = Some(best);
        let score = f64::from(score.clamp(-params::time_max_score(), params::time_max_score()));
        let mean = self.mean.replace(self.mean.map_or(score, |mean| (mean + score) / 2.0)).unwrap_or(score);
        if depth < params::time_first_depth() {
            return;
        }
        let by_change = unchanged_factor(self.unchanged);
        // A best move that took nearly all nodes has already refuted the others.
        let by_share = (percent(params::time_effort()) - share)
            .clamp(percent(params::time_effort_min()), percent(params::time_effort_max()));
        // A falling score: look for a way out. A rising score: the opponent has missed something.
        let trend = 1.0 + (mean - score) * (f64::from(params::time_trend()) / 1000.0);
        let by_trend = trend.clamp(percent(params::time_trend_min()), percent(params::time_trend_max()));
        self.time_scale = (by_change * by_share * by_trend)
            .clamp(percent(params::time_scale_min()), percent(params::time_scale_max()));
    }

    /// Returns the time factor: 1 for a search of usual stability.
    pub fn time_scale(&self) -> f64 {
        self.time_scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Square;

    /// Returns the time factor after `depth` identical iterations and one more with these values.
    fn time_scale(depth: i32, best: Square, score: i32, share: f64) -> f64 {
        let mut stability = Stability::default();
        for depth in 1..=depth {
            stability.update(depth, Move::normal(Square::E2, Square::E4), 20, 0.5);
        }
        stability.update(depth + 1, Move::normal(Square::E2, best), score, share);
        stability.time_scale()
    }

    #[test]
    fn a_settled_move_takes_less_time() {
        assert!(time_scale(12, Square::E4, 20, 0.5) < time_scale(5, Square::E4, 20, 0.5));
        assert!(time_scale(12, Square::E4, 20, 0.98) < 0.6);
        assert!(time_scale(12, Square::E4, 20, 0.5) < 1.0 && time_scale(12, Square::E3, 20, 0.5) > 1.4);
    }

    #[test]
    fn a_falling_score_takes_more_time_and_a_rising_one_less() {
        let usual = time_scale(12, Square::E4, 20, 0.5);
        assert!(time_scale(12, Square::E4, -60, 0.5) > 1.3 * usual);
        assert!(time_scale(12, Square::E4, 100, 0.5) < usual);
        assert!(
            time_scale(12, Square::E3, -30_000, 0.1) <= 2.5 && time_scale(12, Square::E4, 30_000, 1.0) >= 0.4
        );
    }

    #[test]
    fn the_first_iterations_do_not_count() {
        assert_eq!(time_scale(2, Square::E3, -500, 0.1), 1.0);
    }
}
