//! What RDChess leaves out near the horizon and where passing is good enough: null move, razoring, futility.

use super::full::Node;
use super::{MATE_FOUND, Search};
use crate::rdchess::eval::material;
use crate::rdchess::moves::Move;

/// Centipawns that a move at a frontier node (horizon - 1) may bring beside what it captures.
const FUTILITY: i32 = 325;
/// The same at horizon - 2, where one more exchange is to come: a rook.
const EXTENDED_FUTILITY: i32 = 510;
/// At horizon - 3 a queen behind loses a ply.
const RAZORING: i32 = 900;

impl Search<'_> {
    /// Donninger's null move (1993): not in check, not twice in a row, not without an officer (zugzwang), and only where standing still
    /// looks good enough.
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

    /// Razoring at horizon - 3 (Heinz): a queen behind alpha, against an opponent with officers enough, loses a ply.
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

    /// Heinz's futility (1998): the most that a quiet move can lead to at horizon - 1 and - 2, in centipawns.
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
