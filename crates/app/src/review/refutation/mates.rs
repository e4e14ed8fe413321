//! Mates that a move allows.

use heirloom_chess::{Color, Move, PieceType, Position, Rank, attacks};

use super::Reason;

/// Returns the reason for a mate allowed by the move that led to `position`.
pub fn allowed(moves: i32, position: &Position, line: &[Move]) -> Reason {
    let moves = moves.unsigned_abs();
    let whole: Vec<Move> = line.iter().copied().take(plies(moves)).collect();
    Reason::AllowsMate { moves, back_rank: is_back_rank(position, &whole), line: whole }
}

/// Returns the plies of a mate, in which the mating side makes the first and last move.
pub fn plies(moves: u32) -> usize {
    (2 * moves as usize).saturating_sub(1)
}

/// Returns true if the line ends with a back-rank mate by rook or queen, with the king hemmed in by its own
/// pieces.
fn is_back_rank(start: &Position, line: &[Move]) -> bool {
    let mut position = start.clone();
    if !line.iter().all(|&mv| position.try_play(mv).is_ok())
        || !position.in_check()
        || position.has_legal_move()
    {
        return false;
    }
    let loser = position.turn();
    let king = position.king(loser);
    let home = if loser == Color::White { Rank::First } else { Rank::Eighth };
    let in_front = attacks::king(king)
        & heirloom_chess::Bitboard::rank(if loser == Color::White { Rank::Second } else { Rank::Seventh });
    let is_straight = |square| {
        position
            .piece_at(square)
            .is_some_and(|piece| matches!(piece.piece_type(), PieceType::Rook | PieceType::Queen))
    };
    king.rank() == home
        && position.checkers().into_iter().any(|square| square.rank() == home && is_straight(square))
        && in_front.without(position.colored(loser)).is_empty()
}
