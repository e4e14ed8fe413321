//! Tests of the terminal game in a pipe: other opponents, advice, refused arguments.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "start/program.rs"]
mod start;
use start::*;

fn play(arguments: &[&str], input: &str) -> Output {
    fed(program(PROGRAM).arg("play").args(arguments), input)
}

#[test]
fn other_programs_are_opponents() {
    let ourselves = format!("'{}' --engine rajah uci option.Hash=2", PROGRAM);
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
    // The standard start position is one of them, and the game may continue with another one.
    let output = play(&["--chess960", "518", "--engine", "rajah", "--level", "depth=2"], "new 3\ne4\nquit\n");
    has(&said(&output), &["does not play Chess960", "1... "]);
    assert!(play(&["--chess960", "3"], "quit\n").status.success());
}

#[test]
fn advice_comes_from_heirloom() {
    let output = play(
        &["--engine", "firstchess", "--color", "both"],
        "f3\ne5\nreview\ng4\neval\nanalyze\nQh4\nreview\nanalyze\nquit\n",
    );
    let text = said(&output);
    has(&text, &["Final evaluation  ", "(White's view)"]);
    has(&text, &["Heirloom", "2... Qh4#"]);
    has(&text, &["Player - Player, 0-1", "White  accuracy"]);
    has(&text, &["2. g4??", "Blunder."]);
    assert!(text.contains("there is nothing to analyze"), "{text}");
    assert!(said(&play(&[], "review\nquit\n")).contains("no moves to review yet"));
}

#[test]
fn levels_say_what_they_are_set_to() {
    let text = said(&play(&[], "elo 1200\nlevel 5+3\nelo\nelo x\nquit\n"));
    assert_eq!(text.matches("about 1200 Elo").count(), 2, "{text}");
    has(&text, &["5 min + 3 s per move for each side", "elo needs a number"]);
}
