//! Singular extensions: the table's move is searched deeper if it is the only good one, or less deep if it is
//! not.

use heirloom_chess::{Move, Position};
use heirloom_engine::Bound;

use super::Worker;
use super::context::NodeContext;
use super::listener::Listener;
use crate::params;
use crate::score::is_decisive;

/// The result of the search without the table's move.
pub(super) enum Singularity {
    /// Extend the table's move by this many plies; negative values reduce it.
    Extend(i32),
    /// Several moves reach beta: return this score.
    Cutoff(i32),
}

impl<L: Listener> Worker<'_, L> {
    /// Tests whether the table's move is much better than all others, by a reduced search of the others with
    /// a beta below its score. If one of them still reaches the real beta, there are several cutoffs
    /// (multi-cut, Björnsson and Marsland).
    pub(super) fn singularity(
        &mut self,
        position: &Position,
        mv: Move,
        beta: i32,
        context: &NodeContext,
    ) -> Singularity {
        let NodeContext { ply, depth, .. } = *context;
        let Some(entry) = context.tt_entry else { return Singularity::Extend(0) };
        let applies = depth >= params::singular_depth()
            && entry.depth >= depth - params::singular_entry_depth()
            && entry.bound != Bound::Upper
            && !is_decisive(entry.score)
            && (ply as i32) < params::singular_max_plies() * self.root_depth / 100;
        if !applies {
            return Singularity::Extend(0);
        }
        let singular_beta = entry.score - params::singular_margin() * depth / 100;
        self.stack.at_mut(ply).excluded = Some(mv);
        let reduced = params::singular_search_depth() * (depth - 1) / 100;
        let score =
            self.node::<false>(position, ply, singular_beta - 1, singular_beta, reduced, context.cut_node);
        self.stack.at_mut(ply).excluded = None;
        if score < singular_beta {
            let far = score < singular_beta - params::singular_double_margin()
                && self.stack.at(ply).double_extensions < params::singular_max_double();
            return Singularity::Extend(1 + i32::from(far));
        }
        if score >= beta && !is_decisive(score) {
            return Singularity::Cutoff(score);
        }
        // Another move may be as good: search this one less deeply.
        let shorter =
            if entry.score >= beta { params::singular_negative() } else { i32::from(context.cut_node) };
        Singularity::Extend(-shorter)
    }
}
