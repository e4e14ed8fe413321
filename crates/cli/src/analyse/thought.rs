//! What came of analyzing one position.

use heirloom_engine::Progress;

/// An engine's analysis of a position.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// What the engine calls itself.
    pub engine: String,
    /// What it has reported.
    pub progress: Progress,
    /// The user ended it.
    pub interrupted: bool,
}
