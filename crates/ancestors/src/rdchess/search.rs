//! The search at the root: iterative deepening with an aspiration window, and what its two other routines share.
//!
//! [`full`] searches all moves to the nominal depth, less what [`pruning`] leaves out, [`quiescence`] captures beyond it.

pub mod full;
pub mod pruning;
pub mod quiescence;

use std::time::Duration;

use heirloom_engine::Signals;

use super::board::Side;
use super::directions::Directions;
use super::eval::kingpawn::KingPawnTable;
use super::eval::switches::Switches;
use super::hash::HashTable;
use super::killers::Killers;
use super::moves::{Move, MoveLists};
use super::order::{self, Candidate};
use super::pins::Threats;
use super::position::Position;
use super::statistics::Statistics;
use crate::clock::Clock;

/// The value of a mate at the root, in centipawns ("VMATT"); each ply until the mate takes one off.
pub const MATE: i32 = 18_000;
/// Values beyond this are mates.
pub const MATE_FOUND: i32 = MATE - 1000;
/// More than any value.
pub const INFINITE: i32 = 20_000;
/// Lines end here, in plies.
pub const MAX_PLY: usize = 100;
/// Half the width of the aspiration window in centipawns.
const ASPIRATION: i32 = 40;
/// A repetition is nearly a draw: the side ahead does not like it, in centipawns.
const NEAR_DRAW: i32 = 8;

/// What outlives a search.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The position hash table.
    pub hash: HashTable,
    /// The king-pawn hash table.
    pub king_pawn: KingPawnTable,
    /// The main variation of the last search, from its root.
    pub main_variation: Vec<Move>,
}

/// Switches of the user.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Is the position hash table used?
    pub use_hash: bool,
    /// Is a mate looked for? Then nothing is pruned that a quiet mating move could hide behind.
    pub mate_search: bool,
    /// Stop once a mate in so many moves is proved.
    pub mate: Option<u32>,
}

/// The moment from which a search in the opponent's time has thought long enough for a direct move.
#[derive(Clone, Debug)]
pub struct Permanent {
    /// Tell that the expected move was played.
    pub signals: Signals,
    /// What this move would have been given.
    pub share: Duration,
}

/// A root move and what it has cost.
#[derive(Clone, Copy, Debug)]
pub struct RootMove {
    /// The move with its class.
    pub candidate: Candidate,
    /// Nodes spent on it.
    pub nodes: u64,
    /// Its value, side to move, if it was the best in this iteration.
    pub value: Option<i32>,
}

/// What is reported on the way.
#[derive(Debug)]
pub struct Progress<'a> {
    /// Plies of the iteration.
    pub depth: u32,
    /// Centipawns, side to move.
    pub value: i32,
    /// Alpha and beta of this search of the root.
    pub window: (i32, i32),
    /// Is the value a lower bound, and will the move be searched again?
    pub failed_high: bool,
    /// Has the iteration ended?
    pub complete: bool,
    /// The main variation.
    pub line: &'a [Move],
    /// The counts so far.
    pub statistics: &'a Statistics,
    /// The root moves in the order of the next iteration.
    pub root: &'a [RootMove],
    /// Since the search was asked for.
    pub elapsed: Duration,
    /// What the tables know.
    pub memory: &'a Memory,
}

/// A listener.
pub type Report<'r> = dyn FnMut(&Progress<'_>) + 'r;

/// One search.
pub struct Search<'a> {
    pub(super) position: Position,
    pub(super) memory: &'a mut Memory,
    pub(super) settings: Settings,
    pub(super) switches: Switches,
    pub(super) directions: Directions,
    pub(super) killers: Killers,
    /// What it counts.
    pub statistics: Statistics,
    /// The main variation and its value.
    pub best: (Vec<Move>, i32),
    /// Was it ended because its thinking in the opponent's time had been enough?
    pub direct: bool,
    clock: Clock,
    permanent: Option<Permanent>,
    over: bool,
    /// Of the search of the root at work.
    window: (i32, i32),
    iteration: u32,
    /// Lists for each ply, so that no node asks for memory.
    lists: Vec<(MoveLists, Vec<Candidate>)>,
    variations: Vec<Vec<Move>>,
}

impl<'a> Search<'a> {
    /// A search from a position; switches and direction tables are set for it.
    pub fn new(
        position: Position,
        memory: &'a mut Memory,
        settings: Settings,
        clock: Clock,
        permanent: Option<Permanent>,
    ) -> Search<'a> {
        let switches = Switches::at_root(&position);
        let directions =
            Directions::towards([position.board.king(Side::White), position.board.king(Side::Black)]);
        memory.hash.begin(switches.endgame());
        memory.king_pawn.prepare(&switches);
        Search {
            position,
            memory,
            settings,
            switches,
            directions,
            killers: Killers::new(MAX_PLY),
            statistics: Statistics::default(),
            best: (Vec::new(), 0),
            direct: false,
            clock,
            permanent,
            over: false,
            window: (-INFINITE, INFINITE),
            iteration: 0,
            lists: vec![Default::default(); MAX_PLY + 2],
            variations: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// All legal root moves in their first order.
    pub fn root_moves(&mut self) -> Vec<RootMove> {
        let threats = Threats::of(&self.position);
        let (mut lists, mut sorted) = (MoveLists::default(), Vec::new());
        super::generate::legal(&self.position, &threats, &self.directions, &mut lists);
        order::sort(&self.position, &threats, self.killers.at(0), Move::NONE, &lists, &mut sorted);
        let first = self
            .memory
            .hash
            .look_up(self.position.context.key)
            .filter(|_| self.settings.use_hash)
            .map(|found| found.mv);
        let first = first.or(self.memory.main_variation.first().copied());
        if let Some(place) = sorted.iter().position(|candidate| Some(candidate.mv) == first) {
            sorted[..=place].rotate_right(1);
            sorted[0].class = order::Class::HashMove;
        }
        sorted.into_iter().map(|candidate| RootMove { candidate, nodes: 0, value: None }).collect()
    }

    /// Deepens until a limit is met. `root` must not be empty; its first move is the answer if there is time for nothing.
    pub fn deepen(&mut self, mut root: Vec<RootMove>, report: &mut Report<'_>) {
        self.best = (root.first().map(|first| vec![first.candidate.mv]).unwrap_or_default(), 0);
        for depth in 1..MAX_PLY as u32 / 2 {
            if !self.clock.allows(depth, self.statistics.nodes) || self.over {
                break;
            }
            self.iteration = depth;
            root.iter_mut().for_each(|root| root.value = None);
            self.aspire(depth, &mut root, report);
            if self.over {
                break;
            }
            self.report(depth, false, true, &root, report);
            let moves_to_mate = (MATE - self.best.1.abs() + 1) / 2;
            let mate = self.best.1.abs() > MATE_FOUND;
            let asked = self.settings.mate.is_some_and(|moves| moves_to_mate <= moves as i32);
            if mate && (asked || self.settings.mate_search && self.best.1 > 0) {
                break;
            }
        }
        self.memory.main_variation.clone_from(&self.best.0);
    }

    /// One iteration: a narrow window around the last value, then an open one on the side where it failed.
    fn aspire(&mut self, depth: u32, root: &mut [RootMove], report: &mut Report<'_>) {
        let last = self.best.1;
        let narrow = depth > 2 && last.abs() < MATE_FOUND;
        let (mut alpha, mut beta) =
            if narrow { (last - ASPIRATION, last + ASPIRATION) } else { (-INFINITE, INFINITE) };
        loop {
            self.window = (alpha, beta);
            let value = self.search_root(depth as i32, alpha, beta, root, report);
            if self.over {
                return;
            }
            if value <= alpha && alpha > -INFINITE {
                alpha = -INFINITE;
            } else if value >= beta && beta < INFINITE {
                beta = INFINITE;
            } else {
                return;
            }
        }
    }

    /// All root moves within a window; the best one moves to the front.
    fn search_root(
        &mut self,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        root: &mut [RootMove],
        report: &mut Report<'_>,
    ) -> i32 {
        let mut best = -INFINITE;
        for index in 0..root.len() {
            let (mv, before) = (root[index].candidate.mv, self.statistics.nodes);
            self.position.make(mv);
            let value = self.search_move(depth - 1, alpha, beta, 1, index == 0);
            self.position.unmake();
            root[index].nodes += self.statistics.nodes - before;
            if self.over {
                return best;
            }
            best = best.max(value);
            if value > alpha {
                alpha = value;
                root[index].value = Some(value);
                let mut line = vec![mv];
                line.extend_from_slice(&self.variations[1]);
                self.best = (line, value);
                root[..=index].rotate_right(1);
                self.report(depth as u32, value >= beta, false, root, report);
            }
            if value >= beta {
                break;
            }
        }
        best
    }

    /// NegaScout: after the first move of a node the others have to show in a null window that they are better.
    fn search_move(&mut self, depth: i32, alpha: i32, beta: i32, ply: usize, first: bool) -> i32 {
        if first {
            return -self.full(depth, -beta, -alpha, ply);
        }
        let value = -self.full(depth, -alpha - 1, -alpha, ply);
        if value <= alpha || value >= beta || self.over {
            return value;
        }
        self.statistics.repeated += 1;
        -self.full(depth, -beta, -alpha, ply)
    }

    fn report(
        &mut self,
        depth: u32,
        failed_high: bool,
        complete: bool,
        root: &[RootMove],
        report: &mut Report<'_>,
    ) {
        report(&Progress {
            depth,
            value: self.best.1,
            window: self.window,
            failed_high,
            complete,
            line: &self.best.0,
            statistics: &self.statistics,
            root,
            elapsed: self.clock.elapsed(),
            memory: self.memory,
        });
    }

    /// Counts a node and asks the clock; true if the search has to end.
    fn enter_node(&mut self, ply: usize) -> bool {
        self.variations[ply].clear();
        self.statistics.visit(ply);
        self.over |= self.clock.is_over(self.statistics.nodes);
        if self.statistics.nodes.is_multiple_of(256)
            && let Some(permanent) = &self.permanent
            && !permanent.signals.is_pondering()
            && self.clock.elapsed() >= permanent.share
        {
            (self.direct, self.over) = (true, true);
        }
        self.over
    }

    /// The main variation of a node is a move and that of the node below.
    fn extend_variation(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.variations.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }

    /// What a repetition is worth to the side to move.
    fn near_draw(&self) -> i32 {
        -NEAR_DRAW * self.position.balance().signum()
    }
}
