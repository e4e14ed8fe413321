//! Positions from suite files, and invalid lines.

use std::fmt;
use std::io::BufRead;

use heirloom_chess::Position;
use heirloom_chess::notation::epd::{Epd, Lines};

use super::goal::{Goal, joined};

/// A position to solve.
#[derive(Clone, Debug)]
pub struct Task {
    /// The index of the file, counted from 0.
    pub file: usize,
    /// The line number, counted from 1; for a game, where it starts.
    pub line: u64,
    /// The name; `line N` or `game N` if there is none.
    pub id: String,
    /// The name without its trailing number, which names a part of a suite.
    pub theme: String,
    /// The position.
    pub position: Position,
    /// What solves the position.
    pub goal: Goal,
}

/// An invalid line.
#[derive(Clone, PartialEq, Debug)]
pub struct InvalidLine {
    /// The name of the file.
    pub file: String,
    /// The line number, counted from 1.
    pub line: u64,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for InvalidLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: {}", self.file, self.line, self.reason)
    }
}

/// All suites of a run.
#[derive(Debug, Default)]
pub struct Suites {
    /// The names of the files.
    pub files: Vec<String>,
    /// The positions of all files, in order.
    pub tasks: Vec<Task>,
    /// The invalid lines.
    pub invalid: Vec<InvalidLine>,
    /// Lines used with repairs, such as removed castling rights.
    pub repaired: Vec<InvalidLine>,
}

impl Suites {
    /// Adds the positions of a file of EPD lines or games.
    pub fn add(&mut self, name: &str, mut input: impl BufRead) {
        let file = self.files.len();
        self.files.push(name.to_owned());
        // Only games start with a bracket.
        if input.fill_buf().is_ok_and(|text| {
            text.iter().find(|byte| byte.is_ascii() && !byte.is_ascii_whitespace()) == Some(&b'[')
        }) {
            return self.add_games(file, name, input);
        }
        let mut lines = Lines::new(input);
        while let Some(read) = lines.next() {
            let line = lines.line();
            let at = |reason: String| InvalidLine { file: name.to_owned(), line, reason };
            if let Ok(epd) = &read {
                self.repaired.extend(epd.remarks.iter().map(|remark| at(remark.to_string())));
            }
            let task = match read {
                Ok(epd) => match Goal::read(&epd) {
                    Ok(goal) => Ok(task(file, line, epd, goal, || format!("line {line}"))),
                    Err(error) => Err(error.to_string()),
                },
                Err(error) => Err(format!("column {}: {}", error.column, error.reason)),
            };
            match task {
                Ok(task) => self.tasks.push(task),
                Err(reason) => self.invalid.push(at(reason)),
            }
        }
    }
}

/// Creates a task from a position and its goal; `unnamed` names those without an `id`.
pub(super) fn task(file: usize, line: u64, epd: Epd, goal: Goal, unnamed: impl FnOnce() -> String) -> Task {
    let id = epd.get("id").map(joined).filter(|id| !id.is_empty());
    let theme = id.as_deref().map(theme_of).unwrap_or_default().to_owned();
    Task { file, line, id: id.unwrap_or_else(unnamed), theme, position: epd.position, goal }
}

/// Returns the theme in a name: `STS(v1.0) Undermine` in `STS(v1.0) Undermine.001`.
fn theme_of(id: &str) -> &str {
    let stem = id.trim_end_matches(|letter: char| letter.is_ascii_digit());
    if stem.len() == id.len() {
        return "";
    }
    stem.trim_end_matches(|letter: char| {
        letter.is_whitespace() || matches!(letter, '.' | '-' | '_' | '#' | ':' | ',')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repairs_are_reported() {
        let mut suites = Suites::default();
        suites.add("rights.epd", &b"4k3/8/8/8/8/8/4P3/4K3 w KQ - bm e4; id \"stray\";\n"[..]);
        let repaired: Vec<String> = suites.repaired.iter().map(ToString::to_string).collect();
        assert_eq!(
            repaired,
            ["rights.epd, line 1: castling KQ ignored: king and rook are not on their squares"]
        );
        assert_eq!((suites.tasks.len(), suites.invalid.len()), (1, 0));
    }

    #[test]
    fn positions_have_names_and_invalid_lines_have_reasons() {
        let text = "# a suite\n\
            4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"Pawns.07\";\n\
            4k3/8/8/8/8/8/4P3/4K3 w - - bm e5; id \"Pawns.08\";\n\
            4k3/8/8/8/8/8/4P3/4K3 w - - ; bm e4; id LCTII.POS.01\0\n\
            not a position\n\
            4k3/8/8/8/8/8/4P3/4K3 w - - am e4;\n\
            4k3/8/8/8/8/8/4P3/4K3 w - - id \"nothing\";\n";
        let mut suites = Suites::default();
        suites.add("a.epd", text.as_bytes());
        suites.add("b.epd", &b"4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"E.E.T 001 - x\";"[..]);
        let named: Vec<(usize, u64, &str, &str)> = suites
            .tasks
            .iter()
            .map(|task| (task.file, task.line, task.id.as_str(), task.theme.as_str()))
            .collect();
        assert_eq!(
            named,
            [
                (0, 2, "Pawns.07", "Pawns"),
                (0, 4, "LCTII.POS.01", "LCTII.POS"),
                (0, 6, "line 6", ""),
                (1, 1, "E.E.T 001 - x", "")
            ]
        );
        let wrong: Vec<String> = suites.invalid.iter().map(ToString::to_string).collect();
        assert_eq!(wrong[0], "a.epd, line 3: column 32: bm: e5 is not a legal move for White");
        assert_eq!(
            wrong[1],
            "a.epd, line 5: column 1: not a FEN; expected a board of 8 ranks separated by /"
        );
        assert!(wrong[2].starts_with("a.epd, line 7: nothing to solve") && wrong.len() == 3, "{wrong:?}");
    }
}
