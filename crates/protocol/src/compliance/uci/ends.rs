//! Exit checks: `quit` and the end of the input, idle and during a search.

use std::time::Duration;

use super::talk::begin;
use crate::compliance::ends::{ExitBy, checks, end};
use crate::compliance::probe::Probe;
use crate::compliance::{Facts, Group, Outcome};

const REMEDY: &str = "end the search and the process at once, including all child processes";
const REMEDY_INPUT: &str =
    "treat the end of the input as quit, or the program keeps running when its GUI dies";

pub const GROUP: Group =
    Group { name: "ends", checks: &checks(REMEDY, REMEDY_INPUT, quit_searching, end_of_input_searching) };

fn end_searching(probe: &mut Probe, how: ExitBy) -> Outcome {
    begin(probe, "startpos", "go infinite");
    probe.listen(Duration::from_millis(150))?;
    end(probe, how)
}

fn quit_searching(probe: &mut Probe, _: &Facts) -> Outcome {
    end_searching(probe, ExitBy::Quit)
}

fn end_of_input_searching(probe: &mut Probe, _: &Facts) -> Outcome {
    end_searching(probe, ExitBy::EndOfInput)
}
