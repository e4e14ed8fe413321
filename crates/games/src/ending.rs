//! How games end on the board, whatever their tags say.

use heirloom_chess::{DrawReason, Line, Outcome};

/// An end by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Ending {
    /// The side to move is mated.
    Checkmate,
    /// It has no move and is not in check.
    Stalemate,
    /// The position stands there for the third time.
    Repetition,
    /// Fifty moves of each side without capture and pawn move.
    FiftyMoves,
    /// Neither side can mate any more.
    Material,
}

impl Ending {
    /// How the line ends; none if it could go on.
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
