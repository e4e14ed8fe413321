//! The record of a tuning on disk: its plan in the first line, then a line for each iteration, written when
//! it ends.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use heirloom_arena::journal::truncate;
use serde::{Deserialize, Serialize};

use super::tuning::{PairScore, Tuning, TuningPlan};

/// The line of an iteration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Entry {
    iteration: u32,
    /// `+` for each parameter that the first side had moved up, else `-`.
    signs: String,
    #[serde(flatten)]
    score: PairScore,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// This line is invalid in this version.
    #[error("line {0} is invalid; restore the file, or start with another --journal")]
    Line(usize),
    /// It belongs to a different tuning; what differs.
    #[error("this run was started with {0}; use the original command, or another --journal")]
    Plan(&'static str),
}

/// A journal open for writing.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Creates a journal. Fails with [`JournalError::Io`], also if the file already exists.
    pub fn create(path: &Path, plan: &TuningPlan) -> Result<Journal, JournalError> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        let mut line = serde_json::to_vec(plan).map_err(io::Error::from)?;
        line.push(b'\n');
        file.write_all(&line)?;
        Ok(Journal { file })
    }

    /// Reads a journal and opens it to continue: returns the tuning and its completed iterations. An
    /// incomplete last line is dropped, so its games are replayed. Fails if it cannot be read, is damaged, or
    /// belongs to a different plan.
    pub fn resume(path: &Path, plan: &TuningPlan) -> Result<(Journal, Tuning, HashSet<u32>), JournalError> {
        let mut input = BufReader::new(File::open(path)?);
        let (mut line, mut number, mut length) = (String::new(), 1, 0);
        input.read_line(&mut line)?;
        let found: TuningPlan = serde_json::from_str(&line).map_err(|_| JournalError::Line(1))?;
        compare(&found, plan)?;
        let (mut tuning, mut done) = (Tuning::new(found), HashSet::new());
        loop {
            length += line.len() as u64;
            line.clear();
            number += 1;
            input.read_line(&mut line)?;
            if !line.ends_with('\n') {
                break;
            }
            let entry: Entry = serde_json::from_str(&line).map_err(|_| JournalError::Line(number))?;
            let up: Vec<bool> = entry.signs.chars().map(|sign| sign == '+').collect();
            if up.len() != plan.parameters.len() || !done.insert(entry.iteration) {
                return Err(JournalError::Line(number));
            }
            tuning.learn(entry.iteration, &up, entry.score);
        }
        let mut file = OpenOptions::new().write(true).open(path)?;
        truncate(&mut file, length)?;
        Ok((Journal { file }, tuning, done))
    }

    /// Adds an iteration. Fails with [`JournalError::Io`].
    pub fn add(&mut self, iteration: u32, up: &[bool], score: PairScore) -> Result<(), JournalError> {
        let signs = up.iter().map(|&up| if up { '+' } else { '-' }).collect();
        let mut line = serde_json::to_vec(&Entry { iteration, signs, score }).map_err(io::Error::from)?;
        line.push(b'\n');
        // One write, so that a kill leaves at most one incomplete line.
        self.file.write_all(&line)?;
        Ok(())
    }
}

/// Checks that the plans are equal. The number of iterations must be, too, because the step sizes depend on
/// it.
fn compare(found: &TuningPlan, expected: &TuningPlan) -> Result<(), JournalError> {
    let differences = [
        (found.parameters != expected.parameters, "different parameters"),
        (found.schedule != expected.schedule, "different iterations or step sizes"),
        (found.pairs != expected.pairs, "a different number of pairs per iteration"),
        (found.seed != expected.seed, "a different seed"),
        (found.setting != expected.setting, "a different engine, options, time control or openings"),
    ];
    differences
        .into_iter()
        .find(|(differs, _)| *differs)
        .map_or(Ok(()), |(_, what)| Err(JournalError::Plan(what)))
}
