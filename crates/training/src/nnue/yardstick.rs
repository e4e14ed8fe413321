//! A yardstick for nets: games that no net is trained on, and how well a net predicts their results.
//!
//! Positions of one game share its result, so errors are computed per game. Two nets are compared on the same
//! positions: what is hard to predict is hard for both, so the difference is known far better than either
//! loss.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use heirloom_flagship::classical::Evaluator;
use heirloom_flagship::net::{self, Level, Network, Parts, SHARE_UNIT, ShapeError, WIN_HALF, WIN_HALF_RANGE};
use heirloom_flagship::outcome::{Model, USUAL_MATERIAL};
use rayon::prelude::*;

use super::gradient::sigmoid;
use super::sample::Sample;
use super::samples::{MAX_CLASSICAL, SamplesError};
use crate::datagen::settings::Settings;
use crate::games::quiet::Quiet;
use crate::games::reader::Reader;
use crate::golden_section;
use crate::outcomes::Counts;

/// Minimum number of positions for an estimate of the even-chance score.
const MIN_POSITIONS: usize = 20_000;

/// Returns the self-play settings of a yardstick. Its openings are longer than those of training games, so
/// that no line is in both.
pub fn settings(nodes: u64) -> Settings {
    Settings { soft_nodes: nodes, hard_nodes: nodes * 8, random_plies: 11..=14, ..Settings::default() }
}

/// The quiet positions of a yardstick's games.
pub struct Yardstick {
    samples: Vec<Sample>,
    /// The end index of each game's positions.
    ends: Vec<usize>,
}

/// The evaluations of all positions by a net.
pub struct Predictions {
    /// In centipawns from the point of view of the side to move.
    scores: Vec<i32>,
    /// The scale in centipawns at which the logistic function of the scores best predicts the results.
    pub scale: f64,
    /// The mean squared error of the expected points.
    pub loss: f64,
}

/// The difference between the losses of two nets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The first loss minus the second: negative if the first net predicts better.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

impl Difference {
    /// Returns the mean in standard errors.
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
    /// Reads a game file until `stop` is set; `count` is increased by the bytes read. Fails with the first
    /// damaged block or illegal move.
    pub fn read(path: &Path, count: Arc<AtomicU64>, stop: &AtomicBool) -> Result<Yardstick, SamplesError> {
        let wrong = |error| SamplesError::Read(path.into(), error);
        let mut reader = Reader::open(path, count).map_err(wrong)?;
        let (mut judge, quiet) = (Evaluator::default(), Quiet::default());
        let mut yardstick = Yardstick { samples: Vec::new(), ends: Vec::new() };
        while let Some(game) = reader.next_game().map_err(wrong)?.filter(|_| !stop.load(Ordering::Relaxed)) {
            let taken = quiet.of(&game, |position, score| {
                let classical = judge.white(position).clamp(-MAX_CLASSICAL, MAX_CLASSICAL) as i16;
                yardstick.samples.extend(Sample::new(position, classical, score, game.points()));
            });
            taken.map_err(|illegal| SamplesError::Illegal(path.into(), reader.games(), illegal))?;
            yardstick.ends.push(yardstick.samples.len());
        }
        Ok(yardstick)
    }

    /// Returns the number of games.
    pub fn games(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> usize {
        self.samples.len()
    }

    /// Returns the positions.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Evaluates all positions with a net.
    pub fn judge(&self, network: &Network) -> Predictions {
        let scores: Vec<i32> = self.samples.par_iter().map(|sample| score(network, sample)).collect();
        // Added in order, so that the same net always gets the same loss.
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
        let scale = golden_section::minimum(20.0, 2000.0, 0.01, loss);
        let loss = loss(scale);
        Predictions { scores, scale, loss }
    }

    /// Compares two nets, game by game.
    pub fn compare(&self, first: &Predictions, second: &Predictions) -> Difference {
        let mut games: Vec<(f64, f64)> = Vec::with_capacity(self.ends.len());
        let mut start = 0;
        for &end in &self.ends {
            let loss = |verdicts: &Predictions, index: usize| {
                error(&self.samples[index], verdicts.scores[index], verdicts.scale)
            };
            let difference: f64 = (start..end).map(|index| loss(first, index) - loss(second, index)).sum();
            games.push((difference, (end - start) as f64));
            start = end;
        }
        let positions = self.samples.len().max(1) as f64;
        let mean = games.iter().map(|(difference, _)| difference).sum::<f64>() / positions;
        // The error of a ratio of sums, with each game as one observation.
        let squares: f64 = games.iter().map(|(difference, count)| (difference - mean * count).powi(2)).sum();
        let count = games.len() as f64;
        Difference { mean, error: (squares * count / (count - 1.0).max(1.0)).sqrt() / positions }
    }

    /// Returns the win, draw and loss model of a net's evaluations.
    pub fn outcomes(&self, verdicts: &Predictions) -> Model {
        outcomes(self.samples.iter().zip(verdicts.scores.iter().copied()))
    }
}

/// Returns the squared error of a score as a prediction of the result.
fn error(sample: &Sample, score: i32, scale: f64) -> f64 {
    let expected = f64::from(sigmoid((f64::from(score) / scale) as f32));
    (expected - f64::from(sample.points) / 2.0).powi(2)
}

/// Returns the score with an even chance of winning, in tenths of a centipawn in the units of the net's file;
/// none if there are too few positions. How often a score wins depends on the games. So the built-in net is
/// measured as well: it has [`WIN_HALF`] in the games of a standard yardstick, and the other net's score is
/// scaled accordingly. Fails if the parts are not a valid net.
pub fn win_half(parts: &Parts, samples: &[Sample]) -> Result<Option<u32>, ShapeError> {
    let network = Network::new(Parts { win_half: None, ..parts.clone() })?;
    let Some(built_in) = net::embedded().ok().filter(|_| samples.len() >= MIN_POSITIONS) else {
        return Ok(None);
    };
    let [own, usual] = [&network, &*built_in].map(|network| {
        let scores: Vec<i32> = samples.par_iter().map(|sample| score(network, sample)).collect();
        even_chance(&outcomes(samples.iter().zip(scores)))
    });
    let win_half = (own * f64::from(WIN_HALF) / usual).round() as u32;
    Ok((own > 0.0 && usual > 0.0 && WIN_HALF_RANGE.contains(&win_half)).then_some(win_half))
}

/// Returns the evaluation of a position in centipawns from the point of view of the side to move.
fn score(network: &Network, sample: &Sample) -> i32 {
    let (active, pieces) = (sample.active(), sample.count());
    let own = network.evaluate(Level::best(), [&active.own, &active.other], pieces);
    own + i32::from(sample.classical) * network.share(pieces) / SHARE_UNIT
}

/// Fits the win, draw and loss model to positions with results; scores are in centipawns from the point of
/// view of the side to move.
pub fn outcomes<'a>(scored: impl Iterator<Item = (&'a Sample, i32)>) -> Model {
    let mut counts = Counts::default();
    for (sample, score) in scored {
        counts.note(sample.material(), score, usize::from(sample.points));
    }
    counts.fit()
}

/// Returns the score in centipawns at which the side to move wins half of its games with the usual material.
pub fn even_chance(model: &Model) -> f64 {
    model.at(USUAL_MATERIAL as u32).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Position;

    /// Returns games of ten positions whose results the first verdicts predict better than the second.
    fn yardstick(games: usize) -> (Yardstick, Predictions, Predictions) {
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
        let verdicts = |scores: Vec<i32>| Predictions { scores, scale: 100.0, loss: 0.0 };
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
        // A quarter of the games has twice the error.
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
        // The parts have no neurons.
        assert_eq!(win_half(&Parts::default(), stick.samples()), Err(ShapeError::Hidden(0)));
    }
}
