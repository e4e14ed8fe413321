//! Checkpoints of a training, so that it can be resumed after a kill.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::model::Model;
use super::samples::Samples;
use super::train::{Settings, State};
use crate::checkpoint::CheckpointError;

/// A training on disk.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The training it belongs to.
    pub identity: Identity,
    /// The training settings.
    pub settings: Settings,
    /// K for the evaluation.
    pub k: f64,
    /// K for the scores in the data.
    pub score_k: f64,
    /// True if the training has ended by itself.
    pub finished: bool,
    /// The state of the training.
    pub state: State,
}

/// What must be the same to resume a training.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// The name of the evaluation.
    pub evaluation: String,
    /// A hash of all terms with their lengths and initial values.
    pub parameters: u64,
    /// The number of training and hold-out samples, and of the counts in them.
    pub samples: [usize; 4],
    /// How the data was selected: files and reading options, the weight of scores, tuned values.
    pub question: String,
}

impl Identity {
    /// Returns the identity of a training that is about to begin.
    pub fn new(evaluation: &str, model: &Model, sets: [&Samples; 2], question: String) -> Identity {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut mix = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        for parameter in &model.parameters {
            parameter.term.bytes().for_each(&mut mix);
            parameter.value.iter().flat_map(|value| value.to_le_bytes()).for_each(&mut mix);
        }
        model.phase.weights.iter().flat_map(|weight| weight.to_le_bytes()).for_each(&mut mix);
        let [training, holdout] = sets;
        let samples = [training.len(), training.nonzeros(), holdout.len(), holdout.nonzeros()];
        Identity { evaluation: evaluation.into(), parameters: hash, samples, question }
    }
}

impl Checkpoint {
    /// Writes the checkpoint; an older one is replaced atomically. Fails with [`CheckpointError::Io`].
    pub fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        Ok(heirloom_files::replace(path, &serde_json::to_vec(self)?)?)
    }

    /// Reads a checkpoint of any training. Fails with [`CheckpointError::Io`] or [`CheckpointError::Format`].
    pub fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
        Ok(serde_json::from_slice(&std::fs::read(path)?)?)
    }

    /// Checks that the checkpoint belongs to this training. Fails with what differs.
    pub fn check(&self, identity: &Identity) -> Result<(), CheckpointError> {
        if (&self.identity.evaluation, self.identity.parameters)
            != (&identity.evaluation, identity.parameters)
        {
            return Err(CheckpointError::Evaluation);
        }
        if (self.identity.samples, &self.identity.question) != (identity.samples, &identity.question) {
            return Err(CheckpointError::Other("data or terms"));
        }
        Ok(())
    }
}
