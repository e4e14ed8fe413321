//! How a program ends: soon, whatever it is doing, and without a complaint.

use std::time::Duration;

use super::probe::{Probe, seconds};
use super::{Outcome, warned};

/// From `quit` or the end of the input to the end of the program.
const PATIENCE: Duration = Duration::from_secs(1);

/// How a program is told to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// By the word.
    Quit,
    /// By the end of its input, as when the GUI dies.
    EndOfInput,
}

/// Ends it and judges how that went.
pub fn end(probe: &mut Probe, how: How) -> Outcome {
    match how {
        How::Quit => probe.send("quit"),
        How::EndOfInput => probe.close_input(),
    }
    let (took, status) = probe.end(PATIENCE)?;
    if !status.success() {
        return warned(format!("gone after {}, but with {status}", seconds(took)));
    }
    Ok(format!("gone after {}", seconds(took)))
}
