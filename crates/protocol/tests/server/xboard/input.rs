//! Commands over XBoard that do not apply, are unused or unknown, and the end of the input.

use heirloom_protocol::Protocol;

use super::{check, puppet};
use crate::driver;

#[test]
fn commands_count_only_where_they_apply() {
    // `exit` ends an analysis, but not a game.
    check(
        "> new|exit|usermove e2e4 < move a7a5
         > analyze < 3 *
         > exit|usermove d2d4 < (quiet 40)
         // If nothing is known there is no hint and no status.
         > new|hint|.|?|resume|easy|nopost|include e2e4 < (quiet 40)
         > ping x y < pong x y
         // An illegal position is not analyzed.
         > setboard 8/8/8/8/8/8/8/8 w - - 0 1 < tellusererror Illegal position
         > analyze < (quiet 40)
         > undo < Error (no move to take back): undo
         > new < 3 *
         // The engine plays the side not to move.
         > exit|option Delay=60000|new|usermove e2e4|playother < (quiet 40)
         > option Delay=0|usermove a7a6\r < move a2a3",
    );
    check("> new|edit|#|quit");
}

#[test]
fn the_book_is_shown() {
    check("> xboard|protover 2|new|bk < ... feature done=1| a3  100%| b3    0%  passive|");
    // An analysis is interrupted and continues; a move comes first.
    check(
        "> xboard|new|option Delay=60000|analyze < ... 3 *
         > bk < ...  a3  100%|*passive||... 3 *
         > exit",
    );
    check(
        "> xboard|new|option Delay=60|usermove e2e4|bk < move a7a5| no book moves*|
         > bk|quit <  no book moves*|",
    );
}

#[test]
fn unused_commands_are_skipped() {
    let endless = "y".repeat(2_000_000);
    check(&format!(
        "> random|computer|name Joho|rating 2600 1500|ics -|result *|setscore 3 4|lift e2|put e4|hover e4
         > # remark||accepted x < (quiet 40)
         > joho < Error (unknown command): joho
         > d < board *
         > {endless} < Error (too long)*
         > ping 1 < pong 1"
    ));
}

#[test]
fn the_other_protocol_is_a_word_away() {
    check(
        "> xboard|new|uci < id name Puppet 1|... uciok
         > xboard|new|usermove e2e4 < move a7a5
         > uci < Error (a game is running): uci
         > quit",
    );
}

#[test]
fn the_end_of_the_input_ends_everything() {
    check("> option Delay=60000|new|usermove e2e4");
    check("> option Delay=60000|new|usermove e2e4|quit");
    check("> analyze");
    check("");
    // Pending answers are still sent, and the last line needs no line ending.
    let input = "option Delay=60000\nnew\nusermove e2e4\nping 1\nping 2";
    assert_eq!(driver::piped(Protocol::XBoard, puppet, input), "pong 1\npong 2\n");
}
