//! A static evaluation broken down by term and square.

use heirloom_chess::Square;

use crate::Score;

/// A breakdown of the static evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation {
    /// The total, from White's point of view.
    pub score: Score,
    /// One row for each term that is switched on. Without scaling, the rows add up to the score.
    pub rows: Vec<ExplanationRow>,
    /// The value of the piece on each square, in centipawns from White's point of view.
    pub squares: Vec<(Square, i32)>,
    /// The value of each output of the network, in centipawns from White's point of view; empty without a
    /// network. The score is that of the output for the number of pieces on the board.
    pub outputs: Vec<(String, i32)>,
}

/// One term of an evaluation, in centipawns; positive is good for the column's side.
#[derive(Clone, PartialEq, Debug)]
pub struct ExplanationRow {
    /// The name of the term.
    pub term: String,
    /// White's middlegame and endgame values.
    pub white: (i32, i32),
    /// Black's middlegame and endgame values.
    pub black: (i32, i32),
}
