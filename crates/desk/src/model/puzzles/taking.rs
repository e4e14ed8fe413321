//! Which puzzles of a file are to be solved.

use std::collections::VecDeque;
use std::io::BufReader;
use std::path::Path;

use heirloom_app::puzzle::progress::Progress;
use heirloom_app::puzzle::record::{Puzzle, Rows};

use crate::model::task;

/// So many puzzles are taken from a file at once: it may hold millions.
const MOST: usize = 500;

/// Which puzzles of a file: those that were never tried, and
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// whose rating is not less than this
    pub least: u32,
    /// and not more than this,
    pub most: u32,
    /// with this theme, such as `fork`; empty for any.
    pub theme: String,
}

impl Default for Choice {
    fn default() -> Choice {
        Choice { least: 0, most: 4000, theme: String::new() }
    }
}

impl Choice {
    fn fits(&self, puzzle: &Puzzle) -> bool {
        let theme = self.theme.trim();
        (f64::from(self.least)..=f64::from(self.most)).contains(&puzzle.rating)
            && (theme.is_empty() || puzzle.themes.iter().any(|own| own.eq_ignore_ascii_case(theme)))
    }
}

/// What was taken from a file.
#[derive(Debug, Default)]
pub struct Taken {
    /// In the order of the file.
    pub puzzles: VecDeque<Puzzle>,
    /// The first row that is no puzzle.
    pub wrong: Option<String>,
    /// How many there are.
    pub wrongs: usize,
}

/// Reads a file until there are enough puzzles, or nobody wants them any more.
///
/// # Errors
/// What the system says.
pub fn take(path: &Path, choice: &Choice, known: &Progress, task: &task::Progress) -> Result<Taken, String> {
    let file = task.open(path).map_err(|error| error.to_string())?;
    let mut taken = Taken::default();
    for row in Rows::new(BufReader::new(file)) {
        match row {
            Ok(puzzle) if choice.fits(&puzzle) && !known.has(&puzzle.id) => taken.puzzles.push_back(puzzle),
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
