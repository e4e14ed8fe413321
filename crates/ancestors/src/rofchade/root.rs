//! The root: a window around the last score, and a search of its own for the first ply.

use super::hash::Entry;
use super::moves::{Move, is_capture};
use super::node::Attempt;
use super::params;
use super::picker::Stage;
use super::search::{INFINITY, Worker, bound, nearer};
use super::see;
use super::threads::Variation;

impl Worker<'_> {
    /// A window around the last score, opened where the score falls outside. Half of the workers begin with another width.
    pub fn aspirate(&mut self) {
        let mut delta = params::ASPIRATION[self.number % 2];
        let (mut alpha, mut beta) = (-INFINITY, INFINITY);
        if self.depth >= params::ASPIRATION_DEPTH && self.best.depth > 0 {
            (alpha, beta) = (self.best.score - delta, self.best.score + delta);
        }
        loop {
            let score = self.search_root(alpha, beta);
            if self.shared.is_stopped() || alpha < score && score < beta {
                return;
            }
            if score <= alpha {
                (alpha, beta) = (score - delta, (alpha + beta) / 2);
            } else {
                beta = score + delta;
            }
            delta *= 2;
            if delta > 600 {
                (alpha, beta) = (-INFINITY, INFINITY);
            }
        }
    }

    /// The root has moves of its own, is never pruned, and keeps its best line even when it is interrupted.
    fn search_root(&mut self, mut alpha: i32, beta: i32) -> i32 {
        let (board, depth, lower) = (self.shared.task.board, self.depth as i32, alpha);
        let (mut best, mut best_move) = (-INFINITY, Move::NONE);
        for number in 0..self.root.len() {
            let (mv, _) = self.root[number];
            let before = self.figure.nodes;
            let child = self.enter(board, mv, 0);
            let gives_check = child.checkers != 0;
            let extension = i32::from(gives_check && see::reaches(board, mv, 0));
            let quiet = !is_capture(board, mv) && mv.promotion().is_none() && !gives_check && board.checkers == 0;
            let late = number > 2 && depth >= 3 && quiet;
            let reduction = if late { (params::reduction(depth, number) - 1).clamp(0, depth - 2) } else { 0 };
            let attempt = Attempt { mv, stage: Stage::Quiets, before: number, gives_check, extension, reduction };
            let score = self.pvs::<true>(&child, &attempt, alpha, beta, depth, 0);
            self.leave();
            if self.shared.is_stopped() {
                return best;
            }
            self.root[number].1 = self.figure.nodes - before;
            if score > best {
                (best, best_move) = (score, mv);
            }
            if score > alpha {
                alpha = score;
                self.root[..=number].rotate_right(1);
                self.follow(mv, 0);
                if score < beta {
                    self.best = Variation { moves: self.stack[0].line.clone(), score, depth: self.depth, selective: self.selective as u32 };
                }
            }
            if alpha >= beta {
                break;
            }
        }
        let bound = bound(best, lower, beta);
        self.shared.task.hash.store(board.key, Entry { mv: best_move, score: nearer(best, 0), depth, bound });
        best
    }
}
