//! RDChess (to 2010): 12x12 bytes, piece lists, attack tables, a legal generator and a rich evaluation.

pub mod annotation;
pub mod attacks;
pub mod board;
pub mod console;
pub mod directions;
pub mod engine;
pub mod eval;
pub mod exchange;
pub mod generate;
pub mod hash;
pub mod insights;
pub mod keys;
pub mod killers;
pub mod levels;
pub mod moves;
pub mod order;
pub mod perft;
pub mod pieces;
pub mod pins;
pub mod position;
pub mod search;
pub mod statistics;
pub mod verify;

use crate::{Ancestor, Idea};

/// RDChess in the list of the five.
pub const ABOUT: Ancestor = Ancestor {
    id: "rdchess",
    name: "RDChess",
    author: "Rudolf Posch",
    year: 2003,
    board: "12x12 bytes with piece lists and attack tables",
    introduction: "RDChess grew over many evenings of its author's spare time, in Delphi and assembler, up to version 3.23 of 2010. It is a \
        brute-force program in the manner of Chess 4.5 with a few things of its own: a generator that makes only really legal moves, \
        attack tables of one byte a square, ten classes of move order, and a hash table for kings and pawns together.",
    ideas: &[
        Idea { name: "a really legal move generator", code: "crates/ancestors/src/rdchess/generate.rs", flagship: None },
        Idea { name: "attack tables that order the moves", code: "crates/ancestors/src/rdchess/attacks.rs", flagship: None },
        Idea {
            name: "classes of move order",
            code: "crates/ancestors/src/rdchess/order.rs",
            flagship: Some("crates/flagship/src/search/ordering.rs"),
        },
        Idea {
            name: "futility pruning and razoring near the horizon",
            code: "crates/ancestors/src/rdchess/search/pruning.rs",
            flagship: Some("crates/flagship/src/search/pruning.rs"),
        },
        Idea {
            name: "a hash table for kings and pawns",
            code: "crates/ancestors/src/rdchess/eval/kingpawn.rs",
            flagship: Some("crates/flagship/src/eval/classical/pawns.rs"),
        },
        Idea {
            name: "an evaluation that can be asked for its terms",
            code: "crates/ancestors/src/rdchess/eval.rs",
            flagship: Some("crates/flagship/src/eval/classical/trace.rs"),
        },
    ],
    create: || Ok(Box::new(engine::RdChess::new()?)),
};
