//! The full-width search: all moves to the nominal depth.

use super::{INFINITE, MATE, MATE_FOUND, MAX_PLY, Search};
use crate::rdchess::attacks::is_attacked;
use crate::rdchess::board::Kind;
use crate::rdchess::generate;
use crate::rdchess::hash::{Found, ValueKind, from_table, to_table};
use crate::rdchess::moves::{Move, MoveLists, MoveType};
use crate::rdchess::order::{self, Candidate, Class};
use crate::rdchess::pins::Threats;
use crate::rdchess::position::{Context, is_pawn_on_seventh};
use crate::rdchess::verify;

/// The null move reduction in plies.
const NULL_REDUCTION: i32 = 2;
/// The state of a node while its moves are tried.
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    ply: usize,
    pub(super) in_check: bool,
    best: i32,
    best_move: Move,
    tried: usize,
}

impl Search<'_> {
    /// Returns the value in centipawns for the side to move: exact between alpha and beta, else a bound.
    pub(super) fn full(&mut self, depth: i32, alpha: i32, beta: i32, ply: usize) -> i32 {
        let in_check = self.in_check();
        // Step 1. Extensions, limited: one ply in check, and one after a pawn move to the seventh rank.
        let Context { previous, side, .. } = self.position.context;
        let threatens = is_pawn_on_seventh(previous, side.other());
        let may_extend = ply < 2 * self.iteration as usize + 4 && ply + 2 < MAX_PLY;
        let depth = depth + i32::from(may_extend && (in_check || threatens));
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return self.quiescence(alpha, beta, ply, None);
        }
        // Step 2. The clock, and draws by repetition or the fifty-move rule.
        if self.enter_node(ply) {
            return 0;
        }
        if self.position.is_repeated() || self.position.context.fifty >= 100 && !in_check {
            self.statistics.draws += 1;
            return self.repetition_value();
        }
        let mut node =
            Node { depth, alpha, beta, ply, in_check, best: -INFINITE, best_move: Move::NONE, tried: 0 };
        // Step 3. The position hash table: a cutoff, a narrower window, or at least a move.
        let table_move = match self.probe(&mut node) {
            Ok(mv) => mv,
            Err(value) => {
                self.statistics.hash_cutoffs += 1;
                return value;
            }
        };
        let alpha = node.alpha;
        self.razor(&mut node);
        // Steps 4 and 5. The hash move and the null move, then the generated moves.
        let value = match self.try_before_generation(&mut node, table_move) {
            Some(value) => value,
            None => self.try_generated(&mut node, table_move),
        };
        if !self.stopped {
            self.store_result(&node, alpha, value);
        }
        value
    }

    /// Class 1, the hash move, then class 2, the null move. A value ends the node.
    fn try_before_generation(&mut self, node: &mut Node, table_move: Move) -> Option<i32> {
        if table_move != Move::NONE {
            let candidate = Candidate { mv: table_move, class: Class::HashMove, expected: 0 };
            if self.try_move(node, candidate, None) {
                return Some(node.best);
            }
        }
        if self.allows_null_move(node) {
            self.statistics.null_moves += 1;
            self.position.make_null();
            let value = -self.full(node.depth - 1 - NULL_REDUCTION, -node.beta, -node.beta + 1, node.ply + 1);
            self.position.unmake();
            if self.stopped {
                return Some(0);
            }
            if value >= node.beta {
                self.statistics.null_cutoffs += 1;
                // A mate after a null move is unproven.
                node.best = value.min(MATE_FOUND);
                return Some(node.best.max(node.beta));
            }
        }
        None
    }

    /// Classes 3 to 10.
    fn try_generated(&mut self, node: &mut Node, table_move: Move) -> i32 {
        let threats = Threats::of(&self.position);
        let (mut lists, mut sorted) = std::mem::take(&mut self.lists[node.ply]);
        generate::legal(&self.position, &threats, &self.directions, &mut lists);
        let value = if lists.is_empty() {
            self.statistics.no_move += 1;
            node.best = if node.in_check { -MATE + node.ply as i32 } else { 0 };
            node.best
        } else if self.position.context.fifty >= 100 {
            // In check, but with a legal move: the fifty-move rule applies.
            self.repetition_value()
        } else {
            self.try_sorted(node, table_move, &threats, &lists, &mut sorted)
        };
        self.lists[node.ply] = (lists, sorted);
        value
    }

    fn try_sorted(
        &mut self,
        node: &mut Node,
        tried: Move,
        threats: &Threats,
        lists: &MoveLists,
        sorted: &mut Vec<Candidate>,
    ) -> i32 {
        order::sort(&self.position, threats, self.killers.at(node.ply), tried, lists, sorted);
        let futile = self.futility_base(node);
        for &candidate in sorted.iter() {
            if self.try_move(node, candidate, futile) {
                return node.best;
            }
        }
        self.statistics.no_cutoff += 1;
        node.best
    }

    /// Searches a move; returns true if the node is decided by a beta cutoff or the end of the search.
    fn try_move(&mut self, node: &mut Node, candidate: Candidate, futile: Option<i32>) -> bool {
        let mv = candidate.mv;
        let gain = futile.map(|base| base + self.captured_value(mv));
        self.position.make(mv);
        // Futility pruning, unless the move gives check.
        if let Some(gain) = gain
            && gain <= node.alpha
            && node.tried > 0
            && !self.in_check()
        {
            self.position.unmake();
            self.statistics.futile += 1;
            node.best = node.best.max(gain);
            return false;
        }
        let value = self.search_move(node.depth - 1, node.alpha, node.beta, node.ply + 1, node.tried == 0);
        self.position.unmake();
        if self.stopped {
            return true;
        }
        node.tried += 1;
        if value > node.best {
            node.best = value;
            if value > node.alpha {
                node.alpha = value;
                node.best_move = mv;
                self.extend_variation(node.ply, mv);
            }
        }
        if value >= node.beta {
            self.statistics.cut_off(candidate.class, node.tried - 1);
            return true;
        }
        false
    }

    /// Returns the centipawns that a move gains by capture and promotion.
    pub(super) fn captured_value(&self, mv: Move) -> i32 {
        match mv.kind {
            MoveType::EnPassant => Kind::Pawn.value(),
            MoveType::Promotion => {
                self.position.board.at(mv.to).value() + mv.piece.value() - Kind::Pawn.value()
            }
            _ => self.position.board.at(mv.to).value(),
        }
    }

    /// Returns true if the side to move is in check.
    pub(super) fn in_check(&self) -> bool {
        let side = self.position.context.side;
        is_attacked(&self.position.board, side.other(), self.position.board.king(side))
    }

    /// Probes the table: returns a move to try first (or none), or as an error the deciding value.
    fn probe(&mut self, node: &mut Node) -> Result<Move, i32> {
        let Some(found) = self.look_up(node.ply) else { return Ok(Move::NONE) };
        if found.draft >= node.depth
            && let Some(value) = narrow(found, &mut node.alpha, &mut node.beta)
        {
            return Err(value);
        }
        let is_legal = found.mv != Move::NONE && verify::is_legal(&mut self.position, found.mv);
        Ok(if is_legal { found.mv } else { Move::NONE })
    }

    /// Returns the record of the current position, its value counted from the root.
    pub(super) fn look_up(&mut self, ply: usize) -> Option<Found> {
        if !self.settings.use_hash {
            return None;
        }
        self.statistics.hash_probes += 1;
        let found = self.memory.hash.look_up(self.position.context.key)?;
        self.statistics.hash_hits += 1;
        Some(Found { value: from_table(found.value, ply), ..found })
    }

    /// Stores the result and the killer of a node.
    fn store_result(&mut self, node: &Node, alpha: i32, value: i32) {
        if node.best_move != Move::NONE {
            self.killers.enter(node.ply, node.best_move);
        }
        if node.tried > 0 {
            self.store(node.best_move, value, node.depth, (alpha, node.beta), node.ply);
        }
    }

    /// Stores a value found within a window.
    pub(super) fn store(&mut self, mv: Move, value: i32, draft: i32, (alpha, beta): (i32, i32), ply: usize) {
        if !self.settings.use_hash {
            return;
        }
        let kind = match value {
            _ if value >= beta => ValueKind::Lower,
            _ if value > alpha => ValueKind::Exact,
            _ => ValueKind::Upper,
        };
        let found = Found { mv, value: to_table(value, ply), draft, kind };
        self.memory.hash.store(self.position.context.key, found);
    }
}

/// Applies a stored value: it decides the node, or narrows the window from one side.
pub(super) fn narrow(found: Found, alpha: &mut i32, beta: &mut i32) -> Option<i32> {
    match found.kind {
        ValueKind::Exact => return Some(found.value),
        ValueKind::Lower => *alpha = found.value.max(*alpha),
        ValueKind::Upper => *beta = found.value.min(*beta),
    }
    (*alpha >= *beta).then_some(found.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rdchess::board::{Piece, Side, parse_square};
    use crate::rdchess::search::tests::with_search;
    use crate::rdchess::statistics::Statistics;

    /// Searches two plies within a window, with or without a hash move.
    fn counted(fen: &str, window: (i32, i32), known: Option<Move>) -> Statistics {
        with_search(fen, |search| {
            if let Some(mv) = known {
                search.store(mv, 0, 0, (-1, 0), 0);
            }
            // There is no null move after a null move, and no move led to the root of this test.
            search.position.context.previous = Move { from: 26, to: 27, ..Move::NONE };
            search.iteration = 2;
            search.full(2, window.0, window.1, 1);
            search.statistics.clone()
        })
    }

    fn normal(from: &str, to: &str, kind: Kind) -> Move {
        let (from, to) = (parse_square(from).unwrap(), parse_square(to).unwrap());
        Move { from, to, kind: MoveType::Normal, piece: Piece::new(Side::White, kind) }
    }

    const AHEAD: &str = "4k3/pppp4/8/8/8/8/PPPP1N2/4KQ2 w - - 0 1";

    #[test]
    fn the_hash_move_comes_first_then_the_null_move() {
        let hash = counted(AHEAD, (299, 300), Some(normal("a2", "a3", Kind::Pawn)));
        assert_eq!((hash.class_cutoffs[Class::HashMove as usize], hash.null_moves), (1, 0));
        let null = counted(AHEAD, (299, 300), None);
        assert_eq!((null.null_moves, null.null_cutoffs, null.move_cutoffs), (1, 1, [0; 3]));
        // A hash move without a cutoff, here one that loses the queen, is followed by the null move.
        let both = counted(AHEAD, (999, 1000), Some(normal("f1", "a6", Kind::Queen)));
        assert_eq!((both.class_cutoffs[Class::HashMove as usize], both.null_cutoffs), (0, 1));
    }

    #[test]
    fn checks_and_pawns_on_the_seventh_are_extended() {
        let depth = |fen| counted(fen, (-INFINITE, INFINITE), None).plies.len();
        let quiet = depth("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert!(depth("4k3/8/8/8/1b6/8/4P3/4K3 w - - 0 1") > quiet);
        assert!(depth("4k3/8/P7/8/8/8/8/4K3 w - - 0 1") > quiet);
    }

    #[test]
    fn moves_far_below_alpha_are_skipped() {
        let behind = "4k3/pppp4/8/8/8/8/PPPP1n2/4Kq2 b - - 0 1";
        assert_eq!(counted(AHEAD, (0, 1), None).futile, 0);
        assert!(counted(behind, (4000, 4001), None).futile > 0);
    }
}
