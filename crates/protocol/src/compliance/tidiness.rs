//! Checks of what a program leaves behind: new files, text on standard error, lines outside the protocol.

use super::probe::{Probe, shortened};
use super::{Facts, Group, Outcome, warned};

/// The group for both protocols; it runs last, since it judges all output before it.
pub const GROUP: Group = Group {
    name: "tidiness",
    checks: &checks! {
        "no-files" => no_files,
            demands "no file appears in the folder where it runs",
            remedy "write log and learning files only if the user asks for them";
        "stderr-quiet" => stderr_quiet,
            demands "nothing is written to standard error",
            remedy "send text as \"info string\" or \"#\", or only in a debug mode: some GUIs show it or even \
                    block on it";
        "only-protocol" => only_protocol,
            demands "all lines follow the protocol",
            remedy "send remarks as \"info string\" (UCI) or after \"#\" with feature debug=1 (XBoard)";
    },
};

fn no_files(probe: &mut Probe, _: &Facts) -> Outcome {
    let files = probe.new_files();
    if files.is_empty() { Ok("none".into()) } else { warned(format!("it wrote {}", files.join(", "))) }
}

fn stderr_quiet(probe: &mut Probe, _: &Facts) -> Outcome {
    match probe.stderr_lines().first() {
        None => Ok("empty".into()),
        Some(line) => warned(format!("it sent \"{}\"", shortened(line))),
    }
}

fn only_protocol(probe: &mut Probe, _: &Facts) -> Outcome {
    match &probe.unknown_lines[..] {
        [] => Ok("all of them".into()),
        [first, rest @ ..] => warned(format!("\"{}\" and {} more", shortened(first), rest.len())),
    }
}
