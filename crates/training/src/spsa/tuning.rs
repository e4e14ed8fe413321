//! The state of an SPSA tuning: where every parameter stands, and what each iteration tries.

use super::parameter::Parameter;
use super::schedule::Schedule;
use serde::{Deserialize, Serialize};

/// What is tuned and how.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The sizes of the steps.
    pub schedule: Schedule,
    /// Pairs of games in each iteration.
    pub pairs: u32,
    /// The random seed.
    pub seed: u64,
    /// Engine, options, clocks and openings in words: what must be the same to go on.
    pub setting: String,
}

/// Two sets of values that play each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Its number, counted from 1.
    pub iteration: u32,
    /// For each parameter, whether the first side has it moved up.
    pub up: Vec<bool>,
    /// The values of the first side, and of the second, as they are sent.
    pub values: [Vec<f64>; 2],
}

/// Games of an iteration seen by the first side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Score {
    /// Won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

impl Score {
    /// Wins less losses.
    pub fn difference(self) -> f64 {
        f64::from(self.wins) - f64::from(self.losses)
    }

    /// Adds games.
    pub fn add(&mut self, other: Score) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// A tuning under way.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuning {
    /// What is tuned and how.
    pub plan: Plan,
    /// Where the parameters stand.
    pub values: Vec<f64>,
    /// Iterations that are done.
    pub done: u32,
    /// All games.
    pub score: Score,
    /// The values after some of the iterations, that of the start first.
    pub path: Vec<(u32, Vec<f64>)>,
}

/// The path keeps at most this many points; beyond that, every second is dropped.
const MOST_POINTS: usize = 2000;

impl Tuning {
    /// At the start.
    pub fn new(plan: Plan) -> Tuning {
        let values: Vec<f64> = plan.parameters.iter().map(|parameter| parameter.start).collect();
        Tuning { path: vec![(0, values.clone())], plan, values, done: 0, score: Score::default() }
    }

    /// What an iteration tries from where the parameters stand now. Its random numbers depend on seed and iteration alone.
    pub fn trial(&self, iteration: u32) -> Trial {
        let mut random = fastrand::Rng::with_seed(
            self.plan.seed ^ u64::from(iteration).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        );
        let mut trial = Trial { iteration, up: Vec::new(), values: [Vec::new(), Vec::new()] };
        for (parameter, &value) in self.plan.parameters.iter().zip(&self.values) {
            let (up, by) = (random.bool(), self.plan.schedule.sizes(parameter, iteration).perturbation);
            trial.up.push(up);
            for (side, values) in trial.values.iter_mut().enumerate() {
                let sign = if up == (side == 0) { 1.0 } else { -1.0 };
                values.push(parameter.rounded(value + sign * by, random.f64()));
            }
        }
        trial
    }

    /// Moves every parameter towards the side that won.
    pub fn learn(&mut self, iteration: u32, up: &[bool], score: Score) {
        for ((parameter, value), &up) in self.plan.parameters.iter().zip(&mut self.values).zip(up) {
            let step = self.plan.schedule.sizes(parameter, iteration).step * score.difference();
            *value = (*value + if up { step } else { -step }).clamp(parameter.min, parameter.max);
        }
        self.done += 1;
        self.score.add(score);
        if self.path.len() >= MOST_POINTS {
            let mut keep = false;
            self.path.retain(|_| {
                keep = !keep;
                keep
            });
        }
        let every = (self.plan.schedule.iterations as usize / MOST_POINTS).max(1) as u32;
        if self.done.is_multiple_of(every) || self.done == self.plan.schedule.iterations {
            self.path.push((self.done, self.values.clone()));
        }
    }
}
