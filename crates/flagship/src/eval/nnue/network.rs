//! The weights of a net, as whole numbers, and what it takes over from the classical evaluation.
//!
//! ```text
//! features of the side to move  -> hidden --+
//!                               (the same   +-- clamp(0, 1)² -> one output of the bucket for so many pieces --+
//! features of the other side    -> weights) +                                                                 +-> centipawns
//!                                               share of the bucket · classical evaluation -------------------+
//! ```

pub mod file;

use std::ops::RangeInclusive;

use super::features;
use super::simd::{LANES, Lanes, Level, SQUARE_SHIFT, activated, update};
use crate::huge::Huge;

/// The quantization of the hidden layer: the number for one. The largest that `activated` lets through is a
/// little less.
pub const QA: i32 = 512;

/// One among the squares of the hidden layer.
const QA_SQUARED: i32 = (QA * QA) >> SQUARE_SHIFT;

/// The quantization of the weights of the output: the number for one.
pub const QB: i32 = 256;

/// The largest weight of the output, which is two.
const MAX_OUTPUT_WEIGHT: u16 = 2 * QB as u16;

/// All of the classical evaluation.
pub const SHARE_UNIT: i32 = 256;

/// Centipawns of an output of one, at most.
pub const MAX_SCALE: usize = 4000;

/// The score at which the side to move wins half of its games with
/// [`USUAL_MATERIAL`](crate::outcome::USUAL_MATERIAL) material, in tenths of a centipawn. The numbers of the
/// search were tuned with net 9, which has this scale in the games of our yardstick; other nets are brought
/// to it.
pub const EVEN: u32 = 447;

/// What a net may state instead, in tenths of a centipawn.
pub const EVENS: RangeInclusive<u32> = 100..=10_000;

/// Parts of a centipawn that the weight of the output is counted in.
const SCALE_UNIT: i64 = 1 << 10;

/// The most neurons for each view.
pub const MAX_HIDDEN: usize = 2048;

/// The most outputs.
pub const MAX_BUCKETS: usize = 16;

/// A net of one hidden layer.
#[derive(Debug)]
pub struct Network {
    /// Neurons for each view, a multiple of [`LANES`].
    hidden: usize,
    /// Outputs, chosen by the number of pieces.
    buckets: usize,
    /// A column of `hidden` weights for each feature, times [`QA`].
    feature_weights: Huge<[Lanes]>,
    /// What each neuron begins with, times [`QA`].
    bias: Vec<Lanes>,
    /// Weights of each bucket, times [`QB`]: `hidden` of the side to move, then `hidden` of the other one.
    output: Vec<Lanes>,
    /// What each output begins with, times [`QA`] and [`QB`].
    output_bias: Vec<i32>,
    /// How much of the classical evaluation each output takes over, times [`SHARE_UNIT`].
    shares: Vec<i32>,
    /// Centipawns of an output of one, times [`SCALE_UNIT`].
    weight: i64,
}

/// The parts of a net before they are put together; all row by row.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// Neurons for each view.
    pub hidden: usize,
    /// Outputs.
    pub buckets: usize,
    /// [`features::COUNT`] columns of `hidden`, times [`QA`].
    pub feature_weights: Vec<i16>,
    /// `hidden`, times [`QA`].
    pub bias: Vec<i16>,
    /// `buckets` rows of twice `hidden`, times [`QB`].
    pub output: Vec<i16>,
    /// `buckets`, times [`QA`] and [`QB`].
    pub output_bias: Vec<i32>,
    /// `buckets`, times [`SHARE_UNIT`]: how much of the classical evaluation is added to each output.
    pub shares: Vec<i32>,
    /// Centipawns of an output of one.
    pub scale: usize,
    /// The score of an even chance to win, in tenths of those centipawns; `None` for [`EVEN`].
    pub even: Option<u32>,
    /// Where the net comes from, a line each.
    pub about: Vec<String>,
}

/// Why numbers are no net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShapeError {
    /// The number of neurons is no multiple of `LANES`, zero or too large.
    Hidden(usize),
    /// No output, or too many.
    Buckets(usize),
    /// An output of one is worth nothing, or too much.
    Scale(usize),
    /// An even chance to win is worth nothing, or too much.
    Even(u32),
    /// Some part has another length than the shape says.
    Lengths,
    /// A weight of the output is so large that sums could leave thirty-two bits.
    OutputWeight(i16),
    /// Much more than all of the classical evaluation, or as much less than none.
    Share(i32),
    /// The system has no memory for it.
    Memory,
}

impl std::fmt::Display for ShapeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ShapeError::Hidden(hidden) => {
                write!(f, "{hidden} neurons; expected a multiple of {LANES} up to {MAX_HIDDEN}")
            }
            ShapeError::Buckets(buckets) => write!(f, "{buckets} outputs; expected 1 to {MAX_BUCKETS}"),
            ShapeError::Scale(scale) => write!(f, "a scale of {scale} centipawns; expected 1 to {MAX_SCALE}"),
            ShapeError::Even(even) => {
                write!(
                    f,
                    "a 50 % win chance at {even} tenths of a centipawn; expected {} to {}",
                    EVENS.start(),
                    EVENS.end()
                )
            }
            ShapeError::Lengths => write!(f, "the lengths of its parts do not match its size"),
            ShapeError::OutputWeight(weight) => {
                write!(
                    f,
                    "an output weight of {weight}; expected -{MAX_OUTPUT_WEIGHT} to {MAX_OUTPUT_WEIGHT}"
                )
            }
            ShapeError::Share(share) => {
                write!(f, "{share}/{SHARE_UNIT} of the classical evaluation; expected at most 2")
            }
            ShapeError::Memory => write!(f, "not enough memory for it; close another program first"),
        }
    }
}

impl std::error::Error for ShapeError {}

impl Network {
    /// A net from its parts.
    ///
    /// # Errors
    /// What does not fit.
    pub fn new(parts: Parts) -> Result<Network, ShapeError> {
        let Parts {
            hidden,
            buckets,
            feature_weights,
            bias,
            output,
            output_bias,
            mut shares,
            scale,
            even,
            about: _,
        } = parts;
        let even = even.unwrap_or(EVEN);
        if hidden == 0 || hidden % LANES != 0 || hidden > MAX_HIDDEN {
            return Err(ShapeError::Hidden(hidden));
        }
        if !(1..=MAX_BUCKETS).contains(&buckets) {
            return Err(ShapeError::Buckets(buckets));
        }
        if !(1..=MAX_SCALE).contains(&scale) {
            return Err(ShapeError::Scale(scale));
        }
        if !EVENS.contains(&even) {
            return Err(ShapeError::Even(even));
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
        let weight = scale as i64 * SCALE_UNIT * i64::from(EVEN) / i64::from(even);
        shares
            .iter_mut()
            .for_each(|share| *share = (i64::from(*share) * i64::from(EVEN) / i64::from(even)) as i32);
        Ok(Network { hidden, buckets, feature_weights, bias, output, output_bias, shares, weight })
    }

    /// Outputs, chosen by the number of pieces.
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// Registers that a view takes.
    #[inline(always)]
    pub fn width(&self) -> usize {
        self.hidden / LANES
    }

    /// The weights of all features, one column after another.
    #[inline(always)]
    pub fn feature_weights(&self) -> &[Lanes] {
        &self.feature_weights
    }

    /// What the neurons begin with.
    pub fn bias(&self) -> &[Lanes] {
        &self.bias
    }

    /// How much of the classical evaluation counts with so many pieces on the board, times [`SHARE_UNIT`].
    #[inline]
    pub fn share(&self, pieces: usize) -> i32 {
        self.shares[bucket(pieces, self.buckets)]
    }

    /// The net's part of the evaluation in centipawns from the view of the side to move, from the features
    /// that both sides see, own and other, with so many pieces on the board.
    pub fn evaluate(&self, level: Level, features: [&[u16]; 2], pieces: usize) -> i32 {
        let view = |features: &[u16]| {
            let mut neurons = self.bias.clone();
            update(level, &mut neurons, &self.bias, &self.feature_weights, [features], [&[]]);
            neurons
        };
        self.output(level, &view(features[0]), &view(features[1]), pieces)
    }

    /// The output in centipawns from the view of the side to move, whose neurons come first, with so many
    /// pieces on the board.
    #[inline]
    pub fn output(&self, level: Level, own: &[Lanes], other: &[Lanes], pieces: usize) -> i32 {
        let width = self.width();
        let bucket = bucket(pieces, self.buckets);
        let (for_own, for_other) = self.output[2 * width * bucket..][..2 * width].split_at(width);
        let sum = activated(level, own, for_own).wrapping_add(activated(level, other, for_other));
        // Squares count in smaller parts than the bias.
        let sum = i64::from(sum / (QA_SQUARED / QA)) + i64::from(self.output_bias[bucket]);
        (sum * self.weight / (i64::from(QA * QB) * SCALE_UNIT)) as i32
    }
}

/// The output for positions with so many pieces; more than a game has, as in composed positions, count as
/// all.
#[inline(always)]
pub fn bucket(pieces: usize, buckets: usize) -> usize {
    (pieces.clamp(1, 32) - 1) * buckets / 32
}

fn lanes(numbers: &[i16]) -> Vec<Lanes> {
    numbers.as_chunks::<LANES>().0.iter().map(|chunk| Lanes(*chunk)).collect()
}
