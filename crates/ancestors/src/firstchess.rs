//! FirstChess (2002): two arrays of 64, no move ordering, material alone. The simplest complete program.

pub mod board;
pub mod engine;
pub mod eval;
pub mod moves;
pub mod search;

use crate::{Ancestor, Idea};

/// What is to be said of it.
pub const ABOUT: Ancestor = Ancestor {
    id: "firstchess",
    name: "FirstChess",
    author: "Pham Hong Nguyen",
    year: 2002,
    board: "two arrays of 64, type and color",
    introduction: "A crazy project, as its author called it: a complete chess program in a few hundred lines of C, written to be read. \
        It makes every pseudo-legal move, takes it back if the king is left in check, searches with plain alpha-beta in the order of \
        generation, and counts material where it stops. Castling and en passant were left out as an invitation to improve it; the \
        option Faithful leaves them out again.",
    ideas: &[
        Idea {
            name: "negamax with alpha-beta",
            code: "crates/ancestors/src/firstchess/search.rs",
            flagship: Some("crates/flagship/src/search/node.rs"),
        },
        Idea { name: "make and take back", code: "crates/ancestors/src/firstchess/board.rs", flagship: None },
        Idea { name: "material alone", code: "crates/ancestors/src/firstchess/eval.rs", flagship: None },
    ],
    create: || Ok(Box::new(engine::FirstChess::new())),
};
