//! The quiescence search: captures only, until the position is quiet.
//!
//! It ends with a beta cutoff, or with the first capture that raises the static value. If there is none, some
//! quiet move is assumed to reach the static value; in check, where that would be wrong, captures out of
//! check and then all other escapes are tried until one reaches it.

use super::full::narrow;
use super::{INFINITE, MATE, MAX_PLY, Search};
use crate::rdchess::eval::{self, POSITIONAL_MAX, material};
use crate::rdchess::generate;
use crate::rdchess::moves::{Move, MoveLists};
use crate::rdchess::order::{self, Candidate};
use crate::rdchess::pins::Threats;

/// The margin in centipawns by which a capture may exceed its expected gain.
const CAPTURE_MARGIN: i32 = 60;

/// The state of a node while its captures are tried.
#[derive(Default)]
struct Node {
    alpha: i32,
    beta: i32,
    ply: usize,
    in_check: bool,
    /// The static value.
    eval: i32,
    /// Its positional part from White's point of view, for the positions below.
    positional: Option<i32>,
    best: i32,
    best_move: Move,
    tried: usize,
}

impl Search<'_> {
    /// Returns the value in centipawns for the side to move. `above` is the positional part of the static
    /// value at the nominal depth from White's point of view, if known; `None` at that depth itself.
    pub(super) fn quiescence(
        &mut self,
        alpha: i32,
        beta: i32,
        ply: usize,
        above: Option<Option<i32>>,
    ) -> i32 {
        if self.enter_node(ply) {
            return 0;
        }
        let nominal = above.is_none();
        if nominal && self.position.is_repeated() {
            self.statistics.draws += 1;
            return self.repetition_value();
        }
        let in_check = self.in_check();
        let mut node = Node { alpha, beta, ply, in_check, best: -INFINITE, ..Node::default() };
        // Here a record of any draft is used.
        if let Some(found) = self.look_up(ply)
            && let Some(value) = narrow(found, &mut node.alpha, &mut node.beta)
        {
            self.statistics.quiet_hash_cutoffs += 1;
            return value;
        }
        let window = (node.alpha, node.beta);
        let threats = self.evaluate_node(&mut node, above.flatten());
        if ply + 1 >= MAX_PLY {
            return node.eval;
        }
        let value = if in_check { self.escape(&mut node) } else { self.capture(&mut node, threats) };
        // Only positions at the nominal depth are stored.
        if nominal && !self.stopped {
            self.store(node.best_move, value, 0, window, ply);
        }
        value
    }

    /// Computes the static value, lazily if possible: from the positional part at the nominal depth, or from
    /// material alone if no positional value could bring it back into the window.
    fn evaluate_node(&mut self, node: &mut Node, above: Option<i32>) -> Option<Threats> {
        let (quick, sign) = (material::quick(&self.position), self.position.context.side.sign());
        // In endgames positional values are large.
        let lazy = !self.switches.endgame();
        if let Some(positional) = above.filter(|_| lazy) {
            self.statistics.estimates += 1;
            (node.eval, node.positional) = (quick + positional * sign, Some(positional));
            return None;
        }
        if lazy
            && !node.in_check
            && (quick - POSITIONAL_MAX >= node.beta || quick + POSITIONAL_MAX <= node.alpha)
        {
            self.statistics.estimates += 1;
            node.eval = if quick >= node.beta { quick - POSITIONAL_MAX } else { quick + POSITIONAL_MAX };
            return None;
        }
        self.statistics.evaluations += 1;
        let threats = Threats::of(&self.position);
        node.eval = eval::evaluate(&self.position, &threats, &self.switches, &mut self.memory.king_pawn);
        node.positional = Some((node.eval - quick) * sign);
        Some(threats)
    }

    /// Not in check: stand pat or capture.
    fn capture(&mut self, node: &mut Node, threats: Option<Threats>) -> i32 {
        node.best = node.eval;
        if node.eval >= node.beta {
            self.statistics.stand_pats += 1;
            return node.eval;
        }
        node.alpha = node.alpha.max(node.eval);
        let threats = threats.unwrap_or_else(|| Threats::of(&self.position));
        let (mut lists, mut sorted) = std::mem::take(&mut self.lists[node.ply]);
        lists.clear();
        generate::captures(&self.position, &threats, &self.directions, &mut lists);
        let ended = self.try_captures(node, &threats, &lists, &mut sorted);
        self.lists[node.ply] = (lists, sorted);
        if !ended {
            self.statistics.quiet_no_cutoff += 1;
        }
        node.best
    }

    /// In check: captures first, and other escapes only if none is good enough.
    fn escape(&mut self, node: &mut Node) -> i32 {
        let threats = Threats::of(&self.position);
        let (mut lists, mut sorted) = std::mem::take(&mut self.lists[node.ply]);
        lists.clear();
        generate::captures(&self.position, &threats, &self.directions, &mut lists);
        let mut ended = self.try_captures(node, &threats, &lists, &mut sorted);
        if !ended {
            lists.clear();
            generate::escape_check(&self.position, &threats, &self.directions, &mut lists);
            ended = self.try_captures(node, &threats, &lists, &mut sorted);
        }
        self.lists[node.ply] = (lists, sorted);
        if !ended && node.tried == 0 {
            self.statistics.no_move += 1;
            node.best = -MATE + node.ply as i32;
        } else if !ended {
            self.statistics.quiet_no_cutoff += 1;
        }
        node.best
    }

    /// Tries moves in order; returns true if one of them ended the node.
    fn try_captures(
        &mut self,
        node: &mut Node,
        threats: &Threats,
        lists: &MoveLists,
        sorted: &mut Vec<Candidate>,
    ) -> bool {
        order::sort(&self.position, threats, [Move::NONE; 2], Move::NONE, lists, sorted);
        for candidate in sorted.iter() {
            self.position.make(candidate.mv);
            // Captures that cannot reach alpha are skipped, unless they give check.
            if !node.in_check
                && node.eval + candidate.expected + CAPTURE_MARGIN <= node.alpha
                && !self.in_check()
            {
                self.position.unmake();
                continue;
            }
            let value = -self.quiescence(-node.beta, -node.alpha, node.ply + 1, Some(node.positional));
            self.position.unmake();
            if self.stopped {
                return true;
            }
            node.tried += 1;
            if value > node.best {
                (node.best, node.best_move) = (value, candidate.mv);
            }
            node.alpha = node.alpha.max(value);
            let enough = if node.in_check { value >= node.eval } else { value > node.eval };
            if value >= node.beta || enough {
                self.statistics.quiet_moves += 1;
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rdchess::search::tests::with_search;

    /// Returns value and nodes of a quiescence search within a window.
    fn quiesce(fen: &str, alpha: i32, beta: i32) -> (i32, u64) {
        with_search(fen, |search| (search.quiescence(alpha, beta, 1, None), search.statistics.nodes))
    }

    #[test]
    fn the_first_capture_that_raises_the_static_value_ends_it() {
        // The pawn takes the queen; taking the knight is not searched.
        let (value, nodes) = quiesce("7k/p7/8/1q1n4/2P5/8/P7/K7 w - - 0 1", -INFINITE, INFINITE);
        assert_eq!(nodes, 2);
        assert!(value > -700);
    }

    #[test]
    fn quiet_positions_and_losing_captures_keep_the_static_value() {
        let quiet = quiesce("7k/p7/1p6/8/8/8/P7/KQ6 w - - 0 1", -INFINITE, INFINITE);
        let with_capture = quiesce("7k/p7/1p6/8/8/8/P7/KQ6 w - - 0 1", quiet.0 - 1, quiet.0 + 1);
        // The queen could take b6 and be lost: it is pruned, since it cannot reach alpha.
        assert_eq!((quiet.0, with_capture), (quiet.0, (quiet.0, 1)));
    }

    #[test]
    fn in_check_it_searches_escapes_and_finds_mates() {
        assert_eq!(quiesce("4k2R/8/4K3/8/8/8/8/8 b - - 0 1", -INFINITE, INFINITE).0, -MATE + 1);
        let (value, _) = quiesce("4k2R/8/3K4/8/8/8/8/8 b - - 0 1", -INFINITE, INFINITE);
        assert!(-MATE / 2 < value && value < 0, "{value}");
    }

    #[test]
    fn material_alone_decides_far_from_the_window() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1";
        let (value, _) = quiesce(fen, 0, 1);
        assert_eq!(value, -325 - 14 + POSITIONAL_MAX, "an estimate: {value}");
    }
}
