//! How games of self-play are played.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// Everything but the seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// A search starts no iteration after this many nodes.
    pub soft_nodes: u64,
    /// A search ends after this many nodes.
    pub hard_nodes: u64,
    /// Random moves at the start of a game, in plies; every length is as likely as any other.
    pub random_plies: RangeInclusive<u32>,
    /// The share of games whose random moves are drawn in two steps: the type of piece, then one of its moves. Pawns move less often then.
    pub by_piece: f64,
    /// The share of games that start from a position of double Chess960, where both back ranks are drawn independently.
    pub chess960: f64,
    /// An opening is rejected if a search finds that one side can expect fewer points than this; well below 0.5.
    pub balance: f64,
    /// A game is won at this score, centipawns, ...
    pub win_score: i32,
    /// ... if it lasts for this many plies.
    pub win_plies: u32,
    /// A game is drawn within this score, centipawns, ...
    pub draw_score: i32,
    /// ... if it lasts for this many plies ...
    pub draw_plies: u32,
    /// ... after this ply of the game.
    pub draw_from: u32,
    /// Games of this many plies are drawn.
    pub longest: u32,
}

impl Default for Settings {
    /// What the trainers of other engines found good: short searches of many positions, varied openings, games that end where they are decided.
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
