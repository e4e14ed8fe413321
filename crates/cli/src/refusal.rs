//! Errors in arguments in plain words: clap's own messages mention digits and Rust ranges.

use clap::Parser;
use clap::error::ErrorKind;

/// Parses the arguments; on an error prints it and exits.
pub fn parse<A: Parser>(words: &[String]) -> A {
    A::try_parse_from(words).unwrap_or_else(|error| {
        if error.kind() == ErrorKind::ValueValidation {
            anstream::eprint!("{}", plain(&error.render().ansi().to_string()));
            std::process::exit(error.exit_code());
        }
        error.exit()
    })
}

/// Rewords a message.
fn plain(message: &str) -> String {
    let message = message
        .replace("invalid digit found in string", "expected a whole number")
        .replace("cannot parse integer from empty string", "expected a whole number")
        .replace("number too large to fit in target type", "the number is too large")
        .replace("invalid float literal", "expected a number")
        .replace("cannot parse float from empty string", "expected a number");
    let Some((before, range, after)) = range(&message) else { return message };
    format!("{before}: expected {range}{after}")
}

/// Splits `NUMBER is not in FIRST..=LAST` into the text before it, the range in words, and the text after it.
fn range(message: &str) -> Option<(&str, String, &str)> {
    let (before, rest) = message.split_once(" is not in ")?;
    let (before, _) = before.rsplit_once(": ")?;
    let end = rest.find(|letter: char| !matches!(letter, '0'..='9' | '-' | '.' | '=')).unwrap_or(rest.len());
    let (first, last) = rest[..end].split_once("..")?;
    let words = match (last.strip_prefix('='), last.parse::<i128>()) {
        // Some limits are only those of the type.
        (Some(last), _) if last.len() < 10 => format!("a whole number from {first} to {last}"),
        (None, Ok(last)) if last < 1_000_000_000 => format!("a whole number from {first} to {}", last - 1),
        _ => format!("a whole number, at least {first}"),
    };
    Some((before, words, &rest[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_asked_for_in_plain_words() {
        let of = |reason: &str| {
            plain(&format!("error: invalid value 'x' for '<DEPTH>': {reason}\n\nFor more information"))
        };
        let wanted = |words: &str| {
            format!("error: invalid value 'x' for '<DEPTH>': expected {words}\n\nFor more information")
        };
        assert_eq!(of("invalid digit found in string"), wanted("a whole number"));
        assert_eq!(of("31 is not in 0..=30"), wanted("a whole number from 0 to 30"));
        assert_eq!(of("1000 is not in 0..960"), wanted("a whole number from 0 to 959"));
        assert_eq!(of("0 is not in 1..=18446744073709551615"), wanted("a whole number, at least 1"));
        assert_eq!(of("0 is not in 1.."), wanted("a whole number, at least 1"));
        assert_eq!(
            of("is not in it"),
            "error: invalid value 'x' for '<DEPTH>': is not in it\n\nFor more information"
        );
    }
}
