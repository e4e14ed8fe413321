//! The search of one position below the root: principal variation search with a null window for all moves but
//! the first.

use heirloom_chess::{Move, Position};
use heirloom_engine::Bound;
use heirloom_engine::insight::Exit;

use super::context::{Best, Candidate, NodeContext, Window, adjusted_by_entry, gives_cutoff};
use super::extensions::Singularity;
use super::listener::Listener;
use super::ordering::MovePicker;
use super::reductions::{ONE_PLY, Traits};
use super::tablebase::ProbeResult;
use super::{Worker, pruning};
use crate::params;
use crate::score::{DECISIVE, DRAW, INFINITE, MAX_PLY, mate_in, mated_in};
use crate::tt::Entry;

/// Moves tried before one cut off; those beyond the capacity are not punished.
type Tried = arrayvec::ArrayVec<Move, 32>;

impl<L: Listener> Worker<'_, L> {
    /// Searches a position `ply` plies below the root to `depth` plies and returns its score from the view of
    /// the side to move.
    ///
    /// The score is exact between `alpha` and `beta`, else a bound (fail-soft). `PV`: the window is open.
    /// `cut_node`: a cutoff is expected. After a stop the score is meaningless.
    #[expect(clippy::too_many_lines, reason = "the numbered steps are read from top to bottom")]
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        cut_node: bool,
    ) -> i32 {
        self.assert_window::<PV>(ply, alpha, beta);
        debug_assert!(!(PV && cut_node), "a PV node expects no cutoff");
        let in_check = position.in_check();

        // Step 1. Leaf. In check, search at least one more ply: the position is not quiet.
        if in_check {
            depth = depth.max(1);
        }
        if depth <= 0 {
            return self.quiescence::<PV>(position, ply, alpha, beta);
        }

        // Steps 2 and 3. Count the node and check the limits; draws by the rules, and the maximum ply.
        if let Some(score) = self.enter::<PV>(position, ply) {
            return score;
        }

        // Step 4. Mate distance pruning: no line through here can beat a shorter mate already found.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return self.leave(Exit::MateDistance, alpha);
        }
        // Upcoming repetition: if one move can repeat a position, the score here is at least a draw.
        if alpha < DRAW && self.has_upcoming_repetition(position, ply) {
            alpha = DRAW;
            if alpha >= beta {
                return self.leave(Exit::Repetition, alpha);
            }
        }

        // Step 5. Transposition table cutoff. Not near the fifty-move limit, since the table ignores the
        // clock.
        if !in_check {
            self.begin_evaluation(position, ply);
        }
        let excluded = self.stack.at(ply).excluded;
        let tt_entry = if excluded.is_none() { self.probe_table(position, ply) } else { None };
        if let Some(entry) = tt_entry
            && !PV
            && entry.depth >= depth
            && i32::from(position.halfmove_clock()) < params::table_max_clock()
            && gives_cutoff(&entry, alpha, beta)
            && (cut_node == (entry.score >= beta) || depth > params::table_any_node_depth())
        {
            return self.leave(Exit::Table, entry.score);
        }
        let table_move = tt_entry.and_then(|entry| entry.best).filter(|&mv| position.is_legal(mv));
        let table_noisy = table_move.is_some_and(|mv| position.is_noisy(mv));
        let was_pv = PV
            || if excluded.is_some() {
                self.stack.at(ply).was_pv
            } else {
                tt_entry.is_some_and(|entry| entry.was_pv)
            };

        // Step 6. Tablebase probe. In a PV node a win or loss only bounds the score.
        let (mut best, mut max_score) = (Best::default(), INFINITE);
        match self.probe_tablebases(position, ply, alpha, beta, depth, excluded) {
            ProbeResult::Nothing => {}
            ProbeResult::Exact(score) => return self.leave(Exit::Tablebase, score),
            ProbeResult::AtLeast(score) if PV => (best.score, alpha) = (score, alpha.max(score)),
            ProbeResult::AtMost(score) if PV => max_score = score,
            ProbeResult::AtLeast(_) | ProbeResult::AtMost(_) => {}
        }

        // Step 7. Static evaluation, and whether it is improving.
        let raw_eval = match tt_entry {
            _ if in_check => None,
            Some(Entry { eval: Some(eval), .. }) => Some(eval),
            _ => Some(self.evaluate(position, ply)),
        };
        let static_eval = raw_eval.map(|eval| self.corrected_eval(position, ply, eval));
        self.stack.at_mut(ply).eval = static_eval;
        self.stack.at_mut(ply).raw_eval = raw_eval;
        self.stack.at_mut(ply).was_pv = was_pv;
        let earlier = self.stack.before(ply, 2).and_then(|earlier| earlier.eval);
        let improving = static_eval.is_some_and(|eval| earlier.is_none_or(|earlier| eval > earlier));
        self.stack.at_mut(ply + 1).killers = [None; 2];
        self.stack.at_mut(ply + 1).excluded = None;
        if let Some(next) = (ply + 2 < MAX_PLY).then(|| self.stack.at_mut(ply + 2)) {
            next.cutoffs = 0;
        }

        if excluded.is_none() {
            depth = self.hindsight_depth(ply, depth);
        }
        if let Some(static_eval) = static_eval.filter(|_| !PV && excluded.is_none()) {
            let eval = tt_entry.map_or(static_eval, |entry| adjusted_by_entry(static_eval, &entry));

            // A threat of mate makes a good evaluation unreliable.
            let threatened =
                eval >= beta && depth >= params::threat_depth() - 1 && self.is_threatened(position, ply);

            // Step 8. Reverse futility: so good that the opponent would not allow it.
            if !threatened && pruning::is_far_above_beta(eval, beta, depth, improving) {
                return self.leave(Exit::ReverseFutility, i32::midpoint(eval, beta));
            }

            // Step 9. Razoring: so bad that only a capture could help.
            if pruning::is_far_below_alpha(eval, alpha, depth) {
                let score = self.quiescence::<false>(position, ply, alpha, alpha + 1);
                if score <= alpha {
                    return self.leave(Exit::Razoring, score);
                }
            }

            // Step 10. Null move: the opponent moves twice in a row and we still fail high.
            if !threatened && let Some(score) = self.null_move(position, ply, beta, depth, eval, cut_node) {
                return self.leave(Exit::NullMove, score);
            }
        }
        if self.stopped {
            return DRAW;
        }

        // Step 11. Internal iterative reduction. Without a move from the table the order is poor: search less
        // deep, the next iteration will have one.
        if table_move.is_none() && depth >= params::iir_depth() && (PV || cut_node) && excluded.is_none() {
            depth -= 1;
        }
        let before = self.stack.previous_moves(ply);
        let context = NodeContext { ply, depth, cut_node, static_eval, improving, before, tt_entry };

        // Step 12. ProbCut: a capture gains so much that a reduced search is proof enough.
        if !PV && !in_check && excluded.is_none() {
            if let Some(score) = self.probcut(position, beta, &context, table_move) {
                return self.leave(Exit::ProbCut, score);
            }
            if self.stopped {
                return DRAW;
            }
        }

        debug_assert!(depth > 0 && alpha < beta && self.stack.at(ply).excluded == excluded);

        // Step 13. Loop over the moves, the most promising first.
        let killers = self.stack.at(ply).killers;
        let mate_threats = self.mate_threats(position, ply, depth);
        let mut picker = MovePicker::all(table_move, killers, before, mate_threats);
        let (mut number, mut quiet_tried, mut noisy_tried) = (0, Tried::new(), Tried::new());
        while let Some(mv) = picker.next(position, self.history, self.table) {
            if excluded == Some(mv) {
                continue;
            }
            number += 1;
            let quiet = !position.is_noisy(mv);
            let history = self.history_of(position, mv, quiet, &before);
            let candidate = Candidate { mv, number, quiet, history };

            // Step 14. Prune moves that hardly ever help near the leaves, once there is a move that avoids
            // mate.
            if best.score > -DECISIVE
                && self.is_pruned(position, &candidate, alpha, &context, mate_threats, &mut picker)
            {
                continue;
            }

            // Step 15. Singular extension: extend the table's move if all others are worse.
            let mut extension = 0;
            if table_move == Some(mv) && excluded.is_none() {
                match self.singularity(position, mv, beta, &context) {
                    Singularity::Cutoff(score) if !PV => return self.leave(Exit::MultiCut, score),
                    Singularity::Cutoff(_) => {}
                    Singularity::Extend(plies) => extension = plies,
                }
                if self.stopped {
                    return DRAW;
                }
            }

            // Step 16. Late move reduction: how much less deep this move is searched first.
            let child = self.play(position, mv, ply);
            self.stack.at_mut(ply + 1).double_extensions =
                self.stack.at(ply).double_extensions + i32::from(extension >= 2);
            let full_depth = depth - 1 + extension;
            let reduction =
                if depth >= params::lmr_depth() && number as i32 > params::lmr_moves() + i32::from(PV) {
                    let traits = Traits {
                        quiet,
                        pv: PV,
                        was_pv,
                        cut_node,
                        improving,
                        root: false,
                        gives_check: child.in_check(),
                        threatens_mate: quiet
                            && mate_threats.is_some()
                            && !child.in_check()
                            && self.is_threatened(&child, ply + 1),
                        killer: killers.contains(&Some(mv)),
                        table_noisy,
                        many_cutoffs: self.stack.at(ply + 1).cutoffs > params::lmr_cutoffs(),
                        history,
                    };
                    (self.reductions.adjusted(depth, number, traits) / ONE_PLY).clamp(0, full_depth - 1)
                } else {
                    0
                };

            // Step 17. Search: the first move of a PV node with the open window, others with a null window
            // until they prove better.
            let window = Window { alpha, beta, best: best.score };
            let score = self.search_child::<PV>(&child, &context, number, window, full_depth, reduction);
            self.undo();
            if self.stopped {
                return DRAW;
            }

            // Step 18. Update the best score, and cut off if it reaches beta.
            if self.update_best::<PV>(&mut best, ply, mv, score, &mut alpha, beta) {
                self.stack.at_mut(ply).cutoffs += 1;
                self.update_histories(position, &context, mv, &quiet_tried, &noisy_tried);
                break;
            }
            let _ = if quiet { quiet_tried.try_push(mv) } else { noisy_tried.try_push(mv) };
        }

        // Step 19. No legal move: mate or stalemate. If only the excluded move is legal, the others fail low.
        if number == 0 {
            let score = if excluded.is_some() {
                alpha
            } else if in_check {
                mated_in(ply)
            } else {
                DRAW
            };
            return self.leave(Exit::NoMove, score);
        }

        // Step 20. Store the result.
        let Best { score: mut best_score, mv: best_move, bound } = best;
        self.assert_score(ply, best_score);
        debug_assert!(best_move.is_none_or(|mv| position.is_legal(mv)));
        debug_assert_eq!(bound == Bound::Upper, best_move.is_none());
        if excluded.is_none() {
            if bound == Bound::Upper {
                self.reward_previous_move(position, &context);
            }
            self.update_correction(position, &context, best_score, best_move, bound);
            best_score = best_score.min(max_score);
            let was_pv = was_pv
                || (bound == Bound::Upper
                    && ply > 0
                    && self.stack.at(ply - 1).was_pv
                    && depth > params::was_pv_depth());
            let entry = Entry { best: best_move, score: best_score, eval: raw_eval, depth, bound, was_pv };
            self.table.store(position.key(), entry, ply);
        }
        let exit = match (bound, number) {
            (Bound::Lower, 1) => Exit::FirstMove,
            (Bound::Lower, 2) => Exit::SecondMove,
            (Bound::Lower, _) => Exit::LaterMove,
            _ => Exit::NoCutoff,
        };
        self.leave(exit, best_score)
    }

    /// Searches the position after a move, the `number`th of its node, as far as the scores require: reduced
    /// with a null window, at full depth with a null window, with the open window. Returns the score from the
    /// parent's view.
    #[inline(always)]
    pub(super) fn search_child<const PV: bool>(
        &mut self,
        child: &Position,
        parent: &NodeContext,
        number: usize,
        window: Window,
        mut depth: i32,
        reduction: i32,
    ) -> i32 {
        let Window { alpha, beta, best } = window;
        let ply = parent.ply + 1;
        debug_assert!(0 <= reduction && reduction < depth.max(1), "a reduced search has a ply left");
        let mut score = DRAW;
        let mut full_search = !PV || number > 1;
        if reduction > 0 {
            self.stack.at_mut(parent.ply).reduction = reduction;
            score = -self.node::<false>(child, ply, -alpha - 1, -alpha, depth - reduction, true);
            self.stack.at_mut(parent.ply).reduction = 0;
            full_search = score > alpha;
            if full_search {
                // Much better than expected: search deeper. Hardly better than the best: less deep.
                let is_far_better = score > best + params::deeper_base() + params::deeper_margin() * depth;
                depth += i32::from(is_far_better) - i32::from(score < best + params::shallower_margin());
            }
        }
        if full_search {
            score = -self.node::<false>(child, ply, -alpha - 1, -alpha, depth, !parent.cut_node);
        }
        if PV && (number == 1 || score > alpha) {
            if ply == 1 && number > 1 && !self.stopped {
                self.record_fail_high(number, score);
            }
            score = -self.node::<true>(child, ply, -beta, -alpha, depth, false);
        }
        score
    }

    /// Counts a node and checks the limits. Returns the score of a node that is not searched: after a stop, a
    /// draw by the rules, or at the maximum ply.
    #[inline(always)]
    pub(super) fn enter<const PV: bool>(&mut self, position: &Position, ply: usize) -> Option<i32> {
        self.count_node();
        if self.stopped {
            return Some(DRAW);
        }
        self.listener.enter(ply);
        if PV {
            self.pv.clear(ply);
        }
        self.selective_depth = self.selective_depth.max(ply);
        if self.is_draw(position, ply) {
            return Some(self.leave(Exit::Draw, DRAW));
        }
        if ply >= MAX_PLY {
            let score = if position.in_check() { DRAW } else { self.evaluate(position, ply) };
            return Some(self.leave(Exit::TooDeep, score));
        }
        None
    }

    /// Updates the best move, its line and alpha with the score of a move. Returns true if it cuts off; alpha
    /// then stays as it is.
    #[inline(always)]
    pub(super) fn update_best<const PV: bool>(
        &mut self,
        best: &mut Best,
        ply: usize,
        mv: Move,
        score: i32,
        alpha: &mut i32,
        beta: i32,
    ) -> bool {
        best.score = best.score.max(score);
        if score > *alpha {
            best.mv = Some(mv);
            if PV {
                self.pv.extend(ply, mv);
            }
            if score >= beta {
                best.bound = Bound::Lower;
                return true;
            }
            (best.bound, *alpha) = (Bound::Exact, score);
        }
        false
    }

    /// Asserts in debug builds what holds for every node and its window.
    #[inline(always)]
    pub(super) fn assert_window<const PV: bool>(&self, ply: usize, alpha: i32, beta: i32) {
        debug_assert!(-INFINITE <= alpha && alpha < beta && beta <= INFINITE, "the window {alpha} to {beta}");
        debug_assert!(PV || beta == alpha + 1, "only PV nodes have an open window, not {alpha} to {beta}");
        debug_assert!(0 < ply && ply <= MAX_PLY, "ply {ply}");
        let expected = self.task.line.keys().len() + ply;
        debug_assert_eq!(self.keys.len(), expected, "a key for each ply of the line");
    }

    /// Asserts in debug builds that a score is possible at this ply.
    #[inline(always)]
    pub(super) fn assert_score(&self, ply: usize, score: i32) {
        debug_assert!(mated_in(ply) <= score && score <= mate_in(ply + 1), "a score of {score} at ply {ply}");
    }
}
