//! A position to search for: by FEN, by a partial FEN, or by moves.

use std::str::FromStr;

use heirloom_chess::notation::fen::{self, FenError};
use heirloom_chess::notation::san::{self, SanError};
use heirloom_chess::notation::typed;
use heirloom_chess::{Board, Color, Position};

use crate::record::Record;

/// The known part of a position.
#[derive(Clone, Debug)]
pub enum Target {
    /// All of it, except the clocks. Transpositions also match.
    Position(Position),
    /// The piece placement and optionally the side to move.
    Placement(Board, Option<Color>),
}

impl Target {
    /// Returns the position after these moves, see [`after_moves`].
    ///
    /// # Errors
    /// The first word that is not a legal move.
    pub fn by_moves(moves: &str) -> Result<Target, SanError> {
        after_moves(moves).map(Target::Position)
    }

    /// Returns true if the position matches.
    pub fn matches(&self, position: &Position) -> bool {
        match self {
            Target::Position(own) => own.key() == position.key() && own.board() == position.board(),
            Target::Placement(board, turn) => {
                turn.is_none_or(|turn| turn == position.turn()) && board == position.board()
            }
        }
    }

    /// Returns the number of plies after which a game first reaches the position, if it does.
    pub fn ply(&self, record: &Record<'_>) -> Option<usize> {
        let mut found = None;
        record.walk(|ply, position| {
            found = self.matches(position).then_some(ply);
            found.is_none()
        });
        found
    }
}

/// Returns the position after these moves from the standard start position, in any notation that
/// [`san::parse`] accepts, with or without numbers.
///
/// # Errors
/// The first word that is not a legal move.
pub fn after_moves(moves: &str) -> Result<Position, SanError> {
    let mut position = Position::startpos();
    for word in moves.split_ascii_whitespace().map(typed::without_number) {
        // A number may also lack its dot.
        if !word.bytes().all(|byte| byte.is_ascii_digit()) {
            let mv = san::parse(&position, word)?;
            position.play(mv);
        }
    }
    Ok(position)
}

/// Parses a FEN; missing trailing fields are ignored.
impl FromStr for Target {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Target, FenError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        match fields[..] {
            [board] => Ok(Target::Placement(fen::parse(&format!("{board} w"))?.board, None)),
            [_, _] => fen::parse(text).map(|setup| Target::Placement(setup.board, Some(setup.turn))),
            _ => Position::from_fen(text).map(Target::Position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_positions_match_more_positions() {
        let position = after_moves("1. e4 c5 2.Nf3").unwrap();
        let board = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R";
        for (fields, expected) in [
            ("", true),
            ("b", true),
            ("w", false),
            ("b KQkq -", true),
            ("b KQkq - 7 12", true),
            ("b KQ -", false),
        ] {
            let target: Target = format!("{board} {fields}").parse().unwrap();
            assert_eq!(target.matches(&position), expected, "{fields}");
        }
        assert!("8/8".parse::<Target>().is_err());
        assert!("".parse::<Target>().is_err());
        assert!(after_moves("e4 e4").is_err());
        assert!(after_moves("1. e4 e5 2 Nf3 Nc6 3.Bc4 Bc5 4. 0-0").is_ok());
        assert!(Target::by_moves("1.Nf3 c5 2. e2e4").unwrap().matches(&position));
    }
}
