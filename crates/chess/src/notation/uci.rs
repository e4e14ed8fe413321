//! Moves in UCI notation: `e2e4`, `e7e8q`, castling as `e1g1` or, in Chess960, `e1h1`.

use crate::position::castling_targets;
use crate::{Color, Line, Move, MoveKind, PieceType, Position, Square};

/// Why a text is not a legal move in UCI notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UciMoveError {
    /// The text is not two squares with an optional promotion letter.
    #[error("not a move; expected two squares such as e2e4 or e7e8q")]
    Syntax,
    /// There is no piece of the side to move on the origin.
    #[error("no {1} piece on {0}")]
    NoPiece(Square, Color),
    /// A pawn reaches the last rank, but no promotion piece is given.
    #[error("the pawn promotes; add q, r, b or n")]
    PromotionMissing,
    /// The piece cannot move there.
    #[error("not a legal move here")]
    Illegal,
}

/// Parses a move and returns the legal move it means. Accepts both forms of castling and promotion letters
/// in either case.
///
/// # Errors
/// A [`UciMoveError`], which does not repeat the text.
pub fn parse(position: &Position, text: &str) -> Result<Move, UciMoveError> {
    let (from, to, promotion) = split(text).ok_or(UciMoveError::Syntax)?;
    let us = position.turn();
    let piece =
        position.piece_at(from).filter(|piece| piece.color() == us).ok_or(UciMoveError::NoPiece(from, us))?;
    let mv = match (piece.piece_type(), promotion) {
        (PieceType::Pawn, Some(piece_type)) => Move::promotion(from, to, piece_type),
        (_, Some(_)) => return Err(UciMoveError::Illegal),
        (PieceType::Pawn, None) if position.en_passant() == Some(to) && from.file() != to.file() => {
            Move::en_passant(from, to)
        }
        (PieceType::King, None) => king_move(position, from, to),
        _ => Move::normal(from, to),
    };
    if position.is_legal(mv) {
        return Ok(mv);
    }
    let promotes = piece.piece_type() == PieceType::Pawn && promotion.is_none();
    if promotes && position.is_legal(Move::promotion(from, to, PieceType::Queen)) {
        return Err(UciMoveError::PromotionMissing);
    }
    Err(UciMoveError::Illegal)
}

/// Parses moves separated by spaces, played one after the other from `start`.
///
/// # Errors
/// The [`UciMoveError`] of the first word that is not a legal move.
///
/// ```
/// use heirloom_chess::{Position, notation::uci};
/// assert_eq!(uci::parse_line(Position::startpos(), "e2e4 e7e5")?.moves().len(), 2);
/// # Ok::<(), uci::UciMoveError>(())
/// ```
pub fn parse_line(start: Position, moves: &str) -> Result<Line, UciMoveError> {
    let mut line = Line::new(start);
    for text in moves.split_whitespace() {
        let mv = parse(line.position(), text)?;
        line.push(mv).map_err(|_| UciMoveError::Illegal)?;
    }
    Ok(line)
}

/// Castling is a move onto an own rook, or a jump to the castled square if that is more than one step.
fn king_move(position: &Position, from: Square, to: Square) -> Move {
    if position.castling_rooks().contains(to) && position.colored(position.turn()).contains(to) {
        return Move::castling(from, to);
    }
    if from.distance(to) > 1 {
        let king_side = to.index() > from.index();
        if let Some(rook) = position.castling_rook(position.turn(), king_side) {
            let castling = Move::castling(from, rook);
            if castling_targets(castling).0 == to {
                return castling;
            }
        }
    }
    Move::normal(from, to)
}

fn split(text: &str) -> Option<(Square, Square, Option<PieceType>)> {
    let from = text.get(0..2)?.parse().ok()?;
    let to = text.get(2..4)?.parse().ok()?;
    let promotion = match text.get(4..)? {
        "" => None,
        letter => {
            let piece_type = PieceType::from_letter(letter.parse().ok()?);
            Some(piece_type.filter(|piece_type| PieceType::PROMOTIONS.contains(piece_type))?)
        }
    };
    Some((from, to, promotion))
}

/// Formats a legal move; with `chess960`, castling is king takes rook.
pub fn format(position: &Position, mv: Move, chess960: bool) -> String {
    let mut text = String::with_capacity(5);
    write(position, mv, chess960, &mut text);
    text
}

/// Appends a legal move to `text`, as [`format()`] does; a null move is `0000`.
pub fn write(position: &Position, mv: Move, chess960: bool, text: &mut String) {
    if mv.is_null() {
        return text.push_str("0000");
    }
    debug_assert!(position.piece_at(mv.from()).is_some());
    let to = if mv.kind() == MoveKind::Castling && !chess960 { castling_targets(mv).0 } else { mv.to() };
    for square in [mv.from(), to] {
        text.push(square.file().letter());
        text.push(square.rank().digit());
    }
    text.extend(mv.promotion_piece().map(PieceType::letter));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_castling_are_accepted() {
        let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for (text, rook) in
            [("e1g1", Square::H1), ("e1h1", Square::H1), ("e1c1", Square::A1), ("e1a1", Square::A1)]
        {
            let mv = parse(&position, text).unwrap();
            assert_eq!(mv, Move::castling(Square::E1, rook));
        }
        let mv = Move::castling(Square::E1, Square::A1);
        assert_eq!(format(&position, mv, false), "e1c1");
        assert_eq!(format(&position, mv, true), "e1a1");
    }

    #[test]
    fn errors_name_the_problem() {
        let position = Position::from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert_eq!(parse(&position, "a7a8"), Err(UciMoveError::PromotionMissing));
        assert_eq!(parse(&position, "a7a8k"), Err(UciMoveError::Syntax));
        assert_eq!(parse(&position, "e8e7"), Err(UciMoveError::NoPiece(Square::E8, Color::White)));
        assert_eq!(parse(&position, "e1e3"), Err(UciMoveError::Illegal));
        assert_eq!(parse(&position, "é1e3"), Err(UciMoveError::Syntax));
        assert!(parse(&position, "a7a8Q").is_ok());
    }

    #[test]
    fn every_legal_move_round_trips() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "k3r2r/8/8/8/8/8/8/1RK4R w HB - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for &mv in &position.legal_moves() {
                let text = format(&position, mv, position.is_chess960());
                assert_eq!(parse(&position, &text), Ok(mv), "{mv:?} {fen}");
            }
        }
    }
}
