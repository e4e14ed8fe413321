//! Input over UCI that is nonsense, long, sent all at once or cut off.

use std::io::Write;
use web_time::{Duration, Instant};

use heirloom_protocol::Protocol;

use super::{check, puppet};
use crate::driver;

fn piped(text: &str) -> String {
    driver::piped(Protocol::Uci, puppet, text)
}

#[test]
fn nonsense_is_reported_and_does_no_harm() {
    check(
        "> |   |\t|# remark|joho|\u{0}\u{1}
         < info string unknown command \"joho\"|info string unknown command*
         > joho debug on|setoption name Delay value 0 < info string option Delay set to \"0\"
         > debug < info string debug needs*
         > go depth x joho
         < info string go depth needs a whole number, not \"x\"; ignored
         < info string unknown go token \"joho\"; ignored|info depth 1 score cp 0 pv a2a3|bestmove a2a3
         > \t isready  \r < readyok
         > register later|stop|ponderhit < (quiet 30)",
    );
}

#[test]
fn long_lines_are_read() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(2_500);
    let (long, endless) = ("x".repeat(50_000), "y".repeat(2_000_000));
    check(&format!(
        "> position startpos moves {shuffle}|go depth 1 < info depth 1 score cp 10000*|bestmove a2a3
         > {long} < info string unknown command \"xxx*...\"
         > {endless} < info string a line of more than a megabyte was skipped
         > isready < readyok"
    ));
}

#[test]
fn commands_of_the_program_are_passed_on() {
    check(
        "> d < board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
         > go perft 3 < Nodes searched: 8902
         > go infinite < info depth 1 score cp 0 pv a2a3
         > d < * while searching
         // A search that is about to end is awaited; later lines keep their order.
         > stop|d|position startpos moves e2e4|d < bestmove a2a3|board * w KQkq - 0 1|board * b KQkq*
         > long|(pause 50)|stop < long ended true
         > isready < readyok",
    );
    // Work that was piped in together is done, although the end has already been read.
    check("> brief|quit < brief ended false");
}

#[test]
fn what_is_piped_in_at_once_is_answered_in_order() {
    // During a search `readyok` is not delayed; at the end of the input a pending one is still sent.
    for lines in [
        "setoption name Delay value 100\ngo movetime 100\nisready\nquit\n",
        "isready\ngo depth 1\nquit\n",
        "isready\ngo depth 1\n",
        "ucinewgame\nisready\ngo infinite\nquit\n",
    ] {
        let said = piped(lines);
        assert!(said.find("readyok").is_some_and(|at| Some(at) < said.find("bestmove")), "{said}");
    }
    assert_eq!(piped("isready\nisready\nquit\n"), "readyok\nreadyok\n");
    // The last line needs no line ending.
    assert_eq!(piped("\r\n isready"), "readyok\n");
}

#[test]
fn a_search_that_was_piped_in_is_finished() {
    let taken = |lines: &str| {
        let begun = Instant::now();
        let said = piped(&format!("setoption name Delay value 1200\n{lines}\n"));
        assert_eq!(said.lines().filter(|line| line.starts_with("bestmove")).count(), 1, "{said}");
        begun.elapsed()
    };
    for go in ["go depth 8", "go nodes 1000 searchmoves e2e4", "go movetime 700"] {
        assert!(taken(go) >= Duration::from_millis(1200), "{go}");
    }
    // `quit` means at once; a clock belongs to a game whose GUI is gone; the others would never end.
    for lines in
        ["go depth 8\nquit", "go depth 8\nstop", "go wtime 60000 btime 60000", "go", "go depth 9 infinite"]
    {
        assert!(taken(lines) < Duration::from_millis(1000), "{lines}");
    }
    // A search that began long before is not awaited.
    check(
        "> setoption name Delay value 60000|go depth 8 < info depth 1 score cp 0 pv a2a3
         > (pause 1100)",
    );
}

#[test]
fn the_end_of_the_input_ends_everything() {
    check("> go infinite < info depth 1 score cp 0 pv a2a3");
    check(
        "> setoption name Delay value 60000|go depth 1 < info depth 1 score cp 0 pv a2a3
         > quit < bestmove a2a3",
    );
    check("> go infinite searchmoves 0000|quit < info depth 0 score cp 0|bestmove (none)");
    check("");
}

#[test]
fn a_reader_that_is_gone_ends_the_server() {
    let (gui_input, mut gui_output, server) = driver::start(Protocol::Uci, puppet);
    drop(gui_input);
    gui_output.write_all(b"uci\n").unwrap();
    assert!(server.join().unwrap().is_err());
}
