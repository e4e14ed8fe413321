//! Command lines as one text: split at blanks, with quotes around words that have any.

use std::fmt;

/// A quote that is never closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenQuote {
    /// Which one.
    pub quote: char,
    /// The whole text.
    pub text: String,
}

impl fmt::Display for OpenQuote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unclosed quote {} in: {}", self.quote, self.text)
    }
}

impl std::error::Error for OpenQuote {}

/// Splits a text at blanks; within single or double quotes blanks stay, and the quotes go. Backslashes mean themselves, as in Windows paths.
///
/// # Errors
/// A quote that is never closed.
pub fn split(text: &str) -> Result<Vec<String>, OpenQuote> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            Some(_) => word.get_or_insert_default().push(letter),
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(quote) = quote {
        return Err(OpenQuote { quote, text: text.into() });
    }
    words.extend(word);
    Ok(words)
}

/// Puts quotes around a word where [`split`] needs them.
pub fn quoted(word: &str) -> String {
    let plain = !word.is_empty()
        && !word.contains(|letter: char| letter.is_whitespace() || letter == '"' || letter == '\'');
    match (plain, word.contains('"')) {
        (true, _) => word.to_owned(),
        (false, false) => format!("\"{word}\""),
        (false, true) => format!("'{word}'"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        let words = split("\"my engine\" --uci ''").unwrap();
        assert_eq!(words, ["my engine", "--uci", ""]);
        assert_eq!(
            split(&words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")).unwrap(),
            words
        );
        assert_eq!(split("a 'b").unwrap_err().to_string(), "unclosed quote ' in: a 'b");
    }
}
