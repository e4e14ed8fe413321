//! Tests of the program at a pseudo-terminal.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "start/program.rs"]
mod start;
use start::*;

use rexpect::session::{PtySession, spawn_command};

/// Starts the program at a terminal; waits at most half a minute for each answer.
fn heirloom(arguments: &[&str], colors: bool) -> PtySession {
    let mut command = program(PROGRAM);
    command.args(arguments).env("TERM", "xterm-256color").env_remove("NO_COLOR").env_remove("CLICOLOR");
    if !colors {
        command.env("NO_COLOR", "1");
    }
    spawn_command(command, Some(30_000)).unwrap()
}

/// Types everything without waiting.
fn type_ahead(session: &mut PtySession, keys: &str) {
    session.send(keys).unwrap();
    session.flush().unwrap();
}

#[test]
fn the_console_draws_and_plays() {
    let mut console = heirloom(&[], false);
    console.exp_string("Type a move such as e4, or help.").unwrap();
    console.exp_string(" 8  r  n  b  q  k  b  n  r").unwrap();
    console.exp_string("1 White> ").unwrap();
    console.send_line("sd 4").unwrap();
    console.exp_string("1 White> ").unwrap();
    console.send_line("e4").unwrap();
    console.exp_string("[P]").unwrap();
    console.exp_string("1... ").unwrap();
    console.exp_string("2 White> ").unwrap();
    console.send_line("quti").unwrap();
    console.exp_string("did you mean quit?").unwrap();
    console.send_line("quit").unwrap();
    console.exp_eof().unwrap();
}

#[test]
fn colors_mark_squares_unless_nobody_wants_them() {
    let mut colored = heirloom(&[], true);
    colored.exp_string("\u{1b}[48;5;").unwrap();
    colored.send_line("quit").unwrap();
    colored.exp_eof().unwrap();
    let mut plain = heirloom(&[], false);
    let before = plain.exp_string("1 White> ").unwrap();
    assert!(!before.contains("[48;5;"), "{before:?}");
    plain.send_line("quit").unwrap();
    plain.exp_eof().unwrap();
}

#[test]
fn enter_and_control_c_end_an_analysis() {
    let mut console = heirloom(&[], false);
    console.exp_string("1 White> ").unwrap();
    for end in ['m', 'c'] {
        console.send_line("analyze").unwrap();
        console.exp_string("Press Enter to stop the analysis").unwrap();
        console.exp_regex(r" 6/\d+").unwrap();
        console.send_control(end).unwrap();
        console.exp_string("1 White> ").unwrap();
    }
    console.send_line("quit").unwrap();
    console.exp_eof().unwrap();
}

#[test]
fn control_c_makes_the_engine_move_at_once() {
    let mut game = heirloom(&["play", "--color", "black", "--level", "600s"], false);
    game.exp_string("You play Black").unwrap();
    game.exp_regex(r" 5/\d+").unwrap();
    game.send_control('c').unwrap();
    game.exp_regex(r"1\. \w+").unwrap();
    game.exp_string("1 Black> ").unwrap();
    game.send_line("quit").unwrap();
    game.exp_string("Save the game?").unwrap();
    game.send_line("n").unwrap();
    game.exp_eof().unwrap();
}

#[test]
fn lines_that_are_typed_ahead_are_obeyed_in_order() {
    let mut game = heirloom(&["play", "--level", "0.5s"], false);
    game.exp_string("1 White> ").unwrap();
    // Everything arrives before the first answer.
    type_ahead(&mut game, "e4\rd4\rKe8\rfen\r");
    game.exp_regex(r"1\.\.\. \w+").unwrap();
    game.exp_regex(r"2\.\.\. \w+").unwrap();
    game.exp_string("not played").unwrap();
    game.exp_string("PPP2PPP/RNBQKBNR w").unwrap();
    // The terminal's line buffer keeps what is typed while the engine thinks.
    type_ahead(&mut game, "go depth\r");
    game.exp_regex(r"3\. \w+").unwrap();
    game.send_line("quit").unwrap();
    game.exp_string("Save the game?").unwrap();
    game.send_line("n").unwrap();
    game.exp_eof().unwrap();
}

#[test]
fn pasted_lines_are_obeyed_one_by_one() {
    let mut console = heirloom(&[], false);
    console.exp_string("1 White> ").unwrap();
    type_ahead(&mut console, "force\re4\re5\rNf3\rstack\r");
    console.exp_string("1. e4 e5 2. Nf3").unwrap();
    console.exp_string("2 Black> ").unwrap();
    // As terminals mark pasted text.
    type_ahead(&mut console, "\x1b[200~Nc6\rBb5\ra6\rBa4\rstack\x1b[201~\r");
    console.exp_string("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4").unwrap();
    console.exp_string("4 Black> ").unwrap();
    type_ahead(&mut console, "analyze\rfen\r");
    console.exp_string("Press Enter to stop the analysis").unwrap();
    console.exp_string("r1bqkbnr/").unwrap();
    console.send_line("quit").unwrap();
    console.exp_eof().unwrap();
}

#[test]
fn whoever_leaves_is_asked_until_the_answer_is_clear() {
    let folder = tempfile::tempdir().unwrap();
    let start = || {
        let mut command = program(PROGRAM);
        command
            .args(["play", "--color", "both"])
            .env("TERM", "xterm-256color")
            .env("NO_COLOR", "1")
            .current_dir(folder.path());
        let mut game = spawn_command(command, Some(30_000)).unwrap();
        game.exp_string("1 White> ").unwrap();
        game.send_line("e4").unwrap();
        game.exp_string("1 Black> ").unwrap();
        game
    };
    let mut game = start();
    game.send_control('d').unwrap();
    game.exp_string("Save the game?").unwrap();
    game.send_line("help").unwrap();
    game.exp_string("cannot use 'help'").unwrap();
    game.exp_string("Save the game?").unwrap();
    game.send_line("y").unwrap();
    game.exp_string("Player - Player *, 1 move: saved to heirloom-games.pgn").unwrap();
    game.exp_eof().unwrap();
    let mut game = start();
    game.send_line("quit").unwrap();
    game.exp_string("Save the game?").unwrap();
    game.send_line("n").unwrap();
    game.exp_eof().unwrap();
    let names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["heirloom-games.pgn"]);
}

#[test]
fn the_clock_runs_and_its_end_is_reported_at_once() {
    let mut game = heirloom(&["play", "--color", "both", "--level", "0.05+0"], false);
    game.exp_regex(r"1 White \[0:0[23]\.\d\]> ").unwrap();
    type_ahead(&mut game, "d4");
    // It runs next to the typed text.
    game.exp_regex(r"\[0:01\.\d\]> d4").unwrap();
    game.exp_regex(r"\[0:00\.\d\]> d4").unwrap();
    // Enter was not pressed.
    game.exp_string("0-1  White loses on time").unwrap();
    game.exp_string("game over>").unwrap();
    game.send_line("").unwrap();
    game.exp_string("the game is over").unwrap();
    game.send_line("quit").unwrap();
    game.exp_eof().unwrap();
}

#[test]
fn a_finished_game_is_offered_to_be_saved() {
    let path = std::env::temp_dir().join(format!("heirloom-terminal-{}.pgn", std::process::id()));
    let mut game = heirloom(&["play", "--color", "both", "--fen", "7k/8/6K1/8/8/8/8/R7 w - - 0 1"], false);
    game.exp_string("1 White> ").unwrap();
    game.send_line("Ra8").unwrap();
    game.exp_string("1-0  White mates").unwrap();
    game.exp_string("Save the game?").unwrap();
    game.send_line(path.to_str().unwrap()).unwrap();
    game.exp_string("saved to").unwrap();
    game.exp_string("game over> ").unwrap();
    game.send_line("quit").unwrap();
    game.exp_eof().unwrap();
    let saved = std::fs::read_to_string(&path).unwrap();
    assert!(saved.contains("1. Ra8# 1-0") && saved.contains("[SetUp \"1\"]"), "{saved}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_game_of_the_engine_with_itself_can_be_interrupted() {
    let mut game = heirloom(&["play", "--color", "none", "--level", "0.05s"], false);
    game.exp_string("2... ").unwrap();
    game.send_control('c').unwrap();
    game.exp_string("interrupted; type go to let the engine continue").unwrap();
    game.send_line("go").unwrap();
    game.exp_regex(r"\d+\.+ ").unwrap();
    game.exp_regex(r"\d+\.+ ").unwrap();
    game.send_control('c').unwrap();
    game.exp_string("interrupted").unwrap();
    game.send_line("quit").unwrap();
    game.exp_string("Save the game?").unwrap();
    game.send_control('c').unwrap();
    game.exp_eof().unwrap();
}

#[test]
fn a_review_at_a_terminal_lists_the_bad_moves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fool.pgn");
    std::fs::write(&path, "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
    let mut review = heirloom(&["review", path.to_str().unwrap(), "--nodes", "2000"], false);
    review.exp_string("A - B, 0-1").unwrap();
    review.exp_string("White  accuracy").unwrap();
    review.exp_string("2. g4??").unwrap();
    review.exp_string("Blunder.").unwrap();
    let rest = review.exp_eof().unwrap();
    assert!(!rest.contains("[%eval"), "{rest}");
}

#[test]
fn the_suite_can_be_interrupted() {
    let mut suite = heirloom(&["testmovegen"], false);
    suite.exp_string("million/s, line").unwrap();
    suite.send_control('c').unwrap();
    suite.exp_string("the built-in suite: 126 positions").unwrap();
    suite.exp_string("interrupted before the end").unwrap();
    suite.exp_eof().unwrap();
}
