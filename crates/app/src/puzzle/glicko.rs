//! The Glicko rating system (Mark Glickman, 1995). For solvers each puzzle is an opponent with its own
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

/// What a point of rating is worth on the logistic scale.
const Q: f64 = LN_10 / 400.0;

/// The deviation above which a rating is provisional.
const PROVISIONAL: f64 = 110.0;

/// The smallest deviation, so that ratings keep adapting as players improve.
const MIN_DEVIATION: f64 = 45.0;

impl Rating {
    /// Returns true if there were too few games to know how strong the player is.
    pub fn is_provisional(self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// Returns the weight of a result against a player whose rating is not certain.
    fn weight(self) -> f64 {
        1.0 / (1.0 + 3.0 * (Q * self.deviation / PI).powi(2)).sqrt()
    }

    /// Returns the score that a player with a rating is expected to make against this one, and what a result
    /// says about that rating.
    fn expected_from(self, rating: f64) -> (f64, f64) {
        let expected = 1.0 / (1.0 + 10_f64.powf(-self.weight() * (rating - self.rating) / 400.0));
        (expected, (Q * self.weight()).powi(2) * expected * (1.0 - expected))
    }

    /// Returns the new rating after a game against `other` that was won or lost.
    pub fn after(self, other: Rating, won: bool) -> Rating {
        self.after_score(other, f64::from(u8::from(won)))
    }

    /// Returns the new rating after a game against `other` with this score: 1 for a win, 0.5 for a draw.
    pub fn after_score(self, other: Rating, score: f64) -> Rating {
        let (expected, information) = other.expected_from(self.rating);
        let certainty = self.deviation.max(MIN_DEVIATION).powi(-2) + information;
        let surprise = score - expected;
        let rating = self.rating + Q / certainty * other.weight() * surprise;
        Rating { rating: rating.clamp(100.0, 4000.0), deviation: certainty.powf(-0.5).max(MIN_DEVIATION) }
    }
}

/// Returns the rating at which a player would be expected to score just what was scored against these
/// opponents, with its error as deviation; none unless there were wins and losses.
pub fn performance(results: &[(Rating, bool)]) -> Option<Rating> {
    let won = results.iter().filter(|(_, won)| *won).count();
    if won == 0 || won == results.len() {
        return None;
    }
    let expected = |rating: f64| results.iter().map(|(other, _)| other.expected_from(rating).0).sum::<f64>();
    let (mut low, mut high) = (-2000.0, 6000.0);
    while high - low > 0.1 {
        let middle = f64::midpoint(low, high);
        if expected(middle) < won as f64 { low = middle } else { high = middle }
    }
    let rating = f64::midpoint(low, high);
    let information: f64 = results.iter().map(|(other, _)| other.expected_from(rating).1).sum();
    Some(Rating { rating, deviation: information.powf(-0.5) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_performance_is_the_rating_that_explains_the_score() {
        let at = |rating| Rating { rating, deviation: 80.0 };
        let even: Vec<(Rating, bool)> = (0..400).map(|number| (at(1500.0), number % 2 == 0)).collect();
        let found = performance(&even).unwrap();
        assert!((found.rating - 1500.0).abs() < 1.0 && (15.0..20.0).contains(&found.deviation), "{found:?}");
        let three_quarters: Vec<(Rating, bool)> =
            (0..400).map(|number| (at(1500.0), number % 4 > 0)).collect();
        assert!((1690.0..1710.0).contains(&performance(&three_quarters).unwrap().rating));
        assert_eq!(performance(&[(at(1500.0), true)]), None);
    }

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
