//! `watch`: a search with a look inside, as tables in the end.

use std::fmt::Write as _;
use std::io::Write;
use std::time::Duration;

use anyhow::{Result, bail};
use heirloom_engine::insight::{Exit, HashUse, Insight, OrderReason, RootEffort, ThreadState, TimeUse};
use heirloom_engine::{Bound, Event, Limits};

use super::Console;
use crate::interrupt;
use crate::table::{Table, fit};

/// Rows of a table of moves; more are seldom of interest.
const MOVES_SHOWN: usize = 12;

/// Characters of the longest bar.
const BAR: usize = 40;

/// The latest of each kind.
#[derive(Default)]
struct Looks {
    hash: Option<HashUse>,
    ages: Vec<u32>,
    king_pawn: Option<HashUse>,
    exits: Vec<(Exit, u64)>,
    plies: Vec<u64>,
    efforts: Vec<RootEffort>,
    order: Vec<(heirloom_chess::Move, OrderReason)>,
    threads: Vec<ThreadState>,
    time: Option<TimeUse>,
}

impl Console {
    /// Searches like `go` but plays nothing, then shows what the search did. Ctrl-C ends it early.
    pub(super) fn watch(&mut self, limits: Limits, out: &mut dyn Write) -> Result<()> {
        if !self.table.line.position().has_legal_move() {
            bail!("the game is over; there is nothing to watch");
        }
        self.table.session.observe(true);
        let ticket = self.table.session.go(self.table.line.clone(), limits);
        self.table.session.observe(false);
        let (pressed, mut looks) = (interrupt::catch(), Looks::default());
        loop {
            match self.table.session.next_event(Duration::from_millis(30)) {
                Some(Event::Info(_, info)) => {
                    if info.score.is_some() && info.bound == Bound::Exact {
                        let thought = self.table.thinking(&info);
                        writeln!(out, "{}", if self.terminal { fit(&thought) } else { thought })?;
                        out.flush()?;
                    }
                    if let Some(insight) = info.insight {
                        looks.note(*insight);
                    }
                }
                Some(Event::Done(done, outcome)) if done == ticket => {
                    outcome?;
                    return Ok(write!(out, "{}", looks.tables(&self.table))?);
                }
                _ => {}
            }
            if pressed.take() {
                self.table.session.stop();
            }
        }
    }
}

impl Looks {
    fn note(&mut self, insight: Insight) {
        match insight {
            Insight::Hash(hash) => self.hash = Some(hash),
            Insight::Exits(exits) => self.exits = exits,
            Insight::Plies(plies) => self.plies = plies,
            Insight::RootEffort(efforts) => self.efforts = efforts,
            Insight::MoveOrder(order) => self.order = order,
            Insight::Threads(threads) => self.threads = threads,
            Insight::Time(time) => self.time = Some(time),
            Insight::HashAges(ages) => self.ages = ages,
            Insight::KingPawnHash(hash) => self.king_pawn = Some(hash),
            // The console has a command of its own for the evaluation; lines outside the window are marked as such.
            Insight::Evaluation(_) | Insight::Window(_) => {}
        }
    }

    fn tables(&self, table: &Table) -> String {
        let mut text = String::new();
        self.moves(table, &mut text);
        self.counts(&mut text);
        self.rest(&mut text);
        if text.is_empty() { "this engine reports no search statistics\n".into() } else { text }
    }

    /// Root moves with their nodes, and next to them the order in which a node would try them. Some engines show only one of the two.
    fn moves(&self, table: &Table, text: &mut String) {
        let position = table.line.position();
        let write = |mv| table.style.write(position, mv);
        let all: u64 = self.efforts.iter().map(|effort| effort.nodes).sum();
        let rows = self.efforts.len().max(self.order.len());
        let effort = |row: usize| {
            let Some(effort) = self.efforts.get(row) else { return " ".repeat(38) };
            let score = effort.score.map_or_else(|| "-".to_string(), |score| table.for_white(score).to_string());
            format!("{:<8} {:>12} {:>6} {score:>8}", write(effort.mv), effort.nodes, percent(effort.nodes, all))
        };
        let order = |row: usize| self.order.get(row).map_or_else(String::new, |(mv, reason)| format!("{:<9} {reason}", write(*mv)));
        let (has_efforts, has_order) = (!self.efforts.is_empty(), !self.order.is_empty());
        let _ = match (has_efforts, has_order) {
            (true, true) => writeln!(text, "\nroot move       nodes  share    score    order     reason"),
            (true, false) => writeln!(text, "\nroot move       nodes  share    score"),
            (false, true) => writeln!(text, "\norder     reason"),
            (false, false) => Ok(()),
        };
        for row in 0..rows.min(MOVES_SHOWN) {
            let columns = [has_efforts.then(|| effort(row)), has_order.then(|| order(row))];
            let columns: Vec<String> = columns.into_iter().flatten().collect();
            let _ = writeln!(text, "{}", columns.join("    ").trim_end());
        }
        if rows > MOVES_SHOWN {
            let _ = writeln!(text, "and {} more", rows - MOVES_SHOWN);
        }
    }

    /// How nodes were left, and how they lie by their distance from the root.
    fn counts(&self, text: &mut String) {
        let all: u64 = self.exits.iter().map(|(_, count)| count).sum();
        if all > 0 {
            let _ = writeln!(text, "\nnode exit                      nodes  share");
        }
        for &(exit, count) in self.exits.iter().filter(|(_, count)| *count > 0) {
            let _ = writeln!(text, "{exit:<24} {count:>11} {:>6} {}", percent(count, all), bar(count, all));
        }
        let most = self.plies.iter().copied().max().unwrap_or(0);
        if most > 0 {
            let _ = writeln!(text, "\nply        nodes");
        }
        for (index, &count) in self.plies.iter().enumerate() {
            let _ = writeln!(text, "{:>3} {count:>12} {}", index + 1, bar(count, most));
        }
    }

    fn rest(&self, text: &mut String) {
        if self.hash.is_some() || !self.threads.is_empty() || self.time.is_some() {
            text.push('\n');
        }
        if let Some(HashUse { fill, probes, hits }) = self.hash {
            let _ = writeln!(text, "hash table {:.1} % full, {probes} probes, {} hits", f64::from(fill) / 10.0, percent(hits, probes));
        }
        if self.ages.len() > 1 {
            let ages: Vec<String> = self.ages.iter().map(|&permille| percent(u64::from(permille), 1000)).collect();
            let _ = writeln!(text, "           by age, newest first: {}", ages.join(", "));
        }
        if let Some(HashUse { fill, probes, hits }) = self.king_pawn {
            let _ = writeln!(text, "king-pawn  {:.1} % full, {probes} probes, {} hits", f64::from(fill) / 10.0, percent(hits, probes));
        }
        for (index, thread) in self.threads.iter().enumerate() {
            let _ = writeln!(text, "thread {:<3} depth {}/{}, {} nodes", index + 1, thread.depth, thread.selective_depth, thread.nodes);
        }
        if let Some(TimeUse { used, soft, hard }) = self.time {
            let milliseconds = [used, soft, hard].map(|time| time.as_millis());
            let _ = writeln!(text, "time       {} ms used; limits: {} soft, {} hard", milliseconds[0], milliseconds[1], milliseconds[2]);
        }
    }
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", part as f64 * 100.0 / whole.max(1) as f64)
}

fn bar(part: u64, whole: u64) -> String {
    "#".repeat((part as f64 * BAR as f64 / whole.max(1) as f64).round() as usize)
}
