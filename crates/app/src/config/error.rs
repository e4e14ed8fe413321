//! Errors in the configuration, in a uniform format: what was found, what was expected, and a suggestion.

/// Maximum length of a quotation in a message, in characters.
const MAX_QUOTE: usize = 60;

/// What was found, what was expected, and the nearest valid name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("found {found}, expected {expected}{}", suggestion(.nearest.as_deref()))]
pub struct Problem {
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
    /// The suggested correction.
    pub nearest: Option<String>,
}

/// An error in the file. The rest of the file remains valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError {
    /// The line number, counted from 1; `None` if the error concerns the whole file.
    pub line: Option<usize>,
    /// What is wrong.
    pub problem: Problem,
}

impl Problem {
    pub(super) fn new(found: impl Into<String>, expected: impl Into<String>) -> Problem {
        Problem { found: found.into(), expected: expected.into(), nearest: None }
    }

    pub(super) fn suggest(self, nearest: Option<impl Into<String>>) -> Problem {
        Problem { nearest: nearest.map(Into::into), ..self }
    }
}

impl ConfigError {
    pub(super) fn new(line: usize, wrong: Problem) -> ConfigError {
        ConfigError { line: Some(line), problem: wrong }
    }

    /// Returns the full message in compiler format: `FILE:LINE: found ..., expected ...`.
    pub fn of_file(&self, file: &str) -> String {
        match self.line {
            Some(line) => format!("{file}:{line}: {}", self.problem),
            None => format!("{file}: {}", self.problem),
        }
    }
}

/// Returns the end of a message that suggests a correction.
fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!("; did you mean {nearest}?"))
}

/// Shortens text of the file for a message, to a single line without control characters.
pub(super) fn excerpt(text: &str) -> String {
    let mut letters = text.trim().chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter });
    let mut excerpt: String = letters.by_ref().take(MAX_QUOTE).collect();
    if letters.next().is_some() {
        excerpt.push_str("...");
    }
    excerpt
}
