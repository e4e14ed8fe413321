//! Pruning, reductions and extensions, each technique by its name.

use super::board::{Board, KING, PAWN};
use super::hash::Bound;
use super::history::SHARE;
use super::moves::Move;
use super::node::NodeInfo;
use super::params;
use super::picker::{Picked, Picker, Stage};
use super::search::{MATES, Worker};

impl Worker<'_> {
    /// Tries razoring, futility, null move and ProbCut; returns a score if one ends the node.
    pub fn prune(
        &mut self,
        board: &Board,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        known: &NodeInfo,
    ) -> Option<i32> {
        let eval = known.eval;
        // Razoring: far below alpha only captures could help, and quiescence searches those.
        if depth <= params::RAZOR_DEPTH && alpha < MATES && eval + params::RAZOR_MARGIN * depth <= alpha {
            let score = self.quiescence::<false>(board, alpha, alpha + 1, ply);
            if score <= alpha {
                return Some(score);
            }
        }
        // Reverse futility pruning: far above beta one move by the opponent does not change that.
        let margin = params::NODE_FUTILITY_MARGIN * (depth - i32::from(known.improving));
        if depth <= params::NODE_FUTILITY_DEPTH && eval - margin >= beta && eval < MATES {
            return Some(eval);
        }
        self.null_move(board, beta, depth, ply, eval).or_else(|| self.probcut(board, beta, depth, ply))
    }

    /// The null move (Donninger 1993). Not twice in a row, and not with pawns alone because of zugzwang.
    fn null_move(&mut self, board: &Board, beta: i32, depth: i32, ply: usize, eval: i32) -> Option<i32> {
        let passed = ply > 0 && self.stack[ply - 1].mv == Move::NONE;
        let officers = board.colors[board.turn & 1] & !(board.kinds[PAWN] | board.kinds[KING]);
        if depth < params::NULL_DEPTH || eval < beta || passed || officers == 0 || beta <= -MATES {
            return None;
        }
        let reduction = params::NULL_REDUCTION + depth / 4 + ((eval - beta) / params::NULL_LEAD).min(3);
        let child = self.enter(board, Move::NONE, ply);
        let score = -self.node::<false>(&child, -beta, 1 - beta, depth - 1 - reduction, ply + 1);
        self.keys.pop();
        // A mate after a null move is unproven.
        (score >= beta).then_some(if score >= MATES { beta } else { score })
    }

    /// ProbCut (Buro 1994), optional: a capture far above beta in a shallow search prunes the node.
    fn probcut(&mut self, board: &Board, beta: i32, depth: i32, ply: usize) -> Option<i32> {
        if !self.shared.task.switches.probcut || depth < params::PROBCUT_DEPTH || beta.abs() >= MATES {
            return None;
        }
        let raised = beta + params::PROBCUT_MARGIN;
        let mut picker = Picker::captures(board);
        while let Some((mv, _)) = picker.next(board, &mut self.stack[ply].moves, self.history) {
            let child = self.enter(board, mv, ply);
            let mut score = -self.quiescence::<false>(&child, -raised, 1 - raised, ply + 1);
            if score >= raised {
                let reduced = depth - params::PROBCUT_REDUCTION;
                score = -self.node::<false>(&child, -raised, 1 - raised, reduced, ply + 1);
            }
            self.keys.pop();
            if score >= raised || self.shared.is_stopped() {
                return Some(score);
            }
        }
        None
    }

    /// Returns true if the hash move deserves an extension, because all others fail far below its score
    /// (Anantharaman, Campbell, Hsu 1988). Optional. It comes first: this ply's move list is still unused.
    pub fn is_singular(&mut self, board: &Board, mv: Move, depth: i32, ply: usize, known: &NodeInfo) -> bool {
        let Some(entry) = known.entry.filter(|entry| entry.mv == mv && entry.bound != Bound::Upper) else {
            return false;
        };
        let fits = depth >= params::SINGULAR_DEPTH && entry.depth + 3 >= depth && entry.score.abs() < MATES;
        if !self.shared.task.switches.singular || !fits || self.stack[ply].excluded != Move::NONE {
            return false;
        }
        let below = entry.score - 2 * depth;
        self.stack[ply].excluded = mv;
        let score = self.node::<false>(board, below - 1, below, (depth - 1) / 2, ply);
        self.stack[ply].excluded = Move::NONE;
        score < below
    }

    /// Returns the late move reduction in plies by the move's number, stage and history.
    pub fn reduction<const PV: bool>(
        &self,
        board: &Board,
        next: Picked,
        before: usize,
        checks: bool,
        depth: i32,
        known: &NodeInfo,
    ) -> i32 {
        let (mv, stage) = next;
        if depth < 3 || before < 1 + usize::from(PV) || matches!(stage, Stage::Hash | Stage::GoodCaptures) {
            return 0;
        }
        let by_history = || i32::from(!known.improving) - self.history.share(board, mv) * 2 / SHARE;
        let by_stage = if stage == Stage::Quiets { by_history() } else { -1 };
        (params::reduction(depth, before) + by_stage - i32::from(PV) - i32::from(checks)).clamp(0, depth - 2)
    }
}

/// Returns true if a good quiet move would stay below alpha. `left` is the depth after its reduction.
pub fn is_futile(alpha: i32, left: i32, known: &NodeInfo) -> bool {
    let margin = params::FUTILITY_BASE + params::FUTILITY_MARGIN * left.max(0);
    alpha < MATES && left < params::FUTILITY_DEPTH && known.eval + margin <= alpha
}
