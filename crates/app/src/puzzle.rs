//! Puzzles in lichess's format, where each move of the solution is the only good one, and the solver's
//! progress.

pub mod attempt;
pub mod glicko;
pub mod progress;
pub mod record;

use std::path::PathBuf;

/// Returns the default path of the solver's progress.
pub fn progress_path() -> Option<PathBuf> {
    crate::paths::data("puzzles.json")
}
