//! Exit checks: `quit` and the end of the input, idle and during a search.

use std::time::Duration;

use super::talk::user_move;
use crate::compliance::ends::{ExitBy, checks, end};
use crate::compliance::probe::Probe;
use crate::compliance::{Facts, Group, Outcome};

const REMEDY: &str =
    "read the input during a search, and end the process at once, including all child processes";

pub const GROUP: Group = Group {
    name: "ends",
    checks: &checks(
        REMEDY,
        REMEDY,
        |probe, facts| end_searching(probe, facts, ExitBy::Quit),
        |probe, facts| end_searching(probe, facts, ExitBy::EndOfInput),
    ),
};

/// Makes the program exit during a long search.
fn end_searching(probe: &mut Probe, facts: &Facts, how: ExitBy) -> Outcome {
    probe.send_all(&["new", "st 60"]);
    user_move(probe, facts, "h2h4");
    probe.listen(Duration::from_millis(200))?;
    end(probe, how)
}
