//! The result of a game, as PGN writes it.

use std::fmt;

use crate::{Color, Outcome};

/// The result of a game, as written after the moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `0-0`: both sides lost by default.
    BothLose,
    /// `*`: in progress, abandoned or unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// Returns the PGN form: `1-0`, `0-1`, `1/2-1/2` or `*`, and `0-0` if both sides lost.
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::BothLose => "0-0",
            GameResult::Unknown => "*",
        }
    }

    /// Returns the form written after the moves: that of PGN, but `*` instead of `0-0`, which reads as
    /// castling.
    pub const fn termination_marker(self) -> &'static str {
        match self {
            GameResult::BothLose => "*",
            known => known.as_str(),
        }
    }

    /// Parses the PGN form; none for any other text.
    pub fn from_pgn(text: &[u8]) -> Option<GameResult> {
        Some(match text {
            b"1-0" => GameResult::WhiteWins,
            b"0-1" => GameResult::BlackWins,
            b"1/2-1/2" | b"1/2" => GameResult::Draw,
            b"*" => GameResult::Unknown,
            _ => return None,
        })
    }

    /// Returns the side that won, if any.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            _ => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::Checkmate { winner: Color::White } => GameResult::WhiteWins,
            Outcome::Checkmate { winner: Color::Black } => GameResult::BlackWins,
            Outcome::Draw(_) => GameResult::Draw,
        }
    }
}
