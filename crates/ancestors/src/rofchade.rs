//! rofChade 1: bitboards, staged generation, tapered piece-square tables, Lazy SMP.

pub mod attacks;
pub mod board;
pub mod engine;
pub mod eval;
mod hash;
mod history;
mod keys;
mod moves;
mod node;
mod params;
mod picker;
mod pruning;
mod queue;
mod quiescence;
mod search;
mod see;
mod threads;
#[cfg(test)]
mod traits;
pub mod weights;

use crate::{Ancestor, idea};

/// rofChade 1's description and constructor.
pub const ABOUT: Ancestor = Ancestor {
    id: "rofchade",
    name: "rofChade 1",
    author: "Ronald Friederich",
    year: 2017,
    board: "bitboards, sliders by obstruction difference",
    introduction: "rofChade 1 shows how far a modern search carries a minimal evaluation: material and \
        piece-square tables, tapered between middlegame and endgame, their values tuned by Texel's method on \
        quiet positions. It adds a staged move generator, two history tables, the full set of today's \
        pruning techniques, and threads that share only a hash table.",
    ideas: &[
        idea(
            "an evaluation of tuned piece-square tables alone",
            "rofchade/weights.rs",
            Some("flagship/src/eval/classical/weights.rs"),
        ),
        idea(
            "staged move generation, captures split by exchange value",
            "rofchade/picker.rs",
            Some("flagship/src/search/ordering.rs"),
        ),
        idea(
            "two histories: moves that caused a cutoff, and moves tried before them",
            "rofchade/history.rs",
            Some("flagship/src/search/history.rs"),
        ),
        idea(
            "Lazy SMP with a boss, workers one ply ahead, windows of two widths",
            "rofchade/threads.rs",
            Some("flagship/src/threads.rs"),
        ),
    ],
    create: || Ok(Box::new(engine::RofChade::new()?)),
};
