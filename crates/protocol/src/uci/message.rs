//! Messages from a UCI engine to a GUI.

use std::fmt;

use heirloom_engine::{EngineOption, OptionKind};

use super::{InfoText, integer};

/// One line from engine to GUI.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// The engine's name.
    Name(String),
    /// The engine's author.
    Author(String),
    /// One of the engine's options.
    Option(EngineOption),
    /// The end of the introduction.
    UciOk,
    /// All earlier commands are done.
    ReadyOk,
    /// The end of a search.
    BestMove {
        /// The move as text; `None` for `(none)`, `0000`, `NULL` and an empty text.
        best: Option<String>,
        /// The expected reply.
        ponder: Option<String>,
    },
    /// A report of a search.
    Info(Box<InfoText>),
    /// Registration or copy protection; obsolete.
    Formality(String),
}

impl Message {
    /// Parses a line; `None` for lines outside the protocol, which must be ignored.
    pub fn parse(line: &str) -> Option<Message> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Some(match word {
            "id" => match rest.split_once(char::is_whitespace)? {
                ("name", name) => Message::Name(name.trim().to_owned()),
                ("author", author) => Message::Author(author.trim().to_owned()),
                _ => return None,
            },
            "option" => Message::Option(parse_option(rest)?),
            "uciok" => Message::UciOk,
            "readyok" => Message::ReadyOk,
            "bestmove" => {
                let mut tokens = rest.split_whitespace();
                let best = tokens.next().filter(|&text| is_move(text)).map(String::from);
                let mut tokens = tokens.skip_while(|&token| token != "ponder").skip(1);
                Message::BestMove {
                    best,
                    ponder: tokens.next().filter(|&text| is_move(text)).map(String::from),
                }
            }
            "info" => Message::Info(Box::new(InfoText::parse(rest))),
            "copyprotection" | "registration" => Message::Formality(line.to_owned()),
            _ => return None,
        })
    }
}

fn is_move(text: &str) -> bool {
    !matches!(text, "(none)" | "0000" | "ponder")
        && !text.eq_ignore_ascii_case("null")
        && !text.eq_ignore_ascii_case("none")
}

/// Parses what follows `option`. Values may contain spaces and end at the next keyword.
fn parse_option(rest: &str) -> Option<EngineOption> {
    let tokens: Vec<&str> = rest.split_whitespace().collect();
    let type_at = tokens.iter().position(|&token| token == "type")?;
    let name = tokens.get(..type_at)?.strip_prefix(&["name"])?.join(" ");
    let kind = *tokens.get(type_at + 1)?;
    let mut fields: Vec<(&str, String)> = Vec::new();
    for &token in tokens.get(type_at + 2..)? {
        match fields.last_mut() {
            _ if matches!(token, "default" | "min" | "max" | "var") => fields.push((token, String::new())),
            Some((_, value)) if value.is_empty() => value.push_str(token),
            Some((_, value)) => {
                value.push(' ');
                value.push_str(token);
            }
            None => {}
        }
    }
    let field = |key: &str| fields.iter().find(|(name, _)| *name == key).map(|(_, value)| value.clone());
    let number = |key: &str| field(key).and_then(|value| integer(&value));
    let default = field("default").unwrap_or_default();
    let kind = match kind {
        "check" => OptionKind::Check { default: default.eq_ignore_ascii_case("true") },
        "spin" => {
            let (min, max) = (number("min").unwrap_or(i64::MIN), number("max").unwrap_or(i64::MAX));
            OptionKind::Spin { default: number("default").unwrap_or(min.max(0)), min, max }
        }
        "combo" => {
            let choices =
                fields.iter().filter(|(name, _)| *name == "var").map(|(_, value)| value.clone()).collect();
            OptionKind::Combo { default, choices }
        }
        "string" => OptionKind::Text { default: if default == "<empty>" { String::new() } else { default } },
        "button" => OptionKind::Button,
        _ => return None,
    };
    (!name.is_empty()).then_some(EngineOption { name, kind })
}

/// Formats the line that declares an option.
pub fn write_option(option: &EngineOption) -> String {
    let name = &option.name;
    match &option.kind {
        OptionKind::Check { default } => format!("option name {name} type check default {default}"),
        OptionKind::Spin { default, min, max } => {
            format!("option name {name} type spin default {default} min {min} max {max}")
        }
        OptionKind::Combo { default, choices } => {
            let choices: String = choices.iter().map(|choice| format!(" var {choice}")).collect();
            format!("option name {name} type combo default {default}{choices}")
        }
        OptionKind::Text { default } if default.is_empty() => {
            format!("option name {name} type string default <empty>")
        }
        OptionKind::Text { default } => format!("option name {name} type string default {default}"),
        OptionKind::Button => format!("option name {name} type button"),
    }
}

impl fmt::Display for Message {
    /// The line to send, without its line ending. An `info` line needs its position and is written by
    /// [`super::info::write`]; here only its remark appears.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Name(name) => write!(f, "id name {name}"),
            Message::Author(author) => write!(f, "id author {author}"),
            Message::Option(option) => write!(f, "{}", write_option(option)),
            Message::UciOk => write!(f, "uciok"),
            Message::ReadyOk => write!(f, "readyok"),
            Message::BestMove { best, ponder } => {
                write!(f, "bestmove {}", best.as_deref().unwrap_or("(none)"))?;
                ponder.as_ref().map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
            }
            Message::Info(info) => write!(
                f,
                "info string {}",
                super::info::one_line(info.plain.text.as_deref().unwrap_or_default())
            ),
            Message::Formality(line) => write!(f, "{line}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_read_as_they_are_written() {
        let options = [
            EngineOption::spin("Move Overhead", 10, 0, 5000),
            EngineOption::check("UCI_Chess960", false),
            EngineOption::combo("Style", "Very Solid", &["Very Solid", "Risky"]),
            EngineOption::text("SyzygyPath", ""),
            EngineOption::text("Book File", "my book.bin"),
            EngineOption::button("Clear Hash"),
        ];
        for option in options {
            assert_eq!(Message::parse(&write_option(&option)), Some(Message::Option(option)));
        }
    }

    #[test]
    fn odd_option_lines_do_no_harm() {
        assert_eq!(
            Message::parse("option name Empty type string default"),
            Some(Message::Option(EngineOption::text("Empty", "")))
        );
        let unbounded = EngineOption::spin("Free", 3, i64::MIN, i64::MAX);
        assert_eq!(Message::parse("option name Free type spin default 3"), Some(Message::Option(unbounded)));
        for line in [
            "option",
            "option name",
            "option name x type",
            "option name x type file default y",
            "option type spin",
            "id",
            "id name",
        ] {
            assert_eq!(Message::parse(line), None, "{line}");
        }
    }

    #[test]
    fn best_moves_may_be_missing() {
        let parse = |line: &str| match Message::parse(line) {
            Some(Message::BestMove { best, ponder }) => (best, ponder),
            message => panic!("{message:?}"),
        };
        assert_eq!(parse("bestmove e2e4 ponder e7e5\r"), (Some("e2e4".into()), Some("e7e5".into())));
        assert_eq!(parse("bestmove e2e4 joho ponder (none)"), (Some("e2e4".into()), None));
        for line in ["bestmove (none)", "bestmove 0000", "bestmove NULL", "bestmove"] {
            assert_eq!(parse(line), (None, None), "{line}");
        }
        assert_eq!(Message::parse("best move e2e4"), None);
    }
}
