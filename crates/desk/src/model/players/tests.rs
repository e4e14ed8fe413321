//! Lines in the order of their values.

use heirloom_chess::{Move, Position};

use super::*;

#[test]
fn lines_are_in_the_order_of_their_values() {
    let moves: Vec<Move> = Position::startpos().legal_moves().iter().copied().collect();
    let line =
        |index: usize, depth: u32, score: Score| Info { pv: vec![moves[index]], depth: Some(depth), score: Some(score), ..Info::default() };
    let mut seat = Seat::silent("heirloom");
    // Between two iterations the move of line 2 is the first of the next one already.
    seat.lines =
        vec![line(1, 17, Score::Cp(-316)), line(1, 16, Score::Cp(-320)), line(2, 16, Score::Cp(-270)), line(3, 16, Score::Mate(-4))];
    let ranked: Vec<_> = seat.ranked().iter().map(|line| (line.pv[0], line.depth)).collect();
    assert_eq!(ranked, [(moves[2], Some(16)), (moves[1], Some(17)), (moves[3], Some(16))]);
}
