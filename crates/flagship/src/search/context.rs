//! What a node hands to the parts of its search: what it knows of itself, its moves and its window.

use heirloom_chess::Move;
use heirloom_engine::Bound;

use super::continuation::PreviousMoves;
use crate::score::is_decisive;
use crate::tt::Entry;

/// What a node knows of itself before its first move.
#[derive(Clone, Copy)]
pub(super) struct NodeContext {
    /// Plies from the root.
    pub ply: usize,
    /// Plies still to be searched.
    pub depth: i32,
    /// Whether a cutoff is expected.
    pub cut_node: bool,
    /// Static evaluation, corrected; `None` in check.
    pub static_eval: Option<i32>,
    /// Whether that is better than two plies ago.
    pub improving: bool,
    /// The moves that led here.
    pub before: PreviousMoves,
    /// What the table knows.
    pub tt_entry: Option<Entry>,
}

/// One move of a node as it comes from the picker.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    /// The move itself.
    pub mv: Move,
    /// Its place in the order, from 1.
    pub number: usize,
    /// Whether it is neither a capture nor a promotion.
    pub quiet: bool,
    /// How often it was good lately.
    pub history: i32,
}

/// What a child is searched with, all from the view of its parent.
#[derive(Clone, Copy)]
pub(super) struct Window {
    /// What the parent has for sure.
    pub alpha: i32,
    /// What is enough to cut off.
    pub beta: i32,
    /// The best score so far; below `alpha` as long as nothing was good enough.
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

/// The evaluation, moved to the table's score where that says more.
pub(super) fn adjusted_by_entry(eval: i32, entry: &Entry) -> i32 {
    let says_more = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > eval,
        Bound::Upper => entry.score < eval,
    };
    if says_more && !is_decisive(entry.score) { entry.score } else { eval }
}
