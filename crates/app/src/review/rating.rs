//! An estimate of a player's rating from the chances that the moves of one game lost.
//!
//! The curve was fitted to 240 rated games (see docs/review.md): one game says little, and the error says how
//! little.

use super::Reviewed;
use super::origin::Origin;

/// Fewer moves say nothing.
const LEAST_MOVES: usize = 10;
/// Only moves in positions with a win percentage between these count: in others people play carelessly.
const UNDECIDED: std::ops::RangeInclusive<f64> = 5.0..=95.0;
/// The rating of a player who loses nothing, and what it falls by for each e-fold of the loss plus one.
const CURVE: (f64, f64) = (2769.0, 707.0);
/// Two of three players of the fitted games were within this distance, in a cross-validation by game.
const ERROR: u32 = 450;
/// Estimates are rounded to this.
const STEP: f64 = 50.0;

/// An estimated rating, on lichess's scale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatingEstimate {
    /// The rating, rounded to 50.
    pub rating: u32,
    /// Two of three players are within this distance.
    pub error: u32,
}

/// Estimates the rating of the player of these moves; `None` if there are too few that count. Moves of known
/// openings, only legal moves and moves in decided positions do not count.
pub fn estimate<'a>(moves: impl Iterator<Item = &'a Reviewed>) -> Option<RatingEstimate> {
    let losses: Vec<f64> = moves
        .filter(|reviewed| reviewed.origin != Origin::Book && !reviewed.forced)
        .filter_map(|reviewed| Some((reviewed.chosen, reviewed.quality?)))
        .filter(|(_, quality)| UNDECIDED.contains(&quality.win.0))
        .map(|(chosen, quality)| if chosen { 0.0 } else { quality.lost().max(0.0) })
        .collect();
    (losses.len() >= LEAST_MOVES).then(|| of_loss(losses.iter().sum::<f64>() / losses.len() as f64))
}

/// Returns the estimate for a mean loss in points of win percentage.
fn of_loss(loss: f64) -> RatingEstimate {
    let rating = (CURVE.0 - CURVE.1 * loss.ln_1p()) / STEP;
    // Between 0 and 56 for a loss of 0 to 100.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let steps = rating.round().max(0.0) as u32;
    RatingEstimate { rating: steps * STEP as u32, error: ERROR }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_lose_less_are_rated_higher() {
        let ratings = [0.0, 1.0, 3.0, 8.0, 20.0, 100.0].map(|loss| of_loss(loss).rating);
        assert_eq!(ratings, [2750, 2300, 1800, 1200, 600, 0]);
    }
}
