//! One worker: iterative deepening, a window around the last score, and a search of its own for the root.

use super::board::Board;
use super::hash::{Bound, Entry};
use super::history::{History, MAX_PLY};
use super::moves::{Move, is_capture};
use super::params;
use super::picker::Ranked;
use super::see;
use super::threads::{Shared, Variation};
use crate::clock::Clock;

/// Mate at once, in centipawns; each ply to it costs one.
pub const MATE: i32 = 32_000;
/// Scores beyond this are mates.
pub const MATES: i32 = MATE - 1_000;
/// Beyond all scores.
pub const INFINITY: i32 = 32_500;

/// Nodes between two looks at what the other workers do.
const LOOK_EVERY: u64 = 512;

/// Techniques that can be switched on; its author found that they "did not work for now".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// A good capture, searched less deep, may prove the node too good.
    pub probcut: bool,
    /// The table's move is searched deeper where no other comes near it.
    pub singular: bool,
    /// The move that last refuted the opponent's move is tried after the killers.
    pub countermoves: bool,
}

/// A ply of the present line: what a node leaves for those above and below it.
#[derive(Clone, Debug, Default)]
pub struct Ply {
    /// The static evaluation; none in check.
    pub eval: Option<i32>,
    /// The move being searched; [`Move::NONE`] when the turn was passed.
    pub mv: Move,
    /// Left out: would another be as good?
    pub excluded: Move,
    /// The best line from here on.
    pub line: Vec<Move>,
    /// Moves in the order in which they are tried.
    pub moves: Vec<Ranked>,
}

/// A worker in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// The last depth it finished.
    pub depth: u32,
    /// The longest line of that depth.
    pub selective: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Look-ups in the table.
    pub probes: u64,
    /// Those that found their position.
    pub hits: u64,
}

/// Told the best line of a depth.
pub type Report<'a> = &'a mut dyn FnMut(&Variation);

/// A thread at work.
pub struct Worker<'a> {
    /// What all workers share.
    pub shared: &'a Shared<'a>,
    /// What it remembers from search to search.
    pub history: &'a mut History,
    /// Its copy of the clock.
    pub clock: Clock,
    /// What it tells the others of itself.
    pub figure: Figure,
    /// Keys of all positions before the present one, from the start of the game.
    pub keys: Vec<u64>,
    /// One for each ply of the present line.
    pub stack: Vec<Ply>,
    /// The moves at the root, the best first, and the nodes spent on each in the last iteration.
    pub root: Vec<(Move, u64)>,
    /// The best line it has found.
    pub best: Variation,
    /// The deepest ply of the present iteration.
    pub selective: usize,
    /// Plies of the present iteration.
    pub depth: u32,
    /// Its number; the boss is 0.
    pub number: usize,
    /// How the boss talks to the GUI.
    pub report: Option<Report<'a>>,
    others: u64,
    reported: u32,
}

impl<'a> Worker<'a> {
    /// A worker that has not begun.
    pub fn new(
        shared: &'a Shared<'a>,
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
            figure: Figure::default(),
            keys: task.keys.to_vec(),
            stack: vec![Ply::default(); MAX_PLY + 4],
            root: task.root.iter().map(|&mv| (mv, 0)).collect(),
            best: Variation { moves: task.root.iter().copied().take(1).collect(), ..Variation::default() },
            selective: 0,
            depth: 0,
            number,
            report,
            others: 0,
            reported: 0,
        }
    }

    /// Iterative deepening until the clock or another worker ends it. The best line.
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
            (self.figure.depth, self.figure.selective) = (self.best.depth, self.best.selective);
            self.shared.publish(self.number, self.figure);
            self.shared.finish(self.number, &self.best);
            self.tell();
        }
        self.shared.publish(self.number, self.figure);
        self.best
    }

    /// A window around the last score, opened where the score falls outside. Half of the workers begin with another width.
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

    /// The root has moves of its own, is never pruned, and keeps its best line even when it is interrupted.
    fn search_root(&mut self, mut alpha: i32, beta: i32) -> i32 {
        let (board, depth, lower) = (self.shared.task.board, self.depth as i32, alpha);
        let (mut best, mut best_move) = (-INFINITY, Move::NONE);
        for number in 0..self.root.len() {
            let (mv, _) = self.root[number];
            let before = self.figure.nodes;
            let child = self.enter(board, mv, 0);
            let gives_check = child.checkers != 0;
            let extended = gives_check && see::reaches(board, mv, 0);
            let quiet =
                !is_capture(board, mv) && mv.promotion().is_none() && !gives_check && board.checkers == 0;
            let late = number > 2 && depth >= 3 && quiet;
            let reduction = if late { (params::reduction(depth, number) - 1).clamp(0, depth - 2) } else { 0 };
            let score = self.pvs::<true>(
                &child,
                (alpha, beta),
                depth - 1 + i32::from(extended),
                reduction,
                number == 0,
                0,
            );
            self.keys.pop();
            if self.shared.is_stopped() {
                return best;
            }
            self.root[number].1 = self.figure.nodes - before;
            if score > best {
                (best, best_move) = (score, mv);
            }
            if score > alpha {
                alpha = score;
                self.root[..=number].rotate_right(1);
                self.follow(mv, 0);
                if score >= beta {
                    break;
                }
                self.best = Variation {
                    moves: self.stack[0].line.clone(),
                    score,
                    depth: self.depth,
                    selective: self.selective as u32,
                };
            }
        }
        self.remember(board, best_move, best, (lower, beta), depth, 0);
        best
    }

    /// Makes a move, or passes the turn with [`Move::NONE`]: the board after it. Who comes back takes its key away.
    pub fn enter(&mut self, board: &Board, mv: Move, ply: usize) -> Board {
        self.keys.push(board.key);
        self.stack[ply].mv = mv;
        if mv == Move::NONE { board.after_null() } else { board.after(mv) }
    }

    /// The best line from a ply on is this move and the best line after it.
    pub fn follow(&mut self, mv: Move, ply: usize) {
        let mut line = std::mem::take(&mut self.stack[ply + 1].line);
        line.insert(0, mv);
        self.stack[ply].line = line;
    }

    /// Counts a node. True when the search has to end.
    pub fn visit(&mut self, ply: usize) -> bool {
        self.figure.nodes += 1;
        self.selective = self.selective.max(ply);
        if self.figure.nodes % LOOK_EVERY == 1 {
            // What the others do; the boss tells the GUI when one of them was first to finish a depth.
            self.others = self.shared.publish(self.number, self.figure);
            self.tell();
        }
        if self.clock.is_over(self.figure.nodes + self.others) {
            self.shared.stop();
        }
        self.shared.is_stopped()
    }

    /// What the table knows of a position.
    pub fn probe(&mut self, board: &Board) -> Option<Entry> {
        let entry = self.shared.task.hash.probe(board.key);
        self.figure.probes += 1;
        self.figure.hits += u64::from(entry.is_some());
        entry
    }

    /// Tells the table what a node has found, with the window it was searched with.
    pub fn remember(
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
        self.shared.task.hash.store(board.key, Entry { mv, score: nearer(score, ply as i32), depth, bound });
    }

    fn tell(&mut self) {
        if let Some(report) = &mut self.report
            && let Some(best) = self.shared.news(self.reported)
        {
            self.reported = best.depth;
            report(&best);
        }
    }
}

/// A score as it counts so many plies nearer to the mate, if it is one. In the table mates count from the position, in the search from the
/// root: into the table with the ply, out of it with its negative.
pub fn nearer(score: i32, plies: i32) -> i32 {
    if score.abs() >= MATES { score + plies * score.signum() } else { score }
}
