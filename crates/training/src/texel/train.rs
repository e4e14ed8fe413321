//! The training loop: epochs of mini-batches, a test on the hold-out after each, the best values kept, early
//! stopping.

use std::sync::atomic::{AtomicBool, Ordering};
use web_time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::loss::{self, Sigmoid};
use super::model::Model;
use super::optimizer::{Method, Optimizer};
use super::samples::Samples;
use super::score::Weights;
use crate::checkpoint::TrainingEnd;
use crate::curve::EpochLosses;
use crate::rate::Schedule;

/// Training settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Maximum number of passes over the training samples.
    pub epochs: usize,
    /// Number of samples per step.
    pub batch: usize,
    /// How the gradient becomes a step.
    pub method: Method,
    /// The initial learning rate in centipawns, about the size of Adam's steps.
    pub rate: f64,
    /// The final learning rate.
    pub final_rate: f64,
    /// How the rate changes between them.
    pub schedule: Schedule,
    /// Pull toward the initial values: the sum of all squared changes, in pawns, times this is added to the
    /// mean loss.
    pub pull: f64,
    /// Number of epochs without a better hold-out loss after which training ends; 0 for no limit.
    pub patience: usize,
    /// The random seed for the order of the samples.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            epochs: 200,
            batch: 16384,
            method: Method::Adam,
            rate: 1.0,
            final_rate: 0.01,
            schedule: Schedule::Cosine,
            pull: 0.0,
            patience: 20,
            seed: 1,
        }
    }
}

/// Labeled positions with their targets.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// The traces.
    pub samples: Samples,
    /// Expected points of White for each sample.
    pub targets: Vec<f32>,
}

/// The state of a training, enough to resume it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The values after the last whole epoch, in the order of [`Model::values`].
    pub values: Vec<f64>,
    /// The values with the best hold-out loss so far.
    pub best: Vec<f64>,
    /// The best hold-out loss so far.
    pub best_loss: f64,
    /// The epoch after which it was measured.
    pub best_epoch: usize,
    /// The losses so far.
    pub curve: Vec<EpochLosses>,
    optimizer: Optimizer,
}

/// A progress report, many times per epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Number of samples seen, in all epochs.
    pub samples: u64,
    /// The losses, if an epoch has just ended.
    pub point: Option<EpochLosses>,
}

/// A training in progress.
pub struct Training<'a> {
    model: &'a Model,
    training: &'a Dataset,
    holdout: &'a Dataset,
    sigmoid: Sigmoid,
    settings: &'a Settings,
    /// The current state.
    pub state: State,
    start: Vec<f64>,
    /// Each value's share of the learning rate.
    shares: Vec<f64>,
    order: Vec<u32>,
}

/// The scale of the phase weights relative to other values.
const PHASE_SHARE: f64 = 0.01;

impl<'a> Training<'a> {
    /// Begins or resumes a training; values for which `tuned` is false do not change. The hold-out may be
    /// empty.
    pub fn new(
        model: &'a Model,
        sets: [&'a Dataset; 2],
        sigmoid: Sigmoid,
        settings: &'a Settings,
        tuned: &[bool],
        state: Option<State>,
    ) -> Training<'a> {
        let start = model.values();
        let phase = 2 * model.parameters.len();
        let share = |(index, &tuned): (usize, &bool)| match tuned {
            false => 0.0,
            true if index >= phase => PHASE_SHARE,
            true => 1.0,
        };
        let shares = tuned.iter().enumerate().map(share).collect();
        let [training, holdout] = sets;
        let order = (0..training.samples.len() as u32).collect();
        let initial = || State {
            values: start.clone(),
            best: start.clone(),
            best_loss: f64::INFINITY,
            best_epoch: 0,
            curve: Vec::new(),
            optimizer: Optimizer::new(settings.method, start.len()),
        };
        let state = state.unwrap_or_else(initial);
        Training { model, training, holdout, sigmoid, settings, state, start, shares, order }
    }

    /// Trains until it ends. After a stop the state is that of the last complete epoch, so that a resumed
    /// training has the same result as an uninterrupted one.
    pub fn run(&mut self, stop: &AtomicBool, report: &mut dyn FnMut(&Progress, &State)) -> TrainingEnd {
        if self.state.curve.is_empty() {
            let weights = self.weights();
            let training = loss::mean(&self.training.samples, &self.training.targets, &weights, self.sigmoid);
            self.note(training, 0.0, report);
        }
        loop {
            let epoch = self.state.curve.len() - 1;
            if epoch >= self.settings.epochs {
                return TrainingEnd::Done;
            }
            if self.settings.patience > 0 && epoch >= self.state.best_epoch + self.settings.patience {
                return TrainingEnd::Patience;
            }
            let settings = self.settings;
            let rate = settings.schedule.rate(
                settings.rate,
                settings.final_rate,
                epoch as f64 / settings.epochs.max(1) as f64,
            );
            let (values, optimizer) = (self.state.values.clone(), self.state.optimizer.clone());
            let mean = self.epoch(epoch, rate, stop, report);
            let diverged = self.state.values.iter().any(|value| !value.is_finite());
            let Some(mean) = mean.filter(|_| !diverged) else {
                (self.state.values, self.state.optimizer) = (values, optimizer);
                return if diverged { TrainingEnd::Diverged } else { TrainingEnd::Stopped };
            };
            self.note(mean, rate, report);
        }
    }

    fn weights(&self) -> Weights {
        Weights::new(self.model, &self.state.values)
    }

    /// Measures the hold-out loss and keeps the values if they are the best so far.
    fn note(&mut self, training: f64, rate: f64, report: &mut dyn FnMut(&Progress, &State)) {
        let holdout = match self.holdout.samples.is_empty() {
            true => training,
            false => loss::mean(&self.holdout.samples, &self.holdout.targets, &self.weights(), self.sigmoid),
        };
        let epoch = self.state.curve.len();
        let point = EpochLosses { epoch, training, holdout, rate };
        if holdout < self.state.best_loss {
            self.state.best_loss = holdout;
            self.state.best_epoch = epoch;
            self.state.best.clone_from(&self.state.values);
        }
        self.state.curve.push(point);
        report(
            &Progress { samples: epoch as u64 * self.order.len() as u64, point: Some(point) },
            &self.state,
        );
    }

    /// Makes one pass over the samples, in an order that depends only on the seed and the epoch. None if it
    /// was stopped.
    fn epoch(
        &mut self,
        epoch: usize,
        rate: f64,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress, &State),
    ) -> Option<f64> {
        shuffle(&mut self.order, self.settings.seed ^ (epoch as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let rates: Vec<f64> = self.shares.iter().map(|share| share * rate).collect();
        let (mut sum, mut seen, mut last_report) = (0.0, 0, Instant::now());
        let total = self.order.len();
        let phase_moves = rates[2 * self.model.parameters.len()..].iter().any(|rate| *rate > 0.0);
        for batch in self.order.chunks(self.settings.batch.max(1)) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let weights = Weights::new(self.model, &self.state.values);
            let parameters = self.model.parameters.len();
            let gradient = loss::gradient(
                &self.training.samples,
                &self.training.targets,
                batch,
                &weights,
                self.sigmoid,
                parameters,
            );
            sum += gradient.loss * batch.len() as f64;
            seen += batch.len();
            let mut slopes: Vec<f64> = gradient.flat().collect();
            for (slope, (value, start)) in slopes.iter_mut().zip(self.state.values.iter().zip(&self.start)) {
                *slope += 2.0 * self.settings.pull * (value - start) / 10_000.0;
            }
            self.state.optimizer.step(&mut self.state.values, &slopes, &rates);
            if phase_moves {
                self.model.phase.normalize(&mut self.state.values[2 * parameters..]);
            }
            if last_report.elapsed() > Duration::from_millis(100) {
                last_report = Instant::now();
                report(&Progress { samples: (epoch * total + seen) as u64, point: None }, &self.state);
            }
        }
        Some(sum / total.max(1) as f64)
    }
}

/// Number of neighboring samples that stay together in a shuffle, for fast memory access.
const RUN: usize = 64;

/// Shuffles the numbers from 0, in runs of neighbors, in an order that depends only on the seed.
/// [`super::source`] ensures that neighbors are unrelated.
pub fn shuffle(order: &mut [u32], seed: u64) {
    let mut runs: Vec<u32> = (0..order.len().div_ceil(RUN) as u32).collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut runs);
    let count = order.len() as u32;
    let numbers = runs
        .iter()
        .flat_map(|run| (run * RUN as u32..(run + 1) * RUN as u32).take_while(|&number| number < count));
    order.iter_mut().zip(numbers).for_each(|(to, number)| *to = number);
}
