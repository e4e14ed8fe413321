//! The updates after a node: histories of the moves that cut off or did not, and the correction of the
//! evaluation.

use heirloom_chess::{Move, Position};
use heirloom_engine::Bound;

use super::Worker;
use super::context::NodeContext;
use super::continuation::PreviousMoves;
use super::history;
use super::listener::Listener;
use crate::eval::classical::endings::CERTAIN_WIN;
use crate::params;
use crate::score::{MAX_EVAL, is_decisive};

impl<L: Listener> Worker<'_, L> {
    /// Returns the history score of a move, from the tables for its kind.
    #[inline]
    pub(super) fn history_of(
        &self,
        position: &Position,
        mv: Move,
        quiet: bool,
        before: &PreviousMoves,
    ) -> i32 {
        let Some(moved) = position.piece_at(mv.from()) else { return 0 };
        if quiet {
            self.history.quiet(position, mv, moved, before)
        } else {
            self.history.noisy(mv, moved, history::captured_type(position, mv))
        }
    }

    /// Rewards a move that cut off and punishes the moves tried before it.
    pub(super) fn update_histories(
        &mut self,
        position: &Position,
        context: &NodeContext,
        mv: Move,
        quiet_tried: &[Move],
        noisy_tried: &[Move],
    ) {
        let (bonus, malus) = (history::bonus(context.depth), history::malus(context.depth));
        if position.is_noisy(mv) {
            self.update_noisy(position, mv, bonus);
        } else {
            self.stack.at_mut(context.ply).add_killer(mv);
            self.update_quiet(position, mv, &context.before, bonus);
            for &mv in quiet_tried {
                self.update_quiet(position, mv, &context.before, -malus);
            }
        }
        for &mv in noisy_tried {
            self.update_noisy(position, mv, -malus);
        }
    }

    /// Rewards the quiet move that led here, since no reply refuted it.
    pub(super) fn reward_previous_move(&mut self, position: &Position, context: &NodeContext) {
        if let Some(mv) = self.stack.before(context.ply, 1).and_then(|earlier| earlier.quiet) {
            self.history.update_butterfly(!position.turn(), mv, history::bonus(context.depth));
        }
    }

    fn update_quiet(&mut self, position: &Position, mv: Move, before: &PreviousMoves, bonus: i32) {
        if let Some(moved) = position.piece_at(mv.from()) {
            self.history.update_quiet(position, mv, moved, before, bonus);
        }
    }

    fn update_noisy(&mut self, position: &Position, mv: Move, bonus: i32) {
        if let Some(moved) = position.piece_at(mv.from()) {
            self.history.update_noisy(mv, moved, history::captured_type(position, mv), bonus);
        }
    }

    /// Records the error of the evaluation, unless the score is decisive, its bound proves no error or a
    /// capture explains it.
    pub(super) fn update_correction(
        &mut self,
        position: &Position,
        context: &NodeContext,
        score: i32,
        best: Option<Move>,
        bound: Bound,
    ) {
        let Some(eval) = context.static_eval else { return };
        let is_explained = best.is_some_and(|mv| position.is_noisy(mv)) || is_decisive(score);
        let says_nothing = match bound {
            Bound::Exact => false,
            Bound::Lower => score <= eval,
            Bound::Upper => score >= eval,
        };
        if !is_explained && !says_nothing {
            let keys = self.stack.at(context.ply).piece_keys;
            self.history.corrections.update(position, &keys, &context.before, context.depth, score - eval);
        }
    }

    /// Returns the evaluation with its correction, damped as the fifty-move rule approaches.
    #[inline]
    pub(super) fn corrected_eval(&self, position: &Position, ply: usize, eval: i32) -> i32 {
        // On the way to a certain win small differences count, so leave them as they are.
        if eval.abs() >= CERTAIN_WIN {
            return eval;
        }
        let damping = params::clock_damping();
        let eval = eval * (damping - i32::from(position.halfmove_clock().min(100))) / damping;
        let before = self.stack.previous_moves(ply);
        let correction = self.history.corrections.of(position, &self.stack.at(ply).piece_keys, &before);
        (eval + correction).clamp(-MAX_EVAL, MAX_EVAL)
    }
}
