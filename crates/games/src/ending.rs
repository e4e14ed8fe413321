//! How games end on the board, regardless of their tags.

use heirloom_chess::{DrawReason, Line, Outcome};

/// The end of a game by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum BoardEnd {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The position has occurred three times.
    Repetition,
    /// Fifty moves by each side without a capture or pawn move.
    FiftyMoves,
    /// Neither side has enough material to mate.
    Material,
}

impl BoardEnd {
    /// Returns how the line ends; none if it can continue.
    pub fn of(line: &Line) -> Option<BoardEnd> {
        Some(match line.outcome()? {
            Outcome::Checkmate { .. } => BoardEnd::Checkmate,
            Outcome::Draw(DrawReason::Stalemate) => BoardEnd::Stalemate,
            Outcome::Draw(DrawReason::ThreefoldRepetition) => BoardEnd::Repetition,
            Outcome::Draw(DrawReason::FiftyMoves) => BoardEnd::FiftyMoves,
            Outcome::Draw(DrawReason::InsufficientMaterial) => BoardEnd::Material,
        })
    }
}
