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

use crate::{Ancestor, idea};

/// Declares an enum whose variants have names.
macro_rules! named {
    ($(#[$outer:meta])* pub enum $type:ident; $($(#[$doc:meta])* $variant:ident = $text:literal;)*) => {
        $(#[$outer])*
        pub enum $type { $($(#[$doc])* $variant),* }

        impl $type {
            /// All variants in order.
            pub const ALL: &[$type] = &[$($type::$variant),*];

            /// Returns the name for tables.
            pub fn name(self) -> &'static str {
                match self { $($type::$variant => $text),* }
            }
        }
    };
}

use named;

/// RDChess's description and constructor.
pub const ABOUT: Ancestor = Ancestor {
    id: "rdchess",
    name: "RDChess",
    author: "Rudolf Posch",
    year: 2003,
    board: "12x12 bytes with piece lists and attack tables",
    introduction: "RDChess grew over many evenings of its author's spare time, in Delphi and assembler, up \
        to version 3.23 of 2010. It is a brute-force program in the style of Chess 4.5 with some features of \
        its own: a strictly legal move generator, attack tables with one byte per square, ten move \
        ordering classes, and a shared hash table for kings and pawns.",
    ideas: &[
        idea("a strictly legal move generator", "rdchess/generate.rs", None),
        idea("attack tables that order the moves", "rdchess/attacks.rs", None),
        idea("move ordering classes", "rdchess/order.rs", Some("flagship/src/search/ordering.rs")),
        idea(
            "futility pruning and razoring near the horizon",
            "rdchess/search/pruning.rs",
            Some("flagship/src/search/pruning.rs"),
        ),
        idea(
            "a hash table for kings and pawns",
            "rdchess/eval/kingpawn.rs",
            Some("flagship/src/eval/classical/pawns.rs"),
        ),
        idea(
            "an evaluation that shows its terms",
            "rdchess/eval.rs",
            Some("flagship/src/eval/classical/trace.rs"),
        ),
    ],
    create: || Ok(Box::new(engine::RdChess::new()?)),
};
