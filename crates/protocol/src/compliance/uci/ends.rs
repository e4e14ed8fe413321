//! The end: `quit` and the end of the input, idle and during a search.

use std::time::Duration;

use super::talk::begin;
use crate::compliance::ends::{How, end};
use crate::compliance::probe::Probe;
use crate::compliance::{Check, Facts, Group, Outcome};

const REMEDY: &str = "end the search and the process at once, with all that it has started";
const REMEDY_INPUT: &str = "treat the end of the input as quit, or the program stays when its GUI dies";

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
            remedy: REMEDY_INPUT,
            run: end_of_input,
        },
        Check {
            name: "end-of-input-searching",
            demands: "when its input ends during a search the program is gone within a second",
            remedy: REMEDY_INPUT,
            run: end_of_input_searching,
        },
    ],
};

fn quit(probe: &mut Probe, _: &Facts) -> Outcome {
    end(probe, How::Quit)
}

fn quit_searching(probe: &mut Probe, _: &Facts) -> Outcome {
    begin(probe, "startpos", "go infinite");
    probe.listen(Duration::from_millis(150))?;
    end(probe, How::Quit)
}

fn end_of_input(probe: &mut Probe, _: &Facts) -> Outcome {
    end(probe, How::EndOfInput)
}

fn end_of_input_searching(probe: &mut Probe, _: &Facts) -> Outcome {
    begin(probe, "startpos", "go infinite");
    probe.listen(Duration::from_millis(150))?;
    end(probe, How::EndOfInput)
}
