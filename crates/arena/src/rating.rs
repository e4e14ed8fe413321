//! Rating statistics: score, Elo and normalized Elo with error margins, and the likelihood of superiority.
//!
//! Pairs of games with the same opening and reversed colors count as one sample (the pentanomial model),
//! which removes the influence of the opening. Normalized Elo divides by the spread of the results (M. Van
//! den Bergh, "Normalized Elo", 2020), so that it measures how many games are needed to prove a difference,
//! whatever the opening book or draw rate.
//!
//! The spread of few or equal samples is far too small. Until `PRIOR_SAMPLES` samples differ from the most
//! frequent kind, each kind of result therefore counts as up to half a sample more (Jeffreys' prior), fading
//! as samples arrive.

use serde::{Deserialize, Serialize};

/// Results of games from the point of view of one side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Results {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Complete pairs that scored 0, 0.5, 1, 1.5 and 2 points.
    pub pairs: [u32; 5],
    /// Pairs with one point that were a win and a loss; the rest were two draws.
    pub split_pairs: u32,
}

/// A difference and half the width of its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The most likely difference.
    pub difference: f64,
    /// Half the width of the interval; infinite without games.
    pub error: f64,
    /// True if the score is so close to 0 or 1 that only the end of the interval toward zero is known.
    pub open: bool,
}

/// Mean and variance of samples between 0 and 1 point.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Moments {
    mean: f64,
    variance: f64,
    samples: f64,
    /// Games per sample: 1 or 2.
    games: f64,
}

/// Scores above this count as 1: their Elo is meaningless.
const CERTAIN: f64 = 0.999;

/// Number of samples that differ from the most frequent kind at which the prior has faded.
const PRIOR_SAMPLES: f64 = 16.0;

/// The 97.5% quantile of the normal distribution, for a central interval of 95%.
const Z95: f64 = 1.959_963_984_540_054;

/// Normalized Elo per standard deviation of a game: for a small difference and 50% draws it is close to
/// ordinary Elo.
pub(crate) const NELO_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

impl Results {
    /// Adds one game by its half points: 2, 1 or 0.
    pub fn add_game(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Records that two games added before are a pair, given their half points.
    pub fn close_pair(&mut self, first: u32, second: u32) {
        self.pairs[(first + second).min(4) as usize] += 1;
        self.split_pairs += u32::from(first + second == 2 && first != second);
    }

    /// Adds other results of the same side.
    pub fn merge(&mut self, other: &Results) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.split_pairs += other.split_pairs;
        for (own, other) in self.pairs.iter_mut().zip(other.pairs) {
            *own += other;
        }
    }

    /// Returns the results from the other side's point of view.
    pub fn reversed(&self) -> Results {
        let mut reversed = Results { wins: self.losses, losses: self.wins, ..*self };
        reversed.pairs.reverse();
        reversed
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the number of complete pairs.
    pub fn pair_count(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// Returns the points per game, 0 to 1; one half without games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// Returns the counts for statistics, from worst to best: the five kinds of pairs if there are any, else
    /// losses, draws and wins.
    pub(crate) fn cells(&self) -> Vec<f64> {
        if self.pair_count() > 0 {
            self.pairs.iter().map(|&count| f64::from(count)).collect()
        } else {
            [self.losses, self.draws, self.wins].map(f64::from).to_vec()
        }
    }

    /// Returns true if there are too few games to judge: fewer than 16 pairs, or 32 games without pairs.
    pub fn too_few(&self) -> bool {
        if self.pair_count() > 0 { self.pair_count() < 16 } else { self.games() < 32 }
    }

    fn moments(&self) -> Option<Moments> {
        let mut cells = self.cells();
        let played: f64 = cells.iter().sum();
        if played == 0.0 {
            return None;
        }
        let different = played - cells.iter().copied().fold(0.0, f64::max);
        let prior = 0.5 * (1.0 - different / PRIOR_SAMPLES).max(0.0);
        cells.iter_mut().for_each(|count| *count += prior);
        let samples: f64 = cells.iter().sum();
        let points = |index: usize| index as f64 / (cells.len() - 1) as f64;
        let mean =
            cells.iter().enumerate().map(|(index, count)| points(index) * count).sum::<f64>() / samples;
        let variance = cells
            .iter()
            .enumerate()
            .map(|(index, count)| count * (points(index) - mean).powi(2))
            .sum::<f64>()
            / samples;
        Some(Moments { mean, variance, samples, games: if cells.len() == 5 { 2.0 } else { 1.0 } })
    }

    /// Returns the logistic Elo difference to the opponents.
    pub fn elo(&self) -> Estimate {
        let Some(moments) = self.moments() else { return Estimate::UNKNOWN };
        let margin = Z95 * (moments.variance / moments.samples).sqrt();
        let (low, high) = (moments.mean - margin, moments.mean + margin);
        let difference = elo_of_score(moments.mean);
        let [down, up] = [difference - elo_of_score(low), elo_of_score(high) - difference];
        match (low > 1.0 - CERTAIN, high < CERTAIN) {
            (true, true) => Estimate::new(difference, (down + up) / 2.0),
            (true, false) => Estimate { open: true, ..Estimate::new(difference, down) },
            (false, true) => Estimate { open: true, ..Estimate::new(difference, up) },
            (false, false) => Estimate { difference, ..Estimate::UNKNOWN },
        }
    }

    /// Returns the normalized Elo difference to the opponents.
    pub fn normalized_elo(&self) -> Estimate {
        let Some(moments) = self.moments() else { return Estimate::UNKNOWN };
        // The spread of a single game, as if the games of a pair were independent.
        let spread = (moments.games * moments.variance).sqrt();
        Estimate::new(
            (moments.mean - 0.5) / spread * NELO_SCALE,
            Z95 * NELO_SCALE / (moments.games * moments.samples).sqrt(),
        )
    }

    /// Returns the likelihood that this side is stronger, 0 to 1.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let Some(moments) = self.moments() else { return 0.5 };
        let deviation = (moments.variance / moments.samples).sqrt();
        // The normal distribution function in terms of the complementary error function.
        libm::erfc(-(moments.mean - 0.5) / deviation / std::f64::consts::SQRT_2) / 2.0
    }

    /// Returns the share of drawn games, 0 to 1.
    pub fn draw_ratio(&self) -> f64 {
        if self.games() == 0 { 0.0 } else { f64::from(self.draws) / f64::from(self.games()) }
    }

    /// Returns the share of pairs with one point, which do not show which side is stronger; none without
    /// pairs.
    pub fn even_pair_ratio(&self) -> Option<f64> {
        (self.pair_count() > 0).then(|| f64::from(self.pairs[2]) / f64::from(self.pair_count()))
    }
}

impl Estimate {
    /// No information.
    const UNKNOWN: Estimate = Estimate { difference: 0.0, error: f64::INFINITY, open: false };

    fn new(difference: f64, error: f64) -> Estimate {
        // Avoid a negative zero for a score of exactly one half.
        let difference = if difference == 0.0 { 0.0 } else { difference };
        Estimate { difference, error: if error.is_nan() { f64::INFINITY } else { error }, open: false }
    }
}

/// Returns the Elo for a score (the inverse of the logistic curve); infinite at the ends.
fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Results {
        fn add_pair(&mut self, first: u32, second: u32) {
            self.add_game(first);
            self.add_game(second);
            self.close_pair(first, second);
        }
    }

    fn games(wins: u32, losses: u32, draws: u32) -> Results {
        Results { wins, draws, losses, ..Results::default() }
    }

    fn pairs(pairs: [u32; 5]) -> Results {
        Results { pairs, ..Results::default() }
    }

    fn check(got: f64, expected: f64, what: &str) {
        assert!((got - expected).abs() < 0.006, "{what}: {got} instead of {expected}");
    }

    /// Figures published in fastchess's tests (`elo_test.cpp`); theirs allow one percent of error, these
    /// none.
    #[test]
    fn figures_published_by_fastchess() {
        let results = games(136, 96, 111);
        check(results.elo().difference, 40.70, "Elo");
        check(results.elo().error, 30.43, "its error");
        check(results.normalized_elo().difference, 49.77, "nElo");
        check(results.normalized_elo().error, 36.77, "its error");
        check(results.likelihood_of_superiority(), 0.9960, "LOS");
        check(games(76, 89, 123).normalized_elo().difference, -20.76, "nElo");
        check(games(76, 89, 123).likelihood_of_superiority(), 0.1553, "LOS");
        for (cells, elo, error, nelo, nelo_error) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 57.94, 28.28),
            ([332, 433, 498, 333, 334], -8.64, 10.33, -9.17, 10.96),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, -19.01, 2.65),
        ] {
            let results = pairs(cells);
            check(results.elo().difference, elo, "Elo");
            check(results.elo().error, error, "its error");
            check(results.normalized_elo().difference, nelo, "nElo");
            check(results.normalized_elo().error, nelo_error, "its error");
        }
        check(pairs([332, 433, 498, 333, 334]).likelihood_of_superiority(), 0.0505, "LOS");
    }

    /// Figures published with tests on OpenBench instances: Elo and error from the test's pairs.
    #[test]
    fn figures_published_by_openbench() {
        for (cells, elo, error) in [
            ([214, 8992, 19871, 9102, 235], 0.69, 1.25),
            ([5, 942, 2469, 1050, 5], 4.20, 3.43),
            ([74, 450, 987, 580, 85], 12.14, 6.38),
        ] {
            check(pairs(cells).elo().difference, elo, "Elo");
            check(pairs(cells).elo().error, error, "its error");
        }
        check(pairs([78, 64, 64, 14, 4]).elo().difference, -164.92, "Elo");
    }

    #[test]
    fn pairs_take_out_the_opening() {
        // Every opening decides both games: all pairs are even and show equal engines.
        let mut results = Results::default();
        for _ in 0..50 {
            results.add_pair(2, 0);
        }
        assert_eq!((results.games(), results.pairs, results.split_pairs), (100, [0, 0, 50, 0, 0], 50));
        assert_eq!(results.elo().difference, 0.0);
        // None of fifty pairs differs, but up to one in twenty still might.
        assert!((10.0..20.0).contains(&results.elo().error), "{:?}", results.elo());
        assert_eq!(results.likelihood_of_superiority(), 0.5);
        assert_eq!(results.even_pair_ratio(), Some(1.0));
    }

    #[test]
    fn both_sides_see_the_same() {
        let mut results = Results::default();
        results.add_pair(2, 1);
        results.add_pair(1, 1);
        results.add_pair(0, 2);
        results.add_game(0);
        let reversed = results.reversed();
        assert_eq!(
            (reversed.wins, reversed.draws, reversed.losses, reversed.pairs),
            (2, 3, 2, [0, 1, 2, 0, 0])
        );
        let mut both = results;
        both.merge(&reversed);
        assert_eq!((both.score(), both.pairs, both.split_pairs), (0.5, [0, 1, 4, 1, 0], 2));
        assert_eq!(results.draw_ratio(), 3.0 / 7.0);
    }

    #[test]
    fn few_games_are_not_certain() {
        assert_eq!(Results::default().elo().error, f64::INFINITY);
        assert!(Results::default().too_few());
        // A pair of one and a half points, of two wins, and two equal pairs.
        for cells in [[0, 0, 0, 1, 0], [0, 0, 0, 0, 1], [0, 0, 2, 0, 0], [1, 0, 0, 0, 1], [0, 0, 0, 1, 1]] {
            let results = pairs(cells);
            let (elo, nelo, superiority) =
                (results.elo(), results.normalized_elo(), results.likelihood_of_superiority());
            assert!(results.too_few());
            assert!(elo.error > 150.0, "{cells:?}: {elo:?}");
            assert!(elo.error.is_finite(), "{cells:?}: {elo:?}");
            assert!(elo.difference.abs() < elo.error, "{cells:?}: {elo:?}");
            assert!(nelo.error > 150.0, "{cells:?}: {nelo:?}");
            assert!(nelo.error.is_finite(), "{cells:?}: {nelo:?}");
            assert!(nelo.difference.abs() < nelo.error, "{cells:?}: {nelo:?}");
            assert!((0.4..0.95).contains(&superiority), "{cells:?}: {superiority}");
        }
        // Ten pairs won without a draw are few, but show which side is stronger, if not by how much.
        let all = pairs([0, 0, 0, 0, 10]);
        assert!(all.likelihood_of_superiority() > 0.999);
        assert!(all.elo().difference > 200.0);
        assert!(all.elo().error.is_finite());
        assert!(games(10, 0, 0).elo().error.is_finite());
        // After six wins the upper end is unknown: the interval is open on that side and keeps its near end.
        let [won, lost] = [games(6, 0, 0), games(0, 6, 0)].map(|results| results.elo());
        assert!(
            won.open && lost.open && won.difference - won.error > 0.0 && lost.difference + lost.error < 0.0,
            "{won:?} {lost:?}"
        );
        assert!(!games(6, 1, 20).elo().open);
        // With more games the prior fades smoothly and never returns.
        let near = |results: [u32; 5]| pairs(results).elo().error;
        assert!((near([0, 0, 40, 15, 0]) / near([0, 0, 40, 16, 0]) - 1.0).abs() < 0.03);
        assert!(!pairs([0, 4, 8, 4, 0]).too_few());
    }
}
