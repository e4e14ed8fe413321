//! RDChess's pruning: null move, razoring, and futility pruning.

use super::full::Node;
use super::{MATE_FOUND, Search};
use crate::rdchess::eval::material;
use crate::rdchess::moves::Move;

/// The margin in centipawns at a frontier node (horizon - 1), beyond the captured piece.
const FUTILITY: i32 = 325;
/// The margin at horizon - 2, where another exchange may follow: a rook.
const EXTENDED_FUTILITY: i32 = 510;
/// The margin at horizon - 3: a queen.
const RAZORING: i32 = 900;

impl Search<'_> {
    /// Returns true if Donninger's null move (1993) is allowed: not in check, not twice in a row, not without
    /// officers (zugzwang), and only if the quick evaluation reaches beta.
    pub(super) fn allows_null_move(&self, node: &Node) -> bool {
        let context = &self.position.context;
        !node.in_check
            && !self.settings.mate_search
            && node.depth >= 2
            && context.previous != Move::NONE
            && context.officers[context.side as usize] > 0
            && node.beta.abs() < MATE_FOUND
            && material::quick(&self.position) >= node.beta
    }

    /// Razoring at horizon - 3 (Heinz): a queen below alpha, against enough officers, costs a ply.
    pub(super) fn razor(&mut self, node: &mut Node) {
        let context = &self.position.context;
        if node.depth == 3
            && self.may_prune(node)
            && context.officers[context.side.other() as usize] > 3
            && material::quick(&self.position) + RAZORING <= node.alpha
        {
            node.depth = 2;
            self.statistics.razored += 1;
        }
    }

    /// Futility (Heinz 1998): returns the most that a quiet move can reach at horizon - 1 and - 2.
    pub(super) fn futility_base(&self, node: &Node) -> Option<i32> {
        let margin = match node.depth {
            1 => FUTILITY,
            2 => EXTENDED_FUTILITY,
            _ => return None,
        };
        self.may_prune(node).then(|| material::quick(&self.position) + margin)
    }

    fn may_prune(&self, node: &Node) -> bool {
        !node.in_check && !self.settings.mate_search && node.alpha.abs() < MATE_FOUND
    }
}
