//! A position that games come to: by its FEN, by less of it, or by moves.

use std::str::FromStr;

use heirloom_chess::notation::fen::{self, FenError};
use heirloom_chess::notation::san::{self, SanError};
use heirloom_chess::{Board, Color, Position};

use crate::record::Record;

/// What is known of a position.
#[derive(Clone, Debug)]
pub enum Target {
    /// All of it; the clocks do not count. Games that come to it by another order of moves do.
    Position(Position),
    /// Where the pieces stand and, perhaps, who moves.
    Placement(Board, Option<Color>),
}

impl Target {
    /// The position after these moves, see [`after_moves`].
    ///
    /// # Errors
    /// The first word that is no legal move.
    pub fn by_moves(moves: &str) -> Result<Target, SanError> {
        after_moves(moves).map(Target::Position)
    }

    /// Is it this position?
    pub fn is(&self, position: &Position) -> bool {
        match self {
            Target::Position(own) => own.key() == position.key() && own.board() == position.board(),
            Target::Placement(board, turn) => {
                turn.is_none_or(|turn| turn == position.turn()) && board == position.board()
            }
        }
    }

    /// After how many plies a game comes to it first, if it does.
    pub fn ply(&self, record: &Record<'_>) -> Option<usize> {
        let mut found = None;
        record.walk(|ply, position| {
            found = self.is(position).then_some(ply);
            found.is_none()
        });
        found
    }
}

/// The position after these moves of the usual start position, in any notation, with or without numbers.
///
/// # Errors
/// The first word that is no legal move.
pub fn after_moves(moves: &str) -> Result<Position, SanError> {
    let mut position = Position::startpos();
    for word in moves.split_ascii_whitespace().map(without_number).filter(|word| !word.is_empty()) {
        let mv = san::parse(&position, word)?;
        position.play(mv);
    }
    Ok(position)
}

/// What is left of `1.e4`, `1...c5` and `1.`; castling with zeros begins with a digit, too.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if rest.is_empty() || rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

/// A FEN; the fields that are missing at its end do not count.
impl FromStr for Target {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Target, FenError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        match fields[..] {
            [board] => Ok(Target::Placement(fen::parse(&format!("{board} w"))?.board, None)),
            [_, _] => {
                let setup = fen::parse(text)?;
                Ok(Target::Placement(setup.board, Some(setup.turn)))
            }
            _ => Ok(Target::Position(Position::from_fen(text)?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_of_a_position_is_more_positions() {
        let position = after_moves("1. e4 c5 2.Nf3").unwrap();
        let board = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R";
        for (text, expected) in [
            (board.to_owned(), true),
            (format!("{board} b"), true),
            (format!("{board} w"), false),
            (format!("{board} b KQkq -"), true),
            (format!("{board} b KQkq - 7 12"), true),
            (format!("{board} b KQ -"), false),
        ] {
            assert_eq!(text.parse::<Target>().unwrap().is(&position), expected, "{text}");
        }
        assert!("8/8".parse::<Target>().is_err());
        assert!("".parse::<Target>().is_err());
        assert!(after_moves("e4 e4").is_err());
        assert!(after_moves("1. e4 e5 2 Nf3 Nc6 3.Bc4 Bc5 4. 0-0").is_ok());
        assert!(Target::by_moves("1.Nf3 c5 2. e2e4").unwrap().is(&position));
    }
}
