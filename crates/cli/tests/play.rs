//! The terminal game from a pipe: other programs as opponents, advice, and what is refused at the start.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "start/fed.rs"]
mod start;

use std::process::Output;

fn play(arguments: &[&str], input: &str) -> Output {
    start::fed(start::program(env!("CARGO_BIN_EXE_heirloom")).arg("play").args(arguments), input)
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn complained(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn other_programs_are_opponents() {
    let ourselves = format!("'{}' --engine rajah uci option.Hash=2", env!("CARGO_BIN_EXE_heirloom"));
    let output = play(&["--engine", &ourselves, "--level", "depth=2"], "e4\nquit\n");
    let text = said(&output);
    assert!(
        output.status.success() && text.contains("You play White against Rajah") && text.contains("1... "),
        "{output:?}"
    );
    for (engine, message) in [
        ("/no/such/engine", "/no/such/engine"),
        ("rajah option.Hsah=3", "did you mean 'Hash'?"),
        ("roce nodes=500", "set clocks and limits with --level"),
        ("", "name a built-in engine or give a command"),
    ] {
        let output = play(&["--engine", engine], "quit\n");
        let words = complained(&output);
        assert!(
            output.status.code() == Some(2) && words.contains(message) && words.lines().count() == 1,
            "{engine}: {output:?}"
        );
    }
}

#[test]
fn engines_without_chess960_refuse_it_at_the_start() {
    let output = play(&["--chess960", "3", "--engine", "rajah"], "quit\n");
    assert_eq!(complained(&output), "heirloom: Rajah does not play Chess960; use --engine heirloom\n");
    assert_eq!((output.status.code(), said(&output).as_str()), (Some(2), ""));
    // The usual start position is one of them, and any engine may go on with another game.
    let output = play(&["--chess960", "518", "--engine", "rajah", "--level", "depth=2"], "new 3\ne4\nquit\n");
    assert!(
        said(&output).contains("does not play Chess960") && said(&output).contains("1... "),
        "{output:?}"
    );
    assert!(play(&["--chess960", "3"], "quit\n").status.success());
}

#[test]
fn advice_comes_from_heirloom() {
    let output = play(
        &["--engine", "firstchess", "--color", "both"],
        "f3\ne5\nreview\ng4\neval\nanalyze\nQh4\nreview\nanalyze\nquit\n",
    );
    let text = said(&output);
    assert!(text.contains("Final evaluation  ") && text.contains("(White's view)"), "{text}");
    assert!(text.contains("Heirloom") && text.contains("2... Qh4#"), "{text}");
    assert!(text.contains("Player - Player, 0-1") && text.contains("White  accuracy"), "{text}");
    assert!(text.contains("2. g4??") && text.contains("Blunder."), "{text}");
    assert!(text.contains("there is nothing to analyze"), "{text}");
    assert!(said(&play(&[], "review\nquit\n")).contains("no moves to review yet"));
}

#[test]
fn levels_say_what_they_are_set_to() {
    let text = said(&play(&[], "elo 1200\nlevel 5+3\nelo\nelo x\nquit\n"));
    assert_eq!(text.matches("about 1200 Elo").count(), 2, "{text}");
    assert!(
        text.contains("5 min + 3 s per move for each side") && text.contains("elo needs a number"),
        "{text}"
    );
}
