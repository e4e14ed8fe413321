//! A net in floating point.

use heirloom_flagship::net::{self, MAX_BUCKETS, MAX_HIDDEN, bucket};
use serde::{Deserialize, Serialize};

use super::sample::Sample;

/// The dimensions of a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shape {
    /// Number of neurons per view, a multiple of 32.
    pub hidden: usize,
    /// Number of outputs, chosen by the number of pieces.
    pub buckets: usize,
}

impl Shape {
    /// Creates a shape; none if the flagship cannot use it.
    pub fn new(hidden: usize, buckets: usize) -> Option<Shape> {
        let good = hidden > 0
            && hidden.is_multiple_of(32)
            && hidden <= MAX_HIDDEN
            && (1..=MAX_BUCKETS).contains(&buckets);
        good.then_some(Shape { hidden, buckets })
    }

    /// Returns the ranges of the parts within all numbers: columns, bias, output weights, output bias, shares
    /// of the classical evaluation.
    pub fn parts(self) -> [std::ops::Range<usize>; 5] {
        let lengths = [
            net::COUNT * self.hidden,
            self.hidden,
            2 * self.hidden * self.buckets,
            self.buckets,
            self.buckets,
        ];
        let mut end = 0;
        lengths.map(|length| {
            let begin = end;
            end += length;
            begin..end
        })
    }

    /// Returns the total number of values in a net.
    pub fn count(self) -> usize {
        self.parts()[4].end
    }

    /// Returns the offset of the weights of a feature.
    #[inline(always)]
    pub fn column(self, feature: u16) -> usize {
        usize::from(feature) * self.hidden
    }

    /// Returns the output bucket of a sample.
    #[inline]
    pub fn bucket(self, sample: &Sample) -> usize {
        bucket(sample.count(), self.buckets)
    }
}

/// The weights of a net.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The dimensions.
    pub shape: Shape,
    /// All values, in the order of [`Shape::parts`].
    pub values: Vec<f32>,
}

impl Model {
    /// Creates an untrained net: small random weights, so that no two neurons learn the same.
    pub fn random(shape: Shape, seed: u64) -> Model {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut values = vec![0.0; shape.count()];
        let [columns, _, output, ..] = shape.parts();
        // About 25 features are active at a time, and twice `hidden` neurons are inputs of the output (He et
        // al., 2015).
        for (part, inputs) in [(columns, 25.0), (output, 2.0 * shape.hidden as f32)] {
            let most = (3.0 / inputs).sqrt();
            values[part].fill_with(|| (random.f32() * 2.0 - 1.0) * most);
        }
        // Neurons begin within the range of the activation.
        let [_, bias, ..] = shape.parts();
        values[bias].fill(0.25);
        Model { shape, values }
    }

    /// Sets the share of the classical evaluation, the same for all outputs.
    pub fn set_share(&mut self, share: f32) {
        let [.., shares] = self.shape.parts();
        self.values[shares].fill(share);
    }

    /// Returns true if the net uses a share of the classical evaluation.
    pub fn is_hybrid(&self) -> bool {
        let [.., shares] = self.shape.parts();
        self.values[shares].iter().any(|&share| share != 0.0)
    }

    /// Returns the output for a sample, in units of `scale`. Slow and simple, for tests and comparisons.
    pub fn output(&self, sample: &Sample, scale: f32) -> f32 {
        let [_, bias, output, output_bias, shares] = self.shape.parts();
        let (hidden, bucket) = (self.shape.hidden, self.shape.bucket(sample));
        let active = sample.active();
        let mut sum = self.values[output_bias.start + bucket]
            + self.values[shares.start + bucket] * f32::from(sample.classical) / scale;
        for (view, features) in [&active.own, &active.other].into_iter().enumerate() {
            for neuron in 0..hidden {
                let columns =
                    features.iter().map(|&feature| self.values[self.shape.column(feature) + neuron]);
                let value: f32 = self.values[bias.start + neuron] + columns.sum::<f32>();
                sum += value.clamp(0.0, 1.0).powi(2)
                    * self.values[output.start + (bucket * 2 + view) * hidden + neuron];
            }
        }
        sum
    }
}
