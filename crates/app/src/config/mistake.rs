//! What is wrong with an entry, in one form for all: what was found, what was expected, and what may have been meant.

use std::fmt;

/// Letters of a quotation in a message.
const QUOTED: usize = 60;

/// What was found, what was expected instead, and the nearest right name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// What stands there.
    pub found: String,
    /// What could stand there.
    pub expected: String,
    /// What may have been meant.
    pub nearest: Option<String>,
}

/// Something wrong in the file. Whatever else stands there holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// The line, counted from 1; none where the whole file is meant.
    pub line: Option<usize>,
    /// What is wrong there.
    pub wrong: Wrong,
}

impl Wrong {
    pub(super) fn new(found: impl Into<String>, expected: impl Into<String>) -> Wrong {
        Wrong { found: found.into(), expected: expected.into(), nearest: None }
    }

    pub(super) fn meant(self, nearest: Option<impl Into<String>>) -> Wrong {
        Wrong { nearest: nearest.map(Into::into), ..self }
    }
}

impl Mistake {
    pub(super) fn new(line: usize, wrong: Wrong) -> Mistake {
        Mistake { line: Some(line), wrong }
    }

    /// The whole message, as compilers write it: `FILE:LINE: found ..., expected ...`.
    pub fn of_file(&self, file: &str) -> String {
        match self.line {
            Some(line) => format!("{file}:{line}: {}", self.wrong),
            None => format!("{file}: {}", self.wrong),
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {}, expected {}", self.found, self.expected)?;
        match &self.nearest {
            Some(nearest) => write!(f, "; did you mean {nearest}?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Wrong {}

/// Text of the file for a message: one line, without control characters, and not too long.
pub(super) fn excerpt(text: &str) -> String {
    let mut letters = text.trim().chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter });
    let mut excerpt: String = letters.by_ref().take(QUOTED).collect();
    if letters.next().is_some() {
        excerpt.push_str("...");
    }
    excerpt
}
