//! Mates that a move allows.

use heirloom_chess::{Color, Move, PieceType, Position, Rank, attacks};

use super::Reason;

/// A mate that is allowed by the move before `position`.
pub fn allowed(moves: i32, position: &Position, line: &[Move]) -> Reason {
    let moves = moves.unsigned_abs();
    // The mating side moves first and last.
    let plies = (2 * moves as usize).saturating_sub(1);
    let whole: Vec<Move> = line.iter().copied().take(plies).collect();
    Reason::AllowsMate { moves, back_rank: is_back_rank(position, &whole), line: whole }
}

/// Does the line end with a mate by a rook or queen along the back rank, the king's way out blocked by his own pawns or pieces?
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
