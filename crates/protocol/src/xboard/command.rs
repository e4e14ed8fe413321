//! Commands from XBoard to an engine.

mod write;

use std::time::Duration;

use super::level::{Level, seconds_of};
use crate::text::excerpt;

/// One line from GUI to engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// The first command, without an effect of its own.
    XBoard,
    /// The protocol version: from 2 on, the engine sends its features.
    ProtoVer(u32),
    /// A feature that the GUI accepts.
    Accepted(String),
    /// A feature that the GUI rejects.
    Rejected(String),
    /// Starts a new game from the start position; the engine plays Black.
    New,
    /// The chess variant of the new game.
    Variant(String),
    /// The engine plays neither side.
    Force,
    /// The engine plays the side to move.
    Go,
    /// The engine plays the side not to move.
    PlayOther,
    /// White is to move, the engine plays Black; obsolete.
    White,
    /// Black is to move, the engine plays White; obsolete.
    Black,
    /// The time control.
    Level(Level),
    /// Exact time for each move.
    MoveTime(Duration),
    /// Maximum depth in plies.
    Depth(u32),
    /// Nodes that count as one second; `None` for real time.
    NodeRate(Option<u64>),
    /// The engine's clock, in hundredths of a second.
    Time(i64),
    /// Its opponent's clock, in hundredths of a second.
    OpponentTime(i64),
    /// A move of the opponent, or of either side in force mode.
    UserMove(String),
    /// Move at once.
    MoveNow,
    /// Is answered with `pong` and the same argument when all earlier commands are done.
    Ping(String),
    /// The opponent offers a draw.
    Draw,
    /// The game is over; the result and a comment.
    Result(String),
    /// Sets a position, given as FEN.
    SetBoard(String),
    /// Lines that set up a position follow.
    Edit,
    /// Requests the move that the engine would play for the user.
    Hint,
    /// Requests the book moves.
    Book,
    /// Takes back one move.
    Undo,
    /// Takes back two moves.
    Remove,
    /// Turns thinking in the opponent's time on.
    Hard,
    /// Turns thinking in the opponent's time off.
    Easy,
    /// Turns lines of thinking on.
    Post,
    /// Turns lines of thinking off.
    NoPost,
    /// Analyzes the position until `exit`.
    Analyze,
    /// Ends the analysis.
    Exit,
    /// Requests the progress of the analysis.
    Status,
    /// Stops the search and the clocks.
    Pause,
    /// Continues after a pause.
    Resume,
    /// Megabytes that the engine may use.
    Memory(u64),
    /// Threads that the engine may use.
    Cores(u64),
    /// The path of endgame tablebases.
    TablePath {
        /// The kind, such as `syzygy`.
        kind: String,
        /// The folder.
        path: String,
    },
    /// Sets an option.
    Option {
        /// Its name.
        name: String,
        /// Its value; `None` for buttons.
        value: Option<String>,
    },
    /// Leaves out a root move; all of them if `None`.
    Exclude(Option<String>),
    /// Includes a root move again; all of them if `None`.
    Include(Option<String>),
    /// Information that is not used: the opponent's name, ratings, computer opponents.
    Ignored(String),
    /// Switches to UCI.
    Uci,
    /// Ends the program.
    Quit,
    /// A line outside the protocol: a move without `usermove`, or something unknown.
    Other(String),
}

/// A command with a missing or malformed argument; the message is what XBoard expects.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("Error (expected {expected}): {}", excerpt(.line))]
pub struct CommandError {
    /// The expected argument.
    pub expected: &'static str,
    /// The line.
    pub line: String,
}

impl Command {
    /// Parses a line; `None` if it is empty.
    ///
    /// # Errors
    /// A missing or malformed argument.
    pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if word.is_empty() {
            return Ok(None);
        }
        let plain = PLAIN.iter().find(|(other, _)| *other == word).map(|(_, command)| command.clone());
        let command = plain.or_else(|| with_text(word, rest, line));
        let command = match command {
            Some(command) => command,
            None => match with_value(word, rest) {
                Some(Ok(command)) => command,
                Some(Err(expected)) => return Err(CommandError { expected, line: line.to_owned() }),
                None => Command::Other(line.to_owned()),
            },
        };
        Ok(Some(command))
    }
}

/// Commands without arguments; any are ignored.
const PLAIN: &[(&str, Command)] = &[
    ("xboard", Command::XBoard),
    ("new", Command::New),
    ("force", Command::Force),
    ("go", Command::Go),
    ("playother", Command::PlayOther),
    ("white", Command::White),
    ("black", Command::Black),
    ("?", Command::MoveNow),
    ("draw", Command::Draw),
    ("edit", Command::Edit),
    ("hint", Command::Hint),
    ("bk", Command::Book),
    ("undo", Command::Undo),
    ("remove", Command::Remove),
    ("hard", Command::Hard),
    ("easy", Command::Easy),
    ("post", Command::Post),
    ("nopost", Command::NoPost),
    ("analyze", Command::Analyze),
    ("exit", Command::Exit),
    (".", Command::Status),
    ("pause", Command::Pause),
    ("resume", Command::Resume),
    ("uci", Command::Uci),
    ("quit", Command::Quit),
    // Only read.
    ("analyse", Command::Analyze),
];

/// Commands with arbitrary text.
fn with_text(word: &str, rest: &str, line: &str) -> Option<Command> {
    let all_or_one = |rest: &str| (rest != "all").then(|| rest.to_owned());
    Some(match word {
        "accepted" => Command::Accepted(rest.into()),
        "rejected" => Command::Rejected(rest.into()),
        "variant" => Command::Variant(rest.into()),
        "usermove" => Command::UserMove(rest.into()),
        "ping" => Command::Ping(rest.into()),
        "result" => Command::Result(rest.into()),
        "setboard" => Command::SetBoard(rest.into()),
        "exclude" => Command::Exclude(all_or_one(rest)),
        "include" => Command::Include(all_or_one(rest)),
        // For games against people and on servers; the last ones are for variants that we do not support.
        "random" | "computer" | "name" | "rating" | "ics" | "setscore" | "lift" | "put" | "hover"
        | "partner" | "ptell" | "holding" => Command::Ignored(line.into()),
        _ => return None,
    })
}

/// Commands with a checked argument; the error is what was expected.
fn with_value(word: &str, rest: &str) -> Option<Result<Command, &'static str>> {
    let whole = || rest.split_whitespace().next().and_then(|number| number.parse::<i64>().ok());
    let count = |least: i64| whole().filter(|&number| number >= least).map(i64::unsigned_abs);
    Some(match word {
        "protover" => {
            Ok(Command::ProtoVer(count(0).and_then(|number| u32::try_from(number).ok()).unwrap_or(1)))
        }
        "level" => Level::parse(rest)
            .map(Command::Level)
            .ok_or("moves, minutes and an increment, such as level 40 5 0"),
        "st" => seconds_of(rest).map(Command::MoveTime).ok_or("seconds, such as st 5"),
        "sd" => count(0)
            .map(|plies| Command::Depth(u32::try_from(plies).unwrap_or(u32::MAX)))
            .ok_or("plies, such as sd 10"),
        "nps" => whole()
            .map(|rate| Command::NodeRate(u64::try_from(rate).ok().filter(|&rate| rate > 0)))
            .ok_or("nodes, such as nps 100000"),
        "time" => hundredths(rest).map(Command::Time).ok_or("hundredths of a second, such as time 6000"),
        "otim" => {
            hundredths(rest).map(Command::OpponentTime).ok_or("hundredths of a second, such as otim 6000")
        }
        "memory" => count(1).map(Command::Memory).ok_or("megabytes, such as memory 64"),
        "cores" => count(1).map(Command::Cores).ok_or("a number of threads, such as cores 2"),
        "egtpath" => match rest.split_once(char::is_whitespace) {
            Some((kind, path)) => Ok(Command::TablePath { kind: kind.into(), path: path.trim().into() }),
            None => Err("a kind and a folder, such as egtpath syzygy /tables"),
        },
        "option" => match rest
            .split_once('=')
            .map_or((rest, None), |(name, value)| (name.trim(), Some(value.trim().to_owned())))
        {
            ("", _) => Err("a name, such as option Hash=64"),
            (name, value) => Ok(Command::Option { name: name.into(), value }),
        },
        _ => return None,
    })
}

/// Parses hundredths of a second; some programs send decimals.
fn hundredths(text: &str) -> Option<i64> {
    let text = text.split_whitespace().next()?;
    #[allow(clippy::cast_possible_truncation, reason = "the cast saturates, which is what is wanted")]
    let rounded = |number: f64| number as i64;
    text.parse()
        .ok()
        .or_else(|| text.parse().ok().filter(|number: &f64| number.is_finite()).map(rounded))
        .map(|number| number.clamp(-MAX_HUNDREDTHS, MAX_HUNDREDTHS))
}

/// More hundredths of a second than any game has.
const MAX_HUNDREDTHS: i64 = 1_000_000_000;

#[cfg(test)]
mod tests;
