//! Typed engine options, and parsing of their values.

use std::fmt;

use crate::EngineError;

/// One option: its name and its possible values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// The name that users see; case is ignored.
    pub name: String,
    /// Type, default and range.
    pub kind: OptionKind,
}

/// The type of an option and its default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// The default value.
        default: bool,
    },
    /// An integer.
    Spin {
        /// The default value.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The default value.
        default: String,
        /// All values.
        choices: Vec<String>,
    },
    /// Any text, such as a path.
    Text {
        /// The default value.
        default: String,
    },
    /// An action without a value.
    Button,
}

/// A value that fits its option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// On or off.
    Check(bool),
    /// A number within the range.
    Spin(i64),
    /// One of the choices, in the option's own spelling.
    Combo(String),
    /// Any text.
    Text(String),
    /// An action.
    Press,
}

impl EngineOption {
    /// An option that is on or off.
    pub fn check(name: &str, default: bool) -> EngineOption {
        EngineOption { name: name.into(), kind: OptionKind::Check { default } }
    }

    /// An integer within a range.
    pub fn spin(name: &str, default: i64, min: i64, max: i64) -> EngineOption {
        EngineOption { name: name.into(), kind: OptionKind::Spin { default, min, max } }
    }

    /// One of several words.
    pub fn combo(name: &str, default: &str, choices: &[&str]) -> EngineOption {
        let choices = choices.iter().map(|choice| choice.to_string()).collect();
        EngineOption { name: name.into(), kind: OptionKind::Combo { default: default.into(), choices } }
    }

    /// Any text.
    pub fn text(name: &str, default: &str) -> EngineOption {
        EngineOption { name: name.into(), kind: OptionKind::Text { default: default.into() } }
    }

    /// An action without a value.
    pub fn button(name: &str) -> EngineOption {
        EngineOption { name: name.into(), kind: OptionKind::Button }
    }

    /// Finds an option by name, ignoring case.
    ///
    /// # Errors
    /// [`EngineError::UnknownOption`] with the nearest name.
    pub fn find<'a>(options: &'a [EngineOption], name: &str) -> Result<&'a EngineOption, EngineError> {
        options.iter().find(|option| option.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
            EngineError::UnknownOption {
                name: name.into(),
                nearest: nearest(name, options.iter().map(|option| option.name.as_str())).map(String::from),
            }
        })
    }

    /// Parses a value and checks that it is allowed.
    ///
    /// # Errors
    /// [`EngineError::OptionValue`] with the allowed values.
    pub fn parse(&self, text: &str) -> Result<OptionValue, EngineError> {
        let value = match &self.kind {
            OptionKind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" | "on" | "yes" | "1" => Some(OptionValue::Check(true)),
                "false" | "off" | "no" | "0" => Some(OptionValue::Check(false)),
                _ => None,
            },
            OptionKind::Spin { min, max, .. } => {
                text.trim().parse().ok().filter(|number| (min..=max).contains(&number)).map(OptionValue::Spin)
            }
            OptionKind::Combo { choices, .. } => choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(text))
                .cloned()
                .map(OptionValue::Combo),
            OptionKind::Text { .. } => {
                Some(OptionValue::Text(if text == "<empty>" { String::new() } else { text.into() }))
            }
            OptionKind::Button => Some(OptionValue::Press),
        };
        value.ok_or_else(|| EngineError::OptionValue {
            name: self.name.clone(),
            value: text.into(),
            expected: self.kind.to_string(),
        })
    }
}

impl fmt::Display for OptionKind {
    /// Describes the allowed values, for messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionKind::Check { .. } => write!(f, "true or false"),
            OptionKind::Spin { min, max, .. } => write!(f, "a whole number from {min} to {max}"),
            OptionKind::Combo { choices, .. } => write!(f, "one of {}", choices.join(", ")),
            OptionKind::Text { .. } => write!(f, "text"),
            OptionKind::Button => write!(f, "no value"),
        }
    }
}

/// Returns the candidate with the smallest edit distance to `word`, if it is close enough.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.chars().take(64).map(|letter| letter.to_ascii_lowercase()).collect();
    let best = candidates
        .into_iter()
        .map(|candidate| (edit_distance(&word, candidate), candidate))
        .min_by_key(|(edit_distance, _)| *edit_distance)?;
    (best.0 * 2 <= word.len().max(2)).then_some(best.1)
}

/// The Damerau-Levenshtein distance: insertions, deletions, substitutions, and swaps of adjacent letters.
fn edit_distance(word: &[char], other: &str) -> usize {
    let mut row_before_last: Vec<usize> = Vec::new();
    let mut last_row: Vec<usize> = (0..=word.len()).collect();
    let mut previous = None;
    for (index, letter) in other.chars().map(|letter| letter.to_ascii_lowercase()).enumerate() {
        let mut row = vec![index + 1];
        for column in 1..=word.len() {
            let change = last_row[column - 1] + usize::from(word[column - 1] != letter);
            let mut least = change.min(last_row[column] + 1).min(row[column - 1] + 1);
            if column > 1 && previous == Some(word[column - 1]) && word[column - 2] == letter {
                least = least.min(row_before_last[column - 2] + 1);
            }
            row.push(least);
        }
        row_before_last = std::mem::replace(&mut last_row, row);
        previous = Some(letter);
    }
    last_row[word.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked() {
        let hash = EngineOption::spin("Hash", 16, 1, 1024);
        assert_eq!(hash.parse("32"), Ok(OptionValue::Spin(32)));
        let message = hash.parse("0").unwrap_err().to_string();
        assert!(message.contains("Hash") && message.contains("from 1 to 1024"), "{message}");
        assert!(hash.parse("many").is_err());
        assert_eq!(EngineOption::check("Ponder", false).parse("TRUE"), Ok(OptionValue::Check(true)));
        assert_eq!(
            EngineOption::combo("Style", "calm", &["calm", "Wild"]).parse("wild"),
            Ok(OptionValue::Combo("Wild".into()))
        );
        assert_eq!(EngineOption::text("Path", "").parse("<empty>"), Ok(OptionValue::Text(String::new())));
    }

    #[test]
    fn a_misspelled_name_finds_the_nearest_one() {
        let options = [EngineOption::spin("Hash", 16, 1, 1024), EngineOption::button("Clear Hash")];
        assert_eq!(EngineOption::find(&options, "hash").unwrap().name, "Hash");
        let EngineError::UnknownOption { nearest, .. } = EngineOption::find(&options, "Hsah").unwrap_err()
        else {
            panic!()
        };
        assert_eq!(nearest.as_deref(), Some("Hash"));
        let EngineError::UnknownOption { nearest, .. } =
            EngineOption::find(&options, "Contempt").unwrap_err()
        else {
            panic!()
        };
        assert_eq!(nearest, None);
        // Swapped letters are one mistake, not two.
        assert_eq!(super::nearest("quti", ["uci", "quit"]), Some("quit"));
        assert_eq!(
            [edit_distance(&['a', 'b', 'c'], "acb"), edit_distance(&[], "ab"), edit_distance(&['a'], "")],
            [1, 2, 1]
        );
    }
}
