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

use crate::{Ancestor, idea};

/// Roce's description and constructor.
pub const ABOUT: Ancestor = Ancestor {
    id: "roce",
    name: "Roce",
    author: "Roman Hartmann",
    year: 2003,
    board: "10x12 mailbox, a1 = 91",
    introduction: "Yet another chess engine that probably no one needs, as its author says, and a lot of fun \
        to work on. A board of ten by twelve squares, as Shannon proposed, which no knight can leave; a \
        generator that produces only legal moves; and a console whose perft, perft2, divide and divide2 have \
        helped many authors find their bugs. It plays Chess960. Without its quiescence search it plays the \
        livelier style of version 0.0345.",
    ideas: &[
        idea("10x12 mailbox", "roce/board.rs", None),
        idea("legal moves only", "roce/moves.rs", Some("chess/src/movegen.rs")),
        idea("perft2 and divide2", "roce/perft.rs", Some("chess/src/perft.rs")),
        idea("null move with verification", "roce/null_move.rs", Some("flagship/src/search/pruning.rs")),
        idea("Chess960", "roce/moves.rs", Some("chess/src/chess960.rs")),
    ],
    create: || Ok(Box::new(engine::Roce::new()?)),
};
