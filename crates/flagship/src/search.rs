//! The search: iterative deepening over a principal variation search with a transposition table.
//!
//! There are three expected kinds of nodes. A PV node is on the line that both sides are expected to play and
//! has an open window. A cut node is expected to fail high on one of its first moves. An all node is expected
//! to fail low whatever is played. Only PV nodes have an open window; the others only determine whether the
//! score is at least beta.
//!
//! `deepening` runs deeper and deeper searches of the root, `node` searches one position, `quiescence` ends
//! lines in quiet positions. `pruning` and `reductions` decide what to skip or search less deeply; `ordering`
//! decides what comes first, based on `history`.

mod context;
mod continuation;
mod correction;
pub mod deepening;
mod extensions;
pub mod history;
mod insights;
mod learning;
pub mod listener;
mod mate;
pub mod mate_threat;
pub mod memory;
mod node;
pub mod ordering;
mod pruning;
pub mod pv;
mod quiescence;
mod quiet_bonus;
mod reductions;
mod reported_line;
mod root;
pub mod shared_state;
mod stability;
mod stack;
pub mod tablebase;
mod upcoming_repetition;

use std::sync::Arc;
use std::time::Duration;

use heirloom_chess::{Line, Move, Position};
use heirloom_engine::insight::Exit;
use heirloom_engine::{Info, Limits, Signals};

use crate::eval::classical::{self, endings, pawns::PawnCache};
use crate::eval::nnue::accumulator::Accumulators;
use crate::eval::nnue::network::Network;
use crate::params::Values;
use crate::score::{self, MAX_PLY};
use crate::style::Style;
use crate::time::Timer;
use crate::tt::{Entry, TranspositionTable};
use history::History;
use listener::Listener;
use memory::{Memory, Workspace};
use pv::PvTable;
use reductions::Reductions;
use shared_state::SharedState;
use stack::Stack;

/// The interval between checks of the clock and the stop signal, in nodes.
const NODES_BETWEEN_CHECKS: u64 = 512;

/// The first iteration may always visit this many nodes, however little time there is.
const NODES_OF_FIRST_ITERATION: u64 = 20_000;

/// The input of a search.
#[derive(Clone)]
pub struct Task<'a> {
    /// The game so far.
    pub line: &'a Line,
    /// The limits of the search.
    pub limits: &'a Limits,
    /// The stop and ponder hit signals.
    pub signals: &'a Signals,
    /// The clock.
    pub timer: Timer,
    /// The settings of the search.
    pub settings: SearchSettings,
}

/// The settings of a search; by default it evaluates without a net and reports one line.
#[derive(Clone, Default)]
pub struct SearchSettings {
    /// The number of lines to report.
    pub multipv: usize,
    /// The net that evaluates; the classical evaluation if `None`.
    pub network: Option<Arc<Network>>,
    /// Endgame tablebases, if there are any.
    pub tablebases: Option<Arc<tablebase::Probing>>,
    /// The parameters of the search.
    pub values: Values,
    /// What the side to move at the root likes to play.
    pub style: Style,
    /// Whether nothing is reported. The first iterations are then skipped if the table already has their
    /// results.
    pub silent: bool,
}

/// The result of one worker.
#[derive(Clone, Default, Debug)]
pub struct SearchResult {
    /// The principal variation, never empty.
    pub pv: Vec<Move>,
    /// The score of the line from the view of the side to move.
    pub score: i32,
    /// The depth of the last completed iteration.
    pub depth: i32,
    /// The length of the longest line searched, in plies.
    pub selective_depth: usize,
    /// Whether the score is only a lower bound, because the search was stopped before the re-search.
    pub failed_high: bool,
    /// Nodes visited by this worker.
    pub nodes: u64,
}

impl SearchResult {
    /// The best move.
    pub fn mv(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    /// Returns true if the score is a mate for either side.
    pub fn is_decided(&self) -> bool {
        score::is_mate(self.score)
    }
}

/// The search of one thread: its own histories, stack and counters, and the shared table.
///
/// `L` is notified of what happens at each node.
pub struct Worker<'a, L: Listener = ()> {
    table: &'a TranspositionTable,
    history: &'a mut History,
    task: Task<'a>,
    shared: &'a SharedState,
    /// The index among the workers; 0 is the main worker, which watches the limits and reports.
    index: usize,
    reductions: reductions::Table,
    stack: &'a mut Stack,
    pawns: &'a mut PawnCache,
    net: Option<&'a mut Accumulators>,
    pv: &'a mut PvTable,
    /// The keys of all positions of the game and the current line, except the current position.
    keys: Vec<u64>,
    /// The index in `keys` of the last null move: no repetition reaches back beyond it.
    last_null_move: usize,
    root_moves: &'a mut Vec<RootMove>,
    /// The root moves as of the last completed iteration.
    completed: &'a mut Vec<RootMove>,
    /// The index of the line being searched with several lines, from 0.
    line_index: usize,
    root_depth: i32,
    completed_depth: i32,
    nodes: u64,
    /// Nodes that count toward the soft limit although they were not visited.
    skipped_nodes: u64,
    /// The limits are checked at this number of nodes.
    next_check: u64,
    selective_depth: usize,
    /// The longest line searched so far, in plies.
    max_ply: &'a mut usize,
    /// During a verification, null moves are only allowed from this ply on.
    null_move_from_ply: usize,
    stopped: bool,
    /// Whether the search may end as soon as the expected move is played.
    stop_on_ponderhit: bool,
    /// Whether the style adds nothing to the evaluation.
    is_neutral: bool,
    listener: L,
}

/// How far beyond the longest line a search writes into its stack, in plies.
const STACK_MARGIN: usize = 4;

/// A legal move at the root with its results.
#[derive(Debug)]
pub struct RootMove {
    /// The move itself.
    pub mv: Move,
    /// Its score in this iteration; minus infinity until it is searched.
    pub score: i32,
    /// Its score in the previous iteration.
    pub previous_score: i32,
    /// The principal variation that it begins.
    pub pv: Vec<Move>,
    /// The length of the longest line searched, in plies.
    pub selective_depth: usize,
    /// Nodes spent on it so far in all iterations.
    pub nodes: u64,
    /// Its rank by the tablebases: moves of a lower rank come after all moves of a higher one.
    pub rank: i32,
    /// Whether the score is only an upper bound, because even the first move failed low.
    pub failed_low: bool,
    /// Its lower bound, if it failed high in this iteration and is still to be searched again.
    pub failed_high: Option<i32>,
    /// Its score by the tablebases, if they rank it.
    pub tablebase_score: Option<i32>,
}

impl<'a, L: Listener> Worker<'a, L> {
    /// Creates a worker for one search, on the thread that it will run on. Ignores illegal moves in the list
    /// of moves to search; if no legal one is in it, all moves are searched.
    pub fn new(
        table: &'a TranspositionTable,
        memory: &'a mut Memory,
        task: Task<'a>,
        shared: &'a SharedState,
        index: usize,
    ) -> Self {
        let settings = &task.settings;
        settings.values.install();
        let position = task.line.position();
        let legal = position.legal_moves();
        let listed = &task.limits.search_moves;
        let is_listed = |mv: &Move| listed.contains(mv) || !legal.iter().any(|other| listed.contains(other));
        let Memory { history, pawns, accumulators, workspace } = memory;
        let Workspace { stack, pv, root_moves, completed, max_ply } = &mut **workspace;
        // Entries that no search has reached are still empty.
        let used = std::mem::take(max_ply) + STACK_MARGIN;
        stack.reset(used);
        pv.reset(used);
        refill(root_moves, legal.iter().copied().filter(is_listed));
        if let Some(tablebases) = &settings.tablebases {
            tablebases.rank(root_moves, settings.multipv);
        }
        let is_neutral = settings.style.is_neutral();
        let network = settings.network.as_ref();
        let net = network.map(|network| Accumulators::reuse(accumulators, network, MAX_PLY + 4));
        let mut keys = Vec::with_capacity(task.line.keys().len() + MAX_PLY + 8);
        keys.extend_from_slice(task.line.keys());
        Worker {
            table,
            history,
            task,
            shared,
            index,
            reductions: Reductions::table(),
            stack,
            pawns,
            net,
            pv,
            keys,
            last_null_move: 0,
            root_moves,
            completed,
            line_index: 0,
            root_depth: 0,
            completed_depth: 0,
            nodes: 0,
            skipped_nodes: 0,
            next_check: 1,
            selective_depth: 0,
            max_ply,
            null_move_from_ply: 0,
            stopped: false,
            stop_on_ponderhit: false,
            is_neutral,
            listener: L::default(),
        }
    }

    /// Returns true if another worker's move may be played: not if several lines or a fixed depth or mate are
    /// requested.
    pub fn may_be_outvoted(&self) -> bool {
        let limits = self.task.limits;
        self.task.settings.multipv <= 1 && limits.depth.is_none() && limits.mate.is_none()
    }

    /// Returns true if this worker watches the limits, reports and decides.
    fn is_main(&self) -> bool {
        self.index == 0
    }

    /// Returns the nodes visited by all workers, as far as they are published.
    pub fn total_nodes(&self) -> u64 {
        self.nodes + self.shared.nodes_of_others(self.index)
    }

    /// Counts a node and checks the limits now and then. Nodes entered after a stop do not count.
    #[inline]
    fn count_node(&mut self) {
        self.nodes += u64::from(!self.stopped);
        if self.nodes >= self.next_check {
            self.check_limits();
        }
    }

    #[cold]
    fn check_limits(&mut self) {
        self.next_check = self.nodes + NODES_BETWEEN_CHECKS;
        self.shared.publish_nodes(self.index, self.nodes);
        if !self.is_main() {
            self.shared.yield_if_crowded();
        }
        self.stopped |=
            self.task.signals.is_stopped() || self.stop_on_ponderhit && !self.task.signals.is_pondering();
        if let Some(limit) = self.task.limits.nodes {
            let all = self.total_nodes();
            self.stopped |= all >= limit;
            // A single worker stops at exactly this node; several share what is left.
            let left = limit.saturating_sub(all) / self.shared.size() as u64;
            self.next_check = self.next_check.min(self.nodes + left.max(1));
        }
        // With more threads than processors the main worker may not be running when the time is up, so all
        // workers check the clock. The main worker completes the first iteration so that there is a good move
        // to play; that takes no time except with swarms of queens.
        let may_end = !self.is_main() || self.root_depth > 1 || self.nodes > NODES_OF_FIRST_ITERATION;
        self.stopped |= may_end && (self.shared.is_halted() || self.task.timer.is_expired(self.task.signals));
        if self.stopped {
            self.shared.halt();
        }
    }

    /// Notes the exit of a node and returns its score.
    #[inline(always)]
    fn leave(&mut self, exit: Exit, score: i32) -> i32 {
        self.listener.leave(exit);
        score
    }

    /// Looks up a position in the table.
    #[inline]
    fn probe_table(&mut self, position: &Position, ply: usize) -> Option<Entry> {
        let known = self.table.probe(position.key(), ply, position.halfmove_clock());
        self.listener.look_up(known.is_some());
        known
    }

    /// Plays a move one ply deeper and updates everything that depends on the position.
    #[inline]
    fn play(&mut self, position: &Position, mv: Move, ply: usize) -> Position {
        let moved = position.piece_at(mv.from());
        debug_assert!(position.is_legal(mv), "{mv:?} in {}", position.fen());
        let mut child = position.clone();
        let mut piece_keys = self.stack.at(ply).piece_keys;
        child.play_observed(mv, &mut piece_keys);
        self.stack.at_mut(ply).set_move(mv, moved, !position.is_noisy(mv));
        self.stack.at_mut(ply + 1).piece_keys = piece_keys;
        self.history.corrections.prefetch(&child, &piece_keys, &self.stack.previous_moves(ply + 1));
        self.keys.push(position.key());
        if let Some(net) = &mut self.net {
            net.push(&child, ply + 1);
        }
        child
    }

    /// Plays a null move one ply deeper.
    fn play_null(&mut self, position: &Position, ply: usize) -> Position {
        debug_assert!(!position.in_check(), "a king in check cannot pass");
        let mut child = position.clone();
        child.play_null();
        self.table.prefetch(child.key());
        self.stack.at_mut(ply).set_null_move();
        self.stack.at_mut(ply + 1).piece_keys = self.stack.at(ply).piece_keys;
        self.keys.push(position.key());
        self.last_null_move = self.keys.len();
        if let Some(net) = &mut self.net {
            net.push(&child, ply + 1);
        }
        child
    }

    /// Goes back one ply.
    #[inline]
    fn undo(&mut self) {
        self.keys.pop();
    }

    /// Returns true if this position is a draw by the rules or by repetition. One repetition inside the
    /// search is enough: a side that could do better would have done so the first time. Stalemate is detected
    /// by having no legal move.
    fn is_draw(&self, position: &Position, ply: usize) -> bool {
        if position.is_insufficient_material() {
            return true;
        }
        let clock = usize::from(position.halfmove_clock());
        if clock >= 100 {
            // Mate on the hundredth ply takes precedence.
            return !position.in_check() || position.has_legal_move();
        }
        let reversible = clock.min(self.keys.len() - self.last_null_move);
        let mut found_before_root = false;
        for back in (4..=reversible).step_by(2) {
            if self.keys[self.keys.len() - back] == position.key() {
                if back < ply || found_before_root {
                    return true;
                }
                found_before_root = true;
            }
        }
        false
    }

    /// Starts the evaluation while the table's entry is being fetched from memory: most positions are
    /// evaluated, or those after them are.
    #[inline]
    fn begin_evaluation(&mut self, position: &Position, ply: usize) {
        if let Some(net) = &mut self.net {
            net.update_ply(position, ply);
        }
    }

    /// Returns the static evaluation from the view of the side to move, limited to stay below decisive
    /// scores.
    #[inline]
    fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        let value = endings::known(position).unwrap_or_else(|| {
            let mut weighted_sum = || classical::weighted_sum(position, self.pawns);
            let value = match &mut self.net {
                Some(net) => net.evaluate(position, ply, weighted_sum),
                None => weighted_sum(),
            };
            if self.is_neutral { value } else { value + self.taste(position) }
        });
        value.clamp(-score::MAX_EVAL, score::MAX_EVAL)
    }

    /// Returns what the style of the side to move at the root adds to the evaluation, from the view of the
    /// side to move.
    #[cold]
    fn taste(&self, position: &Position) -> i32 {
        let side = self.task.line.position().turn();
        let value = self.task.settings.style.value(position, side);
        if position.turn() == side { value } else { -value }
    }

    /// Returns the report of the line with this index.
    fn info(&self, index: usize, depth: i32, bound: heirloom_engine::Bound) -> Info {
        let line = &self.root_moves[index];
        debug_assert!(is_legal_line(self.task.line.position(), &line.pv), "the line {:?}", line.pv);
        let (time, nodes) = (self.task.timer.elapsed(), self.total_nodes());
        let known = if line.score == -score::INFINITE { line.previous_score } else { line.score };
        let (reported, pv) = self.reported_line(line, known);
        Info {
            depth: Some(depth.max(1) as u32),
            selective_depth: Some(line.selective_depth.max(1) as u32),
            multipv: Some(index as u32 + 1),
            score: Some(reported),
            bound,
            nodes: Some(nodes),
            nps: Some(per_second(nodes, time)),
            hashfull: Some(self.table.hashfull()),
            tbhits: Some(self.task.settings.tablebases.as_ref().map_or(0, |tablebases| tablebases.hits())),
            time: Some(time),
            pv,
            ..Info::default()
        }
    }
}

/// Returns true if all moves of a line are legal in sequence.
fn is_legal_line(position: &Position, line: &[Move]) -> bool {
    let mut position = position.clone();
    line.iter().all(|&mv| {
        let is_legal = position.is_legal(mv);
        if is_legal {
            position.play(mv);
        }
        is_legal
    })
}

/// Fills a list with new root moves, reusing the memory of the old ones.
fn refill(list: &mut Vec<RootMove>, moves: impl Iterator<Item = Move>) {
    let mut filled = 0;
    for mv in moves {
        match list.get_mut(filled) {
            Some(old) => old.reset(mv),
            None => list.push(RootMove::new(mv)),
        }
        filled += 1;
    }
    list.truncate(filled);
}

impl Clone for RootMove {
    fn clone(&self) -> RootMove {
        RootMove { pv: self.pv.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &RootMove) {
        let mut pv = std::mem::take(&mut self.pv);
        pv.clone_from(&other.pv);
        *self = RootMove { pv, ..*other };
    }
}

impl RootMove {
    /// Becomes a new move, reusing the memory of the old one.
    fn reset(&mut self, mv: Move) {
        let mut pv = std::mem::take(&mut self.pv);
        pv.clear();
        pv.push(mv);
        *self = RootMove { pv, ..RootMove::new(mv) };
    }

    fn new(mv: Move) -> RootMove {
        RootMove {
            mv,
            score: -score::INFINITE,
            previous_score: -score::INFINITE,
            pv: vec![mv],
            selective_depth: 0,
            nodes: 0,
            rank: 0,
            failed_low: false,
            failed_high: None,
            tablebase_score: None,
        }
    }

    /// Returns the sort key of the lines.
    fn order(&self) -> (i32, i32) {
        (self.rank, self.score)
    }
}

/// Returns a rate per second, safe for a time of zero.
pub fn per_second(count: u64, time: Duration) -> u64 {
    (u128::from(count) * 1_000_000 / time.as_micros().max(1)) as u64
}
