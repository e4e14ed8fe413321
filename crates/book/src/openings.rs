//! Openings for matches, in order or shuffled: positions from EPD or FEN, lines from PGN, random walks
//! through a Polyglot book.

mod source;

use std::path::{Path, PathBuf};
use std::str::FromStr;

use heirloom_chess::Line;
use heirloom_chess::notation::epd::EpdError;
use heirloom_chess::notation::pgn::PgnError;

use crate::PolyglotError;
use source::Source;

/// The format of an openings file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningFormat {
    /// One position per line, as FEN or EPD.
    Epd,
    /// Games, of which the first moves are played.
    Pgn,
    /// A Polyglot book; each opening is a random walk through it.
    Polyglot,
}

impl OpeningFormat {
    /// Returns the format that the file extension implies.
    pub fn of(path: &Path) -> Option<OpeningFormat> {
        match heirloom_files::without_compression(path).extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "txt" => Some(OpeningFormat::Epd),
            extension => extension.parse().ok(),
        }
    }
}

/// The order in which openings are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OpeningOrder {
    /// The order of the file.
    #[default]
    Sequential,
    /// Shuffled; the same seed gives the same order.
    Random,
}

/// Error: the word is not a format or order.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown setting '{word}'; expected {expected}")]
pub struct UnknownWord {
    word: String,
    expected: &'static str,
}

impl FromStr for OpeningFormat {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<OpeningFormat, UnknownWord> {
        match word.to_ascii_lowercase().as_str() {
            "epd" | "fen" => Ok(OpeningFormat::Epd),
            "pgn" => Ok(OpeningFormat::Pgn),
            "bin" | "polyglot" => Ok(OpeningFormat::Polyglot),
            _ => Err(UnknownWord { word: word.into(), expected: "epd, pgn or bin" }),
        }
    }
}

impl FromStr for OpeningOrder {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<OpeningOrder, UnknownWord> {
        match word.to_ascii_lowercase().as_str() {
            "sequential" => Ok(OpeningOrder::Sequential),
            "random" => Ok(OpeningOrder::Random),
            _ => Err(UnknownWord { word: word.into(), expected: "sequential or random" }),
        }
    }
}

/// The settings for a file of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningOptions {
    /// The file.
    pub path: PathBuf,
    /// The format; taken from the file extension if `None`.
    pub format: Option<OpeningFormat>,
    /// The order.
    pub order: OpeningOrder,
    /// The number of the first opening in that order, counted from 1.
    pub start: usize,
    /// The maximum length of a line or walk, in plies; if `None`, whole games, or 16 plies from a book.
    pub plies: Option<usize>,
    /// The seed of the random order and random walks.
    pub seed: u64,
}

impl OpeningOptions {
    /// Returns the default settings for a file: sequential order from the first opening.
    pub fn new(path: impl Into<PathBuf>) -> OpeningOptions {
        OpeningOptions {
            path: path.into(),
            format: None,
            order: OpeningOrder::Sequential,
            start: 1,
            plies: None,
            seed: 0,
        }
    }
}

/// One opening.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The starting position and the opening moves.
    pub line: Line,
    /// The number of the opening in the file, or of the walk through a book, counted from 1.
    pub number: usize,
}

/// The openings of a match, which repeat when they run out.
#[derive(Debug)]
pub struct Openings {
    source: Source,
    /// Indices into the source in playing order; empty for the order of the source.
    shuffled: Vec<u32>,
    start: usize,
    remarks: Vec<String>,
}

/// Why openings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("cannot read the openings {0}: {1}")]
    Io(PathBuf, std::io::Error),
    /// The file extension does not imply a format.
    #[error("cannot recognize the format of {0}; add format=epd, format=pgn or format=bin")]
    Format(PathBuf),
    /// The file contains no openings.
    #[error("{0} contains no openings")]
    Empty(PathBuf),
    /// A line is not a valid position.
    #[error("{0}, {1}")]
    Epd(PathBuf, EpdError),
    /// A game cannot be read.
    #[error("{0}, {1}")]
    Pgn(PathBuf, PgnError),
    /// The file is not a Polyglot book.
    #[error("{0}: {1}")]
    Polyglot(PathBuf, PolyglotError),
    /// The book has no playable move in the initial position.
    #[error("{0} has no move for the start position")]
    NoStart(PathBuf),
    /// The game is already over after this opening, counted from 1.
    #[error("{0}: opening {1} ends in a finished game; remove it or use fewer plies")]
    Over(PathBuf, usize),
    /// The start number is 0, but openings are counted from 1.
    #[error("openings are counted from 1: start=1 is the first")]
    StartsAtZero,
}

impl Openings {
    /// Returns the initial position as the only opening.
    pub fn startpos() -> Openings {
        Openings::in_order(Source::Start)
    }

    /// Returns the built-in balanced openings, ordered for variety.
    pub fn built_in() -> Openings {
        Openings::in_order(Source::built_in())
    }

    fn in_order(source: Source) -> Openings {
        Openings { source, shuffled: Vec::new(), start: 0, remarks: Vec::new() }
    }

    /// Reads a file and checks every opening in it. Fails if the file cannot be read or contains an invalid
    /// opening.
    pub fn open(choice: &OpeningOptions) -> Result<Openings, OpeningsError> {
        let start = choice.start.checked_sub(1).ok_or(OpeningsError::StartsAtZero)?;
        let (source, remarks) = Source::open(choice)?;
        let mut shuffled = Vec::new();
        if let (OpeningOrder::Random, Some(count)) = (choice.order, source.len()) {
            shuffled = (0..u32::try_from(count).unwrap_or(u32::MAX)).collect();
            fastrand::Rng::with_seed(choice.seed).shuffle(&mut shuffled);
        }
        Ok(Openings { source, shuffled, start, remarks })
    }

    /// Returns the repairs made to positions in the file, such as impossible castling rights, with line
    /// numbers.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Returns the number of different openings; `None` for random walks.
    pub fn len(&self) -> Option<usize> {
        self.source.len()
    }

    /// Returns true if there are no openings; never the case after a successful [`Openings::open`].
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// Returns the opening of the game with this index, counted from 0.
    pub fn opening(&self, index: usize) -> Opening {
        let index = self.start.saturating_add(index);
        let place = match self.len() {
            Some(count) if self.shuffled.is_empty() => index % count.max(1),
            Some(count) => self.shuffled[index % count.max(1)] as usize,
            None => index,
        };
        Opening { line: self.source.line(place), number: place + 1 }
    }
}
