//! Roce's insights: the move order, and the evaluation term by term.

use heirloom_chess::{Position, Square};
use heirloom_engine::insight::OrderReason;
use heirloom_engine::{Explanation, Insight};

use super::board::{Board, EMPTY, KING};
use super::eval::{TERMS, sheet};
use super::moves::Move;
use super::order::{BAD_CAPTURE, GOOD_CAPTURE, HASH_MOVE, sorted};
use super::squares::{all_squares, name};
use super::tables::{Pair, VALUES, square_bonus};
use crate::seam;

/// Returns the moves of a position in the order in which the next search would try them.
pub fn move_order(board: &Board, position: &Position, hash_move: Option<Move>) -> Insight {
    let reason = |rank: i32| match rank {
        HASH_MOVE => OrderReason::TableMove,
        GOOD_CAPTURE.. => OrderReason::GoodCapture((rank - GOOD_CAPTURE + 5) / 10),
        ..0 => OrderReason::BadCapture((rank - BAD_CAPTURE) / 10),
        0 => OrderReason::Quiet,
        _ => OrderReason::History(rank),
    };
    let ranked = |(rank, mv)| Some((seam::translate(position, format!("{mv:#}"))?, reason(rank)));
    Insight::MoveOrder(sorted(board, hash_move).into_iter().filter_map(ranked).collect())
}

/// Returns the evaluation by term, and the value of each piece on its square.
pub fn explanation(board: &Board) -> Explanation {
    let sheet = sheet(board);
    let row = |(term, sides): (&&str, &[Pair; 2])| seam::tapered_row(term, sides.map(Into::into));
    let rows = TERMS.iter().zip(&sheet.terms).map(row);
    let pieces = all_squares().filter(|&at| board.squares[usize::from(at)] != EMPTY);
    let squares = pieces.filter_map(|at| {
        let piece = board.squares[usize::from(at)];
        let (kind, side) = (piece.abs(), piece.signum());
        let (value, place) = (VALUES[kind as usize], square_bonus(kind, at, side));
        let worth = sheet.tapered([value[0] + place[0], value[1] + place[1]]) * i32::from(side);
        let square: Square = name(at).parse().ok()?;
        Some((square, worth)).filter(|_| kind <= KING)
    });
    seam::explanation(sheet.score(), rows, squares)
}
