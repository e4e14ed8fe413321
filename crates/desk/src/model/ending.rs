//! How a game at the desk can end.

use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, line::Outcome};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// A player has no time left.
    Flag {
        /// The side whose flag fell.
        loser: Color,
        /// Whether the other side has anything to mate with; otherwise the game is a draw.
        mating: bool,
    },
    /// A player has resigned.
    Resigned(Color),
    /// Both agreed to a draw.
    Agreed,
}

impl Ending {
    /// Returns the result.
    pub fn result(self) -> GameResult {
        let won_by =
            |color| if color == Color::White { GameResult::WhiteWins } else { GameResult::BlackWins };
        match self {
            Ending::Rules(outcome) => outcome.into(),
            Ending::Flag { loser, mating: true } | Ending::Resigned(loser) => won_by(!loser),
            Ending::Flag { mating: false, .. } | Ending::Agreed => GameResult::Draw,
        }
    }

    /// Returns the value of the tag `Termination`.
    pub fn termination(self) -> &'static str {
        match self {
            Ending::Flag { .. } => "time forfeit",
            _ => "normal",
        }
    }
}
