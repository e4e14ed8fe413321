//! The data that a node passes to the parts of its search: its state, its moves and its window.

use heirloom_chess::Move;
use heirloom_engine::Bound;

use super::continuation::PreviousMoves;
use crate::score::{INFINITE, is_decisive};
use crate::tt::Entry;

/// The state of a node before its first move.
#[derive(Clone, Copy, Default)]
pub(super) struct NodeContext {
    /// Plies from the root.
    pub ply: usize,
    /// The remaining depth in plies.
    pub depth: i32,
    /// Whether a cutoff is expected.
    pub cut_node: bool,
    /// The corrected static evaluation from the view of the side to move; `None` in check.
    pub static_eval: Option<i32>,
    /// Whether the static evaluation is better than two plies ago.
    pub improving: bool,
    /// The moves that led here.
    pub before: PreviousMoves,
    /// The entry in the table.
    pub tt_entry: Option<Entry>,
}

/// A move of a node as the picker returns it.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    /// The move itself.
    pub mv: Move,
    /// Its index in the order, from 1.
    pub number: usize,
    /// Whether it is neither a capture nor a promotion.
    pub quiet: bool,
    /// Its history score.
    pub history: i32,
}

/// The best move of a node so far.
pub(super) struct Best {
    /// Its score, or that of the node without a move.
    pub score: i32,
    /// The move itself, if it has raised alpha.
    pub mv: Option<Move>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
}

impl Default for Best {
    fn default() -> Best {
        Best { score: -INFINITE, mv: None, bound: Bound::Upper }
    }
}

/// The window of a child, all from the view of its parent.
#[derive(Clone, Copy)]
pub(super) struct Window {
    /// The lower bound of the window.
    pub alpha: i32,
    /// The upper bound of the window: a score from here on cuts off.
    pub beta: i32,
    /// The best score so far; below `alpha` as long as no move has raised it.
    pub best: i32,
}

/// Returns true if the entry decides a search with this window.
pub(super) fn gives_cutoff(entry: &Entry, alpha: i32, beta: i32) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}

/// Returns the evaluation, replaced by the table's score if its bound is tighter.
pub(super) fn adjusted_by_entry(eval: i32, entry: &Entry) -> i32 {
    let is_tighter = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > eval,
        Bound::Upper => entry.score < eval,
    };
    if is_tighter && !is_decisive(entry.score) { entry.score } else { eval }
}
