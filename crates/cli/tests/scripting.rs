//! Tests of what scripts rely on: JSON, `--quiet`, and plain words about wrong arguments.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "start/program.rs"]
mod start;
use start::*;

fn heirloom(arguments: &[&str]) -> Output {
    fed(program(PROGRAM).args(arguments), "")
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_slice(&heirloom(arguments).stdout).unwrap()
}

#[test]
fn measurements_come_as_json() {
    let bench = json(&["bench", "1", "--json"]);
    assert!(
        bench["nodes"].as_u64() > Some(0)
            && bench["time_ms"].is_u64()
            && bench["nps"].is_u64()
            && bench["depth"] == 1,
        "{bench}"
    );
    let eval = json(&words(
        "eval --json --option Evaluation=classical --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'",
        &[],
    ));
    assert!(eval["score"]["cp"].as_i64() > Some(0) && eval["squares"]["e2"].is_i64(), "{eval}");
    assert!(eval["terms"].as_array().unwrap().iter().all(|term| term["white"]["mg"].is_i64()), "{eval}");
    let suite = json(&["testmovegen", "--json", "--max-leaves", "1000"]);
    assert_eq!((&suite["positions"], &suite["wrong"]), (&126.into(), &serde_json::json!([])));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.epd").display().to_string();
    std::fs::write(&path, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 401\n")
        .unwrap();
    let output = heirloom(&["testmovegen", "--json", &path]);
    let document = start::json(&output);
    assert_eq!((output.status.code(), &document["wrong"][0]["found"]), (Some(1), &400.into()));
    assert!(complained(&output).contains("1 count of "), "{output:?}");
}

#[test]
fn quiet_verbs_print_results_and_errors_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn").display().to_string();
    std::fs::write(&path, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 Ke3 *\n").unwrap();
    let loud = heirloom(&["pgn", "filter", &path]);
    let quiet = heirloom(&["pgn", "filter", &path, "--quiet"]);
    assert_eq!((quiet.status.code(), &quiet.stdout), (Some(1), &loud.stdout));
    assert!(complained(&loud).lines().count() == 2 && complained(&loud).contains("2 games"), "{loud:?}");
    assert!(complained(&quiet).lines().count() == 1 && complained(&quiet).contains("Ke3"), "{quiet:?}");
    assert_eq!(heirloom(&["--quiet", "perft", "2"]).status.code(), Some(0));
}

#[test]
fn wrong_numbers_are_answered_in_plain_words() {
    for (arguments, message) in [
        (&["perft", "abc"][..], "expected a whole number"),
        (&["perft", "31"], "expected a whole number from 0 to 30"),
        (&["analyse", "--depth", "abc"], "expected a whole number"),
        (&["analyse", "--nodes", "0"], "expected a whole number, at least 1"),
        (&["play", "--chess960", "960"], "expected a whole number from 0 to 959"),
        (&["play", "--fen", "bad"], "not a FEN"),
        (
            &["match", "--engine", "roce", "--engine", "rajah", "--openings", "nofile"],
            "cannot read the openings nofile: ",
        ),
    ] {
        complains(&heirloom(arguments), 2, &[message]);
    }
}

#[test]
fn lists_of_commands_fit_eighty_columns() {
    for verb in [&[][..], &["play", "--color", "both"]] {
        let output = fed(program(PROGRAM).args(verb), "help\nquit\n");
        let text = String::from_utf8(output.stdout).unwrap();
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("  ")).collect();
        assert!(rows.len() > 20 && rows.iter().all(|row| row.chars().count() < 80), "{text}");
    }
}
