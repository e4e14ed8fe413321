//! A yardstick for nets: games that no net learns from, and how well a net predicts their results.
//!
//! Positions of one game share its result, so errors are counted by game. Two nets are compared on the same positions: what is hard to predict is hard
//! for both, and the difference is known far better than either loss.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use heirloom_flagship::classical::Judge;
use heirloom_flagship::net::{self, EVEN, EVENS, Level, Network, Parts, SHARE_UNIT, ShapeError};
use heirloom_flagship::outcome::{Model, USUAL_MATERIAL};
use rayon::prelude::*;

use super::gradient::sigmoid;
use super::sample::Sample;
use super::samples::{MOST_SAID, SamplesError};
use super::train::least;
use crate::datagen::settings::Settings;
use crate::games::quiet::Quiet;
use crate::games::reader::{Reader, Section};
use crate::outcomes::Counts;

/// The name of the mark in the settings of games that must not be learned from.
pub const MARK: &str = "yardstick";

/// Were these games made to measure nets with?
pub fn is_yardstick(section: &Section) -> bool {
    section.settings.get(MARK).is_some()
}

/// Fewer positions do not say how often a score wins.
const LEAST_POSITIONS: usize = 20_000;

/// How the games of a yardstick are played. Their openings are longer than those of games for training, so that no line of moves is in both.
pub fn settings(nodes: u64) -> Settings {
    Settings { soft_nodes: nodes, hard_nodes: nodes * 8, random_plies: 11..=14, ..Settings::default() }
}

/// The quiet positions of a yardstick's games.
pub struct Yardstick {
    samples: Vec<Sample>,
    /// Where the positions of each game end.
    ends: Vec<usize>,
}

/// What a net says of all positions.
pub struct Verdicts {
    /// Centipawns, side to move.
    scores: Vec<i32>,
    /// The scale at which the logistic function of the scores predicts the results best, in centipawns.
    pub scale: f64,
    /// The mean squared error of the expected points.
    pub loss: f64,
}

/// The difference between the losses of two nets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// That of the first less that of the second: negative where the first predicts better.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

impl Difference {
    /// How many standard errors the mean is from zero.
    pub fn sigmas(self) -> f64 {
        self.mean / self.error.max(f64::MIN_POSITIVE)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.7} +- {:.7}", self.mean, 1.96 * self.error)
    }
}

impl Yardstick {
    /// Reads a file of games until `stop` is set; `count` grows by the bytes read.
    ///
    /// # Errors
    /// The first damage or illegal move.
    pub fn read(path: &Path, count: Arc<AtomicU64>, stop: &AtomicBool) -> Result<Yardstick, SamplesError> {
        let wrong = |error| SamplesError::Read(path.into(), error);
        let mut reader = Reader::open(path, count).map_err(wrong)?;
        let (mut judge, quiet) = (Judge::default(), Quiet::default());
        let mut yardstick = Yardstick { samples: Vec::new(), ends: Vec::new() };
        while let Some(game) = reader.next_game().map_err(wrong)?.filter(|_| !stop.load(Ordering::Relaxed)) {
            let taken = quiet.of(&game, |position, score| {
                let classical = judge.white(position).clamp(-MOST_SAID, MOST_SAID) as i16;
                yardstick.samples.extend(Sample::new(position, classical, score, game.points()));
            });
            taken.map_err(|illegal| SamplesError::Illegal(path.into(), reader.games(), illegal))?;
            yardstick.ends.push(yardstick.samples.len());
        }
        Ok(yardstick)
    }

    /// Games.
    pub fn games(&self) -> usize {
        self.ends.len()
    }

    /// Positions.
    pub fn positions(&self) -> usize {
        self.samples.len()
    }

    /// The positions.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Asks a net.
    pub fn judge(&self, network: &Network) -> Verdicts {
        let scores: Vec<i32> = self.samples.par_iter().map(|sample| score(network, sample)).collect();
        // In order, so that the same net always gets the same number.
        let loss = |scale: f64| {
            let parts = self.samples.par_chunks(1 << 16).zip(scores.par_chunks(1 << 16));
            let sums: Vec<f64> = parts
                .map(|(samples, scores)| {
                    samples
                        .iter()
                        .zip(scores)
                        .map(|(sample, &score)| error(sample, score, scale))
                        .sum::<f64>()
                })
                .collect();
            sums.iter().sum::<f64>() / self.samples.len().max(1) as f64
        };
        let scale = least(20.0, 2000.0, 0.01, loss);
        let loss = loss(scale);
        Verdicts { scores, scale, loss }
    }

    /// Compares two nets, game by game.
    pub fn compare(&self, first: &Verdicts, second: &Verdicts) -> Difference {
        let mut games: Vec<(f64, f64)> = Vec::with_capacity(self.ends.len());
        let mut start = 0;
        for &end in &self.ends {
            let loss = |verdicts: &Verdicts, index: usize| {
                error(&self.samples[index], verdicts.scores[index], verdicts.scale)
            };
            let difference: f64 = (start..end).map(|index| loss(first, index) - loss(second, index)).sum();
            games.push((difference, (end - start) as f64));
            start = end;
        }
        let positions = self.samples.len().max(1) as f64;
        let mean = games.iter().map(|(difference, _)| difference).sum::<f64>() / positions;
        // The error of a ratio of sums, each game being one observation.
        let squares: f64 = games.iter().map(|(difference, count)| (difference - mean * count).powi(2)).sum();
        let count = games.len() as f64;
        Difference { mean, error: (squares * count / (count - 1.0).max(1.0)).sqrt() / positions }
    }

    /// What the evaluations of a net mean: chances by score and material.
    pub fn outcomes(&self, verdicts: &Verdicts) -> Model {
        outcomes(self.samples.iter().zip(verdicts.scores.iter().copied()))
    }
}

/// The squared error of a score as a prediction of the result.
fn error(sample: &Sample, score: i32, scale: f64) -> f64 {
    let expected = f64::from(sigmoid((f64::from(score) / scale) as f32));
    (expected - f64::from(sample.points) / 2.0).powi(2)
}

/// The score at which a net gives an even chance to win, in tenths of the centipawns of its file, from positions with results; none where they are too few.
///
/// How often a score wins depends on the games. So the net that is built in is asked as well: [`EVEN`] is what it has in the games of our yardstick, and the
/// other net's score is brought to those games.
///
/// # Errors
/// Parts that are no net.
pub fn even(parts: &Parts, samples: &[Sample]) -> Result<Option<u32>, ShapeError> {
    let network = Network::new(Parts { even: None, ..parts.clone() })?;
    let Some(built_in) = net::embedded().ok().filter(|_| samples.len() >= LEAST_POSITIONS) else {
        return Ok(None);
    };
    let [own, usual] = [&network, &*built_in].map(|network| {
        let scores: Vec<i32> = samples.par_iter().map(|sample| score(network, sample)).collect();
        even_chance(&outcomes(samples.iter().zip(scores)))
    });
    let even = (own * f64::from(EVEN) / usual).round() as u32;
    Ok((own > 0.0 && usual > 0.0 && EVENS.contains(&even)).then_some(even))
}

/// The evaluation of a position, in centipawns from the view of the side to move.
fn score(network: &Network, sample: &Sample) -> i32 {
    let (active, pieces) = (sample.active(), sample.count());
    let own = network.evaluate(Level::best(), [&active.own, &active.other], pieces);
    own + i32::from(sample.classical) * network.share(pieces) / SHARE_UNIT
}

/// What scores mean, fitted to positions with their results; scores in centipawns, side to move.
pub fn outcomes<'a>(scored: impl Iterator<Item = (&'a Sample, i32)>) -> Model {
    let mut counts = Counts::default();
    for (sample, score) in scored {
        counts.note(sample.material(), score, usize::from(sample.points));
    }
    counts.fit()
}

/// The score, in centipawns, at which the side to move wins half of its games with the usual material.
pub fn even_chance(model: &Model) -> f64 {
    model.at(USUAL_MATERIAL as u32).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Position;

    /// Games of ten positions whose results the first verdicts know better than the second.
    fn yardstick(games: usize) -> (Yardstick, Verdicts, Verdicts) {
        let mut random = fastrand::Rng::with_seed(2);
        let (mut samples, mut ends, mut good, mut bad) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for _ in 0..games {
            let points = random.u8(0..=2);
            for _ in 0..10 {
                samples.push(Sample::new(&Position::startpos(), 0, 0, points).unwrap());
                let known = 100 * (i32::from(points) - 1) + random.i32(-150..150);
                good.push(known);
                bad.push(known + random.i32(-60..60));
            }
            ends.push(samples.len());
        }
        let verdicts = |scores: Vec<i32>| Verdicts { scores, scale: 100.0, loss: 0.0 };
        (Yardstick { samples, ends }, verdicts(good), verdicts(bad))
    }

    #[test]
    fn the_better_prediction_has_less_loss_and_the_error_says_how_sure_that_is() {
        let (stick, good, bad) = yardstick(2000);
        let [forth, back] = [stick.compare(&good, &bad), stick.compare(&bad, &good)];
        assert!(forth.mean < 0.0 && forth.sigmas() < -3.0, "{forth}");
        assert!((forth.mean + back.mean).abs() < 1e-12 && (forth.error - back.error).abs() < 1e-12);
        let same = stick.compare(&good, &good);
        assert_eq!((same.mean, same.error), (0.0, 0.0));
        assert_eq!(same.sigmas(), 0.0);
        // A quarter of the games, twice the error.
        let (stick, good, bad) = yardstick(500);
        let ratio = stick.compare(&good, &bad).error / forth.error;
        assert!((1.6..2.5).contains(&ratio), "{ratio}");
    }

    #[test]
    fn the_net_that_is_built_in_states_the_scale_that_it_has() {
        let built_in = net::embedded().unwrap();
        let (stick, ..) = yardstick(10);
        let verdicts = stick.judge(&built_in);
        assert_eq!(verdicts.scores.len(), stick.positions());
        // Too few positions say nothing of chances.
        assert_eq!(even(&Parts::default(), stick.samples()), Err(ShapeError::Hidden(0)));
    }
}
