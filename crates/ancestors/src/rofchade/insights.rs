//! What rofChade shows of its inside: the order of the moves at the root, its table and threads, the evaluation term by term.

use heirloom_chess::{Position, Square};
use heirloom_engine::insight::{HashUse, OrderReason, ThreadState};
use heirloom_engine::{Explanation, ExplanationRow, Info, Insight, Score};

use super::board::{Board, KINDS, WHITE};
use super::eval::{self, Score as Weight};
use super::history::History;
use super::moves::{Move, is_capture};
use super::picker::{Picker, Stage};
use super::search::Figure;
use super::see;
use super::threads::Shared;
use super::weights::{MATERIAL, TABLES};
use crate::seam;

/// All legal moves in the order of the staged generator, with the stage of each.
pub fn ordered(board: &Board, history: &History) -> Vec<(Move, Stage)> {
    let (mut list, mut picker) = (Vec::new(), Picker::new(board, Move::NONE, [Move::NONE; 4]));
    std::iter::from_fn(|| picker.next(board, &mut list, history)).collect()
}

/// The table and the threads in figures.
pub fn figures(shared: &Shared<'_>) -> [Info; 2] {
    let figures = shared.figures();
    let total = |count: fn(&Figure) -> u64| figures.iter().map(count).sum();
    let hash = HashUse { fill: shared.task.hash.fill(), probes: total(|figure| figure.probes), hits: total(|figure| figure.hits) };
    let state = |figure: &Figure| ThreadState { depth: figure.depth, selective_depth: figure.selective, nodes: figure.nodes };
    [seam::look(Insight::Hash(hash)), seam::look(Insight::Threads(figures.iter().map(state).collect()))]
}

/// Why each move of the root stands where it does.
pub fn move_order(board: &Board, position: &Position, history: &History) -> Insight {
    let reason = |(mv, stage): (Move, Stage)| {
        let reason = match stage {
            Stage::BadCaptures => OrderReason::BadCapture(see::gain(board, mv)),
            _ if is_capture(board, mv) => OrderReason::GoodCapture(see::gain(board, mv)),
            _ => OrderReason::History(history.rank(board, mv)),
        };
        seam::translate(position, mv).map(|mv| (mv, reason))
    };
    Insight::MoveOrder(ordered(board, history).into_iter().filter_map(reason).collect())
}

/// The evaluation by term and square. The terms are material and a table for each piece type.
pub fn explanation(board: &Board) -> Explanation {
    let mut terms = [[Weight::default(); 2]; 1 + KINDS];
    for (color, kind, square) in board.pieces() {
        let own = if color == WHITE { square } else { square ^ 56 };
        terms[0][color] = terms[0][color].plus(MATERIAL.get(kind).copied().unwrap_or_default(), 1);
        terms[1 + kind][color] = terms[1 + kind][color].plus(TABLES[kind][own], 1);
    }
    let pair = |score: Weight| (score.middlegame, score.endgame);
    let row = |(name, sides): (&str, &[Weight; 2])| ExplanationRow { term: name.into(), white: pair(sides[0]), black: pair(sides[1]) };
    let rows = ["material", "pawn", "knight", "bishop", "rook", "queen", "king"].into_iter().zip(&terms).map(row).collect();
    let worth = |(color, kind, square)| (Square::from_index(square), eval::taper(eval::value(color, kind, square), board.phase));
    Explanation { score: Score::Cp(eval::taper(board.score, board.phase)), rows, squares: board.pieces().map(worth).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seam::setup_of;

    #[test]
    fn the_explanation_adds_up() {
        let board = Board::new(&setup_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"));
        let explanation = explanation(&board);
        let squares: i32 = explanation.squares.iter().map(|(_, value)| value).sum();
        let Score::Cp(score) = explanation.score else { panic!() };
        // Whole numbers are cut at each square.
        assert!((squares - score).abs() <= 32, "{squares} {score}");
        let sum = explanation.rows.iter().fold(Weight::default(), |sum, row| {
            let side = |(middlegame, endgame)| Weight { middlegame, endgame };
            sum.plus(side(row.white), 1).plus(side(row.black), -1)
        });
        assert_eq!(sum, board.score);
    }
}
