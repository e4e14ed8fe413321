//! The search of one position below the root: principal variation search with a null window for all moves but the first.

use heirloom_chess::{Move, Position};
use heirloom_engine::Bound;

use super::ordering::MovePicker;
use super::reductions::Traits;
use super::score::{DRAW, INFINITE, is_mate, mate_in, mated_in};
use super::{MAX_PLY, Worker, history, params, pruning};
use crate::tt::Entry;

/// Quiet moves that were tried before one cut off; more are not punished.
type Tried = arrayvec::ArrayVec<Move, 32>;

impl Worker<'_> {
    /// The score of a position `ply` plies below the root, from the view of the side to move, searched `depth` plies deep.
    ///
    /// The score is exact between `alpha` and `beta`, else a bound (fail-soft). `PV`: the window is open. `cut_node`: a cutoff is expected.
    /// After a stop the score means nothing.
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        cut_node: bool,
    ) -> i32 {
        let in_check = position.in_check();

        // Step 1. Leaf. In check there is always one more ply: nothing is quiet then.
        if in_check && ply < 2 * self.root_depth as usize {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 {
            return self.quiescence::<PV>(position, ply, alpha, beta);
        }

        // Step 2. Count, and see whether the search must end.
        self.count_node();
        if self.stopped {
            return DRAW;
        }
        self.pv.clear(ply);
        self.selective_depth = self.selective_depth.max(ply);

        // Step 3. Draws by the rules, and lines that are too long.
        if self.is_draw(position, ply) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return if in_check { DRAW } else { self.evaluate(position, ply) };
        }

        // Step 4. Mate distance: no line through here can beat a shorter mate already found.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // Step 5. The table may know the answer. Near the fifty-move limit it does not: it knows nothing of the clock.
        let known = self.table.get(position.key(), ply);
        if let Some(entry) = known
            && !PV
            && entry.depth >= depth
            && position.halfmove_clock() < 90
            && answers(&entry, alpha, beta)
        {
            return entry.score;
        }
        let table_move = known.and_then(|entry| entry.best);

        // Step 6. The static evaluation, and whether things are getting better.
        let static_eval = match known {
            _ if in_check => None,
            Some(Entry { eval: Some(eval), .. }) => Some(eval),
            _ => Some(self.evaluate(position, ply)),
        };
        self.stack.at_mut(ply).eval = static_eval;
        let earlier = self.stack.before(ply, 2).and_then(|earlier| earlier.eval);
        let improving = static_eval.is_some_and(|eval| earlier.is_none_or(|earlier| eval > earlier));
        self.stack.at_mut(ply + 1).killers = [None; 2];

        if let Some(static_eval) = static_eval.filter(|_| !PV) {
            let eval = known.map_or(static_eval, |entry| refined(static_eval, &entry));

            // Step 7. Reverse futility. Too good to be true for the opponent, who would not go here.
            if pruning::is_far_above_beta(eval, beta, depth, improving) {
                return eval;
            }

            // Step 8. Null move. The opponent moves twice and still fails high.
            if let Some(score) = self.null_move(position, ply, beta, depth, eval, cut_node) {
                return score;
            }
        }
        if self.stopped {
            return DRAW;
        }

        // Step 9. Without a move from the table the order is poor: search less deep, the next iteration will have one.
        if table_move.is_none() && depth >= 4 && (PV || cut_node) {
            depth -= 1;
        }

        // Step 10. The moves, the most promising first.
        let before = ply.checked_sub(1).and_then(|previous| self.stack.at(previous).played);
        let killers = self.stack.at(ply).killers;
        let mut picker = MovePicker::all(table_move, killers, before);
        let (mut best_score, mut best_move, mut bound) = (-INFINITE, None, Bound::Upper);
        let (mut number, mut tried) = (0, Tried::new());
        while let Some(mv) = picker.next(position, self.history) {
            number += 1;
            let quiet = !position.is_noisy(mv);

            // Step 11. Late move pruning. Near the leaves the quiet moves at the end of the order hardly ever help.
            if !PV && !in_check && best_score > -super::score::MATE_IN_MAX_PLY && pruning::is_late(depth, number, improving) {
                picker.skip_quiets();
            }

            // Step 12. Late move reduction: how much less deep this move is searched at first.
            let moved = position.piece_at(mv.from());
            let reduction = if depth >= 2 && number > 1 + usize::from(PV) && quiet {
                let history = moved.map_or(0, |moved| self.history.quiet(position.turn(), mv, moved, before));
                let killer = killers.contains(&Some(mv));
                let gives_check = position.gives_check(mv);
                let traits = Traits { pv: PV, cut_node, improving, in_check, gives_check, killer };
                self.reductions.of_quiet(depth, number, history, traits).clamp(0, depth - 1)
            } else {
                0
            };

            // Step 13. Search: the first move of a PV node with the open window, others with a null window until they prove better.
            let child = self.play(position, mv, ply);
            let mut score = DRAW;
            let mut wanted = true;
            if reduction > 0 {
                score = -self.node::<false>(&child, ply + 1, -alpha - 1, -alpha, depth - 1 - reduction, true);
                wanted = score > alpha;
            }
            if wanted && (!PV || number > 1) {
                score = -self.node::<false>(&child, ply + 1, -alpha - 1, -alpha, depth - 1, !cut_node || reduction > 0);
            }
            if PV && (number == 1 || score > alpha) {
                score = -self.node::<true>(&child, ply + 1, -beta, -alpha, depth - 1, false);
            }
            self.take_back();
            if self.stopped {
                return DRAW;
            }

            // Step 14. Is it the best so far, does it cut off?
            if score > best_score {
                best_score = score;
                if score > alpha {
                    (best_move, bound) = (Some(mv), Bound::Exact);
                    if PV {
                        self.pv.extend(ply, mv);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        if quiet {
                            self.reward(position, ply, mv, &tried, depth);
                        }
                        break;
                    }
                    alpha = score;
                }
            }
            if quiet {
                let _ = tried.try_push(mv);
            }
        }

        // Step 15. No legal move: mate or stalemate.
        if number == 0 {
            return if in_check { mated_in(ply) } else { DRAW };
        }

        // Step 16. Remember.
        let entry = Entry { best: best_move, score: best_score, eval: static_eval, depth, bound };
        self.table.put(position.key(), entry, ply);
        best_score
    }

    /// Passes the turn and searches less deep; a score that still reaches beta is returned. Deep ones are verified without passing again.
    fn null_move(&mut self, position: &Position, ply: usize, beta: i32, depth: i32, eval: i32, cut_node: bool) -> Option<i32> {
        let passed_before = ply > 0 && self.stack.at(ply - 1).played.is_none();
        if passed_before || ply < self.null_move_from_ply || !pruning::may_pass(position, eval, beta, depth) {
            return None;
        }
        let reduced = depth - pruning::null_reduction(eval, beta, depth);
        let last_pass = self.last_pass;
        let child = self.play_null(position, ply);
        let score = -self.node::<false>(&child, ply + 1, -beta, -beta + 1, reduced, !cut_node);
        self.take_back();
        self.last_pass = last_pass;
        if self.stopped || score < beta {
            return None;
        }
        // A mate found after passing is not proved.
        let score = if is_mate(score) { beta } else { score };
        if depth < params::null_verify_depth() || self.null_move_from_ply > 0 {
            return Some(score);
        }
        self.null_move_from_ply = ply + 3 * reduced.max(1) as usize / 4;
        let verified = self.node::<false>(position, ply, beta - 1, beta, reduced, false);
        self.null_move_from_ply = 0;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// A quiet move cut off: it is remembered, and those tried before it in vain are punished.
    fn reward(&mut self, position: &Position, ply: usize, mv: Move, tried: &[Move], depth: i32) {
        let before = ply.checked_sub(1).and_then(|previous| self.stack.at(previous).played);
        let bonus = history::bonus(depth);
        self.stack.at_mut(ply).add_killer(mv);
        let mut update = |mv: Move, bonus| {
            if let Some(moved) = position.piece_at(mv.from()) {
                self.history.update_quiet(position.turn(), mv, moved, before, bonus);
            }
        };
        update(mv, bonus);
        for &mv in tried {
            update(mv, -bonus);
        }
    }
}

/// Does what the table knows decide a search with this window?
pub(super) fn answers(entry: &Entry, alpha: i32, beta: i32) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}

/// The evaluation, moved to the table's score where that says more.
pub(super) fn refined(eval: i32, entry: &Entry) -> i32 {
    let says_more = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score > eval,
        Bound::Upper => entry.score < eval,
    };
    if says_more && !is_mate(entry.score) { entry.score } else { eval }
}
