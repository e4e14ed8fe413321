//! The runs of a suite that are kept in a file, and how each differs from the one before.

use std::path::Path;

use anyhow::Result;
use heirloom_app::suite::positions::Suites;
use heirloom_app::suite::solving::Solution;
use heirloom_workshop::suite::compare::Comparison;
use heirloom_workshop::suite::document::{Setting, document};
use heirloom_workshop::suite::history::{self, Record, Run};
use heirloom_workshop::suite::totals::Totals;

/// A finished run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PastRun {
    /// When it began: date and time, as in `2026-11-29T17:52:55+01:00`.
    pub date: String,
    /// The name of the engine.
    pub engine: String,
    /// The limit and other settings, in words.
    pub settings: String,
    /// The number of positions searched.
    pub positions: usize,
    /// The number of positions solved.
    pub solved: usize,
    /// The points scored, and the most that could be; 0 if the positions have no points.
    pub points: (u64, u64),
    /// The names of positions that it solved and the run before did not.
    pub gained: Vec<String>,
    /// The names of positions that the run before solved and it did not.
    pub lost: Vec<String>,
}

/// Adds a run to a file in the format of `heirloom suite --history`. Fails if the file cannot be written.
pub fn append(
    path: &Path,
    suites: &Suites,
    answers: &[Option<Solution>],
    setting: &Setting<'_>,
) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    history::append(path, &document(suites, answers, &Totals::new(suites, answers), setting))
}

/// Returns the runs of a suite in a file, the latest first. Suites with the same file name are the same.
/// Fails if the file cannot be read or contains no run.
pub fn read(path: &Path, suite: &Path) -> Result<Vec<PastRun>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let mut runs = history::read(path, &|_| ())?;
    let name = suite.file_name();
    runs.retain(|run| matches!(&run.files[..], [file] if Path::new(file).file_name() == name));
    let before = std::iter::once(None).chain(runs.iter().map(Some));
    let mut past: Vec<PastRun> = runs.iter().zip(before).map(|(run, before)| past(run, before)).collect();
    past.reverse();
    Ok(past)
}

fn past(run: &Run, before: Option<&Run>) -> PastRun {
    let comparison = before.map(|before| Comparison::new(before, run));
    let name = |[_, record]: &[&Record; 2]| record.id.clone();
    let (gained, lost) = comparison.map_or_else(Default::default, |comparison| {
        (comparison.gained().map(name).collect(), comparison.lost().map(name).collect())
    });
    PastRun {
        date: run.date.clone(),
        engine: run.engine.clone(),
        settings: run.settings.clone(),
        positions: run.records.len(),
        solved: run.solved(),
        points: (run.points(), run.max_points),
        gained,
        lost,
    }
}
