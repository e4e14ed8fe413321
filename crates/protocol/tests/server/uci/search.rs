//! Searches over UCI: how they begin, end and answer.

use super::check;

#[test]
fn every_kind_of_go_answers_once() {
    let forms = [
        "go depth 1",
        "go nodes 5",
        "go movetime 5",
        "go movetime -5",
        "go mate 2",
        "go wtime 100",
        "go btime 100",
        "go wtime 100 btime 100 winc 100 binc 100",
        "go wtime -5 btime 0 movestogo 0",
        "go wtime 1000.5 btime 1e3",
        "go",
    ];
    let answered = forms.map(|go| format!("> {go} < info depth 1 score cp 0 pv a2a3|bestmove a2a3\n"));
    check(&(answered.concat() + "< (quiet 30) > quit"));
    check("> position startpos moves e2e4|go btime 100 < info depth 1 score cp 1 pv a7a5|bestmove a7a5");
}

#[test]
fn huge_numbers_do_no_harm() {
    let most = i64::MAX;
    for go in [
        format!("go wtime {most} btime {most} winc {most} binc {most} movestogo {most}"),
        format!("go movetime {most} depth {most} nodes {most} mate {most}"),
        format!("go wtime -{most} btime -{most} winc -{most} movestogo -1"),
        "go movetime 99999999999999999999999 wtime 1e400 depth -1e99".into(),
    ] {
        check(&format!("> {go} < info depth 1 score cp 0 pv a2a3|bestmove a2a3 > quit"));
    }
}

#[test]
fn ready_is_answered_during_a_search() {
    check(
        "> isready < readyok
         > setoption name Delay value 60000|go nodes 9 < info depth 1 score cp 0 pv a2a3
         > isready < readyok
         > isready < readyok|(quiet 30)
         > stop < bestmove a2a3
         > isready < readyok",
    );
}

#[test]
fn ready_waits_for_what_was_asked_before() {
    check("> setoption name Delay value 150|ucinewgame|isready < (quiet 80)|readyok");
}

#[test]
fn infinite_and_ponder_hold_the_move_back() {
    check(
        "> go infinite < info depth 1 score cp 0 pv a2a3|(quiet 60)
         > ponderhit < (quiet 60)
         > stop < bestmove a2a3
         > stop|ponderhit < (quiet 30)
         > go ponder wtime 100 btime 100 < info depth 1 score cp 0 pv a2a3|(quiet 60)
         > ponderhit < bestmove a2a3
         > go ponder movetime 1 < info depth 1 score cp 0 pv a2a3|(quiet 60)
         > stop < bestmove a2a3|(quiet 30)",
    );
}

#[test]
fn a_stale_stop_does_not_end_the_next_search() {
    let searches = "
        > go depth 1|stop|stop|go infinite < info depth 1 score cp 0 pv a2a3|bestmove a2a3
        < info depth 1 score cp 0 pv a2a3|(quiet 5) > stop < bestmove a2a3";
    check(&(searches.repeat(20) + " < (quiet 30)"));
}

#[test]
fn a_go_during_a_search_answers_both() {
    check(
        "> go infinite < info depth 1 score cp 0 pv a2a3
         > position startpos moves e2e4|go depth 1
         < bestmove a2a3|info depth 1 score cp 1 pv a7a5|bestmove a7a5|(quiet 30)",
    );
}

#[test]
fn a_new_game_while_pondering_ends_the_search() {
    check(
        "> go ponder wtime 9 btime 9 < info depth 1 score cp 0 pv a2a3
         > ucinewgame < bestmove a2a3
         > isready < readyok",
    );
}

#[test]
fn search_moves_are_passed_on() {
    check(
        "> go depth 1 searchmoves e2e4 d2d4 < info depth 1 score cp 0 pv e2e4|bestmove e2e4
         > go searchmoves e2e5 d2d4 depth 1
         < info string searchmoves \"e2e5\": not a legal move here; ignored|info depth 1 score cp 0 pv d2d4
         < bestmove d2d4",
    );
}

#[test]
fn no_legal_move_is_reported() {
    check(
        "> position startpos moves f2f3 e7e5 g2g4 d8h4|go depth 5
         < info depth 0 score mate 0|bestmove (none)
         > go infinite < (quiet 40)
         > isready < readyok
         > stop < info depth 0 score mate 0|bestmove (none)
         > go ponder < (quiet 40)
         > ponderhit < info depth 0 score mate 0|bestmove (none)
         > position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1|go wtime 1 btime 1
         < info depth 0 score cp 0|bestmove (none)
         > position startpos|go depth 1 searchmoves 0000
         < info depth 0 score cp 0|bestmove (none)|(quiet 30)",
    );
}

#[test]
fn instant_moves_come_with_a_score() {
    check("> setoption name Manner value silent|go depth 1 < info depth 1 score cp 0 time*|bestmove a2a3");
    check(
        "> setoption name Manner value bounds|go depth 1
         < info depth 1 score cp 30 lowerbound pv a2a3|bestmove a2a3",
    );
    check("> setoption name Manner value current|go depth 1 < info depth 1 score cp 0 time*|bestmove a2a3");
}

#[test]
fn results_are_expected_only_where_wanted() {
    check(
        "> setoption name Manner value ponder|go depth 1
         < info depth 1 score cp 7 pv a2a3|bestmove a2a3 ponder a7a5
         > setoption name UCI_ShowWDL value true|go depth 1
         < info depth 1 score cp 7 wdl 100 800 100 pv a2a3|bestmove a2a3 ponder a7a5",
    );
}

#[test]
fn lines_end_with_the_game() {
    check(
        "> setoption name Manner value beyond|position startpos moves f2f3 e7e5 g2g4
         > go depth 1 searchmoves d8h4 < info depth 1 score mate 1 pv d8h4|bestmove d8h4",
    );
}

#[test]
fn a_fault_costs_the_engine_not_the_game() {
    check(
        "> setoption name Manner value panic|go depth 1
         < info depth 1 score cp 0 pv a2a3|info string the engine failed: the puppet's string broke
         < bestmove a2a3|info string the engine was restarted
         // The settings were kept, including the one that causes the failure.
         > go depth 1
         < info depth 1 score cp 0 pv a2a3|info string the engine failed*|bestmove a2a3|*restarted
         > setoption name Manner value die|go depth 1
         < info depth 1 score cp 0 pv a2a3|info string Puppet 1 exited; its last output: adieu|bestmove a2a3
         < *restarted
         > setoption name Manner value illegal|go depth 1
         < info depth 1 score cp 0 pv a2a3|info string Puppet 1 sent 'a1h8 in rnbq*|bestmove a2a3
         > setoption name Manner value plain|go depth 1
         < info depth 1 score cp 0 pv a2a3|bestmove a2a3|(quiet 30)",
    );
}

#[test]
fn a_fault_in_an_analysis_is_reported_at_once_and_answered_when_stopped() {
    check(
        "> setoption name Manner value panic|go infinite
         < info depth 1 score cp 0 pv a2a3|info string the engine failed*|*restarted|(quiet 30)
         > stop < bestmove a2a3
         > go ponder depth 1
         < info depth 1 score cp 0 pv a2a3|info string the engine failed*|*restarted|(quiet 30)
         > ponderhit < bestmove a2a3|(quiet 30)",
    );
}
