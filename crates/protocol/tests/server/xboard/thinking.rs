//! Reports, pondering and analysis over XBoard.

use super::check;

#[test]
fn thinking_is_sent_where_it_is_requested() {
    check(
        "> new|post|usermove e2e4 < 3 0 12 77 4 640 0\ta5 a3|move a7a5
         > nopost|usermove d2d4 < move a5a4
         > post|sd 9|option Score=-31|usermove d4d5 < 9 -31 12 77 4 640 0\ta3 Nxa3|move a4a3",
    );
}

#[test]
fn nothing_disturbs_a_search_for_a_move() {
    check(
        "> option Manner=limits|option Delay=400|new|usermove e2e4|memory 32|cores 3|hint|draw|exit
         > include all
         < move a7a5|tellusererror option 'Hash Spin(32)'*|tellusererror option 'Threads Spin(3)'*
         // The progress is still reported.
         > post|option Delay=60000|usermove d2d4 < 3 *
         > . < stat01: * 77 3 *
         > ? < move a5a4",
    );
}

#[test]
fn the_opponents_time_is_used() {
    check(
        "> accepted debug|new|hard|post|level 0 1 0|time 5000|usermove e2e4
         < 3 *\ta5 a3|# plain clocks 50000*
         // The expected move comes first in the line.
         < move a7a5|# ponder clocks *
         > ping 1
         // Lines before `pong` would be attributed to the previous move.
         < pong 1|3 0 12 77 4 640 0\ta3 a4 Ra2
         > hint < Hint: a2a3
         > time 4995|otim 5000|usermove a2a3 < 3 *\ta4 Ra2|move a5a4|# ponder*
         // Another move than the expected one, and a clock that is much shorter than assumed.
         > time 4900|usermove h2h3 < 3 *|# plain clocks 49000 *|move a8a5|# ponder*
         > time 900|usermove b1c3 < 3 *|# plain clocks 9000 *|move a5a6|# ponder*
         > easy|usermove g1f3 < 3 *|# plain*|move *|(quiet 50)",
    );
}

#[test]
fn pondering_makes_no_move() {
    for after in [
        // `?` has no effect, and pondering ends in force mode and survives a pause.
        "> ? < (quiet 30) > force|usermove a2a3|usermove a5a4 < (quiet 30)",
        "> pause < (quiet 30) > resume < # ponder* > usermove a2a3 < move a5a4|# ponder*",
        "> remove < (quiet 30) > usermove d2d4 < # plain*|move a7a5|# ponder*
         > new|usermove g1f3 < # plain*|move a7a5",
        // The other side can be played during pondering.
        "> go < # plain*|move a2a3",
    ] {
        let ponders = "> accepted debug|new|hard|usermove e2e4 < # plain*|move a7a5|# ponder*";
        check(&format!("{ponders}\n{after}"));
    }
}

#[test]
fn an_analysis_follows_the_board() {
    check(
        "> accepted debug|new|post|analyze < 3 0 12 77 4 640 0\ta3 a5|# infinite *|(quiet 30)
         > . < stat01: * 77 3 19 20 a2a3
         > hint < Hint: a2a3
         > usermove e2e4 < 3 *\ta5 a3|#*
         > undo < 3 *\ta3 a5|#*
         > exclude a2a3 < 3 *|# infinite * wanted 19
         > exclude all < (quiet 30)
         > include e2e4 < 3 *\te4 a5|#* wanted 1
         > include all < 3 *\ta3 a5|#*
         > setboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 < 3 *\ta8=B*|#*
         > new < 3 *\ta3 a5|#*
         > exit|.|usermove e2e4 < (quiet 40)
         > go < 3*|#*|move a7a5",
    );
}

#[test]
fn an_analysis_without_moves_is_silent() {
    check(
        "> new|setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1|analyze < (quiet 40)
         > ping 1 < pong 1
         > exclude joho < Illegal move (*): joho",
    );
}

#[test]
fn a_fault_costs_the_engine_not_the_game() {
    check(
        "> accepted debug|option Manner=panic|option Score=9|new|usermove e2e4
         < # plain*|tellusererror the engine failed: the puppet's string broke|# the engine was restarted
         < move a7a5
         > option Manner=plain|post|usermove d2d4 < 3 9 *|#*|move a5a4",
    );
}
