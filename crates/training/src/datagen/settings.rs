//! Settings of self-play.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// All settings except the seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// A search starts no new iteration after this many nodes.
    pub soft_nodes: u64,
    /// A search ends after this many nodes.
    pub hard_nodes: u64,
    /// Number of random plies at the start of a game, uniformly distributed.
    pub random_plies: RangeInclusive<u32>,
    /// The share of games whose random moves are drawn in two steps: the type of piece, then one of its
    /// moves. Pawns then move less often.
    pub by_piece: f64,
    /// The share of games that start from double Chess960, where both back ranks are drawn independently.
    pub chess960: f64,
    /// Openings in which one side's expected points are below this are rejected; well below 0.5.
    pub balance: f64,
    /// A game is won if a score of at least this many centipawns ...
    pub win_score: i32,
    /// ... lasts for this many plies.
    pub win_plies: u32,
    /// A game is drawn if a score within this many centipawns of 0 ...
    pub draw_score: i32,
    /// ... lasts for this many plies ...
    pub draw_plies: u32,
    /// ... after this ply of the game.
    pub draw_from: u32,
    /// Number of plies after which a game is drawn.
    pub longest: u32,
}

impl Default for Settings {
    /// Values that other engines' trainers found good: short searches, varied openings, games adjudicated
    /// once decided.
    fn default() -> Settings {
        Settings {
            soft_nodes: 5000,
            hard_nodes: 40_000,
            random_plies: 6..=10,
            by_piece: 0.25,
            chess960: 0.15,
            balance: 0.1,
            win_score: 1000,
            win_plies: 5,
            draw_score: 10,
            draw_plies: 10,
            draw_from: 70,
            longest: 400,
        }
    }
}
