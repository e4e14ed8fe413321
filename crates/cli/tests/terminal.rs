//! Tests of the program at a pseudo-terminal.

#![cfg(unix)]

#[path = "start/program.rs"]
mod start;
use start::*;

fn terminal(mut command: Command) -> Terminal {
    command.env("NO_COLOR", "1");
    Terminal::new(command)
}

/// Starts the program at a terminal without colors.
fn heirloom(line: &str) -> Terminal {
    terminal(command(line))
}

/// Leaves a game, which is not saved.
fn leave(game: &mut Terminal) {
    game.enter("quit", &["Save the game?"]);
    game.enter("n", &[]);
    game.ends();
}

fn quit(console: &mut Terminal) {
    console.enter("quit", &[]);
    console.ends();
}

#[test]
fn the_console_draws_and_plays() {
    let mut console = heirloom("");
    console.shows(&["Type a move such as e4, or help.", " 8  r  n  b  q  k  b  n  r", "1 White> "]);
    console.enter("sd 4", &["1 White> "]);
    console.enter("e4", &["[P]", "1... ", "2 White> "]);
    console.enter("quti", &["did you mean quit?"]);
    quit(&mut console);
}

#[test]
fn colors_mark_squares_unless_nobody_wants_them() {
    let mut command = command("");
    command.env_remove("NO_COLOR").env_remove("CLICOLOR");
    let mut colored = Terminal::new(command);
    colored.shows(&["\u{1b}[48;5;"]);
    quit(&mut colored);
    let mut plain = heirloom("");
    let before = plain.shows(&["1 White> "]);
    assert!(!before.contains("[48;5;"), "{before:?}");
    quit(&mut plain);
}

#[test]
fn enter_and_control_c_end_an_analysis() {
    let mut console = heirloom("");
    console.shows(&["1 White> "]);
    for end in ['m', 'c'] {
        console.enter("analyze", &["Press Enter to stop the analysis"]);
        console.shows_like(r" 6/\d+");
        console.control(end, &["1 White> "]);
    }
    quit(&mut console);
}

#[test]
fn control_c_makes_the_engine_move_at_once() {
    let mut game = heirloom("play --color black --level 600s");
    game.shows(&["You play Black"]);
    game.shows_like(r" 5/\d+");
    game.control('c', &[]);
    game.shows_like(r"1\. \w+");
    game.shows(&["1 Black> "]);
    leave(&mut game);
}

#[test]
fn lines_that_are_typed_ahead_are_obeyed_in_order() {
    let mut game = heirloom("play --level 0.5s");
    game.shows(&["1 White> "]);
    // Everything arrives before the first answer.
    game.type_ahead("e4\rd4\rKe8\rfen\r");
    game.shows_like(r"1\.\.\. \w+");
    game.shows_like(r"2\.\.\. \w+");
    game.shows(&["not played", "PPP2PPP/RNBQKBNR w"]);
    // The terminal's line buffer keeps what is typed while the engine thinks.
    game.type_ahead("go depth\r");
    game.shows_like(r"3\. \w+");
    leave(&mut game);
}

#[test]
fn pasted_lines_are_obeyed_one_by_one() {
    let mut console = heirloom("");
    console.shows(&["1 White> "]);
    console.type_ahead("force\re4\re5\rNf3\rstack\r");
    console.shows(&["1. e4 e5 2. Nf3", "2 Black> "]);
    // As terminals mark pasted text.
    console.type_ahead("\x1b[200~Nc6\rBb5\ra6\rBa4\rstack\x1b[201~\r");
    console.shows(&["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4", "4 Black> "]);
    console.type_ahead("analyze\rfen\r");
    console.shows(&["Press Enter to stop the analysis", "r1bqkbnr/"]);
    quit(&mut console);
}

#[test]
fn whoever_leaves_is_asked_until_the_answer_is_clear() {
    let folder = Folder::new();
    let start = || {
        let mut game = terminal(folder.command("play --color both"));
        game.shows(&["1 White> "]);
        game.enter("e4", &["1 Black> "]);
        game
    };
    let mut game = start();
    game.control('d', &["Save the game?"]);
    game.enter("help", &["cannot use 'help'", "Save the game?"]);
    game.enter("y", &["Player - Player *, 1 move: saved to heirloom-games.pgn"]);
    game.ends();
    leave(&mut start());
    assert!(folder.path("heirloom-games.pgn").exists() && folder.count() == 1);
}

#[test]
fn the_clock_runs_and_its_end_is_reported_at_once() {
    let mut game = heirloom("play --color both --level 0.05+0");
    game.shows_like(r"1 White \[0:0[23]\.\d\]> ");
    game.type_ahead("d4");
    // It runs next to the typed text.
    game.shows_like(r"\[0:01\.\d\]> d4");
    game.shows_like(r"\[0:00\.\d\]> d4");
    // Enter was not pressed.
    game.shows(&["0-1  White loses on time", "game over>"]);
    game.enter("", &["the game is over"]);
    quit(&mut game);
}

#[test]
fn a_finished_game_is_offered_to_be_saved() {
    let folder = Folder::new();
    let mut game = terminal(folder.command("play --color both --fen '7k/8/6K1/8/8/8/8/R7 w - - 0 1'"));
    game.shows(&["1 White> "]);
    game.enter("Ra8", &["1-0  White mates", "Save the game?"]);
    game.enter("mine.pgn", &["saved to", "game over> "]);
    quit(&mut game);
    has(&folder.read("mine.pgn"), &["1. Ra8# 1-0", "[SetUp \"1\"]"]);
}

#[test]
fn a_result_after_saving_is_offered_to_be_saved_too() {
    let folder = Folder::new();
    let mut game = terminal(folder.command("play --color both"));
    game.shows(&["1 White> "]);
    game.enter("e4", &["1 Black> "]);
    game.enter("save a.pgn", &["saved to a.pgn"]);
    game.enter("resign", &["1-0  Black resigns", "Save the game?"]);
    game.enter("save b.pgn", &["1-0, 1 move: saved to b.pgn", "game over> "]);
    quit(&mut game);
    has(&folder.read("b.pgn"), &["1. e4 1-0"]);
}

#[test]
fn a_game_of_the_engine_with_itself_can_be_interrupted() {
    let mut game = heirloom("play --color none --level 0.05s");
    game.shows(&["2... "]);
    game.control('c', &["interrupted; type go to let the engine continue"]);
    game.enter("go", &[]);
    game.shows_like(r"\d+\.+ ");
    game.shows_like(r"\d+\.+ ");
    game.control('c', &["interrupted"]);
    game.enter("quit", &["Save the game?"]);
    game.control('c', &[]);
    game.ends();
}

#[test]
fn a_review_at_a_terminal_lists_the_bad_moves() {
    let folder = Folder::with("fool.pgn", "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let mut review = terminal(folder.command("review fool.pgn --nodes 2000"));
    review.shows(&["A - B, 0-1", "Accuracy", "Key moments", "2. g4??", "Blunder."]);
    let rest = review.ends();
    assert!(!rest.contains("[%eval"), "{rest}");
}

#[test]
fn the_suite_can_be_interrupted() {
    let mut suite = heirloom("testmovegen");
    suite.shows(&["million/s, line"]);
    suite.control('c', &["the built-in suite: 126 positions", "interrupted before the end"]);
    suite.ends();
}
