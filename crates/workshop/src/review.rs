//! Reviews as work: all games of files before engines that work side by side, with a journal, and the report as a page.

mod boards;
pub mod csv;
pub mod document;
mod drain;
pub mod games;
pub mod graph;
pub mod html;
pub mod journal;
pub mod players;
pub mod report;
pub mod run;

use heirloom_app::review::annotate::Style;
use heirloom_app::review::judgement::Rules;

use crate::thinking;

/// How many moves a report shows in detail.
pub const TURNING_POINTS: usize = 9;

/// Nodes for a position if there is no limit at all: the same figures each time, and a game in about half a minute on one processor.
pub const NODES: u64 = 200_000;

/// How games are reviewed.
#[derive(Debug)]
pub struct Plan {
    /// Who is asked.
    pub thinking: thinking::Plan,
    /// Engines at a time.
    pub concurrency: usize,
    /// How moves are judged.
    pub rules: Rules,
    /// What is written into PGN.
    pub style: Style,
    /// Are evaluations of the file taken as they are?
    pub keep_evals: bool,
    /// Are known openings passed over?
    pub skip_book: bool,
}

impl Plan {
    /// All that decides what an engine says of a position, for the journal.
    pub fn settings(&self) -> String {
        format!(
            "{}{}{} with Heirloom {}",
            self.thinking.entrant.identity(),
            if self.keep_evals { ", evaluations kept" } else { "" },
            if self.skip_book { ", openings passed over" } else { "" },
            heirloom_app::identity::version()
        )
    }

    /// Who reviews, with which limits, for people.
    pub fn reviewer(&self) -> String {
        format!("{}, {}", self.thinking.entrant.name, self.thinking.words)
    }
}
