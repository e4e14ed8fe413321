//! `heirloom compliance` as users meet it, and our own engine put to its checks.

#[path = "start/program.rs"]
mod start;

use std::process::Output;

fn compliance(arguments: &[&str]) -> Output {
    start::program(env!("CARGO_BIN_EXE_heirloom"))
        .arg("compliance")
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
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
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON alone");
    assert_eq!((&document["passed"], &document["checks"][0]["name"]), (&1.into(), &"isready-idle".into()));
}

#[test]
fn wrong_arguments_are_named() {
    for (arguments, words) in [
        (&["heirloom", "--only", "joho"][..], "no check matches joho"),
        (&["no-such-program"], "cannot find the program"),
        (&[], "ENGINE"),
    ] {
        let output = compliance(arguments);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && complaint.contains(words), "{arguments:?}: {output:?}");
    }
}
