//! The choice of puzzles from a file.

use std::collections::VecDeque;
use std::io::BufReader;
use std::path::Path;

use heirloom_app::puzzle::progress::SolverProgress;
use heirloom_app::puzzle::record::{Puzzle, Rows};

use crate::model::task;

/// The number of puzzles taken from a file at once, since it may hold millions.
const MOST: usize = 5000;

/// Criteria for puzzles; those that were tried before are left out, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleFilter {
    /// The lowest rating.
    pub least: u32,
    /// The highest rating.
    pub most: u32,
    /// A theme, such as `fork`; empty for any.
    pub theme: String,
}

impl Default for PuzzleFilter {
    fn default() -> PuzzleFilter {
        PuzzleFilter { least: 0, most: 4000, theme: String::new() }
    }
}

impl PuzzleFilter {
    fn fits(&self, puzzle: &Puzzle) -> bool {
        let theme = self.theme.trim();
        (f64::from(self.least)..=f64::from(self.most)).contains(&puzzle.rating)
            && (theme.is_empty() || puzzle.themes.iter().any(|own| own.eq_ignore_ascii_case(theme)))
    }
}

/// The puzzles taken from a file.
#[derive(Debug, Default)]
pub struct Taken {
    /// The puzzles, in the order of the file.
    pub puzzles: VecDeque<Puzzle>,
    /// What is wrong with the first row that is not a puzzle.
    pub wrong: Option<String>,
    /// The number of such rows.
    pub wrongs: usize,
}

/// Reads a file until there are enough puzzles, or the task is stopped. Fails with the system's error.
pub fn take(
    path: &Path,
    choice: &PuzzleFilter,
    known: &SolverProgress,
    task: &task::Progress,
) -> Result<Taken, String> {
    let file = task.open(path).map_err(|error| error.to_string())?;
    let mut taken = Taken::default();
    for row in Rows::new(BufReader::new(file)) {
        match row {
            Ok(puzzle) if choice.fits(&puzzle) && !known.contains(&puzzle.id) => {
                taken.puzzles.push_back(puzzle)
            }
            Ok(_) => {}
            Err(_) if task.is_stopped() => break,
            Err(wrong) => {
                taken.wrongs += 1;
                taken.wrong.get_or_insert_with(|| wrong.to_string());
            }
        }
        if taken.puzzles.len() == MOST {
            break;
        }
    }
    Ok(taken)
}
