//! Gradient descent by Adam and AdaGrad.

use serde::{Deserialize, Serialize};

/// How the gradient becomes a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Method {
    /// Kingma and Ba (2014): the running mean of gradients over the root of their mean square. Steps are
    /// about as large as the rate.
    Adam,
    /// Duchi, Hazan and Singer (2011): the gradient over the root of the sum of all squares so far. Steps
    /// become smaller automatically.
    AdaGrad,
}

/// The state of a method.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Optimizer {
    method: Method,
    steps: i32,
    means: Vec<f64>,
    squares: Vec<f64>,
}

const DECAY_MEAN: f64 = 0.9;
const DECAY_SQUARE: f64 = 0.999;
const EPSILON: f64 = 1e-8;

impl Optimizer {
    /// Creates an optimizer before the first step.
    pub fn new(method: Method, values: usize) -> Optimizer {
        Optimizer { method, steps: 0, means: vec![0.0; values], squares: vec![0.0; values] }
    }

    /// Makes one step. `rates` has a rate for each value; values with rate zero stay the same.
    pub fn step(&mut self, values: &mut [f64], gradient: &[f64], rates: &[f64]) {
        self.steps = self.steps.saturating_add(1);
        let (mean_scale, square_scale) =
            (1.0 - DECAY_MEAN.powi(self.steps), 1.0 - DECAY_SQUARE.powi(self.steps));
        for (index, (value, (&slope, &rate))) in values.iter_mut().zip(gradient.iter().zip(rates)).enumerate()
        {
            if rate == 0.0 {
                continue;
            }
            let (mean, square) = (&mut self.means[index], &mut self.squares[index]);
            match self.method {
                Method::Adam => {
                    *mean = DECAY_MEAN * *mean + (1.0 - DECAY_MEAN) * slope;
                    *square = DECAY_SQUARE * *square + (1.0 - DECAY_SQUARE) * slope * slope;
                    *value -= rate * (*mean / mean_scale) / ((*square / square_scale).sqrt() + EPSILON);
                }
                Method::AdaGrad => {
                    *square += slope * slope;
                    *value -= rate * slope / (square.sqrt() + EPSILON);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate::Schedule;

    #[test]
    fn both_methods_find_the_bottom_of_a_bowl() {
        for (method, first) in [(Method::Adam, 1.0), (Method::AdaGrad, 5.0)] {
            let (mut optimizer, mut values) = (Optimizer::new(method, 3), [50.0, -20.0, 7.0]);
            for step in 0..2000 {
                let gradient = [0.02 * (values[0] - 3.0), 20.0 * (values[1] - 5.0), 1.0];
                let rate = Schedule::Cosine.rate(first, 0.001, f64::from(step) / 2000.0);
                optimizer.step(&mut values, &gradient, &[rate, rate, 0.0]);
            }
            assert!((values[0] - 3.0).abs() < 0.05, "{method:?} {values:?}");
            assert!((values[1] - 5.0).abs() < 0.05, "{method:?} {values:?}");
            assert_eq!(values[2], 7.0);
        }
    }
}
