//! The state of an SPSA tuning: the current values, and the trial of each iteration.

use super::parameter::Parameter;
use super::schedule::Schedule;
use serde::{Deserialize, Serialize};

/// The parameters and settings of a tuning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TuningPlan {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The step sizes.
    pub schedule: Schedule,
    /// Number of game pairs per iteration.
    pub pairs: u32,
    /// The random seed.
    pub seed: u64,
    /// Engine, options, time control and openings as text: what must be the same to resume.
    pub setting: String,
}

/// Two sets of values that play each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The iteration, starting at 1.
    pub iteration: u32,
    /// For each parameter, true if the first side has it moved up.
    pub up: Vec<bool>,
    /// The values of the first and the second side, as sent to the engines.
    pub values: [Vec<f64>; 2],
}

/// Game results from the first side's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PairScore {
    /// Number of wins.
    pub wins: u32,
    /// Number of draws.
    pub draws: u32,
    /// Number of losses.
    pub losses: u32,
}

impl PairScore {
    /// Returns wins minus losses.
    pub fn difference(self) -> f64 {
        f64::from(self.wins) - f64::from(self.losses)
    }

    /// Adds other games.
    pub fn add(&mut self, other: PairScore) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// A tuning in progress.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuning {
    /// The parameters and settings.
    pub plan: TuningPlan,
    /// The current values.
    pub values: Vec<f64>,
    /// Number of completed iterations.
    pub done: u32,
    /// The results of all games.
    pub score: PairScore,
    /// The values after some of the iterations, the initial ones first.
    pub path: Vec<(u32, Vec<f64>)>,
}

/// Maximum number of points in the path; beyond it, every second point is dropped.
const MAX_POINTS: usize = 2000;

impl Tuning {
    /// Creates a tuning with the initial values.
    pub fn new(plan: TuningPlan) -> Tuning {
        let values: Vec<f64> = plan.parameters.iter().map(|parameter| parameter.start).collect();
        Tuning { path: vec![(0, values.clone())], plan, values, done: 0, score: PairScore::default() }
    }

    /// Returns the trial of an iteration with the current values. Its random numbers depend only on seed and
    /// iteration.
    pub fn trial(&self, iteration: u32) -> Trial {
        let mut random = fastrand::Rng::with_seed(
            self.plan.seed ^ u64::from(iteration).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        );
        let mut trial = Trial { iteration, up: Vec::new(), values: [Vec::new(), Vec::new()] };
        for (parameter, &value) in self.plan.parameters.iter().zip(&self.values) {
            let (up, size) = (random.bool(), self.plan.schedule.sizes(parameter, iteration).perturbation);
            trial.up.push(up);
            for (side, values) in trial.values.iter_mut().enumerate() {
                let sign = if up == (side == 0) { 1.0 } else { -1.0 };
                values.push(parameter.rounded(value + sign * size, random.f64()));
            }
        }
        trial
    }

    /// Moves every parameter toward the side that won.
    pub fn learn(&mut self, iteration: u32, up: &[bool], score: PairScore) {
        for ((parameter, value), &up) in self.plan.parameters.iter().zip(&mut self.values).zip(up) {
            let step = self.plan.schedule.sizes(parameter, iteration).step * score.difference();
            *value = (*value + if up { step } else { -step }).clamp(parameter.min, parameter.max);
        }
        self.done += 1;
        self.score.add(score);
        if self.path.len() >= MAX_POINTS {
            let mut keep = false;
            self.path.retain(|_| {
                keep = !keep;
                keep
            });
        }
        let every = (self.plan.schedule.iterations as usize / MAX_POINTS).max(1) as u32;
        if self.done.is_multiple_of(every) || self.done == self.plan.schedule.iterations {
            self.path.push((self.done, self.values.clone()));
        }
    }
}
