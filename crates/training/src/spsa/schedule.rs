//! The sizes of perturbations and steps in each iteration.

use serde::{Deserialize, Serialize};

use super::parameter::Parameter;

/// The sequences of Spall's paper "Implementation of the Simultaneous Perturbation Algorithm" (1998).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// Total number of iterations.
    pub iterations: u32,
    /// The exponent by which steps decrease.
    pub alpha: f64,
    /// The exponent by which perturbations decrease.
    pub gamma: f64,
    /// The stability constant A as a share of all iterations, which limits the first steps.
    pub a_share: f64,
}

/// The sizes of one iteration for one parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StepSizes {
    /// The perturbation in both directions.
    pub perturbation: f64,
    /// The step per win of difference.
    pub step: f64,
}

impl Schedule {
    /// Creates a schedule with the usual constants.
    pub fn new(iterations: u32) -> Schedule {
        Schedule { iterations, alpha: 0.602, gamma: 0.101, a_share: 0.1 }
    }

    /// Returns the sizes in an iteration, starting at 1. With `c = c_end · (N/k)^gamma` and
    /// `a = r_end · c_end² · ((A+N)/(A+k))^alpha` the step is `a / c`.
    pub fn sizes(&self, parameter: &Parameter, iteration: u32) -> StepSizes {
        let (last, number) = (f64::from(self.iterations.max(1)), f64::from(iteration.max(1)));
        let stability = self.a_share * last;
        let perturbation = parameter.c_end * (last / number).powf(self.gamma);
        let gain = parameter.r_end
            * parameter.c_end.powi(2)
            * ((stability + last) / (stability + number)).powf(self.alpha);
        StepSizes { perturbation, step: gain / perturbation }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::parameter::parse;

    #[test]
    fn the_last_iteration_has_the_sizes_asked_for() {
        let parameter = &parse("a, int, 50, 0, 100, 4, 0.002").unwrap()[0];
        let schedule = Schedule::new(1000);
        let last = schedule.sizes(parameter, 1000);
        assert!((last.perturbation - 4.0).abs() < 1e-12, "{last:?}");
        assert!((last.step - 0.002 * 4.0).abs() < 1e-12, "{last:?}");
        // By hand: 4 * 1000^0.101 = 8.037, and 0.032 * (1100/101)^0.602 / 8.037 = 0.01676.
        let first = schedule.sizes(parameter, 1);
        assert!((first.perturbation - 8.037).abs() < 1e-3, "{first:?}");
        assert!((first.step - 0.01676).abs() < 1e-4, "{first:?}");
    }
}
