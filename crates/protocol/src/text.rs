//! Text from elsewhere, made fit for one line of a protocol.

/// Makes text fit for one line: it must not contain line breaks.
pub(crate) fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    clean.trim().to_owned()
}

/// Maximum length of an excerpt in characters.
const MAX_EXCERPT: usize = 60;

/// Returns the beginning of a text, made fit for one line.
pub(crate) fn excerpt(text: &str) -> String {
    let clean = text.chars().take(MAX_EXCERPT).map(|letter| if letter.is_control() { '?' } else { letter });
    let mut excerpt: String = clean.collect();
    if text.chars().nth(MAX_EXCERPT).is_some() {
        excerpt.push_str("...");
    }
    excerpt
}
