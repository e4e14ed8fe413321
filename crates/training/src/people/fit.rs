//! The fit of the weights: gradient ascent on the likelihood of the moves that people played.

use heirloom_flagship::people::{COUNT, Features, RATINGS, SQUARES, Weights};
use rayon::prelude::*;

use super::looks::Choice;

/// A choice in numbers.
pub struct Sample {
    /// The rating of the player.
    pub rating: f32,
    /// The legal moves.
    pub moves: Vec<Features>,
    /// The index of the move played.
    pub played: usize,
}

/// One game in this many is held back.
const HELD_BACK: u32 = 5;
/// The step of the optimizer.
const RATE: f32 = 0.03;
/// How strongly weights are drawn to zero, per sample.
const DECAY: f32 = 2e-5;
/// How strongly weights of neighboring ratings are drawn to each other, per sample.
const SMOOTHNESS: f32 = 2e-4;
/// The same as `DECAY`, for squares.
const SQUARE_DECAY: f32 = 1e-4;

/// Returns the samples to fit and those held back.
pub fn split(choices: &[Choice]) -> [Vec<Sample>; 2] {
    let sample = |choice: &Choice| {
        let (moves, played) = choice.features()?;
        Some((choice.game.is_multiple_of(HELD_BACK), Sample { rating: choice.rating as f32, moves, played }))
    };
    let all: Vec<_> = choices.par_iter().filter_map(sample).collect();
    let (held, fitted): (Vec<_>, Vec<_>) = all.into_iter().partition(|(held, _)| *held);
    [fitted, held].map(|samples| samples.into_iter().map(|(_, sample)| sample).collect())
}

/// Returns the mean logarithm of the chance of the moves that people played, and how often the most appealing
/// move is theirs. A rating given here stands in for that of the players.
pub fn likelihood(weights: &Weights, samples: &[Sample], rating: Option<f32>) -> (f64, f64) {
    let of = |sample: &Sample| {
        let chances = weights.chances(rating.unwrap_or(sample.rating), &sample.moves);
        let most = chances.iter().copied().fold(0.0, f32::max);
        let played = chances[sample.played];
        (f64::from(played.max(1e-9).ln()), if played >= most { 1.0 } else { 0.0 })
    };
    let sum = samples.par_iter().map(of).reduce(|| (0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
    let count = samples.len().max(1) as f64;
    (sum.0 / count, sum.1 / count)
}

const NAMED: usize = COUNT * RATINGS.len();

/// Returns the weights from a list: the named ones, rating by rating, then the squares.
fn unflat(values: &[f32]) -> Weights {
    let mut weights = Weights::zero();
    for (named, values) in weights.named.iter_mut().zip(values.chunks(COUNT)) {
        named.copy_from_slice(values);
    }
    weights.squares.copy_from_slice(&values[NAMED..]);
    weights
}

/// Returns the gradient of the sum of the logarithms.
fn gradient(weights: &Weights, samples: &[Sample]) -> Vec<f32> {
    let of_chunk = |samples: &[Sample]| {
        let mut sums = vec![0.0_f32; NAMED + SQUARES];
        for sample in samples {
            let chances = weights.chances(sample.rating, &sample.moves);
            let ([low, high], share) = Weights::between(sample.rating);
            for (index, (features, chance)) in sample.moves.iter().zip(chances).enumerate() {
                let pull = if index == sample.played { 1.0 - chance } else { -chance };
                for (at, value) in features.values.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                    sums[low * COUNT + at] += pull * value * (1.0 - share);
                    sums[high * COUNT + at] += pull * value * share;
                }
                let [from, to] = features.squares.map(usize::from);
                for (half, part) in [(0, 1.0 - features.endgame), (SQUARES / 2, features.endgame)] {
                    sums[NAMED + half + to] += pull * part;
                    sums[NAMED + half + from] -= pull * part;
                }
            }
        }
        sums
    };
    let add = |mut one: Vec<f32>, other: Vec<f32>| {
        one.iter_mut().zip(other).for_each(|(one, other)| *one += other);
        one
    };
    // Chunks of a fixed size are added in order, so that every machine finds the same weights.
    let parts: Vec<Vec<f32>> = samples.par_chunks(2048).map(of_chunk).collect();
    parts.into_iter().fold(vec![0.0; NAMED + SQUARES], add)
}

/// Fits the weights in this many steps. `progress` is called after each and returns true to stop.
pub fn fit(samples: &[Sample], steps: usize, progress: &mut dyn FnMut() -> bool) -> Weights {
    let mut values = vec![0.0_f32; NAMED + SQUARES];
    let (mut mean, mut square) = (vec![0.0_f32; values.len()], vec![0.0_f32; values.len()]);
    let scale = 1.0 / samples.len().max(1) as f32;
    for step in 1..=steps {
        let mut slope = gradient(&unflat(&values), samples);
        slope.iter_mut().for_each(|slope| *slope *= scale);
        for (at, slope) in slope.iter_mut().enumerate() {
            if at >= NAMED {
                *slope -= SQUARE_DECAY * values[at];
                continue;
            }
            *slope -= DECAY * values[at];
            if at >= COUNT {
                *slope += SMOOTHNESS * (values[at - COUNT] - values[at]);
            }
            if at + COUNT < NAMED {
                *slope += SMOOTHNESS * (values[at + COUNT] - values[at]);
            }
        }
        let rate = RATE * (1.0 - (step - 1) as f32 / steps as f32).max(0.02);
        let (bias1, bias2) = (1.0 - 0.9_f32.powi(step as i32), 1.0 - 0.99_f32.powi(step as i32));
        for (at, slope) in slope.into_iter().enumerate() {
            mean[at] = 0.9 * mean[at] + 0.1 * slope;
            square[at] = 0.99 * square[at] + 0.01 * slope * slope;
            values[at] += rate * (mean[at] / bias1) / ((square[at] / bias2).sqrt() + 1e-8);
        }
        if progress() {
            break;
        }
    }
    unflat(&values)
}
