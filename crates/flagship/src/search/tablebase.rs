//! Tablebases in the search: ranking of the root moves, and probes below the root.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use heirloom_chess::{Line, Move, Position};
use heirloom_engine::{Bound, Limits};
use heirloom_tablebase::{CERTAIN, RankedMove as Ranked, RootOptions, TableResult, Tablebases};

use super::context::gives_cutoff;
use super::listener::Listener;
use super::{RootMove, Worker};
use crate::params;
use crate::score::{self, DRAW, tablebase_win_in};
use crate::tt::Entry;

/// The tablebase options of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbeOptions {
    /// The least depth at which endings with the largest number of men are probed; smaller endings are always
    /// probed.
    pub depth: i32,
    /// The largest number of men, kings and pawns included; 0 disables probing.
    pub limit: u32,
    /// Whether the fifty-move rule counts.
    pub fifty_moves: bool,
}

impl Default for ProbeOptions {
    fn default() -> ProbeOptions {
        ProbeOptions { depth: 1, limit: 7, fifty_moves: true }
    }
}

/// The tablebases of one search, shared by its workers.
pub struct Probing {
    tables: Arc<Tablebases>,
    options: ProbeOptions,
    /// The largest number of men probed below the root; 0 for none.
    men: u32,
    /// The ranked root moves, best first; empty if the root is not in the tables.
    root: Vec<Ranked>,
    hits: AtomicU64,
}

impl Probing {
    /// Probes the root. If DTZ tables can win a won root, the search below it is not probed, so that it finds
    /// the mates.
    pub fn new(tables: Arc<Tablebases>, options: ProbeOptions, line: &Line, limits: &Limits) -> Probing {
        let mut men = (tables.max_pieces() as u32).min(options.limit);
        let at_root = line.position().occupied().count() <= men && limits.mate.is_none();
        let ranking = RootOptions { fifty_moves: options.fifty_moves, ..RootOptions::default() };
        let root = if at_root { tables.root_moves(line, ranking).unwrap_or_default() } else { Vec::new() };
        if root.first().is_some_and(|best| best.dtz.is_some() && best.wdl > TableResult::Draw)
            || limits.mate.is_some()
        {
            men = 0;
        }
        Probing { tables, options, men, hits: AtomicU64::new(root.len() as u64), root }
    }

    /// Returns the number of positions found so far.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// Returns true if the root is in the tables.
    pub fn has_root(&self) -> bool {
        !self.root.is_empty()
    }

    /// Sets the rank and score of each root move. Drops lower ranks unless several lines are requested.
    pub(super) fn rank(&self, moves: &mut Vec<RootMove>, lines: usize) {
        let known = |mv: Move| self.root.iter().find(|ranked| ranked.mv == mv);
        for line in moves.iter_mut() {
            let Some(ranked) = known(line.mv) else { return };
            line.rank = ranked.rank;
            line.tablebase_score = Some(root_score(ranked));
        }
        moves.sort_by_key(|line| std::cmp::Reverse(line.rank));
        if lines <= 1 {
            let best = moves.first().map_or(0, |line| line.rank);
            moves.retain(|line| line.rank == best);
        }
    }

    /// Returns the result of a position, if it is to be probed at this depth. It is only certain directly
    /// after a capture or pawn move.
    #[inline]
    fn result(&self, position: &Position, depth: i32) -> Option<TableResult> {
        let men = position.occupied().count();
        if men > self.men || position.halfmove_clock() != 0 || (men == self.men && depth < self.options.depth)
        {
            return None;
        }
        let wdl = self.tables.probe_wdl(position)?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(if self.options.fifty_moves { wdl } else { wdl.without_fifty_moves() })
    }
}

/// Returns the score of a root move for reports, in the order of the ranks: wins and losses that the
/// fifty-move rule turns into draws are next to zero.
fn root_score(ranked: &Ranked) -> i32 {
    let plies = (CERTAIN - ranked.rank.abs()).clamp(0, 200) as usize;
    match ranked.wdl {
        TableResult::Win => tablebase_win_in(plies),
        TableResult::Loss => -tablebase_win_in(plies),
        other => draw_score(other),
    }
}

fn draw_score(wdl: TableResult) -> i32 {
    match wdl {
        TableResult::CursedWin => DRAW + 2,
        TableResult::BlessedLoss => DRAW - 2,
        _ => DRAW,
    }
}

/// The result of a probe in the search.
pub(super) enum ProbeResult {
    /// The position was not found or not probed.
    Nothing,
    /// The exact score; no search is needed.
    Exact(i32),
    /// A win: at least this score, since there may be a mate.
    AtLeast(i32),
    /// A loss: at most this score.
    AtMost(i32),
}

impl<L: Listener> Worker<'_, L> {
    /// Probes a position in the search, and stores a deciding result in the table.
    #[inline]
    pub(super) fn probe_tablebases(
        &mut self,
        position: &Position,
        ply: usize,
        alpha: i32,
        beta: i32,
        depth: i32,
        excluded: Option<Move>,
    ) -> ProbeResult {
        let probing = self.task.settings.tablebases.as_ref().filter(|_| excluded.is_none());
        let Some(wdl) = probing.and_then(|probing| probing.result(position, depth)) else {
            return ProbeResult::Nothing;
        };
        let (score, bound) = match wdl {
            TableResult::Win => (tablebase_win_in(ply), Bound::Lower),
            TableResult::Loss => (-tablebase_win_in(ply), Bound::Upper),
            other => (draw_score(other), Bound::Exact),
        };
        let depth = depth + params::tablebase_depth();
        let entry = Entry { best: None, score, eval: None, depth, bound, was_pv: false };
        if gives_cutoff(&entry, alpha, beta) {
            self.table.store(position.key(), entry, ply);
            return ProbeResult::Exact(score);
        }
        if bound == Bound::Lower { ProbeResult::AtLeast(score) } else { ProbeResult::AtMost(score) }
    }
}

impl RootMove {
    /// Returns its score for reports: that of the tablebases, unless the search has found a mate.
    pub(super) fn reported_score(&self, searched: i32) -> i32 {
        self.tablebase_score.filter(|_| !score::is_mate(searched)).unwrap_or(searched)
    }
}
