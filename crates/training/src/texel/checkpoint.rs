//! What a training writes down so that it can go on after a kill.

use std::fmt;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::model::Model;
use super::samples::Samples;
use super::train::{Settings, State};

/// A training on disk.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// What it belongs to.
    pub identity: Identity,
    /// How it trains.
    pub settings: Settings,
    /// The K of the evaluation.
    pub k: f64,
    /// The K of the scores in the data.
    pub score_k: f64,
    /// The training has ended by itself.
    pub finished: bool,
    /// How far it is.
    pub state: State,
}

/// What must be the same for a training to go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// The name of the evaluation.
    pub evaluation: String,
    /// All terms with their lengths and the values at the start.
    pub parameters: u64,
    /// Training and hold-out samples with the counts in them.
    pub samples: [usize; 4],
    /// What the data was asked for: files and how they are read, the weight of scores, which values are tuned.
    pub question: String,
}

impl Identity {
    /// Of a training about to begin.
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

/// Why a checkpoint is of no use.
#[derive(Debug)]
pub enum CheckpointError {
    /// It cannot be read or written.
    Io(io::Error),
    /// It is not a checkpoint, or of another version.
    Format(serde_json::Error),
    /// It belongs to another evaluation or other values to begin with.
    Evaluation,
    /// It belongs to other data or other terms.
    Data,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointError::Io(error) => write!(f, "{error}"),
            CheckpointError::Format(error) => {
                write!(f, "not a checkpoint of this version ({error}); start without --resume")
            }
            CheckpointError::Evaluation => {
                write!(
                    f,
                    "the weights of the evaluation have changed since this training started; restore them, or start without --resume"
                )
            }
            CheckpointError::Data => {
                write!(
                    f,
                    "this training was started with other data or terms; use the same, or start without --resume"
                )
            }
        }
    }
}

impl std::error::Error for CheckpointError {}

impl Checkpoint {
    /// Writes it; an older one is replaced as a whole.
    ///
    /// # Errors
    /// [`CheckpointError::Io`].
    pub fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        let bytes = serde_json::to_vec(self).map_err(CheckpointError::Format)?;
        heirloom_files::replace(path, &bytes).map_err(CheckpointError::Io)
    }

    /// Reads one, whatever it belongs to.
    ///
    /// # Errors
    /// [`CheckpointError::Io`] and [`CheckpointError::Format`].
    pub fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let bytes = std::fs::read(path).map_err(CheckpointError::Io)?;
        serde_json::from_slice(&bytes).map_err(CheckpointError::Format)
    }

    /// Does it belong to this training?
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
