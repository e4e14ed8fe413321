//! The analysis of positions by an engine: which positions, and the results as text, JSON and EPD.

pub mod document;
pub mod report;
pub mod subject;

use heirloom_engine::Progress;

/// An engine's analysis of a position.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// The name that the engine reports.
    pub engine: String,
    /// Its reports.
    pub progress: Progress,
    /// The user stopped it.
    pub interrupted: bool,
}
