//! What is noted about a move that an engine has found.

use heirloom_app::review::figures::Figures;
use heirloom_engine::Score;

/// A move that an engine has found by a search or in a book, with what is noted about it.
#[derive(Clone, Debug)]
pub struct FoundMove {
    /// The score, from the view of the side to move, and its depth.
    pub value: Option<(Score, Option<u32>)>,
    /// Its figures in RDChess's journal, if the engine has reported any.
    pub figures: Option<Figures>,
}
