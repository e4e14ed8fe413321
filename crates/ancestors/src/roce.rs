//! Roce (2003): a 10x12 mailbox and a legal move generator.

pub mod attacks;
pub mod board;
pub mod console;
pub mod deepening;
pub mod engine;
pub mod eval;
pub mod hash;
pub mod insights;
pub mod keys;
pub mod log;
pub mod moves;
pub mod null_move;
pub mod order;
pub mod perft;
pub mod quiescence;
pub mod search;
pub mod squares;
pub mod tables;

use crate::{Ancestor, Idea};

/// What is to be said of it.
pub const ABOUT: Ancestor = Ancestor {
    id: "roce",
    name: "Roce",
    author: "Roman Hartmann",
    year: 2003,
    board: "10x12 mailbox, a1 = 91",
    introduction: "Yet another chess engine that probably no one needs, as its author says, and a lot of fun to work on. A board of ten by \
        twelve squares, as Shannon proposed, on which no knight jumps off; a generator that makes legal moves only; and a console whose \
        perft, perft2, divide and divide2 have taught many others to find the bugs of theirs. It plays Chess960. Without its quiescence \
        search it plays the livelier style of version 0.0345.",
    ideas: &[
        Idea { name: "10x12 mailbox", code: "crates/ancestors/src/roce/board.rs", flagship: None },
        Idea { name: "legal moves only", code: "crates/ancestors/src/roce/moves.rs", flagship: Some("crates/chess/src/movegen.rs") },
        Idea { name: "perft2 and divide2", code: "crates/cli/src/count.rs", flagship: Some("crates/chess/src/perft.rs") },
        Idea {
            name: "null move with verification",
            code: "crates/ancestors/src/roce/null_move.rs",
            flagship: Some("crates/flagship/src/search/pruning.rs"),
        },
        Idea { name: "Chess960", code: "crates/ancestors/src/roce/moves.rs", flagship: Some("crates/chess/src/chess960.rs") },
    ],
    create: || Ok(Box::new(engine::Roce::new()?)),
};
