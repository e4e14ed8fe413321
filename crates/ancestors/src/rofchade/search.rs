//! One worker: iterative deepening, the aspiration window, and the search of the root.

use super::board::Board;
use super::hash::{Bound, Entry};
use super::history::{History, MAX_PLY};
use super::moves::Move;
use super::picker::Ranked;
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

/// What a thread keeps from search to search.
#[derive(Debug, Default)]
pub struct Memory {
    /// Killers and histories.
    pub history: History,
    /// The moves of all nodes of the present line.
    pub moves: Vec<Ranked>,
}

/// A move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Nodes spent on it in the last iteration.
    pub nodes: u64,
}

/// What a node leaves for those below it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ply {
    /// The static evaluation; none in check.
    pub eval: Option<i32>,
    /// The move being searched; [`Move::NONE`] when the turn was passed.
    pub mv: Move,
    /// Left out: would another be as good?
    pub excluded: Move,
}

/// A worker in figures; each has a line of the cache for itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
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

/// Told the best line of a depth and the nodes of all workers.
pub type Report<'a> = &'a mut dyn FnMut(&Variation, u64);

/// A thread at work.
pub struct Worker<'a> {
    /// What all workers share.
    pub shared: &'a Shared<'a>,
    /// What it remembers.
    pub memory: &'a mut Memory,
    /// Its copy of the clock.
    pub clock: Clock,
    /// What it tells the others of itself.
    pub figure: Figure,
    /// Keys of all positions before the present one, from the start of the game.
    pub keys: Vec<u64>,
    /// One for each ply of the present line.
    pub stack: Vec<Ply>,
    /// The best line from each ply on.
    pub lines: Vec<Vec<Move>>,
    /// The moves at the root, the best first.
    pub root: Vec<RootMove>,
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
    next_look: u64,
    reported: u32,
}

impl<'a> Worker<'a> {
    /// A worker that has not begun.
    pub fn new(shared: &'a Shared<'a>, memory: &'a mut Memory, clock: Clock, keys: &[u64], root: &[Move], number: usize) -> Worker<'a> {
        memory.moves.clear();
        memory.history.begin_search();
        let best = Variation { moves: root.first().copied().into_iter().collect(), ..Variation::default() };
        Worker {
            shared,
            memory,
            clock,
            figure: Figure::default(),
            keys: keys.to_vec(),
            stack: vec![Ply::default(); MAX_PLY + 4],
            lines: vec![Vec::new(); MAX_PLY + 4],
            root: root.iter().map(|&mv| RootMove { mv, nodes: 0 }).collect(),
            best,
            selective: 0,
            depth: 0,
            number,
            report: None,
            others: 0,
            next_look: 0,
            reported: 0,
        }
    }

    /// Iterative deepening until the clock or another worker ends it.
    pub fn deepen(&mut self, board: &Board) {
        while let Some(depth) = self.shared.next_depth(self.number, self.best.depth, &self.clock) {
            self.depth = depth;
            self.selective = 0;
            self.aspirate(board);
            if self.shared.is_stopped() {
                break;
            }
            let best = self.root.first().copied();
            self.root.sort_by_key(|root| (Some(root) != best.as_ref(), std::cmp::Reverse(root.nodes)));
            (self.figure.depth, self.figure.selective) = (self.best.depth, self.best.selective);
            self.shared.publish(self.number, self.figure);
            self.shared.finish(self.number, &self.best, &self.clock);
            self.tell();
        }
        self.shared.publish(self.number, self.figure);
        // Nobody works on when the boss has nothing left to do.
        if self.number == 0 {
            self.shared.stop();
        }
    }

    /// Makes a move: the board after it.
    #[inline]
    pub fn enter(&mut self, board: &Board, mv: Move, ply: usize) -> Board {
        self.keys.push(board.key);
        self.stack[ply].mv = mv;
        board.after(mv)
    }

    /// Back to the position before the last move.
    #[inline]
    pub fn leave(&mut self) {
        self.keys.pop();
    }

    /// The best line from a ply on is this move and the best line after it.
    pub fn follow(&mut self, mv: Move, ply: usize) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Counts a node. True when the search has to end.
    #[inline]
    pub fn visit(&mut self, ply: usize) -> bool {
        self.figure.nodes += 1;
        self.selective = self.selective.max(ply);
        if self.figure.nodes >= self.next_look {
            // What the others do; the boss tells the GUI when one of them was first to finish a depth.
            self.next_look = self.figure.nodes + LOOK_EVERY;
            self.others = self.shared.publish(self.number, self.figure);
            self.tell();
        }
        if self.clock.is_over(self.figure.nodes + self.others) {
            self.shared.stop();
        }
        self.shared.is_stopped()
    }

    /// What the table knows of a position.
    #[inline]
    pub fn probe(&mut self, board: &Board) -> Option<Entry> {
        let entry = self.shared.hash.probe(board.key);
        self.figure.probes += 1;
        self.figure.hits += u64::from(entry.is_some());
        entry
    }

    #[cold]
    fn tell(&mut self) {
        if let Some(report) = &mut self.report
            && self.shared.finished() > self.reported
            && let Some(best) = self.shared.news(self.reported)
        {
            self.reported = best.depth;
            report(&best, self.figure.nodes + self.others);
        }
    }
}

/// How a score relates to the true one, given the window it was searched with.
pub fn bound(score: i32, alpha: i32, beta: i32) -> Bound {
    match score {
        _ if score >= beta => Bound::Lower,
        _ if score > alpha => Bound::Exact,
        _ => Bound::Upper,
    }
}

/// A score as it counts so many plies nearer to the mate, if it is one. In the table mates count from the position, in the search from the
/// root: into the table with the ply, out of it with its negative.
pub fn nearer(score: i32, plies: i32) -> i32 {
    match score {
        MATES.. => score + plies,
        _ if score <= -MATES => score - plies,
        _ => score,
    }
}
