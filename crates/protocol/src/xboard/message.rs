//! Messages from an engine to XBoard.

use std::fmt;

use super::{Thinking, feature};
use crate::text::one_line;

/// One line from engine to GUI.
#[derive(Clone, PartialEq, Debug)]
pub enum Message {
    /// Its features, as pairs.
    Features(Vec<(String, String)>),
    /// Its move.
    Move(String),
    /// The answer to `ping`.
    Pong(String),
    /// The end of the game, as claimed by the engine.
    Result {
        /// `1-0`, `0-1`, `1/2-1/2` or `*`.
        result: String,
        /// The text in braces.
        reason: String,
    },
    /// It resigns.
    Resign,
    /// It offers or accepts a draw.
    OfferDraw,
    /// It rejects a move; the rest of the line.
    IllegalMove(String),
    /// It reports an error; the rest of the line.
    Error(String),
    /// A suggested move for the user.
    Hint(String),
    /// A line of thinking.
    Thinking(Thinking),
    /// The progress of its analysis.
    Status(String),
    /// A message for the user: the text of `tellusererror` and similar commands.
    Tell(String),
    /// A debug message.
    Comment(String),
}

impl Message {
    /// Parses a line; `None` for lines outside the protocol, which must be ignored.
    pub fn parse(line: &str) -> Option<Message> {
        let line = line.trim_end();
        let (word, rest) =
            line.trim_start().split_once(char::is_whitespace).unwrap_or((line.trim_start(), ""));
        let rest = rest.trim();
        let lower = line.trim_start().to_ascii_lowercase();
        Some(match word {
            "feature" => Message::Features(feature::parse(rest)),
            "move" if !rest.is_empty() => {
                Message::Move(rest.split_whitespace().next().unwrap_or_default().to_owned())
            }
            "pong" => Message::Pong(rest.to_owned()),
            "1-0" | "0-1" | "1/2-1/2" | "*" => {
                let reason = rest.strip_prefix('{').unwrap_or(rest);
                Message::Result {
                    result: word.into(),
                    reason: reason.split('}').next().unwrap_or_default().trim().to_owned(),
                }
            }
            "resign" => Message::Resign,
            "Hint:" => Message::Hint(rest.to_owned()),
            "stat01:" => Message::Status(rest.to_owned()),
            // Messages for a chess server, which some programs send to any GUI.
            "tellics" | "tellicsnoalias" if rest == "resign" => Message::Resign,
            "tellics" | "tellicsnoalias" if rest == "draw" => Message::OfferDraw,
            _ if word.starts_with('#') => Message::Comment(line.to_owned()),
            _ if word.starts_with("tell") || word == "askuser" => Message::Tell(rest.to_owned()),
            _ if lower.starts_with("illegal move") => {
                Message::IllegalMove(line.trim_start()["illegal move".len()..].trim().to_owned())
            }
            _ if lower.starts_with("error") => {
                Message::Error(line.trim_start()["error".len()..].trim().to_owned())
            }
            // Must precede lines of thinking: "12. ... e5" begins with a number, too.
            _ if is_numbered(word, rest) => Message::Move(rest.split_whitespace().nth(1)?.to_owned()),
            _ => match Thinking::parse(line) {
                Some(thinking) => Message::Thinking(thinking),
                None => return parse_old_words(line, &lower),
            },
        })
    }
}

/// Returns true for `NUMBER ... MOVE`, the moves of GNU Chess 4.
fn is_numbered(word: &str, rest: &str) -> bool {
    let number = word.strip_suffix('.').unwrap_or(word);
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) && rest.starts_with("... ")
}

/// Parses results in the words of programs older than the protocol.
fn parse_old_words(line: &str, lower: &str) -> Option<Message> {
    if lower.contains("offer") && lower.contains("draw") {
        return Some(Message::OfferDraw);
    }
    let line = line.trim_start();
    let result = if line.starts_with("White resigns") || line.starts_with("Black mates") || line == "Black" {
        "0-1"
    } else if line.starts_with("Black resigns") || line.starts_with("White mates") || line == "White" {
        "1-0"
    } else if line == "Draw" || line.starts_with("game is a draw") {
        "1/2-1/2"
    } else if line.starts_with("computer resigns") {
        return Some(Message::Resign);
    } else {
        return None;
    };
    Some(Message::Result { result: result.into(), reason: line.into() })
}

impl fmt::Display for Message {
    /// The line to send, without its line ending. A line of thinking needs its position and is written by
    /// [`super::thinking::write`]; here only its text appears, as a remark.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Features(pairs) => {
                write!(f, "feature")?;
                pairs.iter().try_for_each(|(name, value)| match value.parse::<u32>() {
                    Ok(number) => write!(f, " {name}={number}"),
                    Err(_) => write!(f, " {name}={}", feature::quoted(value)),
                })
            }
            Message::Move(mv) => write!(f, "move {mv}"),
            Message::Pong(number) => write!(f, "pong {}", one_line(number)),
            Message::Result { result, reason } => write!(f, "{result} {{{}}}", one_line(reason)),
            Message::Resign => write!(f, "resign"),
            Message::OfferDraw => write!(f, "offer draw"),
            Message::IllegalMove(rest) => write!(f, "Illegal move {}", one_line(rest)),
            Message::Error(rest) => write!(f, "Error {}", one_line(rest)),
            Message::Hint(mv) => write!(f, "Hint: {mv}"),
            Message::Status(rest) => write!(f, "stat01: {}", one_line(rest)),
            Message::Tell(text) => write!(f, "tellusererror {}", one_line(text)),
            Message::Comment(text) => write!(f, "# {}", one_line(text)),
            Message::Thinking(thinking) => write!(f, "# {}", one_line(&thinking.line)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_they_are_written() {
        for line in [
            "feature ping=1 myname=\"X 1\" done=1",
            "move e2e4",
            "pong 3",
            "1/2-1/2 {Draw by repetition}",
            "resign",
            "offer draw",
            "Illegal move (no such move): e2e5",
            "Error (unknown command): joho",
            "Hint: e7e5",
            "stat01: 1234 30000 7 5 30 e2e4",
        ] {
            assert_eq!(Message::parse(line).unwrap().to_string(), line);
        }
        assert_eq!(
            Message::parse("tellusererror Illegal position"),
            Some(Message::Tell("Illegal position".into()))
        );
        assert!(matches!(Message::parse("# anything"), Some(Message::Comment(_))));
    }

    #[test]
    fn the_words_of_old_programs() {
        assert_eq!(Message::parse("12. ... Nf6"), Some(Message::Move("Nf6".into())));
        assert_eq!(Message::parse("My move is: e2e4"), None);
        assert_eq!(Message::parse("Illegal move e2e5"), Some(Message::IllegalMove("e2e5".into())));
        assert_eq!(Message::parse("I offer you a draw."), Some(Message::OfferDraw));
        assert_eq!(Message::parse("tellics resign"), Some(Message::Resign));
        assert_eq!(Message::parse("tellicsnoalias draw"), Some(Message::OfferDraw));
        assert_eq!(Message::parse("tellics say resign?"), Some(Message::Tell("say resign?".into())));
        assert!(matches!(Message::parse("White resigns!"),
            Some(Message::Result { result, .. }) if result == "0-1"));
        assert!(matches!(Message::parse(" 5 12 3 400 e2e4"), Some(Message::Thinking(_))));
        assert_eq!(Message::parse("12. e4"), None);
        assert_eq!(Message::parse(""), None);
        assert_eq!(Message::parse("move"), None);
    }
}
