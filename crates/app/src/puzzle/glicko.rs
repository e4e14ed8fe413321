//! The Glicko rating system (Mark Glickman, 1995) for puzzle solvers: each puzzle is an opponent with its own
//! rating.

use std::f64::consts::{LN_10, PI};

/// A rating and its uncertainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// The standard deviation; the true rating is within two deviations with 95% confidence.
    pub deviation: f64,
}

/// The rating of a new player.
pub const NEW: Rating = Rating { rating: 1500.0, deviation: 350.0 };

/// The deviation above which a rating is provisional.
const PROVISIONAL: f64 = 110.0;

/// The smallest deviation, so that ratings keep adapting as players improve.
const MIN_DEVIATION: f64 = 45.0;

impl Rating {
    /// Returns true if there were too few games to know how strong the player is.
    pub fn is_provisional(self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// Returns the new rating after a game against `other`.
    pub fn after(self, other: Rating, won: bool) -> Rating {
        let q = LN_10 / 400.0;
        let g = 1.0 / (1.0 + 3.0 * (q * other.deviation / PI).powi(2)).sqrt();
        let expected = 1.0 / (1.0 + 10_f64.powf(-g * (self.rating - other.rating) / 400.0));
        let information = (q * g).powi(2) * expected * (1.0 - expected);
        let certainty = self.deviation.max(MIN_DEVIATION).powi(-2) + information;
        let rating = self.rating + q / certainty * g * (f64::from(u8::from(won)) - expected);
        Rating { rating: rating.clamp(100.0, 4000.0), deviation: certainty.powf(-0.5).max(MIN_DEVIATION) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_paper_example_is_reproduced() {
        // Glickman's example: a player with 1500 and 200 against 1400, 1550 and 1700 in one rating period.
        // One game at a time gives nearly the same result.
        let games = [(1400.0, 30.0, true), (1550.0, 100.0, false), (1700.0, 300.0, false)];
        let start = Rating { rating: 1500.0, deviation: 200.0 };
        let end = games
            .iter()
            .fold(start, |own, &(rating, deviation, won)| own.after(Rating { rating, deviation }, won));
        assert!((end.rating - 1464.0).abs() < 8.0 && (end.deviation - 151.4).abs() < 3.0, "{end:?}");
    }

    #[test]
    fn ratings_change_correctly_within_bounds() {
        let up = NEW.after(Rating { rating: 1500.0, deviation: 80.0 }, true);
        let down = NEW.after(Rating { rating: 1500.0, deviation: 80.0 }, false);
        assert!(
            NEW.is_provisional()
                && up.rating > 1600.0
                && (up.rating + down.rating - 3000.0).abs() < 1e-9
                && up.deviation < 350.0
        );
        let many = (0..1000).fold(NEW, |own, _| own.after(Rating { rating: 3000.0, deviation: 75.0 }, true));
        assert!(many.rating <= 4000.0 && many.deviation >= MIN_DEVIATION && !many.is_provisional());
    }
}
