//! Standard Algebraic Notation (SAN): `Nf3`, `exd5`, `O-O`, `e8=Q+`, and common variants of it.

mod format;
mod parse;
mod syntax;

use crate::game::{Game, NodeId};
use crate::{Color, Move, Position};

pub use format::{format, write};
pub(in crate::notation) use format::{write_check, write_target};
pub(in crate::notation) use parse::pawn_capture_by_files;
pub use parse::{check_form, parse, parse_bytes};

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SanError {
    /// The text is empty.
    #[error("no move given; expected one such as Nf3, exd5, O-O or e8=Q")]
    Empty,
    /// A null move (`--`, `Z0`), which is not a chess move.
    #[error("a null move is not a legal chess move")]
    NullMove,
    /// The text does not have the form of a move.
    #[error("\"{0}\" is not a move; expected one such as Nf3, exd5, O-O or e8=Q")]
    NotAMove(String),
    /// No matching piece can move there.
    #[error("{text} is not a legal move for {turn}")]
    Illegal {
        /// The move as written.
        text: String,
        /// The side that was to move.
        turn: Color,
    },
    /// A piece could move there, but would leave its king in check.
    #[error("{0} leaves the king in check")]
    LeavesKingInCheck(String),
    /// Castling on this side is not legal now.
    #[error("{0}: castling on this side is not possible now")]
    CastlingIllegal(String),
    /// Several pieces can move there.
    #[error("{text} is ambiguous: {}", alternatives(.candidates))]
    Ambiguous {
        /// The move as written.
        text: String,
        /// All legal moves that the text can mean, in the shortest unambiguous notation.
        candidates: Vec<(Move, String)>,
    },
    /// A pawn reaches the last rank, but no promotion piece is given.
    #[error("{0}: the pawn promotes; add the promotion piece, as in e8=Q")]
    PromotionMissing(String),
    /// A promotion piece is given, but no pawn reaches the last rank.
    #[error("{0}: only a pawn that reaches the last rank promotes")]
    PromotionImpossible(String),
}

/// Lists the candidates of an ambiguous move: "Nbd2, Nfd2 or Nd4".
fn alternatives(candidates: &[(Move, String)]) -> String {
    let names: Vec<&str> = candidates.iter().map(|(_, san)| san.as_str()).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Formats consecutive moves, such as a principal variation, without move numbers.
///
/// Stops before the first move that is not legal.
pub fn format_line(position: &Position, moves: &[Move]) -> String {
    let mut position = position.clone();
    let mut text = String::with_capacity(moves.len() * 6);
    for &mv in moves {
        if !position.is_playable(mv) {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        write(&position, mv, &mut text);
        position.play(mv);
    }
    text
}

impl Game {
    /// Plays a move in algebraic notation after a node.
    ///
    /// # Errors
    /// Why the text is not a legal move there. At a node that does not exist, no move is legal.
    pub fn play_san(&mut self, at: NodeId, text: &str) -> Result<NodeId, SanError> {
        let position = self.position(at).unwrap_or_else(|_| self.start().clone());
        let illegal = |_| SanError::Illegal { text: text.to_owned(), turn: position.turn() };
        let mv = parse(&position, text)?;
        self.play(at, mv).map_err(illegal)
    }
}
