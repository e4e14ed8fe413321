//! Checkpoints of a net training, so that it can be resumed after a kill: a line of JSON, then all numbers.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::dataset::Dataset;
use super::model::Model;
use super::optimizer::Optimizer;
use super::train::{Settings, State};
use crate::checkpoint::CheckpointError;
use crate::curve::EpochLosses;

/// What must be the same to resume a training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// The training settings.
    pub settings: Settings,
    /// Number of training and hold-out samples.
    pub samples: [usize; 2],
    /// True if the samples come from disk, in a different order than from memory.
    pub streamed: bool,
    /// Checksum of the scores and results of all samples.
    pub checksum: u32,
}

impl Identity {
    /// Returns the identity of a training that is about to begin.
    pub fn new(settings: &Settings, source: &Dataset) -> Identity {
        let samples = [source.training(), source.holdout().len()];
        let streamed = matches!(source, Dataset::Disk(..));
        Identity { settings: settings.clone(), samples, streamed, checksum: source.checksum() }
    }
}

#[derive(Serialize, Deserialize)]
struct Head {
    identity: Identity,
    epoch: usize,
    step: usize,
    steps: u32,
    loss: f64,
    curve: Vec<EpochLosses>,
}

/// Writes a checkpoint; an older file is replaced atomically. Fails with [`CheckpointError::Io`].
pub fn write(path: &Path, identity: &Identity, state: &State) -> Result<(), CheckpointError> {
    let head = Head {
        identity: identity.clone(),
        epoch: state.epoch,
        step: state.step,
        steps: state.optimizer.steps,
        loss: state.loss,
        curve: state.curve.clone(),
    };
    let mut bytes = serde_json::to_vec(&head)?;
    bytes.push(b'\n');
    for part in [&state.model.values, &state.optimizer.means, &state.optimizer.squares] {
        bytes.extend(part.iter().flat_map(|value| value.to_le_bytes()));
    }
    Ok(heirloom_files::replace(path, &bytes)?)
}

/// Reads the checkpoint of the training described by `identity`. Fails with [`CheckpointError`], also if it
/// belongs to a different training.
pub fn read(path: &Path, identity: &Identity) -> Result<State, CheckpointError> {
    let bytes = std::fs::read(path)?;
    let format = |reason: &str| CheckpointError::Format(reason.into());
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or_else(|| format("it has no first line"))?;
    let head: Head = serde_json::from_slice(&bytes[..end])?;
    if head.identity.settings != identity.settings {
        return Err(CheckpointError::Other("settings"));
    }
    if head.identity != *identity {
        return Err(CheckpointError::Other("games"));
    }
    let shape = identity.settings.shape;
    let (numbers, rest) = bytes[end + 1..].as_chunks::<4>();
    if numbers.len() != 3 * shape.count() || !rest.is_empty() {
        return Err(format("it was truncated or extended"));
    }
    let steps = identity.samples[0].div_ceil(identity.settings.batch);
    if head.step >= steps.max(1) || head.epoch > identity.settings.epochs {
        return Err(format("it is past the end of the training"));
    }
    let mut parts = numbers
        .chunks(shape.count())
        .map(|part| part.iter().map(|&number| f32::from_le_bytes(number)).collect::<Vec<f32>>());
    let mut part = || parts.next().unwrap_or_default();
    let model = Model { shape, values: part() };
    let optimizer = Optimizer { steps: head.steps, means: part(), squares: part() };
    Ok(State { model, optimizer, epoch: head.epoch, step: head.step, loss: head.loss, curve: head.curve })
}
