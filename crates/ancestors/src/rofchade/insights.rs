//! What rofChade shows of its inside: the order of the moves at the root, its table and threads, the evaluation term by term.

use heirloom_chess::{Position, Square};
use heirloom_engine::insight::{HashUse, OrderReason, ThreadState};
use heirloom_engine::{Explanation, ExplanationRow, Info, Insight, Score};

use super::board::Board;
use super::eval::{self, Score as Weight};
use super::figures::Figure;
use super::history::History;
use super::moves::Move;
use super::picker::{Picker, Stage, is_capture};
use super::see;
use super::threads::Shared;
use super::trace;
use crate::seam;

/// All legal moves in the order of the staged generator, with the stage of each.
pub fn ordered(board: &Board, history: &History) -> Vec<(Move, Stage)> {
    let (mut list, mut found) = (Vec::new(), Vec::new());
    let mut picker = Picker::new(board, Move::NONE, [Move::NONE; 4], 0);
    while let Some(next) = picker.next(board, &mut list, history) {
        found.push(next);
    }
    found
}

/// The table and the threads in figures.
pub fn figures(shared: &Shared<'_>) -> [Info; 2] {
    let figures = shared.figures();
    let total = |count: fn(&Figure) -> u64| figures.iter().map(count).sum();
    let hash = HashUse { fill: shared.hash.fill(), probes: total(|figure| figure.probes), hits: total(|figure| figure.hits) };
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

/// The evaluation by term and square.
pub fn explanation(board: &Board) -> Explanation {
    let trace = trace::trace(board);
    let pair = |score: Weight| (score.middlegame(), score.endgame());
    let row = |term: &trace::Term| {
        let [white, black] = trace::sum(&trace, term);
        ExplanationRow { term: term.name.to_ascii_lowercase(), white: pair(white), black: pair(black) }
    };
    let square = |(color, kind, square): (usize, usize, usize)| {
        (Square::from_index(square), eval::taper(eval::value(color, kind, square), board.phase()))
    };
    let white = eval::taper(board.score(), board.phase());
    Explanation { score: Score::Cp(white), rows: trace::TERMS.iter().map(row).collect(), squares: board.pieces().map(square).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_explanation_adds_up() {
        let board = Board::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
        let explanation = explanation(&board);
        let squares: i32 = explanation.squares.iter().map(|(_, value)| value).sum();
        let Score::Cp(score) = explanation.score else { panic!() };
        // Whole numbers are cut at each square.
        assert!((squares - score).abs() <= 32, "{squares} {score}");
    }
}
