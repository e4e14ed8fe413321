//! A solver's puzzle attempts and rating, stored in a file.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::glicko::{NEW, Rating};
use super::record::Puzzle;

/// A solver's attempts and rating.
#[derive(Clone, Debug)]
pub struct SolverProgress {
    /// The file; `None` if nothing is saved.
    path: Option<PathBuf>,
    /// The solver's rating.
    pub rating: Rating,
    tries: Vec<Value>,
    known: HashSet<String>,
    solved: usize,
}

/// Why the progress cannot be loaded or saved.
#[derive(Debug, thiserror::Error)]
pub enum ProgressError {
    /// The file cannot be read.
    #[error("cannot read {0}: {1}")]
    Unreadable(PathBuf, std::io::Error),
    /// The file has another format.
    #[error("{0} is not a puzzle progress file; name another file with --progress")]
    Foreign(PathBuf),
    /// The file cannot be written.
    #[error("cannot write {0}: {1}")]
    Unwritable(PathBuf, std::io::Error),
}

impl SolverProgress {
    /// Creates empty progress that is never saved.
    pub fn forgetful() -> SolverProgress {
        SolverProgress { path: None, rating: NEW, tries: Vec::new(), known: HashSet::new(), solved: 0 }
    }

    /// Loads a file; a missing one is treated as empty. Fails if the file cannot be read or has another
    /// format; such a file is never overwritten.
    pub fn load(path: Option<PathBuf>) -> Result<SolverProgress, ProgressError> {
        let mut progress = SolverProgress { path, ..SolverProgress::forgetful() };
        let Some(path) = &progress.path else { return Ok(progress) };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(progress),
            Err(error) => return Err(ProgressError::Unreadable(path.clone(), error)),
        };
        let other = || ProgressError::Foreign(path.clone());
        let document: Value = serde_json::from_str(&text).map_err(|_| other())?;
        let number =
            |name: &str| document[name].as_f64().filter(|number| number.is_finite()).ok_or_else(other);
        progress.rating = Rating { rating: number("rating")?, deviation: number("deviation")? };
        progress.tries = document["tries"].as_array().ok_or_else(other)?.clone();
        progress.known =
            progress.tries.iter().filter_map(|tried| tried["id"].as_str().map(str::to_owned)).collect();
        progress.solved = progress.tries.iter().filter(|tried| tried["solved"] == true).count();
        Ok(progress)
    }

    /// Returns true if this puzzle was tried before.
    pub fn contains(&self, id: &str) -> bool {
        self.known.contains(id)
    }

    /// Adds an attempt and saves the file. Returns the rating change; 0 for a puzzle tried before, which is
    /// not counted again. Fails if the file cannot be written.
    pub fn note(&mut self, puzzle: &Puzzle, solved: bool) -> Result<f64, ProgressError> {
        let change = self.add(puzzle, solved);
        if change.is_some() {
            self.save()?;
        }
        Ok(change.unwrap_or_default())
    }

    /// Adds an attempt without saving. Returns the rating change; `None` for a puzzle tried before, which is
    /// not counted again.
    pub fn add(&mut self, puzzle: &Puzzle, solved: bool) -> Option<f64> {
        let before = self.rating;
        if !self.known.insert(puzzle.id.clone()) {
            return None;
        }
        self.rating = before.after(puzzle.opponent(), solved);
        self.solved += usize::from(solved);
        let date = jiff::Zoned::now().strftime("%Y-%m-%dT%H:%M:%S%:z").to_string();
        self.tries.push(json!({"id": puzzle.id, "date": date, "puzzle": puzzle.rating, "solved": solved,
            "rating": self.rating.rating.round()}));
        Some(self.rating.rating - before.rating)
    }

    /// Writes the file, if there is one. Fails if the file cannot be written.
    pub fn save(&self) -> Result<(), ProgressError> {
        let Some(path) = &self.path else { return Ok(()) };
        let write = || {
            path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            heirloom_files::replace(path, format!("{:#}\n", self.document()).as_bytes())
        };
        write().map_err(|error| ProgressError::Unwritable(path.clone(), error))
    }

    /// Returns the number of puzzles solved on the first attempt, and of puzzles tried.
    pub fn solved(&self) -> (usize, usize) {
        (self.solved, self.tries.len())
    }

    /// Returns the progress as JSON, which is also the file format.
    pub fn document(&self) -> Value {
        json!({
            "rating": self.rating.rating, "deviation": self.rating.deviation,
            "solved": self.solved, "failed": self.tries.len() - self.solved, "tries": self.tries,
        })
    }

    /// Returns the progress as text.
    pub fn report(&self) -> String {
        let mut text = String::new();
        let count = self.tries.len();
        let _ =
            writeln!(text, "rating {:.0} ± {:.0} (Glicko)", self.rating.rating, 2.0 * self.rating.deviation);
        let _ = writeln!(text, "puzzles solved on the first try: {} of {count}", self.solved);
        for tried in self.tries.iter().rev().take(10) {
            let (word, date) = (
                if tried["solved"] == true { "solved" } else { "failed" },
                tried["date"].as_str().unwrap_or_default(),
            );
            let id = tried["id"].as_str().unwrap_or_default();
            let number = |name: &str| tried[name].as_f64().unwrap_or(0.0);
            let _ = writeln!(
                text,
                "{}  {id:<8} {:>4.0}  {word}  {:.0}",
                date.get(..10).unwrap_or(date),
                number("puzzle"),
                number("rating")
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Rows;
    use super::*;

    #[test]
    fn attempts_are_saved_and_count_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/progress.json");
        let puzzle =
            Rows::new(&b"p,7k/8/6K1/8/8/8/8/RR6 b - - 0 1,h8g8 a1a8,1700,80\n"[..]).next().unwrap().unwrap();
        let mut progress = SolverProgress::load(Some(path.clone())).unwrap();
        assert!(progress.note(&puzzle, true).unwrap() > 100.0);
        assert!(progress.note(&puzzle, false).unwrap() == 0.0);
        let again = SolverProgress::load(Some(path.clone())).unwrap();
        assert!(again.contains("p") && again.rating == progress.rating);
        let report = again.report();
        assert!(report.starts_with("rating 1") && report.contains("on the first try: 1 of 1"), "{report}");
        std::fs::write(&path, "{\"other\": 1}").unwrap();
        let error = SolverProgress::load(Some(path)).unwrap_err().to_string();
        assert!(error.contains("is not a puzzle progress file"), "{error}");
    }
}
