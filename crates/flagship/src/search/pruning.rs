//! Conditions for leaving a node early or skipping moves in it.

use heirloom_chess::{Move, PieceType, Position, Rank, see};
use heirloom_engine::Bound;

use super::Worker;
use super::context::{Candidate, NodeContext};
use super::listener::Listener;
use super::mate_threat::MateThreats;
use super::ordering::MovePicker;
use super::reductions::ONE_PLY;
use super::stack::Ply;
use crate::params;
use crate::score;
use crate::tt::Entry;

/// Reverse futility: returns true if the evaluation is so far above beta that the opponent will hardly catch
/// up in the remaining plies. Requires a larger margin if not improving.
pub fn is_far_above_beta(eval: i32, beta: i32, depth: i32, improving: bool) -> bool {
    let margin = params::rfp_margin() * (depth - i32::from(improving));
    depth <= params::rfp_depth() && eval - margin >= beta && !score::is_decisive(beta)
}

/// Razoring: returns true if the evaluation is so far below alpha that only captures could help.
pub fn is_far_below_alpha(eval: i32, alpha: i32, depth: i32) -> bool {
    depth <= params::razor_depth()
        && eval + params::razor_base() + params::razor_margin() * depth * depth < alpha
        && !score::is_decisive(alpha)
}

/// Returns true if a null move may be tried. Not with pawns alone, which risks zugzwang. Not for a hopeless
/// beta either: the opponent is winning and looks for mate, which a null move hides.
pub fn allows_null(position: &Position, eval: i32, beta: i32, depth: i32) -> bool {
    depth >= params::null_depth()
        && eval >= beta
        && position.has_pieces(position.turn())
        && beta > -params::null_hopeless()
        && !score::is_decisive(beta)
}

/// Returns the depth reduction of the null move search, in plies.
pub fn null_reduction(eval: i32, beta: i32, depth: i32) -> i32 {
    params::null_base()
        + depth / params::null_divisor()
        + ((eval - beta) / params::null_eval_divisor()).min(params::null_max_eval())
}

/// Late move pruning: returns true if a quiet move this late and this near the leaves is not expected to
/// help.
pub fn is_late(depth: i32, number: usize, improving: bool) -> bool {
    depth <= params::late_depth()
        && number as i32 >= (params::late_base() + depth * depth) / (2 - i32::from(improving))
}

/// Futility: returns true if a quiet move with this little depth left will not raise the evaluation to alpha.
pub fn is_futile(eval: i32, alpha: i32, reduced_depth: i32) -> bool {
    reduced_depth <= params::futility_depth()
        && eval + params::futility_base() + params::futility_margin() * reduced_depth <= alpha
}

/// Futility of captures: returns true if the move hardly reaches alpha even with what it captures.
fn is_noisy_futile(position: &Position, candidate: &Candidate, eval: i32, alpha: i32, depth: i32) -> bool {
    let taken = position.captured(candidate.mv).map_or(0, |piece| see::VALUES[piece.piece_type().index()]);
    let hope = params::noisy_futility_base()
        + params::noisy_futility_margin() * depth
        + taken
        + candidate.history / params::noisy_futility_history();
    depth <= params::noisy_futility_depth()
        && candidate.mv.promotion_piece().is_none()
        && eval + hope <= alpha
}

/// Returns true for a pawn move to the seventh rank, which threatens more than the evaluation shows.
fn reaches_seventh_rank(position: &Position, mv: Move) -> bool {
    let is_pawn = || position.piece_at(mv.from()).is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
    mv.to().rank().relative_to(position.turn()) == Rank::Seventh && is_pawn()
}

/// History pruning: returns true if a quiet move has failed so often that it is not tried near the leaves.
pub fn has_bad_history(history: i32, reduced_depth: i32) -> bool {
    reduced_depth <= params::bad_history_depth()
        && history < -params::bad_history_margin() * (reduced_depth + 1)
}

/// Returns the lowest exchange value at which a quiet move is still searched, in centipawns.
pub fn quiet_see_threshold(reduced_depth: i32) -> i32 {
    -params::see_quiet_margin() * reduced_depth * reduced_depth
}

/// Returns the lowest exchange value at which a capture is still searched, in centipawns.
pub fn noisy_see_threshold(depth: i32) -> i32 {
    -params::see_noisy_margin() * depth
}

/// ProbCut: returns the score that a capture must reach in a reduced search to count as reaching beta (Buro
/// 1995).
pub fn probcut_beta(beta: i32, improving: bool) -> i32 {
    beta + params::probcut_margin() - if improving { params::probcut_improving() } else { 0 }
}

impl<L: Listener> Worker<'_, L> {
    /// ProbCut: returns a score if a capture far exceeds beta in a reduced search, and so very likely exceeds
    /// it in a full one.
    pub(super) fn probcut(
        &mut self,
        position: &Position,
        beta: i32,
        context: &NodeContext,
        table_move: Option<Move>,
    ) -> Option<i32> {
        let NodeContext { ply, depth, static_eval, .. } = *context;
        let probcut_beta = probcut_beta(beta, context.improving);
        let proof_depth = depth - params::probcut_reduction();
        let refuted =
            context.tt_entry.is_some_and(|entry| entry.depth > proof_depth && entry.score < probcut_beta);
        if depth < params::probcut_depth() || score::is_decisive(beta) || refuted {
            return None;
        }
        let mut picker = MovePicker::noisy(table_move, probcut_beta - static_eval?);
        while let Some(mv) = picker.next(position, self.history, self.table) {
            let child = self.play(position, mv, ply);
            let (child_alpha, child_beta) = (-probcut_beta, -probcut_beta + 1);
            let mut score = -self.quiescence::<false>(&child, ply + 1, child_alpha, child_beta);
            if score >= probcut_beta {
                let cut_node = !context.cut_node;
                score = -self.node::<false>(&child, ply + 1, child_alpha, child_beta, proof_depth, cut_node);
            }
            self.undo();
            if self.stopped {
                return None;
            }
            if score >= probcut_beta {
                let Ply { was_pv, raw_eval: eval, .. } = *self.stack.at(ply);
                let (best, depth, bound) = (Some(mv), proof_depth + 1, Bound::Lower);
                let entry = Entry { best, score, eval, depth, bound, was_pv };
                self.table.store(position.key(), entry, ply);
                return Some(if score::is_decisive(score) { score } else { score - (probcut_beta - beta) });
            }
        }
        None
    }

    /// Null move: passes the turn, searches less deeply and returns the score if it still reaches beta. Deep
    /// ones are verified by a search without further null moves.
    pub(super) fn null_move(
        &mut self,
        position: &Position,
        ply: usize,
        beta: i32,
        depth: i32,
        eval: i32,
        cut_node: bool,
    ) -> Option<i32> {
        let after_null_move = ply > 0 && self.stack.at(ply - 1).played.is_none();
        if after_null_move || ply < self.null_move_from_ply || !allows_null(position, eval, beta, depth) {
            return None;
        }
        let reduced = depth - null_reduction(eval, beta, depth);
        let last_null_move = self.last_null_move;
        let child = self.play_null(position, ply);
        let score = -self.node::<false>(&child, ply + 1, -beta, -beta + 1, reduced, !cut_node);
        self.undo();
        self.last_null_move = last_null_move;
        if self.stopped || score < beta {
            return None;
        }
        // A decisive score after a null move is not proved.
        let score = if score::is_decisive(score) { beta } else { score };
        if depth < params::null_verify_depth() || self.null_move_from_ply > 0 {
            return Some(score);
        }
        self.null_move_from_ply = ply + (params::null_verify_plies() * reduced.max(1) / 100) as usize;
        let verified = self.node::<false>(position, ply, beta - 1, beta, reduced, false);
        self.null_move_from_ply = 0;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// Returns true if this move is not worth searching. May also make the picker skip all remaining quiet
    /// moves.
    pub(super) fn is_pruned(
        &self,
        position: &Position,
        candidate: &Candidate,
        alpha: i32,
        context: &NodeContext,
        mate_threats: Option<MateThreats>,
        picker: &mut MovePicker,
    ) -> bool {
        let Candidate { mv, number, quiet, history } = *candidate;
        if !position.has_pieces(position.turn()) {
            return false;
        }
        let NodeContext { depth, improving, static_eval, .. } = *context;
        if !quiet
            && let Some(eval) = static_eval
            && is_noisy_futile(position, candidate, eval, alpha, depth)
            && !position.gives_check(mv)
        {
            return true;
        }
        // Not if there may be mate threats among them: then each is examined.
        let late = is_late(depth, number, improving);
        if late && mate_threats.is_none() {
            picker.skip_quiets();
        }
        // Checks and pawn moves to the seventh rank are as forcing as captures, and as deceptive for the
        // evaluation.
        if !quiet || position.gives_check(mv) || reaches_seventh_rank(position, mv) {
            return depth <= params::see_depth()
                && !see::at_least(position, mv, noisy_see_threshold(depth), &see::VALUES);
        }
        let reduction = self.reductions.base(depth, number, true) - history * ONE_PLY / params::lmr_history();
        let reduced_depth = (depth - 1 - reduction / ONE_PLY).max(0);
        let hopeless = late && mate_threats.is_some()
            || static_eval.is_some_and(|eval| is_futile(eval, alpha, reduced_depth))
            || has_bad_history(history, reduced_depth)
            || reduced_depth <= params::see_depth()
                && !see::at_least(position, mv, quiet_see_threshold(reduced_depth), &see::VALUES);
        hopeless && !mate_threats.is_some_and(|mate_threats| mate_threats.is_threat(position, mv))
    }
}
