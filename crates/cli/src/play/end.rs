//! Endings that the board does not show: on time, by resignation, by agreement.

use std::fmt;

use heirloom_chess::Color;
use heirloom_chess::game::GameResult;

/// The end of a game other than by the rules of the board.
pub struct End {
    pub result: GameResult,
    pub why: String,
    pub on_time: bool,
}

impl End {
    /// A game lost by a side.
    pub fn lost_by(loser: Color, why: &str) -> End {
        let result = if loser == Color::Black { GameResult::WhiteWins } else { GameResult::BlackWins };
        End { result, why: format!("{loser} {why}"), on_time: false }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}", self.result.as_str(), self.why)
    }
}

/// Returns the end of a game whose loser has no time left.
pub fn out_of_time(loser: Color) -> End {
    End { on_time: true, ..End::lost_by(loser, "loses on time") }
}
