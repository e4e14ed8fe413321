//! Puzzles: positions with one right move after another, in lichess's format, and how well somebody solves them.

pub mod attempt;
pub mod glicko;
pub mod progress;
pub mod record;

use std::path::PathBuf;

/// Where a person's progress lies, unless another file is named.
pub fn usual_place() -> Option<PathBuf> {
    crate::paths::data("puzzles.json")
}
