//! The end: `quit` and the end of the input, idle and during a search.

use std::time::Duration;

use super::talk::user_move;
use crate::compliance::ends::{How, end};
use crate::compliance::probe::Probe;
use crate::compliance::{Check, Facts, Group, Outcome};

const REMEDY: &str = "read the input during a search, and end the process at once, with all that it has started";

pub const GROUP: Group = Group {
    name: "ends",
    checks: &[
        Check { name: "quit", demands: "after quit the program is gone within a second", remedy: REMEDY, run: quit },
        Check {
            name: "quit-searching",
            demands: "after quit during a search the program is gone within a second",
            remedy: REMEDY,
            run: quit_searching,
        },
        Check {
            name: "end-of-input",
            demands: "when its input ends the program is gone within a second",
            remedy: REMEDY,
            run: end_of_input,
        },
        Check {
            name: "end-of-input-searching",
            demands: "when its input ends during a search the program is gone within a second",
            remedy: REMEDY,
            run: end_of_input_searching,
        },
    ],
};

fn quit(probe: &mut Probe, _: &Facts) -> Outcome {
    end(probe, How::Quit)
}

/// Has it think for a long time.
fn think(probe: &mut Probe, facts: &Facts) -> Result<(), crate::compliance::Fault> {
    probe.send("new");
    probe.send("st 60");
    user_move(probe, facts, "h2h4");
    probe.listen(Duration::from_millis(200)).map(drop)
}

fn quit_searching(probe: &mut Probe, facts: &Facts) -> Outcome {
    think(probe, facts)?;
    end(probe, How::Quit)
}

fn end_of_input(probe: &mut Probe, _: &Facts) -> Outcome {
    end(probe, How::EndOfInput)
}

fn end_of_input_searching(probe: &mut Probe, facts: &Facts) -> Outcome {
    think(probe, facts)?;
    end(probe, How::EndOfInput)
}
