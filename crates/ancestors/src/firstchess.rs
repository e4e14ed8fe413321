//! FirstChess (2002): two arrays of 64, no move ordering, material only. The simplest complete program.

pub mod board;
pub mod engine;
pub mod eval;
pub mod moves;
pub mod search;

use crate::{Ancestor, idea};

/// FirstChess's description and constructor.
pub const ABOUT: Ancestor = Ancestor {
    id: "firstchess",
    name: "FirstChess",
    author: "Pham Hong Nguyen",
    year: 2002,
    board: "two arrays of 64, type and color",
    introduction: "A crazy project, as its author called it: a complete chess program in a few hundred lines \
        of C, written to be read. It makes every pseudo-legal move, takes it back if the king is left in \
        check, searches with plain alpha-beta in generation order, and counts material at the leaves. \
        Castling and en passant were left out as an invitation to improve it; the option Faithful leaves \
        them out again.",
    ideas: &[
        idea("negamax with alpha-beta", "firstchess/search.rs", Some("flagship/src/search/node.rs")),
        idea("make and take back", "firstchess/board.rs", None),
        idea("material alone", "firstchess/eval.rs", None),
    ],
    create: || Ok(Box::new(engine::FirstChess::default())),
};
