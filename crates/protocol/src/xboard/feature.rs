//! Features: the engine's introduction and the format of its options.

use std::fmt::Write as _;

use heirloom_engine::{EngineOption, OptionKind};

/// Parses what follows `feature`: `name=value` pairs, values with spaces in double quotes.
pub fn parse(text: &str) -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        // Words without a value may precede the name.
        let name = name.split_whitespace().next_back().unwrap_or_default().to_owned();
        let (value, left) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        if !name.is_empty() {
            pairs.push((name, value.to_owned()));
        }
        rest = left.trim_start();
    }
    pairs
}

/// Quotes a text value; inner quotes cannot be written and become apostrophes. A trailing space stays: XBoard
/// recognizes a type only with a space after it.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "'").replace(char::is_control, " "))
}

/// Parses the value of a feature `option`: a name, a type and its parameters. `None` for unknown types.
pub fn parse_option(text: &str) -> Option<EngineOption> {
    let kinds =
        ["-button", "-save", "-reset", "-check", "-string", "-file", "-path", "-spin", "-slider", "-combo"];
    let kind_at = |kind: &&str| text.find(&format!(" {kind}")).map(|at| (at, kind.len() + 1));
    let (at, length) = kinds.iter().filter_map(kind_at).min()?;
    let (name, kind, rest) = (text[..at].trim(), text[at..at + length].trim(), text[at + length..].trim());
    let mut numbers = rest.split_whitespace().map(|number| number.parse::<i64>().ok());
    let kind = match kind {
        "-button" | "-save" | "-reset" => OptionKind::Button,
        "-check" => OptionKind::Check { default: rest == "1" || rest.eq_ignore_ascii_case("true") },
        "-spin" | "-slider" => {
            let (default, min, max) = (numbers.next()??, numbers.next()??, numbers.next()??);
            OptionKind::Spin { default, min, max }
        }
        "-combo" => {
            let marked: Vec<&str> =
                rest.split("///").map(str::trim).filter(|choice| !choice.is_empty()).collect();
            let plain = |choice: &&str| choice.strip_prefix('*').unwrap_or(choice).to_owned();
            let default =
                marked.iter().find(|choice| choice.starts_with('*')).or(marked.first()).map(plain)?;
            OptionKind::Combo { default, choices: marked.iter().map(plain).collect() }
        }
        _ => OptionKind::Text { default: rest.to_owned() },
    };
    (!name.is_empty()).then(|| EngineOption { name: name.to_owned(), kind })
}

/// Formats the value of the feature that declares an option, without quotes.
pub fn write_option(option: &EngineOption) -> String {
    let mut text = option.name.clone();
    // Writing to a string cannot fail.
    let _ = match &option.kind {
        OptionKind::Check { default } => write!(text, " -check {}", i32::from(*default)),
        OptionKind::Spin { default, min, max } => write!(text, " -spin {default} {min} {max}"),
        OptionKind::Combo { default, choices } => {
            let marked = choices
                .iter()
                .map(|choice| if choice == default { format!("*{choice}") } else { choice.clone() });
            write!(text, " -combo {}", marked.collect::<Vec<_>>().join(" /// "))
        }
        OptionKind::Text { default } => {
            // GUIs offer to browse for files and folders.
            let name = option.name.to_ascii_lowercase();
            let kind = if name.ends_with("path") {
                "path"
            } else if name.ends_with("file") {
                "file"
            } else {
                "string"
            };
            write!(text, " -{kind} {default}")
        }
        OptionKind::Button => write!(text, " -button"),
    };
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_pairs() {
        let pairs =
            parse("ping=1 setboard=0 joho myname=\"Miracle Chess 0.9\" option=\"Hash -spin 16 1 64\" done=1");
        let expected = [
            ("ping", "1"),
            ("setboard", "0"),
            ("myname", "Miracle Chess 0.9"),
            ("option", "Hash -spin 16 1 64"),
            ("done", "1"),
        ];
        assert_eq!(
            pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect::<Vec<_>>(),
            expected
        );
        assert_eq!(parse("myname=\"never closed"), [("myname".into(), "never closed".into())]);
        assert!(parse("").is_empty() && parse("joho").is_empty() && parse("=3").is_empty());
        assert_eq!(quoted("a \"b\"\nc"), "\"a 'b' c\"");
    }

    #[test]
    fn options_read_as_they_are_written() {
        for option in [
            EngineOption::spin("Move Overhead", 10, -5, 5000),
            EngineOption::check("Ponder-hit", true),
            EngineOption::combo("Style", "Very Solid", &["Risky", "Very Solid"]),
            EngineOption::text("SyzygyPath", ""),
            EngineOption::text("Book File", "my book.bin"),
            EngineOption::text("Log", "x"),
            EngineOption::button("Clear Hash"),
        ] {
            let text = write_option(&option);
            assert_eq!(parse_option(&text), Some(option), "{text}");
        }
        assert_eq!(write_option(&EngineOption::text("Book File", "b")), "Book File -file b");
        assert_eq!(write_option(&EngineOption::combo("A", "y", &["x", "y"])), "A -combo x /// *y");
        for wrong in ["", "Hash", "Hash -spin 1", "Hash -spin a b c", " -button", "A -combo", "A -knob 3"] {
            assert_eq!(parse_option(wrong), None, "{wrong}");
        }
    }
}
