//! Expected points, the targets of positions, and the loss over all positions.

use rayon::prelude::*;

use super::samples::{Label, Samples};
use super::score::{Gradient, Weights};
use crate::golden_section;

/// Number of samples that a thread takes at a time. These are added in order, so that the result is the same
/// for any number of threads.
const CHUNK: usize = 2048;

/// Expected points of White: `1 / (1 + 10^(-K · score / 400))`, the form of Peter Österlund's tuning method
/// for Texel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sigmoid(f32);

impl Sigmoid {
    /// Creates the curve with this K.
    pub fn new(k: f64) -> Sigmoid {
        Sigmoid((k * std::f64::consts::LN_10 / 400.0) as f32)
    }

    /// Returns the expected points, 0 to 1, for a score in centipawns from White's point of view.
    #[inline]
    pub fn points(self, score: f32) -> f32 {
        1.0 / (1.0 + (-self.0 * score).exp())
    }

    /// Returns the derivative with respect to the score where the curve has these points.
    #[inline]
    pub fn slope(self, points: f32) -> f32 {
        self.0 * points * (1.0 - points)
    }
}

/// Returns the expected points that each position is tuned to. `lambda` is the weight of the engine's score
/// against the result. If one is missing, the other counts alone; without both, it is half a point.
pub fn targets(samples: &Samples, lambda: f64, of_scores: Sigmoid) -> Vec<f32> {
    let lambda = lambda as f32;
    let target = |label: Label| {
        let result = label.result.map(|half_points| f32::from(half_points) / 2.0);
        let score = label.score.map(|score| of_scores.points(f32::from(score)));
        match (result, score) {
            (Some(result), Some(score)) => lambda * score + (1.0 - lambda) * result,
            (known, other) => known.or(other).unwrap_or(0.5),
        }
    };
    (0..samples.len()).map(|index| target(samples.label(index))).collect()
}

/// Returns the mean squared difference between expected points and targets.
pub fn mean(samples: &Samples, targets: &[f32], weights: &Weights, sigmoid: Sigmoid) -> f64 {
    mean_of(targets, sigmoid, |index| weights.score(&samples.get(index)).score)
}

fn mean_of(targets: &[f32], sigmoid: Sigmoid, score: impl Fn(usize) -> f32 + Sync) -> f64 {
    let chunks = targets.par_chunks(CHUNK).enumerate().map(|(chunk, targets)| {
        let error = |(offset, target): (usize, &f32)| {
            f64::from(sigmoid.points(score(chunk * CHUNK + offset)) - target).powi(2)
        };
        targets.iter().enumerate().map(error).sum::<f64>()
    });
    let sums: Vec<f64> = chunks.collect();
    sums.iter().sum::<f64>() / targets.len().max(1) as f64
}

/// Returns the scores of all samples in centipawns from White's point of view.
pub fn scores(samples: &Samples, weights: &Weights) -> Vec<f32> {
    (0..samples.len()).into_par_iter().map(|index| weights.score(&samples.get(index)).score).collect()
}

/// Returns the K that minimizes the loss of these scores, by golden-section search between 0.05 and 10.
///
/// None if there are no samples, or the scores predict nothing.
pub fn fit_k(scores: &[f32], targets: &[f32]) -> Option<f64> {
    if scores.is_empty() {
        return None;
    }
    // The search is over the logarithm, since K is a factor.
    let loss = |log: f64| mean_of(targets, Sigmoid::new(log.exp()), |index| scores[index]);
    let k = golden_section::minimum(0.05f64.ln(), 10f64.ln(), 1e-4, loss).exp();
    (0.051..9.9).contains(&k).then_some(k)
}

/// Returns the gradient of the mean loss over the samples with these numbers, and that loss.
pub fn gradient(
    samples: &Samples,
    targets: &[f32],
    numbers: &[u32],
    weights: &Weights,
    sigmoid: Sigmoid,
    parameters: usize,
) -> Gradient {
    let chunks = numbers.par_chunks(CHUNK).map(|numbers| {
        let mut gradient = Gradient::new(parameters);
        let mut loss = 0.0;
        for &number in numbers {
            let sample = samples.get(number as usize);
            let scored = weights.score(&sample);
            let points = sigmoid.points(scored.score);
            let error = points - targets[number as usize];
            loss += error * error;
            weights.add_gradient(&sample, &scored, 2.0 * error * sigmoid.slope(points), &mut gradient);
        }
        gradient.loss = f64::from(loss);
        gradient
    });
    let parts: Vec<Gradient> = chunks.collect();
    let mut sum = Gradient::new(parameters);
    for part in &parts {
        sum.add(part);
    }
    sum.scale(1.0 / numbers.len().max(1) as f32);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_follow_the_formula() {
        let sigmoid = Sigmoid::new(1.0);
        assert_eq!(sigmoid.points(0.0), 0.5);
        // With K = 1 the curve is Elo's: 400 points are odds of ten to one.
        assert!((sigmoid.points(400.0) - 10.0 / 11.0).abs() < 1e-6);
        let slope = (sigmoid.points(101.0) - sigmoid.points(99.0)) / 2.0;
        assert!((sigmoid.slope(sigmoid.points(100.0)) - slope).abs() < 1e-6);
    }

    #[test]
    fn k_is_found_again() {
        let scores: Vec<f32> = (-500..=500).map(|score| score as f32).collect();
        for k in [0.3, 1.13, 4.0] {
            let targets: Vec<f32> = scores.iter().map(|&score| Sigmoid::new(k).points(score)).collect();
            let found = fit_k(&scores, &targets).unwrap();
            assert!((found / k - 1.0).abs() < 1e-3, "{found} {k}");
        }
        assert_eq!(fit_k(&[], &[]), None);
        assert_eq!(fit_k(&[100.0, -100.0], &[0.5, 0.5]), None);
    }
}
