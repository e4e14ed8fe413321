//! What the trainings of nets and evaluations share: why one ended, and why a checkpoint cannot be used.

use std::io;

/// Why a training ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TrainingEnd {
    /// All epochs are done.
    Done,
    /// The hold-out loss has not improved for many epochs.
    Patience,
    /// It was stopped and can be resumed.
    Stopped,
    /// The loss is no longer finite: the learning rate is far too high.
    Diverged,
}

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is not a checkpoint of this version.
    #[error("not a checkpoint of this version ({0}); start without --resume")]
    Format(String),
    /// It belongs to a different evaluation or different initial values.
    #[error(
        "the weights of the evaluation have changed since this run was started; \
         restore them, or start without --resume"
    )]
    Evaluation,
    /// It belongs to a different training; what differs.
    #[error("this run was started with other {0}; use the same {0} as then, or start without --resume")]
    Other(&'static str),
}

impl From<serde_json::Error> for CheckpointError {
    fn from(error: serde_json::Error) -> CheckpointError {
        CheckpointError::Format(error.to_string())
    }
}
