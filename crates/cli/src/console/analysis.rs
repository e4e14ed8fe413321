//! Searches at the console that play no move: analysis, hints, sorted moves, search statistics.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use heirloom_engine::insight::Insights;
use heirloom_engine::{Limits, SearchRequest};
use heirloom_workshop::insights;
use heirloom_workshop::score_sheet::Style;

use super::Console;
use crate::input::Input;
use crate::interrupt;
use crate::table::{fit, thinking};

/// The depth of the searches that sort the moves.
const SORT_DEPTH: u32 = 6;

impl Console {
    /// Prints all legal moves, sorted by the score of a short search of each, which any engine can do.
    pub(super) fn sort(&mut self, out: &mut dyn Write) -> Result<()> {
        let mut scores = Vec::new();
        for &mv in &self.table.line.position().legal_moves() {
            let thought = self.table.think(Limits { search_moves: vec![mv], ..Limits::depth(SORT_DEPTH) })?;
            if thought.interrupted {
                writeln!(out, "stopped; these are the moves searched so far")?;
                break;
            }
            let score = thought.progress.value().context("the engine reports no score")?.score;
            scores.push((mv, score));
        }
        scores.sort_by_key(|(_, score)| std::cmp::Reverse(score.centipawns()));
        for (rank, (mv, score)) in scores.into_iter().enumerate() {
            writeln!(
                out,
                "{:>3}  {:<8} {score:>7}",
                rank + 1,
                Style::San.write(self.table.line.position(), mv),
                score = self.table.for_white(score).to_string()
            )?;
        }
        Ok(())
    }

    /// Prints the move that the engine would play, and its line.
    pub(super) fn hint(&mut self, out: &mut dyn Write) -> Result<()> {
        let thought = self.table.think(self.limits.clone())?;
        let mv = thought.best.best.context("there is no legal move")?;
        writeln!(out, "Hint: {}", Style::San.write(self.table.line.position(), mv))?;
        if let Some(info) = thought.progress.first() {
            let line = thinking(&self.table.line, info);
            writeln!(out, "{}", if self.terminal { fit(&line) } else { line })?;
        }
        Ok(())
    }

    /// Prints each finished depth until a line or the end of the input arrives.
    pub(super) fn analyze(&mut self, input: &mut Input, out: &mut dyn Write) -> Result<()> {
        if !self.table.line.position().has_legal_move() {
            bail!("the game is over; there is nothing to analyze");
        }
        if self.terminal {
            writeln!(out, "Press Enter to stop the analysis")?;
            out.flush()?;
        }
        let ended = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                let outcome = input.wait();
                ended.store(true, Ordering::Relaxed);
                outcome
            });
            self.table.search(
                SearchRequest::new(&Limits::infinite()).stop(&ended),
                self.terminal,
                out,
                |_| (),
            )?;
            waiting.join().unwrap_or(Ok(()))
        })
    }

    /// Searches like `go` but plays no move, then shows what the search did. Ctrl-C ends it early.
    pub(super) fn watch(&mut self, limits: Limits, out: &mut dyn Write) -> Result<()> {
        if !self.table.line.position().has_legal_move() {
            bail!("the game is over; there is nothing to watch");
        }
        let (pressed, mut found) = (interrupt::catch(), Insights::default());
        let asking = SearchRequest::new(&limits).with_insights().stop_when(|| pressed.take());
        self.table.search(asking, self.terminal, out, |info| {
            if let Some(insight) = &info.insight {
                found.note(insight);
            }
        })?;
        let tables = insights::tables(&found, self.table.line.position(), self.table.style);
        let text = if tables.is_empty() { "this engine reports no search statistics\n" } else { &tables };
        Ok(out.write_all(text.as_bytes())?)
    }
}
