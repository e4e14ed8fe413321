//! Roce's insights: the move order, and the evaluation term by term.

use heirloom_chess::{Position, Square};
use heirloom_engine::insight::OrderReason;
use heirloom_engine::{Explanation, ExplanationRow, Insight, Score};

use super::board::{Board, EMPTY, KING};
use super::eval::{TERMS, sheet};
use super::moves::Move;
use super::order::{BAD_CAPTURE, GOOD_CAPTURE, HASH_MOVE, sorted};
use super::squares::{all_squares, name};
use super::tables::{VALUES, square_bonus};
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
    let order = sorted(board, hash_move).into_iter();
    let order = order
        .filter_map(|(rank, mv)| Some((seam::translate(position, format!("{mv:#}"))?, reason(rank))))
        .collect();
    Insight::MoveOrder(order)
}

/// Returns the evaluation by term, and the value of each piece on its square.
pub fn explanation(board: &Board) -> Explanation {
    let sheet = sheet(board);
    let pair = |value: [i32; 2]| (value[0], value[1]);
    let rows = TERMS.iter().zip(&sheet.terms);
    let rows = rows.map(|(term, [white, black])| ExplanationRow {
        term: (*term).into(),
        white: pair(*white),
        black: pair(*black),
    });
    let pieces = all_squares().filter(|&at| board.squares[usize::from(at)] != EMPTY);
    let squares = pieces.filter_map(|at| {
        let piece = board.squares[usize::from(at)];
        let (value, place) =
            (VALUES[usize::from(piece.unsigned_abs())], square_bonus(piece.abs(), at, piece.signum()));
        let worth = sheet.tapered([value[0] + place[0], value[1] + place[1]]) * i32::from(piece.signum());
        let square: Square = name(at).parse().ok()?;
        Some((square, worth)).filter(|_| piece.abs() <= KING)
    });
    Explanation {
        score: Score::Cp(sheet.score()),
        rows: rows.collect(),
        squares: squares.collect(),
        outputs: Vec::new(),
    }
}
