//! How games end on the board, regardless of their tags.

use heirloom_chess::{DrawReason, Line, Outcome};

/// The end of a game by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Ending {
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

impl Ending {
    /// Returns how the line ends; none if it can continue.
    pub fn of(line: &Line) -> Option<Ending> {
        Some(match line.outcome()? {
            Outcome::Checkmate { .. } => Ending::Checkmate,
            Outcome::Draw(DrawReason::Stalemate) => Ending::Stalemate,
            Outcome::Draw(DrawReason::ThreefoldRepetition) => Ending::Repetition,
            Outcome::Draw(DrawReason::FiftyMoves) => Ending::FiftyMoves,
            Outcome::Draw(DrawReason::InsufficientMaterial) => Ending::Material,
        })
    }
}
