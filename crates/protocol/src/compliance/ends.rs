//! Checks of how a program exits: quickly, whatever it is doing, and without an error.

use std::time::Duration;

use super::probe::{Probe, seconds};
use super::{Check, Facts, Outcome, warned};

/// The time from `quit` or the end of the input to the exit.
const PATIENCE: Duration = Duration::from_secs(1);

/// How a program is made to exit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitBy {
    /// By `quit`.
    Quit,
    /// By the end of its input, as if the GUI had died.
    EndOfInput,
}

/// The checks for both protocols: two while idle and, with the last two functions, two during a search.
pub const fn checks(
    remedy_quit: &'static str,
    remedy_input: &'static str,
    quit_searching: fn(&mut Probe, &Facts) -> Outcome,
    end_of_input_searching: fn(&mut Probe, &Facts) -> Outcome,
) -> [Check; 4] {
    checks! {
        "quit" => |probe, _| end(probe, ExitBy::Quit),
            demands "after quit the program exits within a second",
            remedy remedy_quit;
        "quit-searching" => quit_searching,
            demands "after quit during a search the program exits within a second",
            remedy remedy_quit;
        "end-of-input" => |probe, _| end(probe, ExitBy::EndOfInput),
            demands "when its input ends the program exits within a second",
            remedy remedy_input;
        "end-of-input-searching" => end_of_input_searching,
            demands "when its input ends during a search the program exits within a second",
            remedy remedy_input;
    }
}

/// Makes the program exit and judges how it went.
pub fn end(probe: &mut Probe, how: ExitBy) -> Outcome {
    match how {
        ExitBy::Quit => probe.send("quit"),
        ExitBy::EndOfInput => probe.close_input(),
    }
    let (took, status) = probe.end(PATIENCE)?;
    if !status.success() {
        return warned(format!("exited after {}, but with {status}", seconds(took)));
    }
    Ok(format!("exited after {}", seconds(took)))
}
