//! The sequential probability ratio test (SPRT): play until it is clear which of two strength differences
//! fits the results better.
//!
//! This is the generalized test: both hypotheses fix only the strength, and the rest of the distribution of
//! results (of pairs, or of games if there are no pairs) is taken as the most likely one under each. The most
//! likely distributions are computed as by M. Van den Bergh ("A practical introduction to the GSPRT",
//! "Normalized Elo practical"); an empty kind of result counts as a thousandth, as on fishtest.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rating::{NELO_SCALE, Results};

/// The unit of the hypotheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalized Elo: the difference in standard deviations of a game, scaled.
    #[default]
    Normalized,
    /// Ordinary Elo on the logistic curve.
    Logistic,
}

/// Two hypotheses and the error rates of the test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// Why a test is invalid.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// `elo0` is not less than `elo1`.
    #[error("elo0 = {0} and elo1 = {1}; expected elo0 to be smaller than elo1")]
    Order(f64, f64),
    /// An error rate is not between 0 and 1, or their sum is 1 or more.
    #[error(
        "alpha = {0} and beta = {1}; expected error rates between 0 and 1, \
         such as 0.05, with a sum below 1"
    )]
    Rates(f64, f64),
}

/// The result of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Decision {
    /// The first engine is stronger by `elo1` rather than by `elo0`.
    H1,
    /// It is stronger by `elo0` rather than by `elo1`.
    H0,
}

impl Sprt {
    /// Creates a test of `elo0` against `elo1` that wrongly accepts H1 at a rate of `alpha` and H0 at a rate
    /// of `beta`. Fails if the hypotheses are in the wrong order, or a rate is invalid.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Sprt, SprtError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Order(elo0, elo1));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Rates(alpha, beta));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// Returns the differences of H0 and H1, in Elo or, in the normalized model, nElo.
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// Returns the lower and upper bound of the log-likelihood ratio (Wald 1945): H0 is accepted at the lower
    /// one, H1 at the upper one.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the log-likelihood ratio of H1 over H0; 0 without results.
    pub fn log_likelihood_ratio(&self, results: &Results) -> f64 {
        let cells = results.cells();
        if cells.iter().all(|&count| count == 0.0) {
            return 0.0;
        }
        let seen = Distribution::of(&cells);
        let fitted = |elo: f64| match self.model {
            Model::Logistic => seen.with_mean(1.0 / (1.0 + 10f64.powf(-elo / 400.0))),
            Model::Normalized => {
                // A sample is a pair: the mean of two games has a standard deviation smaller by the square
                // root of two.
                let games: f64 = if cells.len() == 5 { 2.0 } else { 1.0 };
                seen.with_distance(games.sqrt() * elo / NELO_SCALE)
            }
        };
        let (null, alternative) = (fitted(self.elo0), fitted(self.elo1));
        let ratios = alternative.iter().zip(&null).map(|(one, zero)| (one / zero).ln());
        seen.samples * seen.shares.iter().zip(ratios).map(|(share, ratio)| share * ratio).sum::<f64>()
    }

    /// Returns the hypothesis that the results accept, if any.
    pub fn decide(&self, results: &Results) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        match self.log_likelihood_ratio(results) {
            ratio if ratio >= upper => Some(Decision::H1),
            ratio if ratio <= lower => Some(Decision::H0),
            _ => None,
        }
    }
}

impl fmt::Display for Sprt {
    /// For example `[0.00, 5.00] nElo, alpha 0.05, beta 0.05`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = if self.model == Model::Normalized { "nElo" } else { "Elo" };
        write!(f, "[{:.2}, {:.2}] {unit}, alpha {}, beta {}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

/// The observed distribution of results.
struct Distribution {
    /// Points of each kind, from 0 to 1.
    points: Vec<f64>,
    shares: Vec<f64>,
    samples: f64,
}

/// The count of an empty kind.
const EMPTY: f64 = 1e-3;

impl Distribution {
    fn of(cells: &[f64]) -> Distribution {
        let counts: Vec<f64> = cells.iter().map(|&count| if count == 0.0 { EMPTY } else { count }).collect();
        let samples: f64 = counts.iter().sum();
        let last = (counts.len() - 1) as f64;
        let points = (0..counts.len()).map(|index| index as f64 / last).collect();
        Distribution { points, shares: counts.iter().map(|count| count / samples).collect(), samples }
    }

    /// Returns the most likely shares with this mean.
    fn with_mean(&self, mean: f64) -> Vec<f64> {
        let slopes: Vec<f64> = self.points.iter().map(|points| points - mean).collect();
        self.tilted(&slopes)
    }

    /// Returns the most likely shares whose mean is this many standard deviations above one half. The
    /// condition is not linear in the shares, so it is replaced by its tangent repeatedly until the shares
    /// converge.
    fn with_distance(&self, distance: f64) -> Vec<f64> {
        let mut shares = vec![1.0 / self.points.len() as f64; self.points.len()];
        for _ in 0..20 {
            let mean: f64 = self.points.iter().zip(&shares).map(|(points, share)| points * share).sum();
            let variance: f64 =
                self.points.iter().zip(&shares).map(|(points, share)| share * (points - mean).powi(2)).sum();
            let deviation = variance.sqrt();
            let tangent = |points: &f64| {
                points - 0.5 - distance * deviation * (1.0 + ((mean - points) / deviation).powi(2)) / 2.0
            };
            let slopes: Vec<f64> = self.points.iter().map(tangent).collect();
            let next = self.tilted(&slopes);
            let change = next.iter().zip(&shares).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
            shares = next;
            if change < 1e-9 {
                break;
            }
        }
        shares
    }

    /// Returns the most likely shares for which the mean of `slopes` is zero: each share divided by
    /// `1 + x * slope`, for the `x` that achieves it.
    fn tilted(&self, slopes: &[f64]) -> Vec<f64> {
        let x = self.multiplier(slopes);
        self.shares.iter().zip(slopes).map(|(share, slope)| share / (1.0 + x * slope)).collect()
    }

    /// Solves `sum of share * slope / (1 + x * slope) = 0`, which decreases between its poles, by Newton's
    /// method with bisection.
    fn multiplier(&self, slopes: &[f64]) -> f64 {
        let (least, most) =
            slopes.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &slope| {
                (least.min(slope), most.max(slope))
            });
        if least >= 0.0 || most <= 0.0 {
            // No distribution satisfies the condition; such hypotheses are beyond all possible scores.
            return 0.0;
        }
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let mut x = 0.0;
        for _ in 0..200 {
            let (mut value, mut derivative) = (0.0, 0.0);
            for (share, slope) in self.shares.iter().zip(slopes) {
                let term = slope / (1.0 + x * slope);
                value += share * term;
                derivative -= share * term * term;
            }
            // Steps are small near a pole, too: only the value shows whether this is the solution.
            if value.abs() <= 1e-14 * most || high - low <= f64::EPSILON * (high.abs() + low.abs()) {
                return x;
            }
            let newton = x - value / derivative;
            if value > 0.0 {
                low = x;
            } else {
                high = x;
            }
            let next = if newton > low && newton < high { newton } else { (low + high) / 2.0 };
            x = next;
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(elo0: f64, elo1: f64, model: Model, cells: &[u32]) -> f64 {
        let results = match cells {
            [losses, draws, wins] => {
                Results { wins: *wins, draws: *draws, losses: *losses, ..Results::default() }
            }
            pairs => Results { pairs: pairs.try_into().unwrap(), ..Results::default() },
        };
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap().log_likelihood_ratio(&results)
    }

    /// Figures of fishtest runs and its own arithmetic, as cited in fastchess's tests (`sprt_test.cpp`) and
    /// in reports in fishtest's issue list.
    #[test]
    fn published_ratios() {
        use Model::{Logistic, Normalized};
        for (elo0, elo1, model, cells, expected) in [
            (0.0, 2.0, Normalized, &[36027, 68692, 36433][..], 0.92),
            (-1.75, 0.25, Normalized, &[10650, 20431, 10871], 2.30),
            (0.5, 2.5, Logistic, &[21184, 40708, 21404], -1.57),
            (0.0, 2.0, Logistic, &[57030, 106593, 57433], -2.59),
            (0.0, 2.0, Normalized, &[365, 16618, 36229, 16974, 390], 2.25),
            (-1.75, 0.25, Normalized, &[127, 4883, 10712, 5150, 104], 3.01),
            (0.5, 2.5, Logistic, &[223, 9863, 21279, 10037, 246], -3.07),
            (0.0, 2.0, Logistic, &[871, 26175, 55983, 26678, 821], -4.98),
            (-1.75, 0.25, Normalized, &[93, 18711, 58877, 18739, 100], 2.942_097),
            (0.0, 2.0, Normalized, &[379, 10170, 21828, 10640, 343], 2.945_98),
            (0.0, 2.5, Normalized, &[214, 8992, 19871, 9102, 235], 0.16),
            (-3.0, 1.0, Normalized, &[5, 942, 2469, 1050, 5], 2.90),
        ] {
            let got = llr(elo0, elo1, model, cells);
            assert!(
                (got - expected).abs() < 0.0061,
                "{model:?} [{elo0}, {elo1}] {cells:?}: {got} instead of {expected}"
            );
        }
        // Only wins, by fishtest's formula.
        assert!((llr(0.0, 5.0, Normalized, &[0, 0, 0, 0, 104]) - 2.094_955).abs() < 1e-5);
    }

    #[test]
    fn bounds_follow_the_error_rates() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.10, Model::Normalized).unwrap();
        let (lower, upper) = sprt.bounds();
        assert!((lower + 2.251).abs() < 0.001 && (upper - 2.890).abs() < 0.001, "{lower} {upper}");
        assert_eq!(sprt.decide(&Results::default()), None);
        assert!(Sprt::new(5.0, 5.0, 0.05, 0.05, Model::Normalized).is_err());
        assert!(Sprt::new(f64::NAN, 5.0, 0.05, 0.05, Model::Normalized).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.5, 0.5, Model::Normalized).is_err());
        assert!(Sprt::new(0.0, 5.0, 0.0, 0.05, Model::Normalized).is_err());
    }

    /// Counts for which a careless search for the multiplier stops early.
    #[test]
    fn the_multiplier_is_found() {
        for (cells, expected) in [([1, 1, 16, 11, 1], 0.404_700_7), ([1, 9, 67, 35, 6], 1.659_828_5)] {
            let got = llr(0.0, 10.0, Model::Normalized, &cells);
            assert!((got - expected).abs() < 1e-6, "{cells:?}: {got}");
        }
    }

    #[test]
    fn extremes_are_numbers() {
        for model in [Model::Normalized, Model::Logistic] {
            for cells in [
                [1, 0, 0, 0, 0],
                [0, 0, 0, 0, 1],
                [0, 0, 1, 0, 0],
                [1, 0, 0, 0, 1],
                [100_000, 0, 0, 0, 0],
                [0, 0, 0, 1, 0],
            ] {
                for (elo0, elo1) in [(0.0, 5.0), (-300.0, 300.0), (-5.0, 0.0)] {
                    let got = llr(elo0, elo1, model, &cells);
                    assert!(got.is_finite(), "{model:?} [{elo0}, {elo1}] {cells:?}: {got}");
                }
            }
        }
        let all_won = Results { pairs: [0, 0, 0, 0, 500], ..Results::default() };
        assert_eq!(
            Sprt::new(0.0, 10.0, 0.05, 0.05, Model::Logistic).unwrap().decide(&all_won),
            Some(Decision::H1)
        );
    }
}
