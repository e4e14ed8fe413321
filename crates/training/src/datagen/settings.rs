//! How games of self-play are played.

use serde::{Deserialize, Serialize};

/// Everything but the seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// No iteration begins once a search has visited so many nodes.
    pub soft_nodes: u64,
    /// A search ends after so many nodes at the latest.
    pub hard_nodes: u64,
    /// Random moves at the beginning: this many or one more, so that both sides get to move first.
    pub random_plies: u32,
    /// The share of games that begin with one of the other 959 start positions.
    pub chess960: f64,
    /// An opening is given up if a search finds it better than this for one side, centipawns.
    pub balance: i32,
    /// A game is won at this score, centipawns, ...
    pub win_score: i32,
    /// ... if it holds for so many plies.
    pub win_plies: u32,
    /// A game is drawn within this score, centipawns, ...
    pub draw_score: i32,
    /// ... if it holds for so many plies ...
    pub draw_plies: u32,
    /// ... after so many plies of the game.
    pub draw_from: u32,
    /// Games of so many plies are drawn.
    pub longest: u32,
}

impl Default for Settings {
    /// What the trainers of other engines found good: short searches of many positions, games that end where they are decided.
    fn default() -> Settings {
        Settings {
            soft_nodes: 5000,
            hard_nodes: 40_000,
            random_plies: 8,
            chess960: 0.0,
            balance: 800,
            win_score: 1000,
            win_plies: 5,
            draw_score: 10,
            draw_plies: 10,
            draw_from: 70,
            longest: 400,
        }
    }
}
