//! What a search is asked to stay within.

use std::time::Duration;

use heirloom_chess::{Color, Move};

/// Limits of one search; whichever is met first ends it. Without any, a search goes on until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The clocks of both players.
    pub clocks: Option<Clocks>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// Plies of iterative deepening.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// No iteration begins once so many positions were visited: games of self-play end their searches there, not in the middle of one.
    pub soft_nodes: Option<u64>,
    /// Stop once a mate in at most this many moves is proved, for or against the side to move.
    pub mate: Option<u32>,
    /// Search until stopped; the best move is held back until then.
    pub infinite: bool,
    /// Think in the opponent's time; the clock starts with `ponder_hit`, the best move is held back until then.
    pub ponder: bool,
    /// Consider these root moves only; empty means all.
    pub search_moves: Vec<Move>,
    /// The opponent has offered a draw with its last move. No limit, but asked with the same breath.
    pub draw_offered: bool,
}

/// Both clocks as the asker knows them, index 0 for White. They may have run below zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// Milliseconds left.
    pub time: [i64; 2],
    /// Milliseconds added after each move.
    pub increment: [i64; 2],
    /// Moves to the next time control; `None` when there is none.
    pub moves_to_go: Option<u32>,
}

impl Clocks {
    /// Milliseconds left for a side.
    pub fn time_of(&self, color: Color) -> i64 {
        self.time[color.index()]
    }

    /// Milliseconds a side gets after each move.
    pub fn increment_of(&self, color: Color) -> i64 {
        self.increment[color.index()]
    }
}

impl Limits {
    /// A number of plies and nothing else.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth: Some(plies), ..Limits::default() }
    }

    /// A number of nodes and nothing else.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A time for this move and nothing else.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// Until stopped.
    pub fn infinite() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }
}
