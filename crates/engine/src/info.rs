//! What an engine reports during a search and decides at its end, as values.

use std::time::Duration;

use heirloom_chess::Move;

use crate::{Bound, Insight, Score, Wdl};

/// A report of a search. Fields that the engine does not report are empty.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Depth of the iteration in plies.
    pub depth: Option<u32>,
    /// Selective depth: the longest line searched, in plies.
    pub selective_depth: Option<u32>,
    /// Number of the line in multi-PV mode; the best is 1.
    pub multipv: Option<u32>,
    /// The score of the line, from the side to move's point of view.
    pub score: Option<Score>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Expected outcomes, from the side to move's point of view.
    pub wdl: Option<Wdl>,
    /// Nodes visited so far.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// How full the transposition table is, in permille.
    pub hashfull: Option<u32>,
    /// Tablebase hits.
    pub tbhits: Option<u64>,
    /// Time since the search began.
    pub time: Option<Duration>,
    /// The root move being searched and its number, counted from 1.
    pub current_move: Option<(Move, u32)>,
    /// The principal variation, legal from the root.
    pub pv: Vec<Move>,
    /// A message in words.
    pub text: Option<String>,
    /// True if the message is a warning that a user has to see.
    pub warning: bool,
    /// Internals of the search; sent only on request.
    pub insight: Option<Box<Insight>>,
}

impl Info {
    /// Nodes per second, computed from nodes and time if the engine does not report it.
    pub fn speed(&self) -> Option<u64> {
        self.nps.or_else(|| Some((self.nodes? as f64 / self.time?.as_secs_f64().max(1e-3)) as u64))
    }
}

/// The decision of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BestMove {
    /// The move to play; `None` only if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The source of the move.
    pub origin: Origin,
    /// True if the engine offers a draw with this move, or accepts one.
    pub offers_draw: bool,
}

/// The source of a best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// A search.
    #[default]
    Searched,
    /// An opening book.
    Book,
    /// The only legal move.
    OnlyMove,
    /// Thinking in the opponent's time.
    Pondering,
    /// An endgame tablebase.
    Tablebase,
}
