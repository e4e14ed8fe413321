//! Tablebases in the search: which root moves keep the result, and results below the root in place of a
//! search.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use heirloom_chess::{Line, Move, Position};
use heirloom_engine::{Bound, Limits};
use heirloom_tablebase::{CERTAIN, RootMove as Ranked, RootOptions, Tablebases, Wdl};

use super::listener::Listener;
use super::{RootMove, Worker};
use crate::params;
use crate::score::{self, DRAW, tablebase_win_in};
use crate::tt::Entry;

/// How tablebases are used; options of the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbeOptions {
    /// With the largest number of men only at least so many plies before the leaves; smaller endings are
    /// always looked up.
    pub depth: i32,
    /// The largest number of men, kings and pawns included; 0 for no probing.
    pub limit: u32,
    /// Whether the fifty-move rule counts.
    pub fifty_moves: bool,
}

impl Default for ProbeOptions {
    fn default() -> ProbeOptions {
        ProbeOptions { depth: 1, limit: 7, fifty_moves: true }
    }
}

/// The tablebases during one search, shared by its workers.
pub struct Probing {
    tables: Arc<Tablebases>,
    options: ProbeOptions,
    /// Men in the largest ending that is looked up below the root; 0 where nothing is.
    men: u32,
    /// What is known of the root moves, the best first; empty where the root is not in the tables.
    root: Vec<Ranked>,
    hits: AtomicU64,
}

impl Probing {
    /// Looks the root up. Where distances lead a won root home, the search is left alone, so that it finds
    /// the mates.
    pub fn new(tables: Arc<Tablebases>, options: ProbeOptions, line: &Line, limits: &Limits) -> Probing {
        let mut men = (tables.max_pieces() as u32).min(options.limit);
        let at_root = line.position().occupied().count() <= men && limits.mate.is_none();
        let ranking = RootOptions { fifty_moves: options.fifty_moves, ..RootOptions::default() };
        let root = if at_root { tables.root_moves(line, ranking).unwrap_or_default() } else { Vec::new() };
        if root.first().is_some_and(|best| best.dtz.is_some() && best.wdl > Wdl::Draw)
            || limits.mate.is_some()
        {
            men = 0;
        }
        Probing { tables, options, men, hits: AtomicU64::new(root.len() as u64), root }
    }

    /// How many positions were found so far.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    /// Returns true if the root is in the tables.
    pub fn knows_root(&self) -> bool {
        !self.root.is_empty()
    }

    /// Gives each root move its rank and score. Lower ranks are dropped, unless several lines are wanted.
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

    /// The result of a position, if it is to be looked up at this depth. Only directly after a capture or
    /// pawn move is it certain.
    #[inline]
    fn result(&self, position: &Position, depth: i32) -> Option<Wdl> {
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

/// The reported score of a root move, in the order of the ranks: wins and losses that the fifty-move rule
/// makes draws are next to zero.
fn root_score(ranked: &Ranked) -> i32 {
    let plies = (CERTAIN - ranked.rank.abs()).clamp(0, 200) as usize;
    match ranked.wdl {
        Wdl::Win => tablebase_win_in(plies),
        Wdl::Loss => -tablebase_win_in(plies),
        other => draw_score(other),
    }
}

fn draw_score(wdl: Wdl) -> i32 {
    match wdl {
        Wdl::CursedWin => DRAW + 2,
        Wdl::BlessedLoss => DRAW - 2,
        _ => DRAW,
    }
}

/// What the tables say of a position in the search.
pub(super) enum ProbeResult {
    /// Nothing.
    Nothing,
    /// This score, and no search is needed.
    Exactly(i32),
    /// A win: at least this score, the mate may be in sight.
    AtLeast(i32),
    /// A loss: at most this score.
    AtMost(i32),
}

impl<L: Listener> Worker<'_, L> {
    /// Asks the tables about a position in the search, and remembers what decides it.
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
        let Some(probing) = self.task.tablebases.filter(|_| excluded.is_none()) else {
            return ProbeResult::Nothing;
        };
        let Some(wdl) = probing.result(position, depth) else { return ProbeResult::Nothing };
        let (score, bound) = match wdl {
            Wdl::Win => (tablebase_win_in(ply), Bound::Lower),
            Wdl::Loss => (-tablebase_win_in(ply), Bound::Upper),
            other => (draw_score(other), Bound::Exact),
        };
        let decides = match bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        if decides {
            let entry = Entry {
                best: None,
                score,
                eval: None,
                depth: depth + params::tablebase_depth(),
                bound,
                was_pv: false,
            };
            self.table.put(position.key(), entry, ply);
            return ProbeResult::Exactly(score);
        }
        if bound == Bound::Lower { ProbeResult::AtLeast(score) } else { ProbeResult::AtMost(score) }
    }
}

impl RootMove {
    /// Its score for the outside: what the tables know, unless the search has found the mate.
    pub(super) fn reported_score(&self, searched: i32) -> i32 {
        self.tablebase_score.filter(|_| !score::is_mate(searched)).unwrap_or(searched)
    }
}
