//! The loss and its gradient, forward and backward in one pass.

use multiversion::multiversion;

use super::model::{Model, Shape};
use super::sample::{Active, Sample};

/// Number of values kept in registers while columns are added.
const TILE: usize = 32;

/// How the target of a position is computed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// The scale in centipawns of an output of one.
    pub scale: f32,
    /// The weight of the game result; the rest is the weight of the score.
    pub result: f32,
}

impl Target {
    /// Returns the target for the side to move, in expected points from 0 to 1.
    #[inline]
    pub fn points(self, sample: &Sample) -> f32 {
        let by_score = sigmoid(f32::from(sample.score) / self.scale);
        by_score + self.result * (f32::from(sample.points) / 2.0 - by_score)
    }
}

/// The logistic function.
#[inline]
pub fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The buffers of one thread.
pub struct Scratch {
    /// Neurons of both views, and the derivatives of the loss with respect to them.
    neurons: Vec<f32>,
    slopes: Vec<f32>,
}

impl Scratch {
    /// Creates buffers for nets of this shape.
    pub fn new(shape: Shape) -> Scratch {
        Scratch { neurons: vec![0.0; 2 * shape.hidden], slopes: vec![0.0; 2 * shape.hidden] }
    }
}

/// Adds the gradient of the squared errors of `samples` to `gradient` and returns the sum of the errors.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl+fma", "x86_64+avx2+fma"))]
pub fn add(
    model: &Model,
    samples: &[Sample],
    target: Target,
    gradient: &mut [f32],
    scratch: &mut Scratch,
) -> f64 {
    let shape = model.shape;
    let hidden = shape.hidden;
    let [_, bias, output, output_bias, shares] = shape.parts();
    let mut loss = 0.0;
    for sample in samples {
        let active = sample.active();
        let bucket = shape.bucket(sample);
        let row = output.start + bucket * 2 * hidden..output.start + (bucket + 1) * 2 * hidden;
        let classical = f32::from(sample.classical) / target.scale;
        let out = forward(model, bucket, &active, classical, &mut scratch.neurons);
        // The error, and the derivative of its square with respect to the output.
        let points = sigmoid(out);
        let error = points - target.points(sample);
        loss += f64::from(error * error);
        let slope = 2.0 * error * points * (1.0 - points);
        // Backward pass.
        gradient[output_bias.start + bucket] += slope;
        gradient[shares.start + bucket] += slope * classical;
        back(slope, &scratch.neurons, &model.values[row.clone()], &mut gradient[row], &mut scratch.slopes);
        let (own, other) = scratch.slopes.split_at(hidden);
        add_to(&mut gradient[bias.clone()], own);
        add_to(&mut gradient[bias.clone()], other);
        for (slopes, features) in [(own, &active.own), (other, &active.other)] {
            for &feature in features {
                add_to(&mut gradient[shape.column(feature)..][..hidden], slopes);
            }
        }
    }
    loss
}

/// Returns the sum of the squared errors of `samples`.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl+fma", "x86_64+avx2+fma"))]
pub fn loss(model: &Model, samples: &[Sample], target: Target, scratch: &mut Scratch) -> f64 {
    let mut loss = 0.0;
    for sample in samples {
        let (bucket, classical) = (model.shape.bucket(sample), f32::from(sample.classical) / target.scale);
        let out = forward(model, bucket, &sample.active(), classical, &mut scratch.neurons);
        let error = sigmoid(out) - target.points(sample);
        loss += f64::from(error * error);
    }
    loss
}

/// Computes the neurons of both views and returns the output before the logistic function.
#[inline(always)]
fn forward(model: &Model, bucket: usize, active: &Active, classical: f32, neurons: &mut [f32]) -> f32 {
    let hidden = model.shape.hidden;
    let [columns, bias, output, output_bias, shares] = model.shape.parts();
    let (weights, begin) = (&model.values[columns], &model.values[bias]);
    let (own, other) = neurons.split_at_mut(hidden);
    sum_columns(own, begin, weights, &active.own);
    sum_columns(other, begin, weights, &active.other);
    let row = &model.values[output.start + bucket * 2 * hidden..][..2 * hidden];
    model.values[output_bias.start + bucket]
        + model.values[shares.start + bucket] * classical
        + activated(neurons, row)
}

/// Computes the neurons of one view before activation.
#[inline(always)]
fn sum_columns(neurons: &mut [f32], begin: &[f32], weights: &[f32], features: &[u16]) {
    let hidden = begin.len();
    for (tile, neurons) in neurons.as_chunks_mut::<TILE>().0.iter_mut().enumerate() {
        let mut sum = [0.0; TILE];
        sum.copy_from_slice(&begin[tile * TILE..][..TILE]);
        for &feature in features {
            let column = &weights[usize::from(feature) * hidden + tile * TILE..][..TILE];
            for (sum, weight) in sum.iter_mut().zip(column) {
                *sum += weight;
            }
        }
        *neurons = sum;
    }
}

/// Returns the weighted sum of all neurons, clamped and squared. The order of addition is the same on all
/// processors.
#[inline(always)]
fn activated(neurons: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0; 16];
    for (neurons, weights) in neurons.as_chunks::<16>().0.iter().zip(weights.as_chunks::<16>().0) {
        for (sum, (neuron, weight)) in sums.iter_mut().zip(neurons.iter().zip(weights)) {
            let value = neuron.clamp(0.0, 1.0);
            *sum += value * value * weight;
        }
    }
    sums.iter().sum()
}

/// Propagates the slope of the output: adds the gradient of its weights and computes the slopes of the
/// neurons.
#[inline(always)]
fn back(slope: f32, neurons: &[f32], weights: &[f32], gradient: &mut [f32], slopes: &mut [f32]) {
    let (weights, gradient, slopes) =
        (&weights[..neurons.len()], &mut gradient[..neurons.len()], &mut slopes[..neurons.len()]);
    for index in 0..neurons.len() {
        let value = neurons[index].clamp(0.0, 1.0);
        gradient[index] += slope * value * value;
        // Outside the clamp the derivative is zero.
        let derivative = if value == neurons[index] { 2.0 * value } else { 0.0 };
        slopes[index] = slope * weights[index] * derivative;
    }
}

#[inline(always)]
fn add_to(sums: &mut [f32], values: &[f32]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}
