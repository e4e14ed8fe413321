//! The root search: iterative deepening with aspiration windows, and shared state.
//!
//! [`full`] searches all moves to the nominal depth, minus what [`pruning`] skips; then [`quiescence`].

pub mod full;
pub mod pruning;
pub mod quiescence;

use std::time::Duration;

use heirloom_engine::Signals;

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

/// The value of a mate at the root, in centipawns ("VMATT"); it drops by one per ply.
pub const MATE: i32 = 18_000;
/// Values above this are mates.
pub const MATE_FOUND: i32 = MATE - 1000;
/// Above all values.
pub const INFINITE: i32 = 20_000;
/// The maximum line length in plies.
pub const MAX_PLY: usize = 100;
/// Half the width of the aspiration window in centipawns.
const ASPIRATION: i32 = 40;
/// The penalty of a repetition for the side ahead, in centipawns.
const REPETITION_PENALTY: i32 = 8;

/// The state kept between searches.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The position hash table.
    pub hash: HashTable,
    /// The king-pawn hash table.
    pub king_pawn: KingPawnTable,
    /// The principal variation of the last search, from its root.
    pub main_variation: Vec<Move>,
}

/// The user's settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Use the position hash table.
    pub use_hash: bool,
    /// Search for a mate: no pruning that could miss a quiet mating move.
    pub mate_search: bool,
    /// Stop once a mate in this many moves is proven.
    pub mate: Option<u32>,
}

/// Pondering: the condition for playing a move at once after a ponder hit.
#[derive(Clone, Debug)]
pub struct Permanent {
    /// The signals that report the ponder hit.
    pub signals: Signals,
    /// The usual time of this move.
    pub share: Duration,
}

/// A root move and its statistics.
#[derive(Clone, Copy, Debug)]
pub struct RootMove {
    /// The move with its class.
    pub candidate: Candidate,
    /// Nodes spent on it.
    pub nodes: u64,
    /// Centipawns for the side to move, if it was the best in this iteration.
    pub value: Option<i32>,
}

/// A progress report.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The depth of the iteration in plies.
    pub depth: u32,
    /// Centipawns for the side to move.
    pub value: i32,
    /// Alpha and beta of this root search.
    pub window: (i32, i32),
    /// True if the value is a lower bound and the move will be searched again.
    pub failed_high: bool,
    /// True if the iteration is complete.
    pub complete: bool,
    /// The principal variation.
    pub line: &'a [Move],
    /// The statistics so far.
    pub statistics: &'a Statistics,
    /// The root moves in the order of the next iteration.
    pub root: &'a [RootMove],
    /// The time since the search was requested.
    pub elapsed: Duration,
    /// The hash tables.
    pub memory: &'a Memory,
}

/// Receives progress reports.
pub type Report<'r> = dyn FnMut(&Progress<'_>) + 'r;

/// The state of a search.
pub struct Search<'a> {
    pub(super) position: Position,
    pub(super) memory: &'a mut Memory,
    pub(super) settings: Settings,
    pub(super) switches: Switches,
    pub(super) directions: Directions,
    pub(super) killers: Killers,
    /// The statistics.
    pub statistics: Statistics,
    /// The principal variation and its value.
    pub best: (Vec<Move>, i32),
    /// True if the search ended because it had pondered long enough.
    pub direct: bool,
    clock: Clock,
    permanent: Option<Permanent>,
    stopped: bool,
    /// The window of the current root search.
    window: (i32, i32),
    iteration: u32,
    /// Lists for each ply, to avoid allocations in nodes.
    lists: Vec<(MoveLists, Vec<Candidate>)>,
    variations: Vec<Vec<Move>>,
}

impl<'a> Search<'a> {
    /// Creates a search; switches and direction tables are set for its root.
    pub fn new(
        position: Position,
        memory: &'a mut Memory,
        settings: Settings,
        clock: Clock,
        permanent: Option<Permanent>,
    ) -> Search<'a> {
        let switches = Switches::at_root(&position);
        let directions = Directions::of(&position.board);
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
            stopped: false,
            window: (-INFINITE, INFINITE),
            iteration: 0,
            lists: vec![Default::default(); MAX_PLY + 2],
            variations: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Returns all legal root moves in their initial order.
    pub fn root_moves(&mut self) -> Vec<RootMove> {
        let threats = Threats::of(&self.position);
        let (mut lists, mut sorted) = (MoveLists::default(), Vec::new());
        super::generate::legal(&self.position, &threats, &self.directions, &mut lists);
        order::sort(&self.position, &threats, self.killers.at(0), Move::NONE, &lists, &mut sorted);
        let known = self.memory.hash.look_up(self.position.context.key).filter(|_| self.settings.use_hash);
        let first = known.map(|found| found.mv).or(self.memory.main_variation.first().copied());
        if let Some(place) = sorted.iter().position(|candidate| Some(candidate.mv) == first) {
            sorted[..=place].rotate_right(1);
            sorted[0].class = order::Class::HashMove;
        }
        sorted.into_iter().map(|candidate| RootMove { candidate, nodes: 0, value: None }).collect()
    }

    /// Searches deeper until a limit is reached. `root` must not be empty; its first move is the fallback.
    pub fn deepen(&mut self, mut root: Vec<RootMove>, report: &mut Report<'_>) {
        self.best = (root.first().map(|first| vec![first.candidate.mv]).unwrap_or_default(), 0);
        for depth in 1..MAX_PLY as u32 / 2 {
            if !self.clock.allows(depth, self.statistics.nodes) || self.stopped {
                break;
            }
            self.iteration = depth;
            root.iter_mut().for_each(|root| root.value = None);
            self.aspirate(depth, &mut root, report);
            if self.stopped {
                break;
            }
            self.report(depth, false, true, &root, report);
            let moves_to_mate = (MATE - self.best.1.abs() + 1) / 2;
            let mate = self.best.1.abs() > MATE_FOUND;
            let short_enough = self.settings.mate.is_some_and(|moves| moves_to_mate <= moves as i32);
            if mate && (short_enough || self.settings.mate_search && self.best.1 > 0) {
                break;
            }
        }
        self.memory.main_variation.clone_from(&self.best.0);
    }

    /// Runs an iteration with a narrow window around the last value, opened on the side where it fails.
    fn aspirate(&mut self, depth: u32, root: &mut [RootMove], report: &mut Report<'_>) {
        let last = self.best.1;
        let narrow = depth > 2 && last.abs() < MATE_FOUND;
        let (mut alpha, mut beta) =
            if narrow { (last - ASPIRATION, last + ASPIRATION) } else { (-INFINITE, INFINITE) };
        loop {
            self.window = (alpha, beta);
            let value = self.search_root(depth as i32, alpha, beta, root, report);
            if self.stopped {
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

    /// Searches all root moves within a window; the best one moves to the front.
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
            if self.stopped {
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

    /// NegaScout: after the first move, null-window searches test if the others are better.
    fn search_move(&mut self, depth: i32, alpha: i32, beta: i32, ply: usize, first: bool) -> i32 {
        if first {
            return -self.full(depth, -beta, -alpha, ply);
        }
        let value = -self.full(depth, -alpha - 1, -alpha, ply);
        if value <= alpha || value >= beta || self.stopped {
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

    /// Counts a node; returns true if the search must stop.
    fn enter_node(&mut self, ply: usize) -> bool {
        self.variations[ply].clear();
        self.statistics.visit(ply);
        self.stopped |= self.clock.is_over(self.statistics.nodes);
        if self.statistics.nodes.is_multiple_of(256)
            && let Some(permanent) = &self.permanent
            && !permanent.signals.is_pondering()
            && self.clock.elapsed() >= permanent.share
        {
            (self.direct, self.stopped) = (true, true);
        }
        self.stopped
    }

    /// Sets the principal variation of a node to a move and that of the node below.
    fn extend_variation(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.variations.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }

    /// Returns the value of a repetition for the side to move.
    fn repetition_value(&self) -> i32 {
        -REPETITION_PENALTY * self.position.balance().signum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::unlimited;

    /// Runs `look` on a search of a position with empty tables.
    pub fn with_search<T>(fen: &str, look: impl FnOnce(&mut Search<'_>) -> T) -> T {
        let (hash, king_pawn) = (HashTable::new(1).unwrap(), KingPawnTable::new(8));
        let mut memory = Memory { hash, king_pawn, main_variation: Vec::new() };
        let settings = Settings { use_hash: true, mate_search: false, mate: None };
        look(&mut Search::new(Position::from_fen(fen).unwrap(), &mut memory, settings, unlimited(), None))
    }
}
