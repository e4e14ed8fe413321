//! The weights of a net, as integers, and its share of the classical evaluation.
//!
//! ```text
//! features of the side to move  -> hidden --+
//!                               (the same   +-- clamp(0, 1)² -> output for the piece count --+
//! features of the other side    -> weights) +                                                +-> centipawns
//!                                          share of that output · classical evaluation ------+
//! ```

pub mod file;

use std::ops::RangeInclusive;

use super::features;
use super::simd::{LANES, Lanes, Level, SQUARE_SHIFT, screlu_dot, update};
use crate::huge::Huge;

/// The quantized value of 1 in the hidden layer. The largest value that `screlu_dot` lets through is slightly
/// less.
pub const QA: i32 = 512;

/// The quantized value of 1 among the squares of the hidden layer.
const QA_SQUARED: i32 = (QA * QA) >> SQUARE_SHIFT;

/// The quantized value of 1 among the output weights.
pub const QB: i32 = 256;

/// The largest output weight, which is 2.
const MAX_OUTPUT_WEIGHT: u16 = 2 * QB as u16;

/// The share that means all of the classical evaluation.
pub const SHARE_UNIT: i32 = 256;

/// The largest scale: the value of an output of 1, in centipawns.
pub const MAX_SCALE: usize = 4000;

/// The score at which the side to move wins half of its games with
/// [`USUAL_MATERIAL`](crate::outcome::USUAL_MATERIAL), in tenths of a centipawn. The search was tuned with
/// net 9, which has this scale in our test games; other nets are scaled to it.
pub const WIN_HALF: u32 = 447;

/// The range of the value that a net may state instead, in tenths of a centipawn.
pub const WIN_HALF_RANGE: RangeInclusive<u32> = 100..=10_000;

/// The fractions of a centipawn in which the scale of the output is stored.
const SCALE_UNIT: i64 = 1 << 10;

/// The largest number of neurons per view.
pub const MAX_HIDDEN: usize = 2048;

/// The largest number of outputs.
pub const MAX_BUCKETS: usize = 16;

/// A net with one hidden layer.
#[derive(Debug)]
pub struct Network {
    /// Neurons per view, a multiple of [`LANES`].
    hidden: usize,
    /// The number of outputs, selected by the number of pieces.
    buckets: usize,
    /// A column of `hidden` weights per feature, times [`QA`].
    feature_weights: Huge<[Lanes]>,
    /// The bias of each neuron, times [`QA`].
    bias: Vec<Lanes>,
    /// The weights of each bucket, times [`QB`]: `hidden` for the side to move, then `hidden` for the other
    /// side.
    output: Vec<Lanes>,
    /// The bias of each output, times [`QA`] and [`QB`].
    output_bias: Vec<i32>,
    /// The share of the classical evaluation that each output adds, times [`SHARE_UNIT`].
    shares: Vec<i32>,
    /// The value of an output of 1 in centipawns, times [`SCALE_UNIT`].
    weight: i64,
}

/// The parts of a net before assembly, all in row-major order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// Neurons per view.
    pub hidden: usize,
    /// The number of outputs.
    pub buckets: usize,
    /// [`features::COUNT`] columns of `hidden` weights, times [`QA`].
    pub feature_weights: Vec<i16>,
    /// `hidden` values, times [`QA`].
    pub bias: Vec<i16>,
    /// `buckets` rows of twice `hidden` weights, times [`QB`].
    pub output: Vec<i16>,
    /// `buckets` values, times [`QA`] and [`QB`].
    pub output_bias: Vec<i32>,
    /// `buckets` values, times [`SHARE_UNIT`]: the share of the classical evaluation added to each output.
    pub shares: Vec<i32>,
    /// The value of an output of 1 in centipawns.
    pub scale: usize,
    /// The score of a 50% chance to win, in tenths of those centipawns; `None` for [`WIN_HALF`].
    pub win_half: Option<u32>,
    /// The origin of the net, line by line.
    pub about: Vec<String>,
}

/// Why parts do not form a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShapeError {
    /// The number of neurons is not a multiple of `LANES`, zero or too large.
    #[error("{0} neurons; expected a multiple of {LANES} up to {MAX_HIDDEN}")]
    Hidden(usize),
    /// The number of outputs is zero or too large.
    #[error("{0} outputs; expected 1 to {MAX_BUCKETS}")]
    Buckets(usize),
    /// The scale is zero or too large.
    #[error("a scale of {0} centipawns; expected 1 to {MAX_SCALE}")]
    Scale(usize),
    /// The score of a 50% chance to win is out of range.
    #[error(
        "a 50% win chance at {} tenths of a centipawn; expected {} to {}",
        .0,
        WIN_HALF_RANGE.start(),
        WIN_HALF_RANGE.end()
    )]
    WinHalf(u32),
    /// The length of a part does not match the shape.
    #[error("the lengths of its parts do not match its size")]
    Lengths,
    /// An output weight is so large that sums could overflow 32 bits.
    #[error("an output weight of {0}; expected -{MAX_OUTPUT_WEIGHT} to {MAX_OUTPUT_WEIGHT}")]
    OutputWeight(i16),
    /// A share of the classical evaluation is out of range.
    #[error("{0}/{SHARE_UNIT} of the classical evaluation; expected at most 2")]
    Share(i32),
    /// There is not enough memory.
    #[error("not enough memory for it; close another program first")]
    Memory,
}

impl Network {
    /// Assembles a net from its parts. Fails with the part that does not fit.
    pub fn new(parts: Parts) -> Result<Network, ShapeError> {
        let even = parts.win_half.unwrap_or(WIN_HALF);
        let Parts { hidden, buckets, feature_weights, bias, output, output_bias, mut shares, scale, .. } =
            parts;
        if hidden == 0 || hidden % LANES != 0 || hidden > MAX_HIDDEN {
            return Err(ShapeError::Hidden(hidden));
        }
        if !(1..=MAX_BUCKETS).contains(&buckets) {
            return Err(ShapeError::Buckets(buckets));
        }
        if !(1..=MAX_SCALE).contains(&scale) {
            return Err(ShapeError::Scale(scale));
        }
        if !WIN_HALF_RANGE.contains(&even) {
            return Err(ShapeError::WinHalf(even));
        }
        let lengths = [feature_weights.len(), bias.len(), output.len(), output_bias.len(), shares.len()];
        if lengths != [features::COUNT * hidden, hidden, 2 * hidden * buckets, buckets, buckets] {
            return Err(ShapeError::Lengths);
        }
        if let Some(&weight) = output.iter().find(|weight| weight.unsigned_abs() > MAX_OUTPUT_WEIGHT) {
            return Err(ShapeError::OutputWeight(weight));
        }
        if let Some(&share) = shares.iter().find(|share| share.unsigned_abs() > 2 * SHARE_UNIT.unsigned_abs())
        {
            return Err(ShapeError::Share(share));
        }
        let (first, bias, output) = (lanes(&feature_weights), lanes(&bias), lanes(&output));
        let mut feature_weights = Huge::zeros(first.len()).map_err(|_| ShapeError::Memory)?;
        feature_weights.copy_from_slice(&first);
        let weight = scale as i64 * SCALE_UNIT * i64::from(WIN_HALF) / i64::from(even);
        for share in &mut shares {
            *share = (i64::from(*share) * i64::from(WIN_HALF) / i64::from(even)) as i32;
        }
        Ok(Network { hidden, buckets, feature_weights, bias, output, output_bias, shares, weight })
    }

    /// Returns the number of outputs, which are selected by the number of pieces.
    pub(crate) fn buckets(&self) -> usize {
        self.buckets
    }

    /// Returns the number of [`Lanes`] in a view.
    #[inline(always)]
    pub(crate) fn width(&self) -> usize {
        self.hidden / LANES
    }

    /// Returns the weights of all features, column by column.
    #[inline(always)]
    pub(crate) fn feature_weights(&self) -> &[Lanes] {
        &self.feature_weights
    }

    /// Returns the bias of the neurons.
    pub(crate) fn bias(&self) -> &[Lanes] {
        &self.bias
    }

    /// Returns the share of the classical evaluation for this number of pieces on the board, times
    /// [`SHARE_UNIT`].
    #[inline]
    pub fn share(&self, pieces: usize) -> i32 {
        self.shares[bucket(pieces, self.buckets)]
    }

    /// Returns the net's part of the evaluation in centipawns from the view of the side to move, given the
    /// features of both views, own first, and the number of pieces on the board.
    pub fn evaluate(&self, level: Level, features: [&[u16]; 2], pieces: usize) -> i32 {
        let view = |features: &[u16]| {
            let mut neurons = self.bias.clone();
            update(level, &mut neurons, &self.bias, &self.feature_weights, [features], [&[]]);
            neurons
        };
        self.output(level, &view(features[0]), &view(features[1]), pieces)
    }

    /// Returns the output in centipawns from the view of the side to move, given the neurons of both views,
    /// own first, and the number of pieces on the board.
    #[inline]
    pub fn output(&self, level: Level, own: &[Lanes], other: &[Lanes], pieces: usize) -> i32 {
        let width = self.width();
        let bucket = bucket(pieces, self.buckets);
        let (for_own, for_other) = self.output[2 * width * bucket..][..2 * width].split_at(width);
        let sum = screlu_dot(level, own, for_own).wrapping_add(screlu_dot(level, other, for_other));
        // Squares have a finer unit than the bias.
        let sum = i64::from(sum / (QA_SQUARED / QA)) + i64::from(self.output_bias[bucket]);
        (sum * self.weight / (i64::from(QA * QB) * SCALE_UNIT)) as i32
    }
}

/// Returns the output for this number of pieces; more than a normal game has, as in composed positions, count
/// as 32.
#[inline(always)]
pub fn bucket(pieces: usize, buckets: usize) -> usize {
    (pieces.clamp(1, 32) - 1) * buckets / 32
}

fn lanes(numbers: &[i16]) -> Vec<Lanes> {
    numbers.as_chunks::<LANES>().0.iter().map(|chunk| Lanes(*chunk)).collect()
}
