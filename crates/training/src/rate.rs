//! Learning rate schedules.

use serde::{Deserialize, Serialize};

/// How the learning rate changes from the first step to the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Schedule {
    /// It stays constant.
    Constant,
    /// It falls to the final rate along half a cosine wave.
    Cosine,
    /// It falls to a tenth after half of the training and to a hundredth after three quarters, but not below
    /// the final rate.
    Steps,
}

impl Schedule {
    /// Returns the rate when this share of the training is done.
    pub fn rate(self, first: f64, last: f64, done: f64) -> f64 {
        let done = done.min(1.0);
        match self {
            Schedule::Constant => first,
            Schedule::Cosine => last + (first - last) * (1.0 + (done * std::f64::consts::PI).cos()) / 2.0,
            Schedule::Steps if done < 0.5 => first,
            Schedule::Steps => (first / if done < 0.75 { 10.0 } else { 100.0 }).max(last.min(first)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_fall_from_first_to_last() {
        assert_eq!(Schedule::Constant.rate(1.0, 0.1, 0.99), 1.0);
        assert_eq!([0.0, 0.5, 1.0].map(|done| Schedule::Cosine.rate(1.0, 0.0, done)), [1.0, 0.5, 0.0]);
        assert_eq!([0.0, 0.5, 0.8].map(|done| Schedule::Steps.rate(1.0, 0.05, done)), [1.0, 0.1, 0.05]);
    }
}
