//! Advice in a terminal game by Heirloom at full strength: an evaluation, an analysis, a review of the moves
//! so far.

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, bail};
use heirloom_app::review::judgement::JudgementRules;
use heirloom_app::review::{Review, walk};
use heirloom_engine::{Engine, Limits, Session};
use heirloom_workshop::evaluation;
use heirloom_workshop::review::report;

use super::game::Play;
use crate::progress::bar;
use crate::roster::BuiltIn;
use crate::{analyse, configuration, interrupt};

/// The time and the number of lines of an analysis.
const TIME: Duration = Duration::from_secs(2);
const LINES: u32 = 3;
/// Nodes per position of a review.
const NODES: u64 = 50_000;

impl Play {
    pub(super) fn adviser(&self) -> Result<Box<dyn Engine>> {
        let mut engine = configuration::create(BuiltIn::Flagship, &self.config)?;
        engine.set_option("UCI_AnalyseMode", "true")?;
        Ok(engine)
    }

    /// Prints the evaluation of the position.
    pub(super) fn explain(&self, out: &mut dyn Write) -> Result<()> {
        let position = self.table.line.position();
        write!(out, "{}", evaluation::report(position, &self.adviser()?.explain(position)?))?;
        Ok(())
    }

    /// Prints the best lines.
    pub(super) fn analyze(&self) -> Result<()> {
        if !self.table.line.position().has_legal_move() {
            bail!("the game is over; there is nothing to analyze");
        }
        analyse::show(self.adviser()?, self.table.line.clone(), LINES, TIME)
    }

    /// Prints a review of the moves so far; Ctrl-C stops it.
    pub(super) fn review(&self, out: &mut dyn Write) -> Result<()> {
        let line = &self.table.line;
        if line.moves().is_empty() {
            bail!("no moves to review yet");
        }
        let mut evaluations = vec![None; line.moves().len() + 1];
        let bar = bar(evaluations.len() as u64, "{bar:20} {pos}/{len} positions; Ctrl-C stops it");
        let caught = interrupt::catch();
        let mut session = Session::start(self.adviser()?)?;
        let mut found = |plies: usize, evaluation| {
            evaluations[plies] = Some(evaluation);
            bar.inc(1);
        };
        let whole =
            walk::walk(&mut session, line, |_| true, &Limits::nodes(NODES), caught.flag(), &mut found);
        bar.finish_and_clear();
        if !whole? {
            bail!("the review was interrupted");
        }
        if let (Some(known), Some(last)) = (walk::known(line), evaluations.last_mut()) {
            *last = known;
        }
        let game = self.record();
        let review = Review::new(&game, evaluations, &JudgementRules::LICHESS);
        write!(out, "{}", report::game(&game, &review))?;
        Ok(())
    }
}
