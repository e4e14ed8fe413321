//! A search worker: iterative deepening, aspiration windows, and the root search.

use super::board::Board;
use super::hash::{Bound, Entry};
use super::history::{History, MAX_PLY};
use super::moves::{Move, is_capture};
use super::params;
use super::picker::Ranked;
use super::see;
use super::threads::{Shared, Variation};
use crate::clock::Clock;

/// The score of giving mate at the root, in centipawns; it drops by one per ply.
pub const MATE: i32 = 32_000;
/// Scores above this are mates.
pub const MATES: i32 = MATE - 1_000;
/// Above all scores.
pub const INFINITY: i32 = 32_500;

/// The number of nodes between two updates from the other workers.
const SYNC_INTERVAL: u64 = 512;

/// Optional techniques; the author found that they "did not work for now".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// ProbCut: a good capture in a shallower search may prune the node.
    pub probcut: bool,
    /// Singular extensions: the hash move is extended if no other comes close.
    pub singular: bool,
    /// Countermoves: the last refutation of the opponent's move is tried after the killers.
    pub countermoves: bool,
}

/// The state of a ply on the current line, shared with the nodes above and below.
#[derive(Clone, Debug, Default)]
pub struct Ply {
    /// The static evaluation, or `None` in check.
    pub eval: Option<i32>,
    /// The move being searched; [`Move::NONE`] for a null move.
    pub mv: Move,
    /// The move excluded by a singular search.
    pub excluded: Move,
    /// The principal variation from here.
    pub line: Vec<Move>,
    /// The moves in search order.
    pub moves: Vec<Ranked>,
}

/// The statistics of a worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The last completed depth.
    pub depth: u32,
    /// The longest line at that depth.
    pub selective: u32,
    /// The number of nodes visited.
    pub nodes: u64,
    /// The number of table probes.
    pub probes: u64,
    /// The number of probes that found their position.
    pub hits: u64,
}

/// Receives the best line of a depth.
pub type Report<'a> = &'a mut dyn FnMut(&Variation);

/// A search thread.
pub struct Worker<'a> {
    /// The state shared by all workers.
    pub shared: &'a Shared,
    /// The move statistics, kept between searches.
    pub history: &'a mut History,
    /// Its copy of the clock.
    pub clock: Clock,
    /// The statistics it publishes.
    pub statistics: Statistics,
    /// The keys of all earlier positions from the start of the game.
    pub keys: Vec<u64>,
    /// The state of each ply of the current line.
    pub stack: Vec<Ply>,
    /// The root moves, best first, with the nodes spent on each in the last iteration.
    pub root: Vec<(Move, u64)>,
    /// The best line found so far.
    pub best: Variation,
    /// The deepest ply of the current iteration.
    pub selective: usize,
    /// The depth of the current iteration in plies.
    pub depth: u32,
    /// Its number; the boss is 0.
    pub number: usize,
    /// The boss's reports to the GUI.
    pub report: Option<Report<'a>>,
    other_nodes: u64,
    reported: u32,
}

impl<'a> Worker<'a> {
    /// Creates a worker.
    pub fn new(
        shared: &'a Shared,
        history: &'a mut History,
        number: usize,
        report: Option<Report<'a>>,
    ) -> Worker<'a> {
        history.begin_search();
        let task = &shared.task;
        Worker {
            shared,
            history,
            clock: task.clock.clone(),
            statistics: Statistics::default(),
            keys: task.keys.clone(),
            stack: vec![Ply::default(); MAX_PLY + 4],
            root: task.root.iter().map(|&mv| (mv, 0)).collect(),
            best: Variation { moves: task.root.iter().copied().take(1).collect(), ..Variation::default() },
            selective: 0,
            depth: 0,
            number,
            report,
            other_nodes: 0,
            reported: 0,
        }
    }

    /// Deepens until the clock or another worker ends the search; returns the best line.
    pub fn deepen(mut self) -> Variation {
        while let Some(depth) = self.shared.next_depth(self.number, self.best.depth) {
            (self.depth, self.selective) = (depth, 0);
            self.aspirate();
            if self.shared.is_stopped() {
                break;
            }
            if let [_, others @ ..] = &mut self.root[..] {
                others.sort_by_key(|&(_, nodes)| std::cmp::Reverse(nodes));
            }
            (self.statistics.depth, self.statistics.selective) = (self.best.depth, self.best.selective);
            self.shared.publish(self.number, self.statistics);
            self.shared.finish(self.number, &self.best);
            self.report_best();
        }
        self.shared.publish(self.number, self.statistics);
        self.best
    }

    /// Searches with an aspiration window, widened on failure. Odd workers start with another width.
    pub fn aspirate(&mut self) {
        let mut delta = params::ASPIRATION[self.number % 2];
        let aspires = self.depth >= params::ASPIRATION_DEPTH && self.best.depth > 0;
        let (last, half) = if aspires { (self.best.score, delta) } else { (0, INFINITY) };
        let (mut alpha, mut beta) = (last - half, last + half);
        loop {
            let score = self.search_root(alpha, beta);
            if self.shared.is_stopped() || alpha < score && score < beta {
                return;
            }
            (alpha, beta) =
                if score <= alpha { (score - delta, (alpha + beta) / 2) } else { (alpha, score + delta) };
            delta *= 2;
            if delta > 600 {
                (alpha, beta) = (-INFINITY, INFINITY);
            }
        }
    }

    /// Searches the root, which is never pruned and keeps its best line even if interrupted.
    fn search_root(&mut self, mut alpha: i32, beta: i32) -> i32 {
        let (board, depth, lower) = (&self.shared.task.board, self.depth as i32, alpha);
        let (mut best, mut best_move) = (-INFINITY, Move::NONE);
        for number in 0..self.root.len() {
            let (mv, _) = self.root[number];
            let before = self.statistics.nodes;
            let child = self.enter(board, mv, 0);
            let gives_check = child.checkers != 0;
            let extended = gives_check && see::reaches(board, mv, 0);
            let quiet =
                !is_capture(board, mv) && mv.promotion().is_none() && !gives_check && board.checkers == 0;
            let late = number > 2 && depth >= 3 && quiet;
            let reduction = if late { (params::reduction(depth, number) - 1).clamp(0, depth - 2) } else { 0 };
            let (window, left) = ((alpha, beta), depth - 1 + i32::from(extended));
            let score = self.pvs::<true>(&child, window, left, reduction, number == 0, 0);
            self.keys.pop();
            if self.shared.is_stopped() {
                return best;
            }
            self.root[number].1 = self.statistics.nodes - before;
            if score > best {
                (best, best_move) = (score, mv);
            }
            if score > alpha {
                alpha = score;
                self.root[..=number].rotate_right(1);
                self.update_line(mv, 0);
                if score >= beta {
                    break;
                }
                let (moves, selective) = (self.stack[0].line.clone(), self.selective as u32);
                self.best = Variation { moves, score, depth: self.depth, selective };
            }
        }
        self.store(board, best_move, best, (lower, beta), depth, 0);
        best
    }

    /// Makes a move, or a null move with [`Move::NONE`]. The caller pops the key on return.
    pub fn enter(&mut self, board: &Board, mv: Move, ply: usize) -> Board {
        self.keys.push(board.key);
        self.stack[ply].mv = mv;
        if mv == Move::NONE { board.after_null() } else { board.after(mv) }
    }

    /// Sets the principal variation of a ply to this move and the line after it.
    pub fn update_line(&mut self, mv: Move, ply: usize) {
        let mut line = std::mem::take(&mut self.stack[ply + 1].line);
        line.insert(0, mv);
        self.stack[ply].line = line;
    }

    /// Counts a node; returns true if the search must stop.
    pub fn visit(&mut self, ply: usize) -> bool {
        self.statistics.nodes += 1;
        self.selective = self.selective.max(ply);
        if self.statistics.nodes % SYNC_INTERVAL == 1 {
            // The boss also reports depths that another worker finished first.
            self.other_nodes = self.shared.publish(self.number, self.statistics);
            self.report_best();
        }
        if self.clock.is_over(self.statistics.nodes + self.other_nodes) {
            self.shared.stop();
        }
        self.shared.is_stopped()
    }

    /// Probes the table and counts it.
    pub fn probe(&mut self, board: &Board) -> Option<Entry> {
        let entry = self.shared.task.hash.probe(board.key);
        self.statistics.probes += 1;
        self.statistics.hits += u64::from(entry.is_some());
        entry
    }

    /// Stores the result of a node in the table, with its search window.
    pub fn store(
        &self,
        board: &Board,
        mv: Move,
        score: i32,
        (alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
    ) {
        let bound = match score {
            _ if score >= beta => Bound::Lower,
            _ if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let score = toward_mate(score, ply as i32);
        self.shared.task.hash.store(board.key, Entry { mv, score, depth, bound });
    }

    fn report_best(&mut self) {
        if let Some(report) = &mut self.report
            && let Some(best) = self.shared.newer_best(self.reported)
        {
            self.reported = best.depth;
            report(&best);
        }
    }
}

/// Moves a mate score closer to mate by `plies`. The table counts from the position, the search from the
/// root: pass the ply when storing and its negative when reading.
pub fn toward_mate(score: i32, plies: i32) -> i32 {
    if score.abs() >= MATES { score + plies * score.signum() } else { score }
}
