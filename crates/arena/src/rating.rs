//! What the results of a match say: score, Elo difference with its error, and how sure it is that one side is stronger.

/// Results of pairs of games with the same opening and reversed colors, seen by the first engine.
///
/// Counting pairs and not games (the pentanomial model) takes out what the opening decides.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Results {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Pairs that brought 0, 0.5, 1, 1.5 and 2 points.
    pub pairs: [u32; 5],
}

/// A logistic Elo difference and half the width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The most likely difference.
    pub difference: f64,
    /// The interval reaches this far to each side; infinite if nothing can be said.
    pub error: f64,
}

/// The quantile of the normal distribution for 95 % in the middle.
const Z95: f64 = 1.959_963_984_540_054;

impl Results {
    /// Adds one game by its half points for the first engine: 2, 1 or 0.
    pub fn add_game(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds both games of a pair by their half points for the first engine.
    pub fn add_pair(&mut self, first: u32, second: u32) {
        self.add_game(first);
        self.add_game(second);
        self.pairs[(first + second).min(4) as usize] += 1;
    }

    /// All games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points a game, 0 to 1; one half if there are no games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// The variance of the mean score: from pairs if there are any, else from single games.
    fn variance_of_mean(&self) -> f64 {
        let pairs: u32 = self.pairs.iter().sum();
        let mean = self.score();
        let spread = |outcomes: &[(f64, u32)], total: u32| {
            outcomes.iter().map(|(points, count)| f64::from(*count) * (points - mean).powi(2)).sum::<f64>() / f64::from(total).powi(2)
        };
        if pairs > 0 && pairs * 2 == self.games() {
            let outcomes: Vec<(f64, u32)> = self.pairs.iter().enumerate().map(|(index, &count)| (index as f64 / 4.0, count)).collect();
            spread(&outcomes, pairs)
        } else {
            spread(&[(1.0, self.wins), (0.5, self.draws), (0.0, self.losses)], self.games().max(1))
        }
    }

    /// The Elo difference of the first engine over the second.
    pub fn elo(&self) -> Elo {
        let (score, margin) = (self.score(), Z95 * self.variance_of_mean().sqrt());
        let difference = elo_of_score(score);
        let error = (elo_of_score(score + margin) - elo_of_score(score - margin)) / 2.0;
        // A score of exactly one half is no difference, not one of minus zero.
        let difference = if difference == 0.0 { 0.0 } else { difference };
        Elo { difference, error: if self.games() == 0 || error.is_nan() { f64::INFINITY } else { error } }
    }

    /// The likelihood that the first engine is the stronger one, 0 to 1.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let deviation = self.variance_of_mean().sqrt();
        if deviation == 0.0 {
            return if self.score() > 0.5 {
                1.0
            } else if self.score() < 0.5 {
                0.0
            } else {
                0.5
            };
        }
        normal_distribution((self.score() - 0.5) / deviation)
    }
}

/// The logistic curve of Elo turned round; infinite at the ends.
fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The normal distribution function, by Abramowitz and Stegun's formula 7.1.26 (error below 1.5e-7).
fn normal_distribution(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    let tail = series * (-z * z).exp() / 2.0;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_of_known_scores() {
        let results = Results { wins: 60, draws: 20, losses: 20, pairs: [0; 5] };
        assert!((results.score() - 0.70).abs() < 1e-12);
        let elo = results.elo();
        assert!((elo.difference - 147.19).abs() < 0.01, "{elo:?}");
        // One game's deviation is 0.4, that of the mean 0.04: the score's interval is 0.70 +- 0.0784, in Elo 86.2 to 218.2.
        assert!((elo.error - 66.01).abs() < 0.01, "{elo:?}");
    }

    #[test]
    fn pairs_take_out_the_opening() {
        // Every opening decides both games: the pairs are all even and say that the engines are equal.
        let mut results = Results::default();
        for _ in 0..50 {
            results.add_pair(2, 0);
        }
        assert_eq!((results.games(), results.pairs), (100, [0, 0, 50, 0, 0]));
        assert_eq!(results.elo(), Elo { difference: 0.0, error: 0.0 });
        assert_eq!(results.likelihood_of_superiority(), 0.5);
    }

    #[test]
    fn likelihood_grows_with_the_score() {
        let even = Results { wins: 10, draws: 0, losses: 10, pairs: [0; 5] };
        assert!((even.likelihood_of_superiority() - 0.5).abs() < 1e-6);
        let better = Results { wins: 30, draws: 10, losses: 10, pairs: [0; 5] };
        assert!(better.likelihood_of_superiority() > 0.99);
    }

    #[test]
    fn nothing_played_says_nothing() {
        assert_eq!(Results::default().elo().error, f64::INFINITY);
    }
}
