//! Words of command lines, split at whitespace and quotes, and numbers in groups of digits.

/// An unclosed quote.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unclosed quote {quote} in: {text}")]
pub struct UnclosedQuote {
    /// The quote character.
    pub quote: char,
    /// The whole text.
    pub text: String,
}

/// Splits text at whitespace, except within single or double quotes, which are removed. Backslashes are
/// literal, as in Windows paths. Fails for an unclosed quote.
pub fn split(text: &str) -> Result<Vec<String>, UnclosedQuote> {
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
        return Err(UnclosedQuote { quote, text: text.into() });
    }
    words.extend(word);
    Ok(words)
}

/// Quotes a word if [`split`] requires it.
pub fn quoted(word: &str) -> String {
    let plain = !word.is_empty()
        && !word.contains(|letter: char| letter.is_whitespace() || letter == '"' || letter == '\'');
    match (plain, word.contains('"')) {
        (true, _) => word.to_owned(),
        (false, false) => format!("\"{word}\""),
        (false, true) => format!("'{word}'"),
    }
}

/// Formats a number with a separator between groups of three digits, such as 218,888.
pub fn grouped(number: u64, separator: char) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        let words = split("\"my engine\" --uci ''").unwrap();
        assert_eq!(words, ["my engine", "--uci", ""]);
        let line: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        assert_eq!(split(&line.join(" ")).unwrap(), words);
        assert_eq!(split("a 'b").unwrap_err().to_string(), "unclosed quote ' in: a 'b");
    }
}
