//! The full-width part: principal variation search with null move, extensions, and all moves of each node.

use crate::clock::Clock;

use super::board::*;
use super::eval;
use super::hash::{Bound, Entry, Table};
use super::moves::Move;
use super::order::{Candidate, Memory, is_quiet, pick};

/// The score of a mate at the root, in centipawns; one less for each ply before it.
pub const MATE: i32 = 1_000_000;
/// Scores beyond this are mates.
pub const MATE_BOUND: i32 = MATE - 1000;
/// And scores below this.
pub const MATED_BOUND: i32 = -MATE_BOUND;
/// The longest line, in plies.
pub const MAX_PLY: usize = 128;
/// Beyond all scores.
pub const INFINITE: i32 = MATE + 1;

/// What a search may be asked to leave out, to see what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Null move pruning (Donninger 1993).
    pub null_move: bool,
    /// Extensions of checks, recaptures and passed pawns.
    pub extensions: bool,
    /// The first layer of quiescence's pruning: captures that cannot bring the score near alpha are dropped.
    pub futile_captures: bool,
    /// The second layer: captures that lose material are dropped.
    pub losing_captures: bool,
    /// Is the table used in quiescence too?
    pub quiescence_table: bool,
    /// Killers and history.
    pub killers_and_history: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            null_move: true,
            extensions: true,
            futile_captures: true,
            losing_captures: true,
            quiescence_table: true,
            killers_and_history: true,
        }
    }
}

/// A node of the full-width part: what is asked there.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Plies to go.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// Is the mover in check?
    pub in_check: bool,
    /// May the mover pass? Not twice in a row.
    pub may_pass: bool,
}

/// One way for a node to end, for whoever wants to look inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Exits {
    /// Repetition or fifty moves.
    pub draw: u64,
    /// The table knew enough.
    pub table: u64,
    /// Passing was good enough.
    pub null_move: u64,
    /// The first move was good enough.
    pub first_move: u64,
    /// A later one was.
    pub later_move: u64,
    /// None was.
    pub no_cutoff: u64,
    /// Mate or stalemate.
    pub no_move: u64,
    /// Quiescence: the table knew enough.
    pub quiet_table: u64,
    /// Quiescence: good enough as it stands.
    pub stand_pat: u64,
    /// Quiescence: a capture was good enough.
    pub quiet_move: u64,
    /// Quiescence: nothing was.
    pub quiet_no_cutoff: u64,
}

/// One search with all it needs.
pub struct Search<'a> {
    /// The position, changed along the line that is looked at.
    pub board: Board,
    /// What is known of positions.
    pub table: &'a mut Table,
    /// Says when to end.
    pub clock: Clock,
    /// What is left out.
    pub settings: Settings,
    /// Positions visited.
    pub nodes: u64,
    /// The longest line looked at, in plies.
    pub longest: usize,
    /// Plies of the iteration: extensions end at twice as many.
    pub iteration: i32,
    /// How nodes ended.
    pub exits: Exits,
    /// Killers and history.
    pub memory: Memory,
    /// The moves of all nodes on the current line, one behind the other.
    pub candidates: Vec<Candidate>,
    /// For each ply the best line from there.
    pub lines: Vec<Vec<Move>>,
    /// Was the search told to end? Then scores mean nothing.
    pub over: bool,
    /// The generator's list, kept for its memory.
    pub generated: Vec<Move>,
}

impl<'a> Search<'a> {
    /// A search that has not begun.
    pub fn new(board: Board, table: &'a mut Table, clock: Clock, settings: Settings) -> Search<'a> {
        table.begin();
        Search {
            board,
            table,
            clock,
            settings,
            nodes: 0,
            longest: 0,
            iteration: 1,
            exits: Exits::default(),
            memory: Memory::new(MAX_PLY + 1),
            candidates: Vec::with_capacity(4096),
            lines: vec![Vec::new(); MAX_PLY + 2],
            over: false,
            generated: Vec::with_capacity(256),
        }
    }

    /// Counts a node; true when the search must end.
    #[inline]
    pub fn enter(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.longest = self.longest.max(ply);
        self.over |= self.clock.is_over(self.nodes);
        self.over
    }

    /// Centipawns of the position, side to move, within the bounds as far as known (fail-soft).
    pub fn full_width(&mut self, node: Node, mut alpha: i32, beta: i32) -> i32 {
        self.lines[node.ply].clear();
        if node.depth <= 0 {
            return self.quiescence(node.ply, alpha, beta);
        }
        if self.enter(node.ply) {
            return 0;
        }
        // 1. Draws. The fifty-move rule does not undo a mate.
        if self.board.is_repeated() || self.board.quiet_plies >= 100 && !(node.in_check && self.board.legal_moves().is_empty()) {
            self.exits.draw += 1;
            return 0;
        }
        if node.ply >= MAX_PLY {
            return eval::evaluate(&self.board);
        }
        // 2. The table. In the principal variation it only gives its move, so that the line is reported to its end.
        let before = self.nodes;
        let known = self.table.probe(self.board.key);
        if beta - alpha == 1
            && let Some(score) =
                known.filter(|entry| i32::from(entry.depth) >= node.depth).and_then(|entry| usable(&entry, node.ply, alpha, beta))
        {
            self.exits.table += 1;
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
            if self.over {
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
                self.refuted(node, mv, tried);
                break;
            }
        }
        self.candidates.truncate(start);
        // 5. Without a legal move it is mate or stalemate.
        if tried == 0 {
            self.exits.no_move += 1;
            return if node.in_check { node.ply as i32 - MATE } else { 0 };
        }
        self.exits.no_cutoff += u64::from(bound != Bound::Lower);
        self.table.store(self.board.key, self.nodes - before, to_table(best, node.ply), bound, node.depth, best_move);
        best
    }

    /// Passing is nearly always worse than the best move. If a search that is two plies shallower finds it good enough all the same, so is
    /// the best move (Donninger 1993). Not in check, where passing is mate; not without officers, where passing may be the best move.
    fn null_move(&mut self, node: Node, beta: i32) -> Option<i32> {
        const REDUCTION: i32 = 2;
        let allowed = self.settings.null_move && node.may_pass && !node.in_check && node.depth >= 2 && beta.abs() < MATE_BOUND;
        if !allowed || self.board.officers(self.board.turn) == 0 || eval::evaluate(&self.board) < beta {
            return None;
        }
        self.board.pass();
        let child = Node { depth: node.depth - 1 - REDUCTION, ply: node.ply + 1, in_check: false, may_pass: false };
        let score = -self.full_width(child, -beta, 1 - beta);
        self.board.take_back_pass();
        if score < beta || self.over {
            return None;
        }
        self.exits.null_move += 1;
        // A mate after a pass is no proof of one.
        Some(if score >= MATE_BOUND { beta } else { score })
    }

    /// All pseudo-legal moves with their ranks, at the end of the candidates.
    pub fn list_moves(&mut self, ply: usize, table_move: Option<Move>) {
        self.generated.clear();
        self.board.generate(&mut self.generated);
        for &mv in &self.generated {
            let rank = self.memory.rank(&self.board, mv, table_move, ply);
            self.candidates.push(Candidate { mv, rank });
        }
    }

    /// The score of a move, or `None` if it is illegal. After the first move, a window of nothing asks "is it better at all?"; only if it is, the
    /// full window asks by how much.
    pub fn try_move(&mut self, node: Node, mv: Move, alpha: i32, beta: i32, first: bool) -> Option<i32> {
        let recaptures = self.recaptures(mv);
        self.board.play(mv);
        if !self.board.is_safe_after(mv, node.in_check) {
            self.board.take_back(mv);
            return None;
        }
        let in_check = self.board.is_check_after(mv);
        let extension = self.extension(node.ply + 1, mv, in_check, recaptures);
        let child = Node { depth: node.depth - 1 + extension, ply: node.ply + 1, in_check, may_pass: true };
        let mut score = alpha + 1;
        if !first {
            score = -self.full_width(child, -alpha - 1, -alpha);
        }
        if first || score > alpha && score < beta {
            score = -self.full_width(child, -beta, -alpha);
        }
        self.board.take_back(mv);
        Some(score)
    }

    /// Does the move take back, on the square of the last capture, about what was lost there?
    fn recaptures(&self, mv: Move) -> bool {
        let Some(last) = self.board.history.last().filter(|undo| undo.captured != EMPTY && undo.target == mv.to) else { return false };
        let taken = self.board.squares[usize::from(mv.to)];
        VALUE[usize::from(taken & KIND)].abs_diff(VALUE[usize::from(last.captured & KIND)]) <= 50
    }

    /// Plies by which a move just played is searched deeper: checks, recaptures, passed pawns to the 7th and 8th rank. None once the line is
    /// longer than twice the iteration, or the search might never end.
    pub fn extension(&self, ply: usize, mv: Move, gives_check: bool, recaptures: bool) -> i32 {
        if !self.settings.extensions || ply as i32 > 2 * self.iteration {
            return 0;
        }
        i32::from(gives_check || recaptures || self.is_far_passed_pawn(mv))
    }

    /// A pawn that has just reached the 7th or 8th rank. No pawn can stand before it there, so it is passed.
    fn is_far_passed_pawn(&self, mv: Move) -> bool {
        let is_pawn = self.board.squares[usize::from(mv.to)] & KIND == PAWN;
        mv.promotion != EMPTY || is_pawn && rank_of(opponent(self.board.turn), mv.to) == 6
    }

    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    fn refuted(&mut self, node: Node, mv: Move, tried: u32) {
        if tried == 1 {
            self.exits.first_move += 1;
        } else {
            self.exits.later_move += 1;
        }
        if self.settings.killers_and_history && is_quiet(&self.board, mv) {
            self.memory.reward(&self.board, mv, node.ply, node.depth);
        }
    }
}

/// The score of an entry, if it decides a node with these bounds.
#[inline]
pub fn usable(entry: &Entry, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
    let score = from_table(entry.score, ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    decides.then_some(score)
}

/// A search counts mates from its root, the table from the position.
#[inline]
pub fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        MATE_BOUND.. => score + ply as i32,
        ..=MATED_BOUND => score - ply as i32,
        _ => score,
    }
}

/// The other way round.
#[inline]
fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        MATE_BOUND.. => score - ply as i32,
        ..=MATED_BOUND => score + ply as i32,
        _ => score,
    }
}
