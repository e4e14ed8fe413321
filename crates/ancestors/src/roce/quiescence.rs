//! Roce's horizon: a quiescence search of captures, or with the option off the static evaluation.

use super::eval::evaluate;
use super::moves::Wanted;
use super::order::{next, price};
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
        let stand = if in_check { -MATE + ply as i32 } else { evaluate(&self.board) };
        let mut best = stand;
        if best >= beta {
            return Some(best);
        }
        alpha = alpha.max(best);
        let mut list = self.ranked(if in_check { Wanted::All } else { Wanted::Captures }, None, ply);
        let mut place = 0;
        while let Some(mv) = next(&mut list, place) {
            let rank = list[place].0;
            place += 1;
            // Losing captures and underpromotions have negative ordering scores.
            if !in_check && rank < 0 {
                break;
            }
            let brings = price(self.board.squares[usize::from(mv.to)]) + price(mv.promotion);
            if !in_check && stand + brings.max(100) + MARGIN <= alpha {
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
                    self.set_line(ply, mv);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        self.give_back(list);
        Some(best)
    }
}
