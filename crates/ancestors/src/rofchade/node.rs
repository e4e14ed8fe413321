//! A node of the main search: pruning, then the moves.

use super::board::Board;
use super::eval::evaluate;
use super::hash::{Bound, Entry};
use super::history::MAX_PLY;
use super::moves::{self, Move, is_capture};
use super::params;
use super::picker::{Picker, Stage};
use super::pruning::is_futile;
use super::search::{INFINITY, MATE, MATES, Worker, toward_mate};
use super::see;

/// The maximum number of quiet moves recorded before a cutoff.
const TRIED: usize = 64;

/// What is known about a node before its moves are searched.
pub struct NodeInfo {
    /// The table entry.
    pub entry: Option<Entry>,
    /// The static evaluation; the worst score in check, where it is unreliable.
    pub eval: i32,
    /// True if the evaluation is better than two plies earlier.
    pub improving: bool,
}

impl Worker<'_> {
    /// Returns the score for the side to move, `depth` plies deep and `ply` from the root. `PV`: open window.
    pub fn node<const PV: bool>(
        &mut self,
        board: &Board,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        if depth <= 0 {
            return self.quiescence::<PV>(board, alpha, beta, ply);
        }
        self.stack[ply].line.clear();
        // Step 1. Time, draws, maximum ply.
        if self.visit(ply) || self.is_draw(board) {
            return 0;
        }
        if ply >= MAX_PLY - 1 {
            return evaluate(board);
        }
        // Step 2. Mate distance pruning.
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        // Step 3. The table.
        let excluded = self.stack[ply].excluded;
        let entry = if excluded == Move::NONE { self.probe(board) } else { None };
        if let Some(entry) = entry.filter(|entry| !PV && entry.depth >= depth) {
            let score = toward_mate(entry.score, -(ply as i32));
            // A bound decides only on its own side of the window.
            if entry.bound == Bound::Exact || (entry.bound == Bound::Lower) == (score >= beta) {
                return score;
            }
        }
        let mut known = self.node_info(board, entry, ply);
        // Step 4. Pruning without a move.
        let prunable = !PV && excluded == Move::NONE && board.checkers == 0;
        if prunable && let Some(score) = self.prune(board, alpha, beta, depth, ply, &known) {
            return score;
        }
        // Step 5. Internal iterative deepening: without a table move, find one by a shallower search.
        if excluded == Move::NONE && entry.is_none_or(|entry| entry.mv == Move::NONE) {
            known.entry = self.deepen_internally::<PV>(board, alpha, beta, depth, ply);
        }
        // Step 6. The moves.
        self.search_moves::<PV>(board, alpha, beta, depth, ply, &known)
    }

    /// Returns the table entry after a shallower search, if the node is deep enough for one.
    pub fn deepen_internally<const PV: bool>(
        &mut self,
        board: &Board,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> Option<Entry> {
        if depth < params::IID_DEPTH[usize::from(!PV)] {
            return None;
        }
        self.node::<PV>(board, alpha, beta, depth - params::IID_REDUCTION, ply);
        self.probe(board)
    }

    /// Returns true for a draw by the fifty-move rule, insufficient material or repetition.
    fn is_draw(&self, board: &Board) -> bool {
        let reach = usize::from(board.fifty).min(self.keys.len());
        board.fifty >= 100 && (board.checkers == 0 || !moves::legal(board).is_empty())
            || board.is_dead()
            || (4..=reach).step_by(2).any(|back| self.keys[self.keys.len() - back] == board.key)
    }

    fn node_info(&mut self, board: &Board, entry: Option<Entry>, ply: usize) -> NodeInfo {
        let in_check = board.checkers != 0;
        let eval = if in_check { -INFINITY } else { evaluate(board) };
        self.stack[ply].eval = (!in_check).then_some(eval);
        let earlier = if ply >= 2 { self.stack[ply - 2].eval } else { None };
        let improving = !in_check && earlier.is_none_or(|earlier| eval > earlier);
        // The table score is a better estimate, within its bound.
        let eval = entry.filter(|entry| !in_check && entry.score.abs() < MATES).map_or(eval, |entry| {
            match entry.bound {
                Bound::Exact => entry.score,
                Bound::Lower => eval.max(entry.score),
                Bound::Upper => eval.min(entry.score),
            }
        });
        NodeInfo { entry, eval, improving }
    }

    fn search_moves<const PV: bool>(
        &mut self,
        board: &Board,
        mut alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        known: &NodeInfo,
    ) -> i32 {
        let (lower, excluded) = (alpha, self.stack[ply].excluded);
        let last = if ply > 0 { self.stack[ply - 1].mv } else { Move::NONE };
        let hash_move = known.entry.map_or(Move::NONE, |entry| entry.mv);
        let [one, two, earlier] = self.history.killers(ply);
        let counters = self.shared.task.switches.countermoves && last != Move::NONE;
        let counter = if counters { self.history.counter(board, last) } else { Move::NONE };
        let mut picker = Picker::new(board, hash_move, [one, two, earlier, counter]);
        let (mut best, mut best_move, mut before) = (-INFINITY, Move::NONE, 0);
        let (mut tried, mut quiets) = ([Move::NONE; TRIED], 0);
        while let Some(next) = picker.next(board, &mut self.stack[ply].moves, self.history) {
            let (mv, stage) = next;
            if mv == excluded {
                continue;
            }
            let quiet = !is_capture(board, mv);
            // Late move pruning, and futility pruning for moves too far below alpha. Checks are never
            // skipped, since they may be mate.
            if stage == Stage::Quiets && best > -MATES {
                let late = depth <= params::LMP_DEPTH && quiets >= params::late_moves(depth, known.improving);
                let left = depth - 1 - self.reduction::<PV>(board, next, before, false, depth, known);
                if (late || is_futile(alpha, left, known))
                    && (mv.is_castling() || board.after(mv).checkers == 0)
                {
                    continue;
                }
            }
            let singular = self.is_singular(board, mv, depth, ply, known);
            let child = self.enter(board, mv, ply);
            let gives_check = child.checkers != 0;
            let extended =
                singular || gives_check && see::reaches(board, mv, 0) && ply < 2 * self.depth as usize;
            let reduction = self.reduction::<PV>(board, next, before, gives_check, depth, known);
            let (window, left) = ((alpha, beta), depth - 1 + i32::from(extended));
            let score = self.pvs::<PV>(&child, window, left, reduction, before == 0, ply);
            self.keys.pop();
            if self.shared.is_stopped() {
                return 0;
            }
            before += 1;
            best = best.max(score);
            if score > alpha {
                (alpha, best_move) = (score, mv);
                if PV {
                    self.update_line(mv, ply);
                }
            }
            if score >= beta {
                if quiet {
                    self.history.update(board, mv, &tried[..quiets.min(TRIED)], depth, ply, last);
                }
                break;
            }
            if quiet {
                if quiets < TRIED {
                    tried[quiets] = mv;
                }
                quiets += 1;
            }
        }
        // With an excluded move the result must not enter the table.
        if excluded != Move::NONE {
            return best;
        }
        if before == 0 {
            return if board.checkers != 0 { ply as i32 - MATE } else { 0 };
        }
        self.store(board, best_move, best, (lower, beta), depth, ply);
        best
    }

    /// Principal variation search of a move: a null window except for the first, reduced for late moves, with
    /// re-searches after a fail high.
    pub fn pvs<const PV: bool>(
        &mut self,
        child: &Board,
        window: (i32, i32),
        depth: i32,
        reduction: i32,
        first: bool,
        ply: usize,
    ) -> i32 {
        let (alpha, beta) = window;
        let mut score = alpha + 1;
        if !first || !PV {
            score = -self.node::<false>(child, -alpha - 1, -alpha, depth - reduction, ply + 1);
            if reduction > 0 && score > alpha {
                score = -self.node::<false>(child, -alpha - 1, -alpha, depth, ply + 1);
            }
        }
        if PV && (first || score > alpha && score < beta) {
            score = -self.node::<true>(child, -beta, -alpha, depth, ply + 1);
        }
        score
    }
}
