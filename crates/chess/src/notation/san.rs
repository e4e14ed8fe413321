//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`, and what people write instead of it.

mod format;
mod parse;
mod syntax;

use std::fmt;

use crate::{Color, Move, Position};

pub(in crate::notation) use format::write_check;
pub use format::{format, write};
pub use parse::{check_form, parse, parse_bytes, pawn_capture_by_files};

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SanError {
    /// There is no text.
    Empty,
    /// A null move (`--`, `Z0`): a pass, which is no move of chess.
    NullMove,
    /// The text has not the form of a move.
    NotAMove(String),
    /// No piece that fits can go there.
    Illegal {
        /// The move as written.
        text: String,
        /// The side that was to move.
        turn: Color,
    },
    /// A piece could go there, but its king would stand in check.
    LeavesKingInCheck(String),
    /// The king may not castle to this side now.
    CastlingIllegal(String),
    /// Several pieces can go there.
    Ambiguous {
        /// The move as written.
        text: String,
        /// All legal moves that it may mean, in shortest unambiguous notation.
        candidates: Vec<(Move, String)>,
    },
    /// A pawn reaches the last rank without saying what it becomes.
    PromotionMissing(String),
    /// A piece is named to promote to, but no pawn reaches the last rank.
    PromotionImpossible(String),
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::Empty => f.write_str("no move given; expected one such as Nf3, exd5, O-O or e8=Q"),
            SanError::NullMove => f.write_str("a null move is not a legal chess move"),
            SanError::NotAMove(text) => {
                write!(f, "\"{text}\" is not a move; expected one such as Nf3, exd5, O-O or e8=Q")
            }
            SanError::Illegal { text, turn } => write!(f, "{text} is not a legal move for {turn}"),
            SanError::LeavesKingInCheck(text) => write!(f, "{text} leaves the king in check"),
            SanError::CastlingIllegal(text) => write!(f, "{text}: castling on this side is not possible now"),
            SanError::Ambiguous { text, candidates } => {
                write!(f, "{text} is ambiguous: ")?;
                for (index, (_, san)) in candidates.iter().enumerate() {
                    let joint = match index {
                        0 => "",
                        _ if index + 1 == candidates.len() => " or ",
                        _ => ", ",
                    };
                    write!(f, "{joint}{san}")?;
                }
                Ok(())
            }
            SanError::PromotionMissing(text) => {
                write!(f, "{text}: the pawn promotes; add the promotion piece, as in e8=Q")
            }
            SanError::PromotionImpossible(text) => {
                write!(f, "{text}: only a pawn that reaches the last rank promotes")
            }
        }
    }
}

impl std::error::Error for SanError {}

/// Writes moves that follow one another, such as a principal variation, without move numbers.
///
/// Ends before the first move that is not legal where it stands.
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
