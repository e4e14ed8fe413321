//! The quiescence search: captures only, so that no position is evaluated in the middle of an exchange.

use heirloom_chess::{Position, see};
use heirloom_engine::Bound;
use heirloom_engine::insight::Exit;

use super::Worker;
use super::context::{Best, adjusted_by_entry, gives_cutoff};
use super::listener::Listener;
use super::ordering::MovePicker;
use crate::params;
use crate::score::{DECISIVE, DRAW, mated_in};
use crate::tt::Entry;

impl<L: Listener> Worker<'_, L> {
    /// Returns the score of a position after all worthwhile captures and promotions, from the view of the
    /// side to move. In check it searches all moves.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        position: &Position,
        ply: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.assert_window::<PV>(ply, alpha, beta);

        // Steps 1 and 2. Count the node and check the limits; draws by the rules, and the maximum ply.
        if let Some(score) = self.enter::<PV>(position, ply) {
            return score;
        }
        let in_check = position.in_check();

        // Upcoming repetition: if one move can repeat a position, the score here is at least a draw.
        if alpha < DRAW && self.has_upcoming_repetition(position, ply) {
            alpha = DRAW;
            if alpha >= beta {
                return self.leave(Exit::Repetition, alpha);
            }
        }

        // Step 3. Transposition table cutoff.
        if !in_check {
            self.begin_evaluation(position, ply);
        }
        let tt_entry = self.probe_table(position, ply);
        if let Some(entry) = tt_entry
            && !PV
            && gives_cutoff(&entry, alpha, beta)
        {
            return self.leave(Exit::QuietTable, entry.score);
        }

        // Step 4. Stand pat: no side is forced to capture. Not possible in check.
        let (mut best, mut raw_eval) = (Best::default(), None);
        if !in_check {
            let eval = tt_entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate(position, ply));
            raw_eval = Some(eval);
            let eval = self.corrected_eval(position, ply, eval);
            best.score = tt_entry.map_or(eval, |entry| adjusted_by_entry(eval, &entry));
            if best.score >= beta {
                return self.leave(Exit::StandPat, best.score);
            }
            alpha = alpha.max(best.score);
        }
        let futile_below = best.score + params::delta_margin();

        // Step 5. Loop over captures and promotions; in check over all moves.
        let table_move = tt_entry.and_then(|entry| entry.best);
        let before = self.stack.previous_moves(ply);
        let mut picker = if in_check {
            MovePicker::all(table_move, [None; 2], before, None)
        } else {
            MovePicker::noisy(table_move, 0)
        };
        let mut number = 0;
        while let Some(mv) = picker.next(position, self.history, self.table) {
            number += 1;
            if best.score > -DECISIVE {
                // Step 6. Once an evasion avoids mate, skip the losing captures and bad quiet moves at the
                // end.
                if in_check && picker.is_at_bad_moves() {
                    break;
                }
                // Step 7. Skip a capture that cannot raise alpha even with the captured piece and a margin.
                if !in_check && mv.promotion_piece().is_none() {
                    let taken =
                        position.captured(mv).map_or(0, |piece| see::VALUES[piece.piece_type().index()]);
                    if futile_below + taken <= alpha {
                        best.score = best.score.max(futile_below + taken);
                        continue;
                    }
                }
            }
            let child = self.play(position, mv, ply);
            let score = -self.quiescence::<PV>(&child, ply + 1, -beta, -alpha);
            self.undo();
            if self.stopped {
                return DRAW;
            }
            if self.update_best::<PV>(&mut best, ply, mv, score, &mut alpha, beta) {
                break;
            }
        }

        // Step 8. In check without a move: mate.
        if in_check && number == 0 {
            return self.leave(Exit::NoMove, mated_in(ply));
        }

        // Step 9. Store the result.
        let Best { score, mv: best, bound } = best;
        self.assert_score(ply, score);
        let was_pv = PV || tt_entry.is_some_and(|entry| entry.was_pv);
        self.table.store(position.key(), Entry { best, score, eval: raw_eval, depth: 0, bound, was_pv }, ply);
        self.leave(if bound == Bound::Lower { Exit::QuietMove } else { Exit::QuietNoCutoff }, score)
    }
}
