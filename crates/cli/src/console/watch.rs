//! `watch`: a search with a look inside, as tables in the end.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::{Result, bail};
use heirloom_engine::insight::{HashUse, Insights, TimeUse};
use heirloom_engine::{Asking, Limits};

use super::Console;
use crate::interrupt;
use crate::table::Table;

/// Rows of a table of moves; more are seldom of interest.
const MOVES_SHOWN: usize = 12;

/// Characters of the longest bar.
const BAR: usize = 40;

/// Insights as tables.
struct Looks(Insights);

impl Console {
    /// Searches like `go` but plays nothing, then shows what the search did. Ctrl-C ends it early.
    pub(super) fn watch(&mut self, limits: Limits, out: &mut dyn Write) -> Result<()> {
        if !self.table.line.position().has_legal_move() {
            bail!("the game is over; there is nothing to watch");
        }
        let (pressed, mut insights) = (interrupt::catch(), Insights::default());
        let asking = Asking::new(&limits).with_insights().stop_when(|| pressed.take());
        self.table.search(asking, self.terminal, out, |info| {
            if let Some(insight) = &info.insight {
                insights.note(insight);
            }
        })?;
        Ok(write!(out, "{}", Looks(insights).tables(&self.table))?)
    }
}

impl Looks {
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
        let all: u64 = self.0.efforts.iter().map(|effort| effort.nodes).sum();
        let rows = self.0.efforts.len().max(self.0.order.len());
        let effort = |row: usize| {
            let Some(effort) = self.0.efforts.get(row) else { return " ".repeat(38) };
            let score =
                effort.score.map_or_else(|| "-".to_string(), |score| table.for_white(score).to_string());
            format!(
                "{:<8} {:>12} {:>6} {score:>8}",
                write(effort.mv),
                effort.nodes,
                percent(effort.nodes, all)
            )
        };
        let order = |row: usize| {
            self.0
                .order
                .get(row)
                .map_or_else(String::new, |(mv, reason)| format!("{:<9} {reason}", write(*mv)))
        };
        let (has_efforts, has_order) = (!self.0.efforts.is_empty(), !self.0.order.is_empty());
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
        let all: u64 = self.0.exits.iter().map(|(_, count)| count).sum();
        if all > 0 {
            let _ = writeln!(text, "\nnode exit                      nodes  share");
        }
        for &(exit, count) in self.0.exits.iter().filter(|(_, count)| *count > 0) {
            let _ = writeln!(text, "{exit:<24} {count:>11} {:>6} {}", percent(count, all), bar(count, all));
        }
        let most = self.0.plies.iter().copied().max().unwrap_or(0);
        if most > 0 {
            let _ = writeln!(text, "\nply        nodes");
        }
        for (index, &count) in self.0.plies.iter().enumerate() {
            let _ = writeln!(text, "{:>3} {count:>12} {}", index + 1, bar(count, most));
        }
    }

    fn rest(&self, text: &mut String) {
        if self.0.hash.is_some() || !self.0.threads.is_empty() || self.0.time.is_some() {
            text.push('\n');
        }
        if let Some(HashUse { fill, probes, hits }) = self.0.hash {
            let _ = writeln!(
                text,
                "hash table {:.1} % full, {probes} probes, {} hits",
                f64::from(fill) / 10.0,
                percent(hits, probes)
            );
        }
        if self.0.ages.len() > 1 {
            let ages: Vec<String> =
                self.0.ages.iter().map(|&permille| percent(u64::from(permille), 1000)).collect();
            let _ = writeln!(text, "           by age, newest first: {}", ages.join(", "));
        }
        if let Some(HashUse { fill, probes, hits }) = self.0.king_pawn {
            let _ = writeln!(
                text,
                "king-pawn  {:.1} % full, {probes} probes, {} hits",
                f64::from(fill) / 10.0,
                percent(hits, probes)
            );
        }
        for (index, thread) in self.0.threads.iter().enumerate() {
            let _ = writeln!(
                text,
                "thread {:<3} depth {}/{}, {} nodes",
                index + 1,
                thread.depth,
                thread.selective_depth,
                thread.nodes
            );
        }
        if let Some(TimeUse { used, soft, hard }) = self.0.time {
            let milliseconds = [used, soft, hard].map(|time| time.as_millis());
            let _ = writeln!(
                text,
                "time       {} ms used; limits: {} soft, {} hard",
                milliseconds[0], milliseconds[1], milliseconds[2]
            );
        }
    }
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1} %", part as f64 * 100.0 / whole.max(1) as f64)
}

fn bar(part: u64, whole: u64) -> String {
    "#".repeat((part as f64 * BAR as f64 / whole.max(1) as f64).round() as usize)
}
