//! Clocks, limits and the moment of the move over XBoard.

use super::check;

#[test]
fn clocks_become_limits() {
    check(
        "> accepted debug|new|level 40 5 0|time 12345|otim 5000|usermove e2e4
         < # plain clocks 123450 50000 0 Some(40) depth 0 nodes 0 time 0 wanted 0|move a7a5
         > level 0 0:30 0.5|sd 7|time 100|usermove d2d4
         < # plain clocks 1000 30000 500 None depth 7 *|move a5a4
         > st 2.5|usermove d4d5 < # plain clocks  depth 7 nodes 0 time 2500 *|move a4a3
         > st 1|nps 5000|usermove d5d6 < # plain clocks  depth 7 nodes 5000 time 0 *|move a3b2
         > new|usermove e2e4 < # plain clocks  depth 0 nodes 0 time 1000 *|move a7a5
         > level joho < Error (expected moves, minutes*): level joho
         > sd < Error (expected plies*): sd",
    );
}

#[test]
fn a_clock_may_be_set_before_each_move() {
    // As lichess-bot does; the later `time` counts.
    check(
        "> accepted debug|new|level 0 5 3|time 30000|otim 29000|usermove e2e4
         < # plain clocks 300000 290000 3000 None *|move a7a5
         > level 0 4:50 3|time 28050|otim 28800|usermove d2d4
         < # plain clocks 280500 288000 3000 None *|move a5a4
         // Clocks that have run out, and no clock.
         > time -20|otim 0|usermove d4d5 < # plain clocks -200 0 *|move a4a3
         > st 0|usermove d5d6 < # plain clocks  depth 0 nodes 0 time 0 *|move a3b2
         > new|level 0 0 0|sd 0|nps 0|usermove e2e4 < # plain clocks 0 0 0 None depth 0 nodes 0 *|move a7a5
         > new|st 99999999999|time 1e300|level 999999999999 9e99:9e99 9e99|sd 99999999999|usermove e2e4
         < # plain clocks *|move a7a5",
    );
}

#[test]
fn a_pause_stops_the_clock() {
    check(
        "> accepted debug|option Delay=60000|new|level 0 1 0|time 5000|usermove e2e4
         < # plain clocks 50000 *
         > (pause 60)|pause < (quiet 60)
         > resume < # plain clocks 49*
         > ? < move a7a5
         > pause|resume < (quiet 30)",
    );
}

#[test]
fn a_move_is_asked_for_at_once() {
    check(
        "> option Delay=60000|new|?|usermove e2e4 < (quiet 50)
         > ? < move a7a5
         > ? < (quiet 30)",
    );
}

#[test]
fn a_ping_waits_for_the_move() {
    check(
        "> option Delay=80|new|usermove e2e4|ping 1 < move a7a5|pong 1
         > option Delay=60000|usermove d2d4|ping 2 < (quiet 50)
         > ? < move a5a4|pong 2
         > usermove d4d5|force|result 1-0 {time}|ping 3 < pong 3
         // Analysis answers at once.
         > analyze|ping 4 < ... pong 4",
    );
    check("> ping 9|quit < pong 9");
}
