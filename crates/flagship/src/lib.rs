//! Heirloom's own engine: search, evaluation, transposition table and time management.
//!
//! Start reading at `search`, which explains the kinds of nodes, then `search/node.rs`, whose steps are
//! numbered.
//!
//! # Search
//!
//! - `search/deepening` runs the iterations and decides when to stop; `root` searches the first ply, `node`
//!   every other, `quiescence` the captures at the end; `mate` serves `go mate N` without pruning.
//! - `pruning` decides what to skip, `reductions` what to search less deeply and `ordering` what to search
//!   first; `quiet_bonus` adds the immediate effects of a quiet move. `mate_threat` detects threats of mate
//!   in one, from the attacks that the net needs anyway. `history` holds the move histories, `correction` the
//!   errors of the static evaluation. The parameters are in `params` ([`tuning`]): constants, or options of
//!   each engine with the feature `tune`.
//! - A `Worker` is one thread's search with everything that it alone writes. The transposition table (`tt`)
//!   is shared without locks: each entry is mixed with its key, so a torn entry does not match. `threads`
//!   starts the workers and lets them vote.
//! - Large tables with random access (the transposition table, the histories, the weights of a net) are
//!   `Huge`: zeroed memory in huge pages, which need fewer address lookups.
//!
//! # Evaluation
//!
//! - `eval/nnue` is the net ([`net`]): inputs (`features`: a byte per square for the piece and its state),
//!   weights and their file (`network`), the hidden layer of each ply (`accumulator`), sums on any processor
//!   (`simd`), and attacks of sliding pieces (`rays`). A move only computes the inputs of the next ply; when
//!   a position is evaluated, they are compared with those of the last evaluated ply. A net may include a
//!   share of the classical evaluation; the built-in one does not.
//! - `eval/classical` ([`classical`]) has one file per idea. Each passes its terms to a `Sink`: the search
//!   adds them up, `trace` counts them for display and for tuning, so both always agree. All weights are in
//!   one flat list (`weights`). The pawn structure comes from the worker's cache.
//!
//! # Other parts
//!
//! - `levels` makes weaker opponents, which choose among the legal moves as people of a rating do
//!   ([`people`]). `style` holds the tastes of an opponent; at full strength they are part of the evaluation.
//! - [`outcome`] turns scores into chances of win, draw and loss.
//! - [`mod@bench`] is a fixed amount of work. Its node count is the signature of the search and is part of
//!   every commit message.

pub mod bench;
mod engine;
mod eval;
mod huge;
mod levels;
pub mod outcome;
mod params;
mod prefetch;
mod score;
mod search;
mod style;
mod threads;
mod time;
mod tt;

pub use engine::{Flagship, SilentResult};
pub use levels::repertoire::Repertoire;

/// The net of the evaluation: its inputs, its weights and its hidden layers.
pub mod net {
    pub use crate::eval::nnue::accumulator::Accumulators;
    pub use crate::eval::nnue::features::{AttackSets, COUNT, PLACES, Perspective, PieceStates, is_mirrored};
    pub use crate::eval::nnue::nets::{embedded, load};
    pub use crate::eval::nnue::network::file::NetError;
    pub use crate::eval::nnue::network::{
        MAX_BUCKETS, MAX_HIDDEN, MAX_SCALE, Network, Parts, QA, QB, SHARE_UNIT, ShapeError, WIN_HALF,
        WIN_HALF_RANGE, bucket,
    };
    pub use crate::eval::nnue::simd::{CLIP_MAX, Level, SQUARE_SHIFT};
}

/// The classical evaluation: its terms, its weights, and a trace of those that count in a position.
pub mod classical {
    pub use crate::eval::classical::endings::known as known_ending;
    pub use crate::eval::classical::term::{Kind, Term};
    pub use crate::eval::classical::trace::{
        DANGER_MOST, DANGER_SHARE, DANGER_SQUARE, KING_DANGER, terms, trace,
    };
    pub use crate::eval::classical::{Evaluator, weights};
}

/// How people choose among moves, for fitting it to their games.
pub mod people {
    pub use crate::levels::candidates::{Candidate, Looker};
    pub use crate::levels::people::{COUNT, Features, RATINGS, SQUARES, WEIGHTS, Weights, features, names};
}

/// The parameters of the search, for tuning.
pub mod tuning {
    pub use crate::params::{PARAMETERS, Parameter};
}

/// What the benches measure; not part of the interface.
#[doc(hidden)]
pub mod measured {
    pub use crate::huge::Huge;
    pub use crate::search::history::{History, captured_type};
    pub use crate::search::ordering::MovePicker;
    pub use crate::tt::TranspositionTable;
}
