//! Exit checks: `quit` and the end of the input, idle and during a search.

use std::time::Duration;

use super::talk::begin;
use crate::compliance::ends::{ExitBy, checks, end};
use crate::compliance::probe::Probe;
use crate::compliance::{Group, Outcome};

const REMEDY: &str = "end the search and the process at once, including all child processes";
const REMEDY_INPUT: &str =
    "treat the end of the input as quit, or the program keeps running when its GUI dies";

pub const GROUP: Group = Group {
    name: "ends",
    checks: &checks(
        REMEDY,
        REMEDY_INPUT,
        |probe, _| end_searching(probe, ExitBy::Quit),
        |probe, _| end_searching(probe, ExitBy::EndOfInput),
    ),
};

fn end_searching(probe: &mut Probe, how: ExitBy) -> Outcome {
    begin(probe, "startpos", "go infinite");
    probe.listen(Duration::from_millis(150))?;
    end(probe, how)
}
