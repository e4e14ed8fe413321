//! Conversion between floating point and integers, and the resulting loss of precision.

use heirloom_flagship::net::{CLIP_MAX, Level, Network, Parts, QA, QB, SHARE_UNIT, SQUARE_SHIFT};

use super::model::{Model, Shape};
use super::sample::Sample;

/// Why a net cannot be quantized.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RangeError {
    /// A neuron could overflow 16 bits: its number and the largest value.
    #[error("neuron {0} could reach {1}, which overflows 16 bits")]
    Neuron(usize, i64),
    /// An output could overflow 32 bits: its number and the largest value.
    #[error("the sum of output {0} could reach {1}, which overflows 32 bits")]
    Output(usize, i64),
    /// A weight is not finite.
    #[error("some weights are not finite; train again with a lower --rate")]
    NotFinite,
}

/// Converts a net to rounded integers for the flagship; `scale` is that of its training. Fails if a sum could
/// overflow.
pub fn parts(model: &Model, scale: f32, about: Vec<String>) -> Result<Parts, RangeError> {
    if !model.values.iter().all(|value| value.is_finite()) {
        return Err(RangeError::NotFinite);
    }
    let [columns, bias, output, output_bias, shares] = model.shape.parts();
    let rounded = |range: std::ops::Range<usize>, one: i32| -> Vec<i32> {
        model.values[range].iter().map(|value| (f64::from(*value) * f64::from(one)).round() as i32).collect()
    };
    let short = |numbers: Vec<i32>| numbers.into_iter().map(|number| number as i16).collect();
    let parts = Parts {
        hidden: model.shape.hidden,
        buckets: model.shape.buckets,
        feature_weights: short(rounded(columns, QA)),
        bias: short(rounded(bias, QA)),
        output: short(rounded(output, QB)),
        output_bias: rounded(output_bias, QA * QB),
        shares: rounded(shares, SHARE_UNIT),
        scale: scale.round() as usize,
        win_half: None,
        about,
    };
    check(&parts)?;
    Ok(parts)
}

/// Converts integers back to a model; none if the shape cannot be trained.
pub fn model(parts: &Parts) -> Option<Model> {
    let shape = Shape::new(parts.hidden, parts.buckets)?;
    let short = |numbers: &[i16], one: i32| {
        numbers.iter().map(|&number| f32::from(number) / one as f32).collect::<Vec<f32>>()
    };
    let mut values = short(&parts.feature_weights, QA);
    values.extend(short(&parts.bias, QA));
    values.extend(short(&parts.output, QB));
    values.extend(parts.output_bias.iter().map(|&number| number as f32 / (QA * QB) as f32));
    values.extend(parts.shares.iter().map(|&share| share as f32 / SHARE_UNIT as f32));
    (values.len() == shape.count()).then_some(Model { shape, values })
}

/// The difference between integer and floating-point evaluation, in centipawns.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct QuantizationError {
    /// Mean absolute difference.
    pub mean: f64,
    /// Largest absolute difference.
    pub largest: f64,
}

/// Compares the evaluations of a quantized net with those of the model it was made from, on at most `most` of
/// the samples.
pub fn difference(
    network: &Network,
    model: &Model,
    scale: f32,
    samples: &[Sample],
    most: usize,
) -> QuantizationError {
    let (mut sum, mut largest, mut count) = (0.0_f64, 0.0_f64, 0);
    for sample in samples.iter().step_by(samples.len().div_ceil(most.max(1)).max(1)) {
        let active = sample.active();
        let own = network.evaluate(Level::best(), [&active.own, &active.other], sample.count());
        let whole = f64::from(own + i32::from(sample.classical) * network.share(sample.count()) / SHARE_UNIT);
        let exact = f64::from(model.output(sample, scale) * scale);
        sum += (whole - exact).abs();
        largest = largest.max((whole - exact).abs());
        count += 1;
    }
    QuantizationError { mean: sum / f64::from(count.max(1)), largest }
}

/// Checks that no position can overflow a sum.
fn check(parts: &Parts) -> Result<(), RangeError> {
    for neuron in 0..parts.hidden {
        // At most one feature is active on each square, at most 32 in total.
        let mut most = [(0_i64, 0_i64); 64];
        for feature in 0..parts.feature_weights.len() / parts.hidden {
            let weight = i64::from(parts.feature_weights[feature * parts.hidden + neuron]);
            let square = &mut most[feature % 64];
            *square = (square.0.min(weight), square.1.max(weight));
        }
        let bias = i64::from(parts.bias[neuron]);
        let sum_of_32 = |mut sizes: Vec<i64>| {
            sizes.sort_unstable_by_key(|size| std::cmp::Reverse(*size));
            sizes.into_iter().take(32).sum::<i64>()
        };
        let low = bias - sum_of_32(most.iter().map(|square| -square.0).collect());
        let high = bias + sum_of_32(most.iter().map(|square| square.1).collect());
        if let Some(most) = [low, high].into_iter().find(|&most| i16::try_from(most).is_err()) {
            return Err(RangeError::Neuron(neuron, most));
        }
    }
    let one = i64::from(CLIP_MAX).pow(2) >> SQUARE_SHIFT;
    for (bucket, weights) in parts.output.chunks(2 * parts.hidden).enumerate() {
        for sign in [1, -1] {
            let most = weights.iter().map(|&weight| (i64::from(weight) * sign).max(0) * one).sum::<i64>();
            if most > i64::from(i32::MAX) {
                return Err(RangeError::Output(bucket, most * sign));
            }
        }
    }
    Ok(())
}
