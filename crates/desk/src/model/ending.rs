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
        /// Whose flag fell.
        loser: Color,
        /// Does the other one have anything to mate with? Otherwise it is a draw.
        mating: bool,
    },
    /// A player has given up.
    Resigned(Color),
    /// Both agreed to a draw.
    Agreed,
}

impl Ending {
    /// The result.
    pub fn result(self) -> GameResult {
        let won_by =
            |color| if color == Color::White { GameResult::WhiteWins } else { GameResult::BlackWins };
        match self {
            Ending::Rules(outcome) => outcome.into(),
            Ending::Flag { loser, mating: true } | Ending::Resigned(loser) => won_by(!loser),
            Ending::Flag { mating: false, .. } | Ending::Agreed => GameResult::Draw,
        }
    }

    /// The value of the tag `Termination`.
    pub fn termination(self) -> &'static str {
        match self {
            Ending::Flag { .. } => "time forfeit",
            _ => "normal",
        }
    }
}
