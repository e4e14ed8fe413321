//! The introduction, options and the log over UCI.

use super::check;
use crate::driver;

#[test]
fn introduction() {
    // Nothing is sent before `uci`.
    check(
        "< (quiet 50)
         > uci
         < id name Puppet 1|id author the tests|option name Delay type spin default 0 min 0 max 60000
         < option name Manner type combo*|option name Clear Hash type button
         < option name UCI_ShowWDL type check default false
         < option name Book File type string default <empty>
         < option name UCI_Chess960 type check default false
         < option name Debug Log File type string default <empty>|uciok|(quiet 30)",
    );
}

#[test]
fn both_directions_are_logged_where_asked() {
    let logged = driver::logged("uci", |file| {
        check(&format!(
            "> setoption name Debug Log File value {file}|d|isready < board*|readyok
             > setoption name debug log file value <empty>|isready < readyok"
        ));
    });
    let board = "<< board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let end = ">> setoption name debug log file value <empty>";
    assert_eq!(logged, [">> d", board, ">> isready", "<< readyok", end]);
}

#[test]
fn a_log_that_cannot_be_written_is_reported_once() {
    check(
        "> setoption name Debug Log File value /no/such/folder/log.txt
         < info string cannot write the log /no/such/folder/log.txt: *; nothing is logged
         > isready < readyok|(quiet 30)",
    );
}

#[test]
fn options_are_checked() {
    check(
        "> setoption name delay value 60001
         < info string option 'Delay' cannot be '60001'; expected a whole number from 0 to 60000
         > setoption name Dealy value 1 < info string no option 'Dealy'; did you mean 'Delay'?
         > setoption name Book File value x y < info string this engine does not support books
         > setoption name clear hash|setoption name CLEAR HASH value true|setoption
         < info string setoption needs*
         > isready < readyok",
    );
}

#[test]
fn an_option_during_a_search_waits_for_its_end() {
    check(
        "> go infinite < info depth 1 score cp 0 pv a2a3
         > setoption name Manner value silent|isready < readyok
         > stop < bestmove a2a3
         > go depth 1 < info depth 1 score cp 0 time 0 pv a2a3|bestmove a2a3",
    );
}

#[test]
fn castling_is_written_as_the_option_says() {
    check(
        "> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1|go depth 1 searchmoves e1h1 < *pv e1g1|bestmove e1g1
         > setoption name UCI_CHESS960 value true|go depth 1 searchmoves e1g1 < *pv e1h1|bestmove e1h1
         > setoption name uci_chess960 value false
         // No other notation can express this castling.
         > position fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1|go depth 1 searchmoves f1g1 < *pv f1g1|bestmove f1g1",
    );
}
