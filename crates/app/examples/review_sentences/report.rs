//! Takes a closer look at the moves of a sample, checks the sentences and prints the result.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;

use heirloom_app::review::judgement::Judgement;
use heirloom_app::review::refutation::{self, Reason};
use heirloom_app::review::study::Examiner;
use heirloom_chess::notation::san;

use crate::check::Check;
use crate::sample::Case;
use crate::{Failure, number};

/// What was counted.
#[derive(Default)]
struct Counts {
    /// Sentences and false ones, by kind.
    kinds: BTreeMap<&'static str, (u32, u32)>,
    /// Blunders with a reason, and all.
    blunders: (u32, u32),
    /// Other bad moves without a tactical reason that have a quiet one, and all.
    quiet: (u32, u32),
    /// Bad moves with a reason, and all.
    all: (u32, u32),
}

/// Judges a sample from standard input; with `--nodes 0`, sentences are printed but not checked.
pub fn run(words: &[String]) -> Result<(), Failure> {
    let nodes = number(words, "nodes", 1_000_000)?;
    let mut check = Check::start(nodes)?;
    let mut examiner = Examiner::start(false)?;
    let mut counts = Counts::default();
    let mut output = std::io::stdout().lock();
    for (index, text) in std::io::stdin().lock().lines().enumerate() {
        let case = Case::read(&text?)?;
        let (mut review, ply) = (case.review(), case.line.moves().len() - 1);
        let Some(judgement) = review.moves[ply].judgement() else { continue };
        let study = examiner.study(&review, &case.line, ply, &AtomicBool::new(false))?;
        review.add_study(ply, study.ok_or("the study was interrupted")?);
        let (before, reviewed) = (case.before(), &review.moves[ply]);
        let mv = san::format(before.position(), reviewed.mv);
        counts.count(judgement, &reviewed.reasons);
        if reviewed.reasons.is_empty() {
            writeln!(output, "{index} {mv} {}: -", judgement.word())?;
        }
        for reason in &reviewed.reasons {
            let holds = nodes == 0 || check.holds(&before, reviewed, reason)?;
            let kind = counts.kinds.entry(reason.word()).or_default();
            *kind = (kind.0 + 1, kind.1 + u32::from(!holds));
            let mark = if holds { "" } else { "FALSE " };
            let sentence = refutation::say(reason, before.position(), reviewed.mv);
            writeln!(output, "{index} {mv} {}: {mark}{sentence}", judgement.word())?;
        }
    }
    counts.print(&mut output)
}

impl Counts {
    fn count(&mut self, judgement: Judgement, reasons: &[Reason]) {
        let add = |counted: &mut (u32, u32), has: bool| {
            *counted = (counted.0 + u32::from(has), counted.1 + 1);
        };
        add(&mut self.all, !reasons.is_empty());
        if judgement == Judgement::Blunder {
            add(&mut self.blunders, !reasons.is_empty());
        } else if reasons.iter().all(Reason::is_quiet) {
            add(&mut self.quiet, !reasons.is_empty());
        }
    }

    fn print(&self, output: &mut impl Write) -> Result<(), Failure> {
        for (kind, (all, wrong)) in &self.kinds {
            writeln!(output, "{kind}: {all} sentences, {wrong} false")?;
        }
        let sum = self.kinds.values().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        writeln!(output, "all: {} sentences, {} false", sum.0, sum.1)?;
        writeln!(output, "blunders with a reason: {} of {}", self.blunders.0, self.blunders.1)?;
        let (with, all) = self.quiet;
        writeln!(output, "other bad moves without a tactical reason that have a quiet one: {with} of {all}")?;
        writeln!(output, "bad moves with a reason: {} of {}", self.all.0, self.all.1)?;
        Ok(())
    }
}
