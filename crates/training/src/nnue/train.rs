//! The training loop: epochs of mini-batches on several threads, each followed by a test on the hold-out.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::dataset::Dataset;
use super::gradient::{self, Scratch, Target, sigmoid};
use super::loader::DataLoader;
use super::model::{Model, Shape};
use super::optimizer::Optimizer;
use super::sample::Sample;
use crate::checkpoint::TrainingEnd;
use crate::curve::EpochLosses;
use crate::golden_section;
use crate::rate::Schedule;

/// Training settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The dimensions of the net.
    pub shape: Shape,
    /// Number of passes over all samples.
    pub epochs: usize,
    /// Number of samples per step.
    pub batch: usize,
    /// The initial learning rate.
    pub rate: f32,
    /// The final learning rate; it falls along half a cosine wave.
    pub final_rate: f32,
    /// The weight of the result in the first quarter, ...
    pub result: f32,
    /// ... which then rises to this.
    pub final_result: f32,
    /// The scale in centipawns of an output of one.
    pub scale: f32,
    /// The initial share of the classical evaluation; none to keep that of the initial net.
    pub classical: Option<f32>,
    /// The random seed of the initial weights and the order of the samples.
    pub seed: u64,
    /// Number of threads, which affects the order of additions.
    pub threads: usize,
    /// The checksum of the initial net; none for random weights.
    pub from: Option<u32>,
}

/// The state of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The net.
    pub model: Model,
    /// The state of the optimizer.
    pub optimizer: Optimizer,
    /// Number of completed epochs.
    pub epoch: usize,
    /// Number of completed steps in this epoch.
    pub step: usize,
    /// The sum of squared errors in this epoch.
    pub loss: f64,
    /// The losses so far.
    pub curve: Vec<EpochLosses>,
}

impl State {
    /// Creates the state before the first step, from an existing net or else from random weights.
    pub fn new(settings: &Settings, before: Option<Model>) -> State {
        let mut model = before.unwrap_or_else(|| Model::random(settings.shape, settings.seed));
        if let Some(share) = settings.classical {
            model.set_share(share);
        }
        let optimizer = Optimizer::new(model.shape);
        State { model, optimizer, epoch: 0, step: 0, loss: 0.0, curve: Vec::new() }
    }
}

/// The buffers of one thread.
struct Worker {
    gradient: Vec<f32>,
    scratch: Scratch,
    loss: f64,
}

/// A training in progress.
pub struct Training<'a> {
    settings: &'a Settings,
    loader: Box<dyn DataLoader + 'a>,
    holdout: &'a [Sample],
    /// The current state.
    pub state: State,
    workers: Vec<Worker>,
    batch: Vec<Sample>,
}

impl<'a> Training<'a> {
    /// Begins a training, or resumes it from `state`. Fails if samples cannot be read.
    pub fn new(settings: &'a Settings, source: &'a Dataset, state: State) -> io::Result<Training<'a>> {
        let count = settings.shape.count();
        let new = || Worker { gradient: vec![0.0; count], scratch: Scratch::new(settings.shape), loss: 0.0 };
        let workers = (0..settings.threads.max(1)).map(|_| new()).collect();
        let mut loader = source.loader(settings.seed);
        loader.begin(state.epoch, state.step * settings.batch)?;
        Ok(Training { settings, loader, holdout: source.holdout(), state, workers, batch: Vec::new() })
    }

    /// Returns the number of steps per epoch.
    pub fn steps(&self) -> usize {
        self.loader.len().div_ceil(self.settings.batch)
    }

    /// Returns the number of samples seen so far, in all epochs.
    pub fn seen(&self) -> u64 {
        let here = (self.state.step * self.settings.batch).min(self.loader.len());
        (self.state.epoch * self.loader.len() + here) as u64
    }

    /// Trains until all epochs are done or `stop` is set. `report` is called for each step, with the losses
    /// at the end of an epoch. Fails if samples cannot be read.
    pub fn run(
        &mut self,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Training<'a>, Option<EpochLosses>),
    ) -> io::Result<TrainingEnd> {
        while self.state.epoch < self.settings.epochs {
            if stop.load(Ordering::Relaxed) {
                return Ok(TrainingEnd::Stopped);
            }
            self.step()?;
            if !self.state.loss.is_finite() {
                return Ok(TrainingEnd::Diverged);
            }
            let point = if self.state.step == self.steps() { Some(self.end_epoch()?) } else { None };
            report(self, point);
        }
        Ok(TrainingEnd::Done)
    }

    /// Returns the share of all steps that is done, from 0 to 1.
    fn progress(&self) -> f64 {
        let all = (self.settings.epochs * self.steps()).max(1);
        (self.state.epoch * self.steps() + self.state.step) as f64 / all as f64
    }

    fn rate(&self) -> f64 {
        let (first, last) = (f64::from(self.settings.rate), f64::from(self.settings.final_rate));
        Schedule::Cosine.rate(first, last, self.progress())
    }

    fn target(&self) -> Target {
        let Settings { result, final_result, scale, .. } = *self.settings;
        let rise = ((self.progress() - 0.25) / 0.75).max(0.0) as f32;
        Target { scale, result: result + (final_result - result) * rise }
    }

    /// Trains on one mini-batch: each thread takes a part of it, and the gradients are added in the order of
    /// the threads.
    fn step(&mut self) -> io::Result<()> {
        let (target, rate) = (self.target(), self.rate() as f32);
        let left = self.loader.len() - self.state.step * self.settings.batch;
        self.loader.fill(&mut self.batch, left.min(self.settings.batch))?;
        let share = self.batch.len().div_ceil(self.workers.len()).max(1);
        let model = &self.state.model;
        // A thread without samples has no gradient to add.
        let used = self.batch.len().div_ceil(share);
        self.workers.par_iter_mut().zip(self.batch.par_chunks(share)).for_each(|(worker, samples)| {
            worker.gradient.fill(0.0);
            worker.loss = gradient::add(model, samples, target, &mut worker.gradient, &mut worker.scratch);
        });
        let (first, others) = self.workers[..used].split_at_mut(1);
        for worker in others.iter() {
            add_up(&mut first[0].gradient, &worker.gradient);
        }
        self.state.loss += first.iter().chain(others.iter()).map(|worker| worker.loss).sum::<f64>();
        let part = 1.0 / self.batch.len() as f32;
        self.state.optimizer.step(
            self.settings.shape,
            &mut self.state.model.values,
            &first[0].gradient,
            part,
            rate,
        );
        self.state.step += 1;
        Ok(())
    }

    fn end_epoch(&mut self) -> io::Result<EpochLosses> {
        let training = self.state.loss / self.loader.len().max(1) as f64;
        let rate = self.rate();
        self.state.epoch += 1;
        self.state.step = 0;
        self.state.loss = 0.0;
        let holdout = if self.holdout.is_empty() { training } else { self.holdout_loss() };
        let point = EpochLosses { epoch: self.state.epoch, training, holdout, rate };
        self.state.curve.push(point);
        if self.state.epoch < self.settings.epochs {
            self.loader.begin(self.state.epoch, 0)?;
        }
        Ok(point)
    }

    /// Returns the mean squared error of the hold-out against the final targets, so that epochs can be
    /// compared.
    fn holdout_loss(&self) -> f64 {
        let target = Target { scale: self.settings.scale, result: self.settings.final_result };
        let (model, shape) = (&self.state.model, self.settings.shape);
        let parts = self.holdout.par_chunks(4096);
        let sums: Vec<f64> =
            parts.map(|samples| gradient::loss(model, samples, target, &mut Scratch::new(shape))).collect();
        sums.iter().sum::<f64>() / self.holdout.len() as f64
    }
}

fn add_up(sums: &mut [f32], values: &[f32]) {
    sums.par_chunks_mut(4096).zip(values.par_chunks(4096)).for_each(|(sums, values)| {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += value;
        }
    });
}

/// Returns the scale in centipawns at which the logistic function of the scores best predicts the results.
pub fn fit_scale(samples: &[Sample]) -> f32 {
    // A few hundred thousand samples are enough for three digits.
    let step = (samples.len() / 400_000).max(1);
    let chosen: Vec<&Sample> = samples.iter().step_by(step).collect();
    let loss = |scale: f64| -> f64 {
        let error = |sample: &&Sample| {
            let points = sigmoid((f64::from(sample.score) / scale) as f32);
            f64::from(points - f32::from(sample.points) / 2.0).powi(2)
        };
        chosen.iter().map(error).sum()
    };
    golden_section::minimum(20.0, 2000.0, 0.5, loss).round() as f32
}
