//! Tests of `heirloom compliance`, and of our engine's own compliance.

#[path = "start/program.rs"]
mod start;
use start::*;

#[test]
#[ignore = "judges times, so it needs a quiet machine"]
fn our_engine_keeps_to_both_protocols() {
    for protocol in ["uci", "xboard"] {
        run(&format!("compliance heirloom --protocol {protocol}")).succeeds().prints(&[" 0 failed, "]);
    }
}

#[test]
fn checks_are_listed_and_chosen() {
    run("compliance --list --protocol xboard").succeeds().prints(&["ping-after-move"]);
    let document = run("compliance heirloom --only isready-idle --json").json();
    holds(&document, json!({"passed": 1, "checks": [{"name": "isready-idle"}]}));
}

#[test]
fn wrong_arguments_are_named() {
    for (arguments, reason) in [
        ("heirloom --only joho", "no check matches joho"),
        ("no-such-program", "cannot find the program"),
        ("", "ENGINE"),
    ] {
        run(&format!("compliance {arguments}")).refuses(reason);
    }
}
