//! rofChade 1: bitboards, staged generation, tapered piece-square tables, Lazy SMP.

pub mod attacks;
pub mod board;
pub mod engine;
pub mod eval;
mod hash;
mod history;
mod insights;
mod keys;
mod moves;
mod node;
mod params;
mod picker;
mod pruning;
mod quiescence;
mod root;
mod search;
mod see;
mod threads;
#[cfg(test)]
mod traits;
pub mod weights;

use crate::{Ancestor, Idea};

/// What is to be said of rofChade 1.
pub const ABOUT: Ancestor = Ancestor {
    id: "rofchade",
    name: "rofChade 1",
    author: "Ronald Friederich",
    year: 2017,
    board: "bitboards, sliders by obstruction difference",
    introduction: "rofChade 1 shows how far a modern search carries an evaluation of almost nothing: material and piece-square tables, tapered \
                   between middlegame and endgame, their values tuned by Texel's method on quiet positions. Around them stand a generator that \
                   makes moves in stages, two history tables, the whole set of today's prunings, and threads that share no more than a hash table.",
    ideas: &[
        Idea {
            name: "An evaluation of tuned piece-square tables alone",
            code: "crates/ancestors/src/rofchade/weights.rs",
            flagship: Some("crates/flagship/src/eval/classical/weights.rs"),
        },
        Idea {
            name: "Moves made in stages, captures split by their exchange",
            code: "crates/ancestors/src/rofchade/picker.rs",
            flagship: Some("crates/flagship/src/search/ordering.rs"),
        },
        Idea {
            name: "Two histories: of moves that cut, and of moves tried before them",
            code: "crates/ancestors/src/rofchade/history.rs",
            flagship: Some("crates/flagship/src/search/history.rs"),
        },
        Idea {
            name: "Lazy SMP with a boss, workers one ply ahead and windows of two widths",
            code: "crates/ancestors/src/rofchade/threads.rs",
            flagship: Some("crates/flagship/src/threads.rs"),
        },
    ],
    create: || Ok(Box::new(engine::RofChade::new()?)),
};
