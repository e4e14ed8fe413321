//! What an engine reports while it thinks, and what it decides in the end: values, never text.

use std::time::Duration;

use heirloom_chess::Move;

use crate::{Bound, Insight, Score, Wdl};

/// News from a search. Fields that an engine does not know stay empty.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Plies of the iteration.
    pub depth: Option<u32>,
    /// The longest line looked at, in plies.
    pub selective_depth: Option<u32>,
    /// Which of several lines this is, the best being 1.
    pub multipv: Option<u32>,
    /// The score of the line, side to move.
    pub score: Option<Score>,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Expected outcomes, side to move.
    pub wdl: Option<Wdl>,
    /// Positions visited so far.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// How full the transposition table is, in permille.
    pub hashfull: Option<u32>,
    /// Tablebase positions found.
    pub tbhits: Option<u64>,
    /// Time since the search began.
    pub time: Option<Duration>,
    /// The root move being searched, with its number counted from 1.
    pub current_move: Option<(Move, u32)>,
    /// The best line, legal from the root.
    pub pv: Vec<Move>,
    /// Anything worth saying in words.
    pub text: Option<String>,
    /// Do the words tell of something wrong, so that a person has to see them?
    pub warning: bool,
    /// A look inside; only sent while somebody asked for it.
    pub insight: Option<Box<Insight>>,
}

/// What a search decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BestMove {
    /// The move to play; `None` only when there is no legal move.
    pub best: Option<Move>,
    /// The reply the engine expects.
    pub ponder: Option<Move>,
    /// Where the move comes from.
    pub origin: Origin,
    /// Does the engine offer a draw with it, or accept one that was offered?
    pub offers_draw: bool,
}

/// Where a best move comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// From a search.
    #[default]
    Searched,
    /// From an opening book.
    Book,
    /// There was no other legal move.
    OnlyMove,
    /// From thinking in the opponent's time.
    Pondering,
    /// From an endgame tablebase.
    Tablebase,
}
