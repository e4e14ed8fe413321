//! Reviews of all games in files, with several engines in parallel, a journal and an HTML report.

mod boards;
pub mod card;
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
use heirloom_app::review::judgement::JudgementRules;

use crate::thinking;

/// Number of moves that a report shows in detail.
pub const TURNING_POINTS: usize = 9;

/// Default limit in nodes per position: reproducible figures, and about half a minute per game on one
/// processor.
pub const NODES: u64 = 200_000;

/// How games are reviewed.
#[derive(Debug)]
pub struct ReviewPlan {
    /// The engine and its search limits.
    pub thinking: thinking::EnginePlan,
    /// Number of engines that run in parallel.
    pub concurrency: usize,
    /// How moves are judged.
    pub rules: JudgementRules,
    /// What is written to the PGN.
    pub style: Style,
    /// True if evaluations in the file are used as they are.
    pub keep_evals: bool,
    /// True if known openings are skipped.
    pub skip_book: bool,
    /// True if single moves get a closer look by the built-in engines.
    pub closer_look: bool,
}

impl ReviewPlan {
    /// Returns everything that affects the evaluations, for the journal.
    pub fn settings(&self) -> String {
        format!(
            "{}{}{} with Heirloom {}",
            self.thinking.entrant.identity(),
            if self.keep_evals { ", evaluations kept" } else { "" },
            if self.skip_book { ", known openings skipped" } else { "" },
            heirloom_app::identity::version()
        )
    }

    /// Returns the engine and its limits as text.
    pub fn reviewer(&self) -> String {
        format!("{}, {}", self.thinking.entrant.name, self.thinking.words)
    }
}
