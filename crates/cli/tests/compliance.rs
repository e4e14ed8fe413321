//! Tests of `heirloom compliance`, and of our engine's own compliance.

#[path = "start/program.rs"]
mod start;
use start::*;

fn compliance(arguments: &[&str]) -> Output {
    program(PROGRAM).arg("compliance").args(arguments).output().expect("the program starts")
}

#[test]
#[ignore = "judges times, so it needs a quiet machine"]
fn our_engine_keeps_to_both_protocols() {
    for protocol in ["uci", "xboard"] {
        let output = compliance(&["heirloom", "--protocol", protocol]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        assert!(said(&output).contains(" 0 failed, "), "{}", said(&output));
    }
}

#[test]
fn checks_are_listed_and_chosen() {
    let output = compliance(&["--list", "--protocol", "xboard"]);
    assert!(output.status.success() && said(&output).contains("ping-after-move"), "{output:?}");
    let output = compliance(&["heirloom", "--only", "isready-idle", "--json"]);
    let document = json(&output);
    assert_eq!((&document["passed"], &document["checks"][0]["name"]), (&1.into(), &"isready-idle".into()));
}

#[test]
fn wrong_arguments_are_named() {
    for (arguments, words) in [
        (&["heirloom", "--only", "joho"][..], "no check matches joho"),
        (&["no-such-program"], "cannot find the program"),
        (&[], "ENGINE"),
    ] {
        complains(&compliance(arguments), 2, &[words]);
    }
}
