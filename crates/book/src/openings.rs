//! The openings of a match, in order or shuffled: positions from EPD or FEN, lines from PGN, random walks through a Polyglot book.

mod source;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use heirloom_chess::notation::epd::EpdError;
use heirloom_chess::notation::pgn::PgnError;
use heirloom_chess::{Line, Position};

use crate::PolyglotError;
use source::Source;

/// What kind of file openings come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A position in each line, as FEN or EPD.
    Epd,
    /// Games, of which the first moves are played.
    Pgn,
    /// A Polyglot book, through which each opening is a random walk.
    Polyglot,
}

impl Format {
    /// What the ending of a file's name says.
    pub fn of(path: &Path) -> Option<Format> {
        match heirloom_files::without_packing(path).extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "epd" | "fen" | "txt" => Some(Format::Epd),
            "pgn" => Some(Format::Pgn),
            "bin" => Some(Format::Polyglot),
            _ => None,
        }
    }
}

/// In which order openings are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As they stand in the file.
    #[default]
    Sequential,
    /// Shuffled; the same seed gives the same order.
    Random,
}

/// The word names no format or order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownWord {
    word: String,
    expected: &'static str,
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown setting '{}'; expected {}", self.word, self.expected)
    }
}

impl std::error::Error for UnknownWord {}

impl FromStr for Format {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Format, UnknownWord> {
        match word.to_ascii_lowercase().as_str() {
            "epd" | "fen" => Ok(Format::Epd),
            "pgn" => Ok(Format::Pgn),
            "bin" | "polyglot" => Ok(Format::Polyglot),
            _ => Err(UnknownWord { word: word.into(), expected: "epd, pgn or bin" }),
        }
    }
}

impl FromStr for Order {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Order, UnknownWord> {
        match word.to_ascii_lowercase().as_str() {
            "sequential" => Ok(Order::Sequential),
            "random" => Ok(Order::Random),
            _ => Err(UnknownWord { word: word.into(), expected: "sequential or random" }),
        }
    }
}

/// Which openings are to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The file.
    pub path: PathBuf,
    /// Its kind; by the ending of its name if `None`.
    pub format: Option<Format>,
    /// The order.
    pub order: Order,
    /// The place of the first opening in that order, counted from 1.
    pub start: usize,
    /// The most plies of a line or walk; whole games, or 16 plies of a book, if `None`.
    pub plies: Option<usize>,
    /// Fixes the random order and the random walks.
    pub seed: u64,
}

impl Choice {
    /// The openings of a file from the first one on.
    pub fn new(path: impl Into<PathBuf>) -> Choice {
        Choice { path: path.into(), format: None, order: Order::Sequential, start: 1, plies: None, seed: 0 }
    }
}

/// One opening.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Where the game begins, and the moves that are made without asking.
    pub line: Line,
    /// Its place in the file, counted from 1; for a walk through a book its number.
    pub number: usize,
}

/// The openings of a match. When they run out, they begin again.
#[derive(Debug)]
pub struct Openings {
    source: Source,
    /// Places in the source in the order of play; empty for the order of the source.
    shuffled: Vec<u32>,
    start: usize,
    remarks: Vec<String>,
}

/// Why there are no openings.
#[derive(Debug)]
pub enum OpeningsError {
    /// The file cannot be read.
    Io(PathBuf, std::io::Error),
    /// The name does not say what kind of file it is.
    Format(PathBuf),
    /// The file holds nothing.
    Empty(PathBuf),
    /// A line is no position.
    Epd(PathBuf, EpdError),
    /// A game cannot be read.
    Pgn(PathBuf, PgnError),
    /// It is no book.
    Polyglot(PathBuf, PolyglotError),
    /// The book does not know the start position.
    NoStart(PathBuf),
    /// In this opening, counted from 1, the game is over before it begins.
    Over(PathBuf, usize),
    /// Openings are counted from 1.
    StartsAtZero,
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningsError::Io(path, error) => {
                write!(f, "cannot read the openings {}: {error}", path.display())
            }
            OpeningsError::Format(path) => {
                write!(
                    f,
                    "cannot recognize the format of {}; add format=epd, format=pgn or format=bin",
                    path.display()
                )
            }
            OpeningsError::Empty(path) => write!(f, "{} contains no openings", path.display()),
            OpeningsError::Epd(path, error) => write!(f, "{}, {error}", path.display()),
            OpeningsError::Pgn(path, error) => write!(f, "{}, {error}", path.display()),
            OpeningsError::Polyglot(path, error) => write!(f, "{}: {error}", path.display()),
            OpeningsError::NoStart(path) => {
                write!(f, "{} has no move for the start position", path.display())
            }
            OpeningsError::Over(path, number) => {
                write!(
                    f,
                    "{}: opening {number} ends in a finished game; remove it or use fewer plies",
                    path.display()
                )
            }
            OpeningsError::StartsAtZero => write!(f, "openings are counted from 1: start=1 is the first"),
        }
    }
}

impl std::error::Error for OpeningsError {}

impl Openings {
    /// The start position, again and again.
    pub fn startpos() -> Openings {
        Openings { source: Source::Start, shuffled: Vec::new(), start: 0, remarks: Vec::new() }
    }

    /// The balanced openings that come with the program, varied from one to the next.
    pub fn built_in() -> Openings {
        Openings { source: Source::built_in(), shuffled: Vec::new(), start: 0, remarks: Vec::new() }
    }

    /// Reads a file and checks every opening in it.
    ///
    /// # Errors
    /// A file that cannot be read, or the first opening in it that makes no sense.
    pub fn open(choice: &Choice) -> Result<Openings, OpeningsError> {
        let start = choice.start.checked_sub(1).ok_or(OpeningsError::StartsAtZero)?;
        let (source, remarks) = Source::open(choice)?;
        let mut shuffled = Vec::new();
        if let (Order::Random, Some(count)) = (choice.order, source.len()) {
            shuffled = (0..u32::try_from(count).unwrap_or(u32::MAX)).collect();
            fastrand::Rng::with_seed(choice.seed).shuffle(&mut shuffled);
        }
        Ok(Openings { source, shuffled, start, remarks })
    }

    /// What had to be repaired in the file, with its place, such as castling rights that cannot be.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// How many different ones there are; none where each is a random walk.
    pub fn len(&self) -> Option<usize> {
        self.source.len()
    }

    /// Are there none at all? Never, once they could be read.
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// The opening that is played as number `index`, counted from 0.
    pub fn opening(&self, index: usize) -> Opening {
        let index = self.start.saturating_add(index);
        let place = match self.len() {
            Some(count) if self.shuffled.is_empty() => index % count.max(1),
            Some(count) => self.shuffled[index % count.max(1)] as usize,
            None => index,
        };
        Opening { line: self.source.line(place), number: place + 1 }
    }

    /// Does any of the first `count` openings begin as only Chess960 does?
    pub fn need_chess960(&self, count: usize) -> bool {
        let count = self.len().map_or(count, |all| count.min(all));
        !matches!(self.source, Source::Start | Source::Walks { .. })
            && (0..count).any(|index| self.opening(index).line.start().is_chess960())
    }
}

/// The usual start position.
fn start_line() -> Line {
    Line::new(Position::startpos())
}
