//! Quiescence: captures that lose nothing until the position is quiet, all evasions in check. The description is silent about it.

use super::board::Board;
use super::eval::evaluate;
use super::hash::{Bound, Entry};
use super::history::MAX_PLY;
use super::moves::Move;
use super::params::DELTA_MARGIN;
use super::picker::Picker;
use super::search::{INFINITY, MATE, MATES, Worker, bound, from_table, to_table};
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
        let entry = self.probe(board);
        if let Some(entry) = entry
            && !PV
        {
            let score = from_table(entry.score, ply);
            if entry.bound == Bound::Exact
                || (entry.bound == Bound::Lower) == (score >= beta) && (entry.bound == Bound::Lower || score <= alpha)
            {
                return score;
            }
        }
        let (in_check, lower) = (board.checkers() != 0, alpha);
        let mut best = -INFINITY;
        let mut eval = -INFINITY;
        if !in_check {
            // Nobody has to capture.
            eval = evaluate(board);
            best = eval;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let hash_move = entry.map_or(Move::NONE, |entry| entry.mv);
        let mut picker = Picker::captures(board, hash_move, self.memory.moves.len());
        let (mut best_move, mut tried) = (Move::NONE, 0);
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
                    (alpha, best_move) = (score, mv);
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
        let bound = bound(best, lower, beta);
        self.shared.hash.store(board.key(), Entry { mv: best_move, score: to_table(best, ply), depth: 0, bound });
        best
    }
}
