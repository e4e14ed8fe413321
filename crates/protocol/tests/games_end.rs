//! Tests that engines learn how a game ended, over both protocols, and that users see warnings.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::io::{BufReader, ErrorKind, pipe};
use std::sync::mpsc;
use std::thread;

use heirloom_engine::{BestMove, Engine, EngineError, Info};
use heirloom_protocol::{Handled, Protocol, Script, ServeError, serve};
use heirloom_testing::Scripted;
use heirloom_testing::engine::alphabetically_first;

/// Returns an engine that warns and remarks, and plays the alphabetically first move, at depth 99 only after
/// a stop.
fn pupil() -> Scripted {
    Scripted::with(|search| {
        let words = |text: &str, warning| Info { text: Some(text.into()), warning, ..Info::default() };
        search.report(words("the book is damaged", true));
        search.report(words("the book knows nothing", false));
        if search.limits.depth == Some(99) {
            search.wait_for_stop();
        }
        Ok(BestMove { best: Some(alphabetically_first(search.position())), ..BestMove::default() })
    })
}

/// Plays the script as a GUI and returns the games that were reported as over.
#[track_caller]
fn over(dialect: Protocol, script: Script) -> Vec<String> {
    let (server_input, gui_output) = pipe().unwrap();
    let (gui_input, server_output) = pipe().unwrap();
    let (sender, calls) = mpsc::channel();
    let server = thread::spawn(move || {
        let mut factory = || -> Result<Box<dyn Engine>, EngineError> {
            let engine = pupil();
            sender.send(engine.calls()).unwrap();
            Ok(engine.boxed())
        };
        serve(dialect, &mut factory, BufReader::new(server_input), server_output, &mut |_, _| {
            Handled::Unknown
        })
    });
    assert_eq!(script.play(gui_input, gui_output), Ok(0));
    match server.join().unwrap() {
        // The GUI may be gone when the engine sends its last line.
        Err(ServeError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {}
        ended => ended.unwrap(),
    }
    calls.iter().flat_map(|calls| calls.games()).collect()
}

/// A GUI that sends these lines, separated by `|`, and waits for a line.
fn says(lines: &str, answer: &str) -> Script {
    lines.split('|').fold(Script::new(), |script, line| script.reply(line)).expect_later(answer)
}

#[test]
fn over_uci_the_last_move_is_that_of_the_engine() {
    let game = says("ucinewgame|position startpos moves e2e4 e7e5|go depth 1", "bestmove a2a3*");
    assert_eq!(over(Protocol::Uci, game.clone().reply("quit")), ["e2e4 e7e5 a2a3"]);
    assert_eq!(over(Protocol::Uci, game.clone().reply("ucinewgame").reply("quit")), ["e2e4 e7e5 a2a3"]);
    let longer =
        game.clone().then(says("position startpos moves e2e4 e7e5 a2a3 h7h6|go depth 1", "bestmove a1a2*"));
    assert_eq!(over(Protocol::Uci, longer.reply("ucinewgame").reply("quit")), ["e2e4 e7e5 a2a3 h7h6 a1a2"]);
    let cut_off =
        says("position startpos moves e2e4 e7e5 a2a3 h7h6|go depth 99|ucinewgame", "bestmove a1a2*");
    assert_eq!(
        over(Protocol::Uci, game.then(cut_off).reply("quit")),
        ["e2e4 e7e5 a2a3"],
        "nobody played that answer"
    );
}

#[test]
fn over_uci_analysis_and_wrong_guesses_are_no_games() {
    let analysis = says("position startpos|go infinite", "info*").then(says("stop", "bestmove a2a3*"));
    assert_eq!(over(Protocol::Uci, analysis.reply("quit")), [""; 0]);
    let guess = says("position startpos moves e2e4 e7e5|go ponder wtime 1000 btime 1000", "info*");
    assert_eq!(
        over(Protocol::Uci, guess.clone().then(says("stop", "bestmove a2a3*")).reply("quit")),
        [""; 0]
    );
    assert_eq!(
        over(Protocol::Uci, guess.then(says("ponderhit", "bestmove a2a3*")).reply("quit")),
        ["e2e4 e7e5 a2a3"]
    );
}

#[test]
fn over_xboard_the_board_says_how_it_went() {
    let game = says("xboard|new|usermove e2e4", "move a7a5");
    assert_eq!(over(Protocol::XBoard, game.clone().reply("quit")), ["e2e4 a7a5"]);
    assert_eq!(over(Protocol::XBoard, game.clone().reply("new").reply("quit")), ["e2e4 a7a5"]);
    // A side that resigns after the engine's move, or loses on time before it.
    assert_eq!(
        over(Protocol::XBoard, game.clone().reply("result 0-1 {White resigns}").reply("quit")),
        ["e2e4 a7a5"; 2]
    );
    let late =
        game.clone().reply("sd 99").reply("usermove g1f3").reply("result 1-0 {Black forfeits on time}");
    assert_eq!(over(Protocol::XBoard, late.reply("new").reply("quit"))[0], "e2e4 a7a5 g1f3");
    let mated = says(
        "xboard|new|force|usermove f2f3|usermove e7e5|usermove g2g4|playother|usermove d8h4",
        "0-1 {Black mates}",
    );
    assert_eq!(over(Protocol::XBoard, mated.reply("quit")), ["f2f3 e7e5 g2g4 d8h4"]);
    // Moves tried out in analysis are not part of the game.
    let tried = game.then(says("analyze|usermove g1f3|ping 1", "pong 1")).reply("exit");
    assert_eq!(over(Protocol::XBoard, tried.reply("quit"))[0], "e2e4 a7a5");
}

#[test]
fn warnings_reach_the_user_over_both() {
    let uci = says("position startpos|go depth 1", "info string the book is damaged")
        .expect("info string the book knows nothing");
    over(Protocol::Uci, uci.expect_later("bestmove a2a3*").reply("quit"));
    let xboard = says("xboard|new|usermove e2e4", "tellusererror the book is damaged").expect("move a7a5");
    over(Protocol::XBoard, xboard.reply("quit"));
}
