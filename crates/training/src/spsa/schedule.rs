//! How far parameters are moved to be judged, and how far they go afterwards, in each iteration.

use serde::{Deserialize, Serialize};

use super::parameter::Parameter;

/// The sequences of Spall's paper "Implementation of the Simultaneous Perturbation Algorithm" (1998).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// Iterations in all.
    pub iterations: u32,
    /// How fast the steps become smaller.
    pub alpha: f64,
    /// How fast the perturbations become smaller.
    pub gamma: f64,
    /// The share of all iterations that is added in the denominator, so that the first steps are not too large.
    pub a_share: f64,
}

/// The sizes of one iteration for one parameter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sizes {
    /// How far it is moved to both sides.
    pub perturbation: f64,
    /// How far it goes for each point that one side won more than the other.
    pub step: f64,
}

impl Schedule {
    /// The usual constants.
    pub fn new(iterations: u32) -> Schedule {
        Schedule { iterations, alpha: 0.602, gamma: 0.101, a_share: 0.1 }
    }

    /// The sizes in an iteration, counted from 1. With `c = c_end · (N/k)^gamma` and `a = r_end · c_end² · ((A+N)/(A+k))^alpha` the step
    /// is `a / c`.
    pub fn sizes(&self, parameter: &Parameter, iteration: u32) -> Sizes {
        let (last, number) = (f64::from(self.iterations.max(1)), f64::from(iteration.max(1)));
        let stability = self.a_share * last;
        let perturbation = parameter.c_end * (last / number).powf(self.gamma);
        let gain = parameter.r_end
            * parameter.c_end.powi(2)
            * ((stability + last) / (stability + number)).powf(self.alpha);
        Sizes { perturbation, step: gain / perturbation }
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
        assert!(
            (last.perturbation - 4.0).abs() < 1e-12 && (last.step - 0.002 * 4.0).abs() < 1e-12,
            "{last:?}"
        );
        // By hand: 4 * 1000^0.101 = 8.037, and 0.032 * (1100/101)^0.602 / 8.037 = 0.01676.
        let first = schedule.sizes(parameter, 1);
        assert!(
            (first.perturbation - 8.037).abs() < 1e-3 && (first.step - 0.01676).abs() < 1e-4,
            "{first:?}"
        );
    }
}
