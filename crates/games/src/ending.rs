//! How games end on the board, regardless of their tags.

use heirloom_chess::{DrawReason, Line, Outcome};

/// The end of a game by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Termination {
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

impl Termination {
    /// Returns how the line ends; none if it can continue.
    pub fn of(line: &Line) -> Option<Termination> {
        Some(match line.outcome()? {
            Outcome::Checkmate { .. } => Termination::Checkmate,
            Outcome::Draw(DrawReason::Stalemate) => Termination::Stalemate,
            Outcome::Draw(DrawReason::ThreefoldRepetition) => Termination::Repetition,
            Outcome::Draw(DrawReason::FiftyMoves) => Termination::FiftyMoves,
            Outcome::Draw(DrawReason::InsufficientMaterial) => Termination::Material,
        })
    }
}
