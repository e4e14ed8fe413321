//! The limits of a search.

use std::time::Duration;

use heirloom_chess::{Color, Move};

/// Limits of one search; the first one reached ends it. Without limits, a search runs until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The clocks of both players.
    pub clocks: Option<Clocks>,
    /// Exact time for this move.
    pub move_time: Option<Duration>,
    /// Maximum depth of iterative deepening, in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Soft node limit: no iteration begins after this many nodes. Avoids partial iterations in self-play.
    pub soft_nodes: Option<u64>,
    /// Stop once a mate in at most this many moves is proved, for or against the side to move.
    pub mate: Option<u32>,
    /// Search until stopped; the best move is held back until then.
    pub infinite: bool,
    /// Think in the opponent's time; the clock starts and the best move may be sent with `ponder_hit`.
    pub ponder: bool,
    /// Search only these root moves; empty means all.
    pub search_moves: Vec<Move>,
    /// True if the opponent offered a draw with its last move. Not a limit, but sent along with them.
    pub draw_offered: bool,
}

/// Both clocks as the caller knows them; index 0 is White. They may be below zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// Remaining time in milliseconds.
    pub time: [i64; 2],
    /// Increment for each move, in milliseconds.
    pub increment: [i64; 2],
    /// Moves until the next time control; `None` if there is none.
    pub moves_to_go: Option<u32>,
}

impl Clocks {
    /// Returns a side's remaining time in milliseconds.
    pub fn time_of(&self, color: Color) -> i64 {
        self.time[color.index()]
    }

    /// Returns a side's increment in milliseconds.
    pub fn increment_of(&self, color: Color) -> i64 {
        self.increment[color.index()]
    }
}

impl Limits {
    /// Limits the depth in plies.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// Limits the number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Sets the time for this move.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// Searches until stopped.
    pub fn infinite() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }
}
