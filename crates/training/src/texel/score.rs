//! The score of a sample for given values, and its derivatives with respect to them.

use super::model::Model;
use super::samples::Sample;

/// The values of a model, laid out for speed.
#[derive(Clone, Debug)]
pub struct Weights {
    pairs: Vec<[f32; 2]>,
    phase: [f32; 6],
    phase_total: f32,
    danger: [f32; 2],
    danger_most: [f32; 2],
}

/// A score and the intermediate results needed for its gradient.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    /// The score in centipawns from White's point of view.
    pub score: f32,
    middlegame: f32,
    endgame: f32,
    /// The share of the middlegame.
    phase: f32,
    /// True if the phase is strictly between its limits, so that its weights matter.
    phase_moves: bool,
    danger: [[f32; 2]; 2],
}

/// The derivatives of a loss.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// With respect to the middlegame and endgame value of each parameter.
    pub pairs: Vec<[f32; 2]>,
    /// With respect to the phase weights.
    pub phase: [f32; 6],
    /// The loss itself.
    pub loss: f64,
}

impl Gradient {
    /// Creates a gradient of zero.
    pub fn new(parameters: usize) -> Gradient {
        Gradient { pairs: vec![[0.0; 2]; parameters], phase: [0.0; 6], loss: 0.0 }
    }

    /// Adds another gradient.
    pub fn add(&mut self, other: &Gradient) {
        for (sum, more) in self.pairs.iter_mut().zip(&other.pairs) {
            sum[0] += more[0];
            sum[1] += more[1];
        }
        for (sum, more) in self.phase.iter_mut().zip(other.phase) {
            *sum += more;
        }
        self.loss += other.loss;
    }

    /// Multiplies everything by a factor.
    pub fn scale(&mut self, factor: f32) {
        self.pairs.iter_mut().flatten().chain(&mut self.phase).for_each(|derivative| *derivative *= factor);
        self.loss *= f64::from(factor);
    }

    /// Returns all derivatives in the order of [`Model::values`].
    pub fn flat(&self) -> impl Iterator<Item = f64> + '_ {
        self.pairs.iter().flatten().chain(&self.phase).map(|&derivative| f64::from(derivative))
    }
}

impl Weights {
    /// Lays out `values`, given in the order of [`Model::values`].
    pub fn new(model: &Model, values: &[f64]) -> Weights {
        let (pairs, phase) = values.split_at(2 * model.parameters.len());
        let mut weights = Weights {
            pairs: pairs.chunks_exact(2).map(|pair| [pair[0] as f32, pair[1] as f32]).collect(),
            phase: [0.0; 6],
            phase_total: model.phase.total as f32,
            danger: [model.danger.middlegame as f32, model.danger.endgame as f32],
            danger_most: model.danger.most.map(|most| most as f32),
        };
        for (to, from) in weights.phase.iter_mut().zip(phase) {
            *to = *from as f32;
        }
        weights
    }

    /// Computes the score of a sample.
    #[inline]
    pub fn score(&self, sample: &Sample<'_>) -> Scored {
        let (mut middlegame, mut endgame) = (0.0, 0.0);
        for (&parameter, &count) in sample.linear.iter().zip(sample.linear_counts) {
            let [mg, eg] = self.pairs[usize::from(parameter)];
            let count = f32::from(count);
            middlegame += count * mg;
            endgame += count * eg;
        }
        let mut danger = [[0.0; 2]; 2];
        for (&parameter, &counts) in sample.danger.iter().zip(sample.danger_counts) {
            let [mg, eg] = self.pairs[usize::from(parameter)];
            for (sum, count) in danger.iter_mut().zip(counts) {
                sum[0] += f32::from(count) * mg;
                sum[1] += f32::from(count) * eg;
            }
        }
        for (sum, sign) in danger.iter().zip([-1.0, 1.0]) {
            middlegame += sign * sum[0].clamp(0.0, self.danger_most[0]).powi(2) / self.danger[0];
            endgame += sign * sum[1].clamp(0.0, self.danger_most[1]) / self.danger[1];
        }
        let pieces: f32 =
            sample.pieces.iter().zip(self.phase).map(|(&count, weight)| f32::from(count) * weight).sum();
        let phase = (pieces / self.phase_total).clamp(0.0, 1.0);
        let score = middlegame * phase + endgame * (1.0 - phase) * scale(sample);
        let phase_moves = pieces > 0.0 && pieces < self.phase_total;
        Scored { score, middlegame, endgame, phase, phase_moves, danger }
    }

    /// Adds the derivative with respect to each value, given `slope`, the derivative of the loss with respect
    /// to the score.
    #[inline]
    pub fn add_gradient(&self, sample: &Sample<'_>, scored: &Scored, slope: f32, gradient: &mut Gradient) {
        let scale = scale(sample);
        let (middlegame, endgame) = (slope * scored.phase, slope * (1.0 - scored.phase) * scale);
        for (&parameter, &count) in sample.linear.iter().zip(sample.linear_counts) {
            let pair = &mut gradient.pairs[usize::from(parameter)];
            let count = f32::from(count);
            pair[0] += count * middlegame;
            pair[1] += count * endgame;
        }
        let [white, black] = scored.danger.map(|sum| {
            let counts = |side: usize| f32::from(sum[side] > 0.0 && sum[side] < self.danger_most[side]);
            [counts(0) * middlegame * 2.0 * sum[0] / self.danger[0], counts(1) * endgame / self.danger[1]]
        });
        for (&parameter, &[of_white, of_black]) in sample.danger.iter().zip(sample.danger_counts) {
            let pair = &mut gradient.pairs[usize::from(parameter)];
            let (of_white, of_black) = (f32::from(of_white), f32::from(of_black));
            pair[0] += of_black * black[0] - of_white * white[0];
            pair[1] += of_black * black[1] - of_white * white[1];
        }
        if scored.phase_moves {
            let by_phase = slope * (scored.middlegame - scored.endgame * scale) / self.phase_total;
            for (derivative, &count) in gradient.phase.iter_mut().zip(&sample.pieces) {
                *derivative += by_phase * f32::from(count);
            }
        }
    }
}

#[inline]
fn scale(sample: &Sample<'_>) -> f32 {
    f32::from(sample.scale) / f32::from(super::model::FULL_SCALE)
}
