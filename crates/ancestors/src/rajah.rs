//! Rajah (1996): 0x88, full-width search, quiescence with two layers of pruning.

mod attacks;
mod board;
mod deepening;
mod engine;
mod eval;
mod exchange;
mod extensions;
mod hash;
mod moves;
mod null_move;
mod order;
mod pawns;
mod play;
mod quiescence;
mod score;
mod search;
mod settings;

use crate::{Ancestor, idea};

/// Rajah's description and constructor.
pub const ABOUT: Ancestor = Ancestor {
    id: "rajah",
    name: "Rajah",
    author: "Valavan Manohararajah",
    year: 1996,
    board: "0x88, pieces with a color bit",
    introduction: "Rajah played in the 1996 Dutch open championship and Aegon 1997 and was described in the \
        ICCA Journal. A program in the style of Chess 4.5: it searches every move of every position to a \
        fixed depth and evaluates only the leaves. Its 16x8 board detects the edge with one test and attacks \
        with one subtraction; its quiescence search drops captures in two layers; its hash table keeps what \
        was expensive to compute.",
    ideas: &[
        idea("attacks by the difference of two squares", "rajah/attacks.rs", None),
        idea(
            "captures dropped in two layers",
            "rajah/quiescence.rs",
            Some("flagship/src/search/quiescence.rs"),
        ),
        idea("TwoBig1: the larger subtree is kept", "rajah/hash.rs", None),
        idea("null move", "rajah/null_move.rs", Some("flagship/src/search/pruning.rs")),
    ],
    create: engine::Rajah::create,
};
