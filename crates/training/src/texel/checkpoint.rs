//! Checkpoints of a training, so that it can be resumed after a kill.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::model::Model;
use super::samples::Samples;
use super::train::{Settings, State};

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

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(io::Error),
    /// It is not a checkpoint of this version.
    #[error("not a checkpoint of this version ({0}); start without --resume")]
    Format(serde_json::Error),
    /// It belongs to a different evaluation or different initial values.
    #[error(
        "the weights of the evaluation have changed since this training started; \
         restore them, or start without --resume"
    )]
    Evaluation,
    /// It belongs to different data or terms.
    #[error("this training was started with other data or terms; use the same, or start without --resume")]
    Data,
}

impl Checkpoint {
    /// Writes the checkpoint; an older one is replaced atomically.
    ///
    /// # Errors
    /// [`CheckpointError::Io`].
    pub fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        let bytes = serde_json::to_vec(self).map_err(CheckpointError::Format)?;
        heirloom_files::replace(path, &bytes).map_err(CheckpointError::Io)
    }

    /// Reads a checkpoint of any training.
    ///
    /// # Errors
    /// [`CheckpointError::Io`] or [`CheckpointError::Format`].
    pub fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let bytes = std::fs::read(path).map_err(CheckpointError::Io)?;
        serde_json::from_slice(&bytes).map_err(CheckpointError::Format)
    }

    /// Checks that the checkpoint belongs to this training.
    ///
    /// # Errors
    /// What differs.
    pub fn check(&self, identity: &Identity) -> Result<(), CheckpointError> {
        if (&self.identity.evaluation, self.identity.parameters)
            != (&identity.evaluation, identity.parameters)
        {
            return Err(CheckpointError::Evaluation);
        }
        if (self.identity.samples, &self.identity.question) != (identity.samples, &identity.question) {
            return Err(CheckpointError::Data);
        }
        Ok(())
    }
}
