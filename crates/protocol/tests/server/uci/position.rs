//! Positions over UCI, possible and impossible ones.

use super::check;

#[test]
fn positions_come_in_many_forms() {
    check(
        "> position fen 4k3/8/8/8/8/8/8/4K2R w K -|d < board 4k3/8/8/8/8/8/8/4K2R w K - 0 1
         > position fen 4k3/8/8/8/8/8/8/4K2R w H - 3 40 moves e1h1|d < board 4k3/8/8/8/8/8/8/5RK1 b - - 4 40
         > position\tstartpos  moves\te2e4\r|d < board * b KQkq - 0 1
         > position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8Q|d < board Q3k3/8/8/8/8/8/8/4K3 b - - 0 1",
    );
}

#[test]
fn the_last_position_wins() {
    check(
        "> go infinite < info depth 1 score cp 0 pv a2a3
         > stop|position startpos moves d2d4|position startpos moves e2e4 e7e5|go depth 1
         < bestmove a2a3|info depth 1 score cp 2 pv a2a3|bestmove a2a3|(quiet 30)",
    );
}

#[test]
fn after_a_bad_position_there_is_no_move() {
    check(
        "> position startpos moves e2e4|position startpos moves e2e4 e7e5 e4e5
         < info string illegal move 3 \"e4e5\": not a legal move here; there is no current position
         > go depth 1 < info string no move*|bestmove (none)
         > position fen 8/8/8/8/8/8/8/8 w - - 0 1
         < info string illegal FEN \"8/8/8/8/8/8/8/8 w - - 0 1\":*no current position
         > position nonsense < info string position needs*
         > go infinite < info string no move*|(quiet 30)
         > stop < bestmove (none)
         > position startpos moves e2e4|go depth 1 < info depth 1 score cp 1 pv a7a5|bestmove a7a5",
    );
}

#[test]
fn impossible_castling_rights_are_dropped() {
    check(
        "> position fen r4rk1/8/8/8/8/8/8/R4RK1 w KQkq e6 0 1 < info string*|info string*
         > go depth 1 < info depth 1*|bestmove*|(quiet 30)",
    );
}

#[test]
fn a_drawn_position_has_a_line() {
    check(
        "> position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8|go depth 1
         < info depth 1 score cp* pv a2a3|bestmove a2a3
         > position fen 8/8/4k3/8/8/4K3/4R3/8 w - - 100 80|go depth 1
         < info depth 1 score cp 0 pv *|bestmove*",
    );
}
