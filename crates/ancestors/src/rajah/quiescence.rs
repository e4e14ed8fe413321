//! Quiescence search: captures and queen promotions, pruned in two layers.

use super::eval;
use super::hash::Bound;
use super::order::{Candidate, capture_rank, loses_nothing, pick};
use super::score::{toward_mate, usable};
use super::search::{MAX_PLY, Search};
use crate::seam::Exit;

/// The margin in centipawns of the first layer: more than placement usually makes up for.
const MARGIN: i32 = 150;

impl Search<'_> {
    /// Returns the quiescence score in centipawns for the side to move. The evaluation is a lower bound,
    /// since capturing is optional. Checks are ignored: the full-width search has extended them.
    pub fn quiescence(&mut self, ply: usize, mut alpha: i32, beta: i32) -> i32 {
        if self.enter(ply) {
            return 0;
        }
        let (before, uses_table) = (self.nodes, self.settings.quiescence_table);
        let known = if uses_table { self.table.probe(self.board.key) } else { None };
        if beta - alpha == 1
            && let Some(score) = known.and_then(|entry| usable(&entry, ply, alpha, beta))
        {
            self.count_exit(Exit::QuietTable);
            return score;
        }
        let stand_pat = eval::evaluate(&self.board);
        if stand_pat >= beta || ply >= MAX_PLY {
            self.count_exit(Exit::StandPat);
            return stand_pat;
        }
        let (mut best, mut best_move, mut bound) = (stand_pat, None, Bound::Upper);
        if stand_pat > alpha {
            (alpha, bound) = (stand_pat, Bound::Exact);
        }
        let start = self.candidates.len();
        self.list_captures();
        let in_check = self.candidates.len() > start && self.board.in_check();
        let mut place = start;
        while let Some(Candidate { mv, .. }) = pick(&mut self.candidates, place) {
            place += 1;
            // Layer one. This is also a bound for all remaining captures, which win even less.
            let most = self.board.balance() + self.board.gain(mv) + MARGIN;
            if self.settings.futile_captures && most <= alpha {
                best = best.max(most);
                break;
            }
            // Layer two. Captures that lose material are skipped.
            if self.settings.losing_captures && !loses_nothing(&self.board, mv) && self.board.exchange(mv) < 0
            {
                continue;
            }
            self.board.play(mv);
            if !self.board.is_safe_after(mv, in_check) {
                self.board.undo(mv);
                continue;
            }
            let score = -self.quiescence(ply + 1, -beta, -alpha);
            self.board.undo(mv);
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            if score > alpha {
                (best_move, bound, alpha) = (Some(mv), Bound::Exact, score);
            }
            if score >= beta {
                bound = Bound::Lower;
                break;
            }
        }
        self.candidates.truncate(start);
        self.count_exit(if bound == Bound::Lower { Exit::QuietMove } else { Exit::QuietNoCutoff });
        if uses_table {
            let score = toward_mate(best, ply as i32);
            self.table.store(self.board.key, self.nodes - before + 1, score, bound, 0, best_move);
        }
        best
    }

    /// Lists the captures in MVV-LVA order.
    fn list_captures(&mut self) {
        self.generated.clear();
        self.board.generate_captures(&mut self.generated);
        let ranked = self.generated.iter().map(|&mv| Candidate { mv, rank: capture_rank(&self.board, mv) });
        self.candidates.extend(ranked);
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Board;
    use super::super::hash::Table;
    use super::super::settings::Settings;
    use super::*;
    use crate::clock::unlimited;

    /// Returns the nodes of quiescence with the given layers, and its score.
    fn visited(fen: &str, alpha: i32, futile_captures: bool, losing_captures: bool) -> (u64, i32) {
        let settings = Settings { futile_captures, losing_captures, ..Settings::ALL };
        let mut table = Table::new(1).expect("memory");
        let mut search = Search::new(Board::from_fen(fen), &mut table, unlimited(), settings);
        let quiet_history = search.quiet_history.clone();
        let score = search.quiescence(0, alpha, alpha + 1);
        assert!(search.quiet_history == quiet_history, "killers and history belong to the full-width part");
        (search.nodes, score)
    }

    #[test]
    fn layer_one_drops_what_cannot_reach_alpha() {
        // A pawn hangs, but White is a queen down.
        let fen = "3qk3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        assert_eq!(visited(fen, 0, true, true).0, 1);
        assert!(visited(fen, 0, false, true).0 > 1);
        assert!(visited(fen, -900, true, true).0 > 1, "near alpha the pawn counts");
        assert!(visited(fen, 0, true, true).1 < 0);
    }

    #[test]
    fn layer_two_drops_what_the_exchange_loses() {
        let fen = "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1";
        let alpha = 900;
        assert_eq!(visited(fen, alpha, true, true).0, 1);
        assert!(visited(fen, alpha, true, false).0 > 1);
    }

    #[test]
    fn quiescence_captures_hanging_pieces_only() {
        let (_, hanging) = visited("4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", 0, true, true);
        assert!(hanging > 0, "{hanging}");
        let (nodes, _) = visited("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", 0, true, true);
        assert_eq!(nodes, 1, "a check is nothing to it");
    }
}
