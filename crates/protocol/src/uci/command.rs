//! Commands from a GUI to a UCI engine.

use std::fmt;

use heirloom_chess::notation::fen::FenRepair;
use heirloom_chess::notation::uci::{self, UciMoveError};
use heirloom_chess::{Line, Position};

use super::{CommandError, GoText};

/// One line from GUI to engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Sends the name and the options.
    Uci,
    /// Turns debug output on or off.
    Debug(bool),
    /// Answers when all earlier commands are done; during a search at once.
    IsReady,
    /// Sets an option, or presses a button.
    SetOption {
        /// The name as given, with single spaces.
        name: String,
        /// The rest of the line; `None` without the keyword `value`.
        value: Option<String>,
    },
    /// Registration, which is ignored.
    Register,
    /// The next position belongs to another game.
    NewGame,
    /// Sets the position to search.
    Position(PositionText),
    /// Starts a search.
    Go(Box<GoText>),
    /// Ends the search.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// Ends the program.
    Quit,
    /// A line outside the protocol, perhaps our own command; the whole line, trimmed.
    Other(String),
}

/// A position as text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PositionText {
    /// FEN; `None` for the start position.
    pub fen: Option<String>,
    /// The moves played from it.
    pub moves: Vec<String>,
}

impl Command {
    /// Parses a line. `Ok(None)` for an empty line or a comment (`#`).
    ///
    /// # Errors
    /// A command without its arguments. Unknown commands are not errors but [`Command::Other`].
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        // Some programs pad their lines with NUL, which counts as whitespace.
        let line = line.replace('\0', " ");
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Ok(Some(match word {
            "" => return Ok(None),
            _ if word.starts_with('#') => return Ok(None),
            "uci" => Command::Uci,
            "debug" => Command::Debug(parse_debug(rest)?),
            "isready" => Command::IsReady,
            "setoption" => parse_option(rest)?,
            "register" => Command::Register,
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(PositionText::parse(rest)?),
            "go" => Command::Go(Box::new(GoText::parse(rest))),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "quit" => Command::Quit,
            _ => Command::Other(line.to_owned()),
        }))
    }

    /// Parses what follows unknown words at the beginning of a line, if a command occurs there:
    /// `joho debug on`.
    ///
    /// # Errors
    /// The same as for [`Command::parse`].
    pub fn parse_after_unknown(line: &str) -> Result<Option<Command>, CommandError> {
        let mut rest = line.trim();
        while let Some((_, after)) = rest.split_once(char::is_whitespace) {
            rest = after.trim_start();
            match Command::parse(rest)? {
                Some(Command::Other(_)) | None => {}
                known => return Ok(known),
            }
        }
        Ok(None)
    }
}

impl fmt::Display for Command {
    /// The line to send, without its line ending.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => write!(f, "uci"),
            Command::Debug(true) => write!(f, "debug on"),
            Command::Debug(false) => write!(f, "debug off"),
            Command::IsReady => write!(f, "isready"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Command::Register => write!(f, "register later"),
            Command::NewGame => write!(f, "ucinewgame"),
            Command::Position(position) => write!(f, "position {position}"),
            Command::Go(go) => write!(f, "go{go}"),
            Command::Stop => write!(f, "stop"),
            Command::PonderHit => write!(f, "ponderhit"),
            Command::Quit => write!(f, "quit"),
            Command::Other(line) => write!(f, "{line}"),
        }
    }
}

impl PositionText {
    fn parse(rest: &str) -> Result<PositionText, CommandError> {
        let mut tokens = rest.split_whitespace().skip_while(|&token| token != "startpos" && token != "fen");
        let kind = tokens.next().ok_or(CommandError::PositionMissing)?;
        let fields: Vec<&str> = tokens.by_ref().take_while(|&token| token != "moves").collect();
        let moves = tokens.map(String::from).collect();
        Ok(PositionText { fen: (kind == "fen").then(|| fields.join(" ")), moves })
    }

    /// Formats a line; castling is king takes rook if `chess960`.
    pub fn of(line: &Line, chess960: bool) -> PositionText {
        let mut position = line.start().clone();
        let standard = Position::startpos().fen();
        let fen = Some(position.fen()).filter(|fen| *fen != standard);
        let mut moves = Vec::with_capacity(line.moves().len());
        for &mv in line.moves() {
            moves.push(uci::format(&position, mv, chess960));
            position.play(mv);
        }
        PositionText { fen, moves }
    }

    /// Returns the game with its moves played, and what was repaired in its FEN.
    ///
    /// # Errors
    /// [`CommandError::Fen`] or, for the first illegal move, [`CommandError::Move`].
    pub fn line(&self) -> Result<(Line, Vec<FenRepair>), CommandError> {
        let (mut line, remarks) = match &self.fen {
            None => (Line::default(), Vec::new()),
            Some(fen) => {
                let repaired = Position::from_fen_repaired(fen)
                    .map_err(|error| CommandError::Fen { fen: fen.clone(), error })?;
                (Line::new(repaired.0), repaired.1)
            }
        };
        for (index, text) in self.moves.iter().enumerate() {
            let refused = |error| CommandError::Move { number: index + 1, text: text.clone(), error };
            let mv = uci::parse(line.position(), text).map_err(refused)?;
            line.push(mv).map_err(|_| refused(UciMoveError::Illegal))?;
        }
        Ok((line, remarks))
    }
}

impl fmt::Display for PositionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fen {
            None => write!(f, "startpos")?,
            Some(fen) => write!(f, "fen {fen}")?,
        }
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

fn parse_debug(rest: &str) -> Result<bool, CommandError> {
    let switch = rest.split_whitespace().find_map(|token| match token {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    });
    switch.ok_or(CommandError::DebugUnclear)
}

fn parse_option(rest: &str) -> Result<Command, CommandError> {
    let (before, value) = split_at_word(rest, "value");
    let (_, name) = split_at_word(before, "name");
    let name: Vec<&str> = name.ok_or(CommandError::OptionNameMissing)?.split_whitespace().collect();
    if name.is_empty() {
        return Err(CommandError::OptionNameMissing);
    }
    // The value may be a path: its inner spaces are kept.
    Ok(Command::SetOption { name: name.join(" "), value: value.map(|value| value.trim().to_owned()) })
}

/// Returns the text before and after the first occurrence of a separate word.
fn split_at_word<'a>(text: &'a str, word: &str) -> (&'a str, Option<&'a str>) {
    for (start, _) in text.match_indices(word) {
        let end = start + word.len();
        let free_before = text[..start].chars().next_back().is_none_or(char::is_whitespace);
        let free_after = text[end..].chars().next().is_none_or(char::is_whitespace);
        if free_before && free_after {
            return (&text[..start], Some(&text[end..]));
        }
    }
    (text, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command {
        Command::parse(line).unwrap().unwrap()
    }

    #[test]
    fn whitespace_is_free() {
        for line in ["debug on", "   debug     on  ", "\t  debug \t  \t\ton\t  \r\n", "debug joho on"] {
            assert_eq!(parse(line), Command::Debug(true), "{line:?}");
        }
        for line in ["", "  \t ", "\r\n", "# a comment", "\0"] {
            assert_eq!(Command::parse(line), Ok(None), "{line:?}");
        }
        assert_eq!(Command::parse("debug"), Err(CommandError::DebugUnclear));
    }

    #[test]
    fn unknown_words_are_skipped() {
        assert_eq!(parse("joho debug on"), Command::Other("joho debug on".into()));
        assert_eq!(Command::parse_after_unknown("joho debug on"), Ok(Some(Command::Debug(true))));
        assert_eq!(Command::parse_after_unknown("joho d eval"), Ok(None));
    }

    #[test]
    fn options_have_names_and_values_with_blanks() {
        let option = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.into(),
            value: value.map(String::from),
        };
        assert_eq!(parse("setoption name Clear  Hash"), option("Clear Hash", None));
        assert_eq!(parse("setoption name Hash value 3\r"), option("Hash", Some("3")));
        assert_eq!(
            parse("setoption name SyzygyPath value c:\\my  tb;d:\\tb"),
            option("SyzygyPath", Some("c:\\my  tb;d:\\tb"))
        );
        assert_eq!(parse("setoption name Path value"), option("Path", Some("")));
        assert_eq!(parse("setoption joho name valued value 1"), option("valued", Some("1")));
        assert_eq!(Command::parse("setoption"), Err(CommandError::OptionNameMissing));
        assert_eq!(Command::parse("setoption name value 3"), Err(CommandError::OptionNameMissing));
    }

    #[test]
    fn positions_become_lines() {
        let Command::Position(text) = parse("position startpos moves e2e4 e7e5 g1f3") else { panic!() };
        let (line, _) = text.line().unwrap();
        assert_eq!(line.moves().len(), 3);
        assert_eq!(PositionText::of(&line, false), text);
        let Command::Position(text) = parse("position  fen  4k3/8/8/8/8/8/8/4K2R w K -  moves e1h1") else {
            panic!()
        };
        assert_eq!(text.fen.as_deref(), Some("4k3/8/8/8/8/8/8/4K2R w K -"));
        assert_eq!(PositionText::of(&text.line().unwrap().0, false).moves, ["e1g1"]);
        assert_eq!(PositionText::of(&text.line().unwrap().0, true).moves, ["e1h1"]);
        assert_eq!(Command::parse("position"), Err(CommandError::PositionMissing));
    }

    #[test]
    fn bad_positions_are_rejected_with_the_reason() {
        let message = |line: &str| match parse(line) {
            Command::Position(text) => text.line().unwrap_err().to_string(),
            command => panic!("{command:?}"),
        };
        assert_eq!(
            message("position startpos moves e2e4 e2e5"),
            "illegal move 2 \"e2e5\": no Black piece on e2"
        );
        assert!(message("position fen").starts_with("illegal FEN \"\": "));
        assert!(
            message("position fen 8/8/8/8/8/8/8/8 w - - 0 1")
                .starts_with("illegal FEN \"8/8/8/8/8/8/8/8 w - - 0 1\": ")
        );
        assert!(message(&format!("position fen {}", "x".repeat(50_000))).len() < 300);
    }

    #[test]
    fn long_lines_are_read() {
        let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(2_500);
        let Command::Position(text) = parse(&format!("position startpos moves {shuffle}\r\n")) else {
            panic!()
        };
        assert_eq!(text.line().unwrap().0.moves().len(), 10_000);
    }
}
