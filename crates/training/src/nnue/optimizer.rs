//! Gradient descent by AdamW, with limits that keep all numbers small enough for 16 bits.

use rayon::prelude::*;

use super::model::Shape;

const DECAY_MEAN: f32 = 0.9;
const DECAY_SQUARE: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// Weight decay per step, as a multiple of the learning rate.
const WEIGHT_DECAY: f32 = 0.01;

/// The largest absolute weight: nets with output weights above two are refused, and sums of columns must fit
/// into 16 bits.
const MAX_WEIGHT: f32 = 1.98;

/// Number of values that a thread updates at a time.
const CHUNK: usize = 4096;

/// AdamW: Adam with decoupled weight decay (Loshchilov and Hutter, 2017).
#[derive(Clone, PartialEq, Debug)]
pub struct Optimizer {
    /// Number of steps so far.
    pub steps: u32,
    /// The running mean of each value's gradient.
    pub means: Vec<f32>,
    /// The running mean of its square.
    pub squares: Vec<f32>,
}

impl Optimizer {
    /// Creates an optimizer before the first step.
    pub fn new(shape: Shape) -> Optimizer {
        Optimizer { steps: 0, means: vec![0.0; shape.count()], squares: vec![0.0; shape.count()] }
    }

    /// Makes one step against the gradient, which is first multiplied by `share`.
    pub fn step(&mut self, shape: Shape, values: &mut [f32], gradient: &[f32], share: f32, rate: f32) {
        self.steps = self.steps.saturating_add(1);
        let steps = self.steps as f32;
        let (mean_scale, square_scale) = (1.0 - DECAY_MEAN.powf(steps), 1.0 - DECAY_SQUARE.powf(steps));
        let weights_end = shape.parts()[2].end;
        let chunks = values.par_chunks_mut(CHUNK).zip(gradient.par_chunks(CHUNK));
        let memory = self.means.par_chunks_mut(CHUNK).zip(self.squares.par_chunks_mut(CHUNK));
        chunks.zip(memory).for_each(|((values, gradient), (means, squares))| {
            for index in 0..values.len() {
                let slope = gradient[index] * share;
                means[index] = DECAY_MEAN * means[index] + (1.0 - DECAY_MEAN) * slope;
                squares[index] = DECAY_SQUARE * squares[index] + (1.0 - DECAY_SQUARE) * slope * slope;
                let step = means[index] / mean_scale / ((squares[index] / square_scale).sqrt() + EPSILON);
                values[index] -= rate * (step + WEIGHT_DECAY * values[index]);
            }
        });
        // The output bias needs no limit.
        values[..weights_end].par_chunks_mut(CHUNK).for_each(|values| {
            for value in values {
                *value = value.clamp(-MAX_WEIGHT, MAX_WEIGHT);
            }
        });
    }
}
