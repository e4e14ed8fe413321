//! Engines learn how a game ended, over both protocols, and users see warnings.

use std::io::ErrorKind;
use std::sync::mpsc;

use heirloom_engine::{BestMove, Info};
use heirloom_protocol::{Protocol, ServeError};
use heirloom_testing::Scripted;
use heirloom_testing::engine::alphabetically_first;

use crate::driver;

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

/// Plays the GUI's part of a transcript and returns the games that were reported as over.
#[track_caller]
fn over(protocol: Protocol, transcript: &str) -> Vec<String> {
    let (sender, calls) = mpsc::channel();
    let factory = move || {
        let engine = pupil();
        sender.send(engine.calls()).unwrap();
        Ok(engine.boxed())
    };
    match driver::play(protocol, factory, transcript) {
        // The GUI may be gone when the engine sends its last line.
        Err(ServeError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {}
        ended => ended.unwrap(),
    }
    calls.iter().flat_map(|calls| calls.games()).collect()
}

#[test]
fn over_uci_the_last_move_is_that_of_the_engine() {
    let game = "> ucinewgame|position startpos moves e2e4 e7e5|go depth 1 < ... bestmove a2a3*\n";
    let longer = "> position startpos moves e2e4 e7e5 a2a3 h7h6|go depth 1 < ... bestmove a1a2*\n";
    // The answer of a search that was cut off was not played.
    let cut_off =
        "> position startpos moves e2e4 e7e5 a2a3 h7h6|go depth 99|ucinewgame < ... bestmove a1a2*\n";
    for (end, game_over) in [
        ("> quit", "e2e4 e7e5 a2a3"),
        ("> ucinewgame|quit", "e2e4 e7e5 a2a3"),
        (&format!("{longer}> ucinewgame|quit"), "e2e4 e7e5 a2a3 h7h6 a1a2"),
        (&format!("{cut_off}> quit"), "e2e4 e7e5 a2a3"),
    ] {
        assert_eq!(over(Protocol::Uci, &format!("{game}{end}")), [game_over], "{end}");
    }
}

#[test]
fn over_uci_analysis_and_wrong_guesses_are_no_games() {
    let analysis = "> position startpos|go infinite < ... info* > stop < ... bestmove a2a3* > quit";
    assert_eq!(over(Protocol::Uci, analysis), [""; 0]);
    let guess = "> position startpos moves e2e4 e7e5|go ponder wtime 1000 btime 1000 < ... info*\n";
    let end = "< ... bestmove a2a3* > quit";
    assert_eq!(over(Protocol::Uci, &format!("{guess}> stop {end}")), [""; 0]);
    assert_eq!(over(Protocol::Uci, &format!("{guess}> ponderhit {end}")), ["e2e4 e7e5 a2a3"]);
}

#[test]
fn over_xboard_the_board_says_how_it_went() {
    let after =
        |end: &str| over(Protocol::XBoard, &format!("> xboard|new|usermove e2e4 < ... move a7a5\n> {end}"));
    assert_eq!(after("quit"), ["e2e4 a7a5"]);
    assert_eq!(after("new|quit"), ["e2e4 a7a5"]);
    // A side that resigns after the engine's move, or loses on time before it.
    assert_eq!(after("result 0-1 {White resigns}|quit"), ["e2e4 a7a5"; 2]);
    let late = after("sd 99|usermove g1f3|result 1-0 {Black forfeits on time}|new|quit");
    assert_eq!(late[0], "e2e4 a7a5 g1f3");
    // Moves tried out in analysis are not part of the game.
    assert_eq!(after("analyze|usermove g1f3|ping 1 < ... pong 1 > exit|quit")[0], "e2e4 a7a5");
    let mated = "> xboard|new|force|usermove f2f3|usermove e7e5|usermove g2g4|playother|usermove d8h4
                 < ... 0-1 {Black mates} > quit";
    assert_eq!(over(Protocol::XBoard, mated), ["f2f3 e7e5 g2g4 d8h4"]);
}

#[test]
fn warnings_reach_the_user_over_both() {
    let uci = "> position startpos|go depth 1 < ... info string the book is damaged
               < info string the book knows nothing|... bestmove a2a3* > quit";
    over(Protocol::Uci, uci);
    let xboard = "> xboard|new|usermove e2e4 < ... tellusererror the book is damaged|move a7a5 > quit";
    over(Protocol::XBoard, xboard);
}
