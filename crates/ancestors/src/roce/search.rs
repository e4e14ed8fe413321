//! Roce's search: principal variation search with a transposition table, null move and check extensions.

use super::attacks::is_attacked;
use super::board::{Board, index};
use super::eval::evaluate;
use super::hash::{Bound, Hash};
use super::moves::{Move, Wanted, generate};
use super::order::{History, Ranked, is_noisy, pick_next};
use crate::clock::Clock;

/// The score of giving mate at the root; it drops by one per ply.
pub const MATE: i32 = 30_000;

/// Scores within this distance of [`MATE`] are mate scores.
pub const MATE_RANGE: i32 = 1_000;

/// The longest line searched, in plies.
pub const MAX_PLY: usize = 128;

/// The maximum iteration depth in plies.
pub const MAX_DEPTH: i32 = 64;

/// The switchable features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Search captures at the horizon. Without this the program is weaker and, its author says, livelier.
    pub quiescence: bool,
    /// Use null move pruning.
    pub null_move: bool,
    /// The null move reduction in plies.
    pub reduction: i32,
    /// Confirm a null move cutoff by a shallower search with real moves.
    pub verify: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { quiescence: true, null_move: true, reduction: 3, verify: false }
    }
}

/// A search from a position, with the moves of the game on the board's stack.
pub struct Search<'a> {
    /// The board; unchanged after the search.
    pub board: Board,
    /// The transposition table.
    pub hash: &'a mut Hash,
    /// Killers and history.
    pub history: History,
    /// The number of positions visited.
    pub nodes: u64,
    /// The longest line so far, in plies.
    pub selective_depth: usize,
    /// If not empty, the only moves considered at the root.
    pub root_moves: Vec<Move>,
    pub(super) settings: Settings,
    pub(super) clock: Clock,
    /// The principal variations by ply: each is a move and the line of the ply below.
    pub(super) lines: Vec<Vec<Move>>,
    /// Unused move lists, kept to avoid allocations.
    spare: Vec<Vec<Ranked>>,
    generated: Vec<Move>,
    /// The best move of the previous iteration.
    pub(super) previous_best: Option<Move>,
}

impl<'a> Search<'a> {
    /// Creates a search.
    pub fn new(
        board: Board,
        hash: &'a mut Hash,
        settings: Settings,
        root_moves: Vec<Move>,
        clock: Clock,
    ) -> Search<'a> {
        Search {
            board,
            hash,
            history: History::new(MAX_PLY + 1),
            nodes: 0,
            selective_depth: 0,
            root_moves,
            settings,
            clock,
            lines: vec![Vec::new(); MAX_PLY + 2],
            spare: Vec::new(),
            generated: Vec::with_capacity(64),
            previous_best: None,
        }
    }

    /// Returns true if the side to move is in check.
    pub(super) fn in_check(&self) -> bool {
        is_attacked(&self.board.squares, self.board.kings[index(self.board.turn)], -self.board.turn)
    }

    /// Counts a node; returns `None` once time is up.
    pub(super) fn enter(&mut self, ply: usize) -> Option<()> {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.lines[ply].clear();
        (!self.clock.is_over(self.nodes)).then_some(())
    }

    /// Returns the moves of a node with their ordering scores.
    pub(super) fn ranked_moves(&mut self, wanted: Wanted, best: Option<Move>, ply: usize) -> Vec<Ranked> {
        let mut list = self.spare.pop().unwrap_or_default();
        self.generated.clear();
        generate(&self.board, wanted, &mut self.generated);
        list.extend(self.generated.iter().map(|&mv| (self.history.rank(&self.board, mv, best, ply), mv)));
        list
    }

    /// Returns a list to the spare ones.
    pub(super) fn recycle(&mut self, mut list: Vec<Ranked>) {
        list.clear();
        self.spare.push(list);
    }

    /// Sets the line of a ply to a move and the line below it.
    pub(super) fn update_line(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }

    /// Returns the value of the position within `alpha` and `beta` for the side to move, `depth` plies deep
    /// and `ply` plies from the root, or `None` once time is up. `allow_null` is false after a null move.
    pub(super) fn search(
        &mut self,
        mut depth: i32,
        ply: usize,
        mut alpha: i32,
        beta: i32,
        allow_null: bool,
    ) -> Option<i32> {
        let (is_pv, in_check) = (beta - alpha > 1, self.in_check());
        // Step 1. Check extension.
        depth += i32::from(in_check);
        // Step 2. The horizon.
        if depth <= 0 {
            return self.horizon(ply, alpha, beta);
        }
        self.enter(ply)?;
        // Step 3. Draws by repetition and the maximum ply.
        if ply > 0 && self.board.is_repeated() {
            return Some(0);
        }
        if ply >= MAX_PLY {
            return Some(evaluate(&self.board));
        }
        // Step 4. Transposition table lookup.
        let known = self.hash.probe(self.board.key);
        if let Some(entry) =
            known.filter(|entry| !is_pv && i32::from(entry.depth) >= depth && self.board.fifty < 90)
        {
            let score = entry.score(ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if cuts {
                return Some(score);
            }
        }
        // Step 5. Null move.
        if allow_null
            && !is_pv
            && !in_check
            && let Some(score) = self.null_move(depth, ply, beta)?
        {
            return Some(score);
        }
        // Step 6. All moves, best first.
        let previous = if ply == 0 { self.previous_best } else { None };
        let mut list = self.ranked_moves(Wanted::All, previous.or(known.and_then(|entry| entry.mv)), ply);
        if list.is_empty() {
            self.recycle(list);
            return Some(if in_check { -MATE + ply as i32 } else { 0 });
        }
        // Mate takes precedence over the fifty-move rule, which is therefore tested only here.
        if ply > 0 && self.board.fifty >= 100 {
            self.recycle(list);
            return Some(0);
        }
        let (original_alpha, mut best, mut best_move, mut searched) = (alpha, -MATE, None, 0);
        let mut place = 0;
        while let Some(mv) = pick_next(&mut list, place) {
            place += 1;
            if ply == 0 && !self.root_moves.is_empty() && !self.root_moves.contains(&mv) {
                continue;
            }
            let is_quiet = !is_noisy(&self.board, mv);
            self.board.make(mv);
            let score = self.search_move(depth, ply, alpha, beta, searched == 0);
            self.board.undo();
            let score = score?;
            searched += 1;
            if score > best {
                best = score;
                if score > alpha {
                    (alpha, best_move) = (score, Some(mv));
                    self.update_line(ply, mv);
                }
            }
            if alpha >= beta {
                if is_quiet {
                    self.history.record_cutoff(&self.board, mv, depth, ply);
                }
                break;
            }
        }
        self.recycle(list);
        // Step 7. Store the result.
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > original_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if ply > 0 || self.root_moves.is_empty() {
            self.hash.store(self.board.key, best_move, best, depth, bound, ply);
        }
        Some(best)
    }

    /// Searches later moves with a null window first, then with the full one if they beat alpha.
    fn search_move(&mut self, depth: i32, ply: usize, alpha: i32, beta: i32, first: bool) -> Option<i32> {
        if first {
            return Some(-self.search(depth - 1, ply + 1, -beta, -alpha, true)?);
        }
        let score = -self.search(depth - 1, ply + 1, -alpha - 1, -alpha, true)?;
        if score > alpha && score < beta {
            Some(-self.search(depth - 1, ply + 1, -beta, -alpha, true)?)
        } else {
            Some(score)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::with_depth;
    use crate::roce::moves::after;

    fn find(fen: &str, moves: &str, depth: u32, settings: Settings) -> (String, i32, u64) {
        let mut hash = Hash::new(4).expect("memory");
        let mut search = Search::new(after(fen, moves), &mut hash, settings, Vec::new(), with_depth(depth));
        let found = search.deepen(&mut |_, _| {}).expect("a move");
        (found.line[0].to_string(), found.score, search.nodes)
    }

    #[test]
    fn without_quiescence_it_captures_defended_pieces() {
        let fen = "4k3/4p3/3p4/8/8/8/3Q4/4K3 w - - 0 1";
        let quiet = Settings::default();
        assert_ne!(find(fen, "", 1, quiet).0, "d2d6");
        assert_eq!(find(fen, "", 1, Settings { quiescence: false, ..quiet }).0, "d2d6");
    }

    #[test]
    fn null_moves_and_their_reduction_save_nodes() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
        let nodes = |null_move: bool, reduction: i32| {
            let settings = Settings { null_move, reduction, verify: false, ..Settings::default() };
            find(fen, "", 6, settings).2
        };
        let (off, zero, three) = (nodes(false, 3), nodes(true, 0), nodes(true, 3));
        assert!(three < off && three < zero, "{off} without, {zero} with 0, {three} with 3 plies");
    }

    #[test]
    fn a_repetition_is_a_draw() {
        // A queen down, White repeats the position at once.
        let fen = "7k/5Q2/8/8/8/8/1q3q2/7K w - - 0 1";
        let (mv, score, _) = find(fen, "f7e8 h8h7 e8f7 h7h8", 2, Settings::default());
        assert_eq!((mv.as_str(), score), ("f7e8", 0));
    }
}
