//! The full-width part: principal variation search with null move and extensions.

use crate::clock::Clock;
use crate::seam::Exit;

use super::board::*;
use super::eval;
use super::hash::{Bound, Table};
use super::moves::Move;
use super::order::{Candidate, QuietHistory, is_quiet, pick};
use super::score::{INFINITE, MATE, toward_mate, usable};
use super::settings::Settings;

/// The longest line in plies.
pub const MAX_PLY: usize = 128;

/// The parameters of a full-width node.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The remaining depth in plies.
    pub depth: i32,
    /// The distance from the root in plies.
    pub ply: usize,
    /// True if the side to move is in check.
    pub in_check: bool,
    /// True if a null move is allowed: not twice in a row.
    pub allow_null: bool,
}

/// The state of a search.
pub struct Search<'a> {
    /// The position at the current node.
    pub board: Board,
    /// The transposition table.
    pub table: &'a mut Table,
    /// The limits of the search.
    pub clock: Clock,
    /// The enabled features.
    pub settings: Settings,
    /// The number of positions visited.
    pub nodes: u64,
    /// The longest line searched, in plies.
    pub selective_depth: usize,
    /// The depth of the iteration in plies: extensions end at twice that.
    pub iteration: i32,
    /// Counts of how nodes ended, by [`Exit`].
    pub exits: [u64; Exit::ALL.len()],
    /// Killers and history.
    pub quiet_history: QuietHistory,
    /// The moves of all nodes on the current line, as a stack.
    pub candidates: Vec<Candidate>,
    /// The principal variation from each ply.
    pub lines: Vec<Vec<Move>>,
    /// True once the search must stop: scores are then meaningless.
    pub stopped: bool,
    /// The move generator's buffer, kept to avoid allocations.
    pub generated: Vec<Move>,
}

impl<'a> Search<'a> {
    /// Creates a search.
    pub fn new(board: Board, table: &'a mut Table, clock: Clock, settings: Settings) -> Search<'a> {
        table.begin(settings.two_big1);
        Search {
            board,
            table,
            clock,
            settings,
            nodes: 0,
            selective_depth: 0,
            iteration: 1,
            exits: [0; Exit::ALL.len()],
            quiet_history: QuietHistory::new(MAX_PLY + 1),
            candidates: Vec::with_capacity(4096),
            lines: vec![Vec::new(); MAX_PLY + 2],
            stopped: false,
            generated: Vec::with_capacity(256),
        }
    }

    /// Counts a node; returns true if the search must stop.
    #[inline]
    pub fn enter(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.stopped |= self.clock.is_over(self.nodes);
        self.stopped
    }

    /// Counts how a node ended.
    #[inline]
    pub fn count_exit(&mut self, exit: Exit) {
        self.exits[exit as usize] += 1;
    }

    /// Returns the score in centipawns for the side to move (fail-soft).
    pub fn full_width(&mut self, node: Node, mut alpha: i32, beta: i32) -> i32 {
        self.lines[node.ply].clear();
        let drawn = self.is_drawn(node.in_check);
        if node.depth <= 0 && !drawn {
            return self.quiescence(node.ply, alpha, beta);
        }
        if self.enter(node.ply) {
            return 0;
        }
        // 1. Draws.
        if drawn {
            self.count_exit(Exit::Draw);
            return 0;
        }
        if node.ply >= MAX_PLY {
            return eval::evaluate(&self.board);
        }
        // 2. The table. In the principal variation it only supplies its move, so that the line is complete.
        let before = self.nodes;
        let known = self.table.probe(self.board.key);
        if beta - alpha == 1
            && let Some(score) = known
                .filter(|entry| i32::from(entry.depth) >= node.depth)
                .and_then(|entry| usable(&entry, node.ply, alpha, beta))
        {
            self.count_exit(Exit::Table);
            return score;
        }
        // 3. Null move.
        if beta - alpha == 1
            && let Some(score) = self.null_move(node, beta)
        {
            return score;
        }
        // 4. All moves.
        let start = self.candidates.len();
        self.list_moves(node.ply, known.and_then(|entry| entry.mv));
        let (mut best, mut best_move, mut tried, mut bound) = (-INFINITE, None, 0, Bound::Upper);
        let mut place = start;
        while let Some(Candidate { mv, .. }) = pick(&mut self.candidates, place) {
            place += 1;
            let Some(score) = self.try_move(node, mv, alpha, beta, tried == 0) else { continue };
            if self.stopped {
                return 0;
            }
            tried += 1;
            if score <= best {
                continue;
            }
            best = score;
            if score > alpha {
                (best_move, bound, alpha) = (Some(mv), Bound::Exact, score);
                self.extend_line(node.ply, mv);
            }
            if score >= beta {
                bound = Bound::Lower;
                self.record_cutoff(node, mv, tried);
                break;
            }
        }
        self.candidates.truncate(start);
        // 5. Checkmate or stalemate.
        if tried == 0 {
            self.count_exit(Exit::NoMove);
            return if node.in_check { node.ply as i32 - MATE } else { 0 };
        }
        if bound != Bound::Lower {
            self.count_exit(Exit::NoCutoff);
        }
        let score = toward_mate(best, node.ply as i32);
        self.table.store(self.board.key, self.nodes - before, score, bound, node.depth, best_move);
        best
    }

    /// Returns true on the first repetition, or after fifty moves unless it is mate.
    fn is_drawn(&mut self, in_check: bool) -> bool {
        self.board.is_repeated()
            || self.board.quiet_plies >= 100 && !(in_check && self.board.legal_moves().is_empty())
    }

    /// Appends all pseudo-legal moves with their ordering scores to the candidates.
    pub fn list_moves(&mut self, ply: usize, table_move: Option<Move>) {
        self.generated.clear();
        self.board.generate(&mut self.generated);
        for &mv in &self.generated {
            let rank = self.quiet_history.rank(&self.board, mv, table_move, ply);
            self.candidates.push(Candidate { mv, rank });
        }
    }

    /// Returns the score of a move, or `None` if it is illegal. After the first move a null window tests if
    /// the move is better; only then is it searched with the full window.
    pub fn try_move(&mut self, node: Node, mv: Move, alpha: i32, beta: i32, first: bool) -> Option<i32> {
        let recaptures = self.recaptures(mv);
        self.board.play(mv);
        if !self.board.is_safe_after(mv, node.in_check) {
            self.board.undo(mv);
            return None;
        }
        let in_check = self.board.is_check_after(mv);
        let extension = self.extension(node.ply + 1, mv, in_check, recaptures);
        let child = Node { depth: node.depth - 1 + extension, ply: node.ply + 1, in_check, allow_null: true };
        let mut score = alpha + 1;
        if !first {
            score = -self.full_width(child, -alpha - 1, -alpha);
        }
        if first || score > alpha && score < beta {
            score = -self.full_width(child, -beta, -alpha);
        }
        self.board.undo(mv);
        Some(score)
    }

    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    fn record_cutoff(&mut self, node: Node, mv: Move, tried: u32) {
        self.count_exit(if tried == 1 { Exit::FirstMove } else { Exit::LaterMove });
        if self.settings.killers_and_history && is_quiet(&self.board, mv) {
            self.quiet_history.record(&self.board, mv, node.ply, node.depth);
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::clock::unlimited;

    /// An opening, a pawn ending and a middlegame.
    pub const POSITIONS: [&str; 3] = [
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ];

    /// Runs `look` on a search of a position with an empty table.
    pub fn with_search<T>(fen: &str, settings: Settings, look: impl FnOnce(&mut Search<'_>) -> T) -> T {
        let mut table = Table::new(1).expect("memory");
        look(&mut Search::new(Board::from_fen(fen), &mut table, unlimited(), settings))
    }

    /// Returns the root as a node of this depth.
    pub fn root(search: &Search<'_>, depth: i32) -> Node {
        Node { depth, ply: 0, in_check: search.board.in_check(), allow_null: true }
    }

    /// Plain negamax over quiescence.
    fn negamax(search: &mut Search<'_>, depth: i32, ply: usize) -> i32 {
        if depth == 0 {
            return search.quiescence(ply, -INFINITE, INFINITE);
        }
        let moves = search.board.legal_moves();
        if moves.is_empty() {
            return if search.board.in_check() { ply as i32 - MATE } else { 0 };
        }
        let scores = moves.into_iter().map(|mv| {
            search.board.play(mv);
            let score = if search.board.is_repeated() { 0 } else { -negamax(search, depth - 1, ply + 1) };
            search.board.undo(mv);
            score
        });
        scores.max().unwrap_or(0)
    }

    #[test]
    fn null_windows_find_the_score_of_plain_negamax() {
        // Heuristic pruning is off: layer one depends on alpha, and null move results are not exact.
        let settings = Settings {
            null_move: false,
            extensions: false,
            futile_captures: false,
            quiescence_table: false,
            ..Settings::ALL
        };
        for (fen, depth) in POSITIONS.into_iter().zip([3, 4, 2]) {
            let plain = with_search(fen, settings, |search| negamax(search, depth, 0));
            let found = with_search(fen, settings, |search| {
                search.full_width(root(search, depth), -INFINITE, INFINITE)
            });
            assert_eq!(found, plain, "{fen}");
        }
    }

    #[test]
    fn both_searches_use_the_table() {
        let hits = |quiescence_table: bool| {
            with_search(POSITIONS[2], Settings { quiescence_table, ..Settings::ALL }, |search| {
                search.full_width(root(search, 4), -INFINITE, INFINITE);
                [Exit::Table, Exit::QuietTable].map(|exit| search.exits[exit as usize] > 0)
            })
        };
        assert_eq!([hits(true), hits(false)], [[true, true], [true, false]]);
    }

    #[test]
    fn evaluation_does_not_depend_on_the_root() {
        let (mut near, far) = (
            Board::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        );
        for text in ["g1f3", "b8c6", "e2e4", "e7e5"] {
            let mv = near.find(text).expect("a move");
            near.play(mv);
        }
        assert_eq!(eval::evaluate(&near), eval::evaluate(&Board::from_fen(far)));
    }
}
