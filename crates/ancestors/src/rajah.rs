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

/// Rajah in the list of ancestors.
pub const ABOUT: Ancestor = Ancestor {
    id: "rajah",
    name: "Rajah",
    author: "Valavan Manohararajah",
    year: 1996,
    board: "0x88, pieces with a color bit",
    introduction: "Rajah played the Dutch open championship of 1996 and Aegon 1997 and was described in the ICCA Journal. A program of the \
        line of Chess 4.5: it looks at every move of every position up to a depth and evaluates leaves only. Its board of 16 by 8 squares \
        finds the edge with one test and attacks with one subtraction; its quiescence drops captures in two layers; its table keeps what \
        was expensive to find out.",
    ideas: &[
        idea("Attacks by the difference of two squares", "rajah/attacks.rs", None),
        idea("Captures dropped in two layers", "rajah/quiescence.rs", Some("flagship/src/search/quiescence.rs")),
        idea("TwoBig1: the larger subtree stays", "rajah/hash.rs", None),
        idea("Null move", "rajah/null_move.rs", Some("flagship/src/search/pruning.rs")),
    ],
    create: engine::Rajah::create,
};
