//! Roce's horizon: a quiescence search of captures, or with the option off the static evaluation.

use super::eval::evaluate;
use super::moves::Wanted;
use super::order::{pick_next, price};
use super::search::{MATE, MAX_PLY, Search};

/// The most centipawns that a capture may gain beyond the value of the captured piece.
const MARGIN: i32 = 180;

impl Search<'_> {
    /// Returns the value of a position with no depth left.
    pub(super) fn horizon(&mut self, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
        if self.settings.quiescence {
            return self.quiesce(ply, alpha, beta);
        }
        self.enter(ply)?;
        if self.board.is_repeated() {
            return Some(0);
        }
        Some(evaluate(&self.board))
    }

    /// Searches captures. The side to move may stop at any time, unless it is in check: then it must answer.
    fn quiesce(&mut self, ply: usize, mut alpha: i32, beta: i32) -> Option<i32> {
        self.enter(ply)?;
        if ply >= MAX_PLY {
            return Some(evaluate(&self.board));
        }
        let in_check = self.in_check();
        let stand_pat = if in_check { -MATE + ply as i32 } else { evaluate(&self.board) };
        let mut best = stand_pat;
        if best >= beta {
            return Some(best);
        }
        alpha = alpha.max(best);
        let mut list = self.ranked_moves(if in_check { Wanted::All } else { Wanted::Captures }, None, ply);
        let mut place = 0;
        while let Some(mv) = pick_next(&mut list, place) {
            let rank = list[place].0;
            place += 1;
            // Losing captures and underpromotions have negative ordering scores.
            if !in_check && rank < 0 {
                break;
            }
            let gain = price(self.board.squares[usize::from(mv.to)]) + price(mv.promotion);
            if !in_check && stand_pat + gain.max(100) + MARGIN <= alpha {
                continue;
            }
            self.board.make(mv);
            let score = self.quiesce(ply + 1, -beta, -alpha);
            self.board.undo();
            let score = -score?;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.update_line(ply, mv);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        self.recycle(list);
        Some(best)
    }
}
