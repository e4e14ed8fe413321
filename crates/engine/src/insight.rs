//! Looks inside a search, for windows that show it at work.

use heirloom_chess::{Move, Square};

/// One look inside. Engines report what they have; when nobody listens, nothing is collected.
#[derive(Clone, PartialEq, Debug)]
pub enum Insight {
    /// The transposition table: fill in permille, probes and hits since the search began.
    Hash {
        /// Permille of entries in use.
        fill: u32,
        /// Look-ups.
        probes: u64,
        /// Look-ups that found their position.
        hits: u64,
    },
    /// How often each technique cut a branch off, by its name.
    Cutoffs(Vec<(&'static str, u64)>),
    /// Nodes spent on each root move.
    RootEffort(Vec<(Move, u64)>),
    /// The root moves in the order they are searched, with the reason for each place.
    MoveOrder(Vec<(Move, &'static str)>),
    /// The static evaluation by term, in centipawns from White's view.
    Evaluation(Vec<(String, i32)>),
    /// The static evaluation by square, in centipawns from White's view.
    Squares(Vec<(Square, i32)>),
}
