//! Resolves captures to a quiet position, since a static evaluation is meaningful only there.

use heirloom_chess::{Move, Position, see};

use super::model::Tunable;

/// Maximum number of consecutive captures; longer ones are rarely meaningful.
const MAX_PLY: usize = 24;

/// A bound beyond any evaluation.
const INFINITE: i32 = 1_000_000;

/// Returns the position at the end of the principal variation of a quiescence search with the evaluation to
/// be tuned.
///
/// The search tries captures and promotions that lose nothing by SEE, and all moves out of check. None if the
/// final position is check, checkmate or stalemate.
pub fn leaf(evaluation: &dyn Tunable, position: &Position) -> Option<Position> {
    let mut line = Vec::new();
    search(evaluation, position, -INFINITE, INFINITE, 0, &mut line);
    let mut leaf = position.clone();
    for &mv in line.iter().rev() {
        leaf.play(mv);
    }
    (!leaf.in_check() && !leaf.legal_moves().is_empty()).then_some(leaf)
}

/// Returns the value in centipawns from the mover's point of view; `line` is set to the principal variation,
/// last move first.
fn search(
    evaluation: &dyn Tunable,
    position: &Position,
    mut alpha: i32,
    beta: i32,
    ply: usize,
    line: &mut Vec<Move>,
) -> i32 {
    line.clear();
    let in_check = position.in_check();
    if ply >= MAX_PLY {
        return evaluation.evaluate(position);
    }
    let mut best = if in_check { ply as i32 - INFINITE } else { evaluation.evaluate(position) };
    if best >= beta {
        return best;
    }
    alpha = alpha.max(best);
    let mut below = Vec::new();
    for mv in moves(position, in_check) {
        let mut next = position.clone();
        next.play(mv);
        let score = -search(evaluation, &next, -beta, -alpha, ply + 1, &mut below);
        if score > best {
            best = score;
            if score > alpha {
                alpha = score;
                line.clone_from(&below);
                line.push(mv);
            }
        }
        if score >= beta {
            break;
        }
    }
    best
}

/// Returns the moves to try, largest gains by SEE first.
fn moves(position: &Position, in_check: bool) -> Vec<Move> {
    let mut moves: Vec<(i32, Move)> = position
        .legal_moves()
        .iter()
        .filter(|&&mv| in_check || position.is_noisy(mv))
        .map(|&mv| (see::exact(position, mv, &see::VALUES), mv))
        .filter(|&(gain, _)| in_check || gain >= 0)
        .collect();
    moves.sort_by_key(|&(gain, _)| -gain);
    moves.into_iter().map(|(_, mv)| mv).collect()
}
