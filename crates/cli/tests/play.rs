//! Tests of the terminal game in a pipe: other opponents, advice, refused arguments.

#[path = "start/program.rs"]
mod start;
use start::*;

#[test]
fn other_programs_are_opponents() {
    let engine = format!("\"'{PROGRAM}' --engine rajah uci option.Hash=2\"");
    talk(&format!("play --engine {engine} --level depth=2"), "e4\nquit\n")
        .succeeds()
        .prints(&["You play White against Rajah", "1... "]);
    for (engine, message) in [
        ("/no/such/engine", "/no/such/engine"),
        ("rajah option.Hsah=3", "did you mean 'Hash'?"),
        ("roce nodes=500", "set clocks and limits with --level"),
        ("", "name a built-in engine or give a command"),
    ] {
        let run = talk(&format!("play --engine '{engine}'"), "quit\n").refuses(message);
        assert_eq!(run.err.lines().count(), 1, "{run:?}");
    }
}

#[test]
fn engines_without_chess960_refuse_it_at_the_start() {
    let run = talk("play --chess960 3 --engine rajah", "quit\n").exits(2);
    assert_eq!(run.err, "heirloom: Rajah does not play Chess960; use --engine heirloom\n");
    assert_eq!(run.out, "");
    // The standard start position is one of them, and the game may continue with another one.
    talk("play --chess960 518 --engine rajah --level depth=2", "new 3\ne4\nquit\n")
        .prints(&["does not play Chess960", "1... "]);
    talk("play --chess960 3", "quit\n").succeeds();
}

#[test]
fn advice_comes_from_heirloom() {
    let input = "f3\ne5\nreview\ng4\neval\nanalyze\nQh4\nreview\nanalyze\nquit\n";
    talk("play --engine firstchess --color both", input)
        .prints(&["Final evaluation  ", "(White's view)", "Heirloom", "2... Qh4#", "Player - Player, 0-1"])
        .prints(&["Accuracy", "2. g4??", "Blunder.", "there is nothing to analyze"]);
    talk("play", "review\nquit\n").prints(&["no moves to review yet"]);
}

#[test]
fn levels_say_what_they_are_set_to() {
    let run = talk("play", "elo 1200\nlevel 5+3\nelo\nelo x\nquit\n")
        .prints(&["5 min + 3 s per move for each side", "elo needs a number"]);
    assert_eq!(run.out.matches("about 1200 Elo").count(), 2, "{run:?}");
}
