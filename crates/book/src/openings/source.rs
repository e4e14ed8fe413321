//! Sources of openings, which are read and checked once and converted to lines on demand.

use std::io::Read;
use std::sync::Arc;

use heirloom_chess::game::GameResult;
use heirloom_chess::notation::epd::{Epd, Lines, is_remark};
use heirloom_chess::notation::pgn::{Flow, Played, Reader, Visitor};
use heirloom_chess::{Line, Move, Position};

use super::{OpeningFormat, OpeningOptions, OpeningsError};
use crate::Polyglot;

/// Default length of a walk through a book, in plies.
const WALK_PLIES: usize = 16;

/// A checked source of openings.
#[derive(Debug)]
pub(super) enum Source {
    /// The initial position only.
    Start,
    /// A list of positions as text, which takes less memory than positions do, with the byte range of each.
    Positions { text: String, spans: Vec<(usize, usize)> },
    /// The first moves of games.
    Lines(Vec<OpeningLine>),
    /// A book to walk through.
    Walks { book: Polyglot, plies: usize, seed: u64 },
}

/// The opening of a game.
#[derive(Debug)]
pub(super) struct OpeningLine {
    /// The starting position; the initial position if `None`.
    start: Option<Box<Position>>,
    moves: Box<[Move]>,
}

impl Source {
    /// Opens the source; also returns a list of repairs made to it.
    pub(super) fn open(choice: &OpeningOptions) -> Result<(Source, Vec<String>), OpeningsError> {
        let path = &choice.path;
        let unreadable = |error| OpeningsError::Io(path.clone(), error);
        // Report a missing file as such, not as one of unknown format.
        path.metadata().map_err(unreadable)?;
        let format = choice
            .format
            .or_else(|| OpeningFormat::of(path))
            .ok_or_else(|| OpeningsError::Format(path.clone()))?;
        let opened = match format {
            OpeningFormat::Epd | OpeningFormat::Pgn => heirloom_files::open_text(path, Arc::default()),
            OpeningFormat::Polyglot => heirloom_files::open(path, Arc::default()),
        };
        let mut bytes = Vec::new();
        opened.map_err(unreadable)?.read_to_end(&mut bytes).map_err(unreadable)?;
        let mut remarks = Vec::new();
        let source = match format {
            OpeningFormat::Epd => positions(bytes, choice, &mut remarks)?,
            OpeningFormat::Pgn => lines(&bytes, choice)?,
            OpeningFormat::Polyglot => {
                let book =
                    Polyglot::parse(&bytes).map_err(|error| OpeningsError::Polyglot(path.clone(), error))?;
                if book.moves(&Position::startpos()).iter().all(|known| known.weight == 0) {
                    return Err(OpeningsError::NoStart(path.clone()));
                }
                Source::Walks { book, plies: choice.plies.unwrap_or(WALK_PLIES), seed: choice.seed }
            }
        };
        if source.len() == Some(0) { Err(OpeningsError::Empty(path.clone())) } else { Ok((source, remarks)) }
    }

    /// Returns the built-in openings; a test parses them all.
    pub(super) fn built_in() -> Source {
        lines(include_bytes!("../../data/openings.pgn"), &OpeningOptions::new("openings.pgn"))
            .unwrap_or(Source::Start)
    }

    pub(super) fn len(&self) -> Option<usize> {
        match self {
            Source::Start => Some(1),
            Source::Positions { spans, .. } => Some(spans.len()),
            Source::Lines(lines) => Some(lines.len()),
            Source::Walks { .. } => None,
        }
    }

    /// Returns the opening at an index, which must be below [`Source::len`]. Parsing cannot fail, since it
    /// succeeded before.
    pub(super) fn line(&self, place: usize) -> Line {
        match self {
            Source::Start => Line::default(),
            Source::Positions { text, spans } => {
                let span = spans.get(place).map(|&(begin, end)| &text[begin..end]);
                span.and_then(|line| Epd::parse(line).ok())
                    .map_or_else(Line::default, |epd| Line::new(epd.position))
            }
            Source::Lines(lines) => lines.get(place).map_or_else(Line::default, OpeningLine::line),
            Source::Walks { book, plies, seed } => {
                // Each walk has its own random sequence, so any of them can be repeated alone.
                let mut random =
                    fastrand::Rng::with_seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ place as u64);
                book.walk(&Position::startpos(), *plies, &mut random)
            }
        }
    }
}

impl OpeningLine {
    fn line(&self) -> Line {
        let mut line = self.start.as_deref().map_or_else(Line::default, |start| Line::new(start.clone()));
        for &mv in &self.moves {
            if line.push(mv).is_err() {
                break;
            }
        }
        line
    }
}

/// Reads a list of positions.
fn positions(
    bytes: Vec<u8>,
    choice: &OpeningOptions,
    remarks: &mut Vec<String>,
) -> Result<Source, OpeningsError> {
    let text = String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
    let (mut lines, mut count) = (Lines::new(text.as_bytes()), 0);
    while let Some(epd) = lines.next() {
        let epd = epd.map_err(|error| OpeningsError::Epd(choice.path.clone(), error))?;
        count += 1;
        let place = format!("{}, line {}", choice.path.display(), lines.line());
        remarks.extend(epd.remarks.iter().map(|remark| format!("{place}: {remark}")));
        if Line::new(epd.position).outcome().is_some() {
            return Err(OpeningsError::Over(choice.path.clone(), count));
        }
    }
    let mut spans = Vec::new();
    let mut begin = text.len() - text.trim_start_matches('\u{FEFF}').len();
    for line in text[begin..].split_inclusive('\n') {
        if !is_remark(line) {
            spans.push((begin, begin + line.trim_end().len()));
        }
        begin += line.len();
    }
    Ok(Source::Positions { text, spans })
}

/// Reads the first moves of all games without variations, from a damaged game those before the error.
fn lines(bytes: &[u8], choice: &OpeningOptions) -> Result<Source, OpeningsError> {
    let mut reader = Reader::new(bytes);
    let mut collector = Collector { plies: choice.plies.unwrap_or(usize::MAX), ..Collector::default() };
    while let Some(read) = reader.read_game(&mut collector) {
        read.map_err(|error| OpeningsError::Pgn(choice.path.clone(), error))?;
        if collector.lines.last().is_some_and(|last| last.line().outcome().is_some()) {
            return Err(OpeningsError::Over(choice.path.clone(), collector.lines.len()));
        }
    }
    Ok(Source::Lines(collector.lines))
}

/// Collects the moves of main lines.
#[derive(Default)]
struct Collector {
    plies: usize,
    lines: Vec<OpeningLine>,
    start: Option<Box<Position>>,
    moves: Vec<Move>,
    depth: usize,
}

impl Visitor for Collector {
    fn begin_moves(&mut self, start: Option<&Position>) -> Flow {
        self.start =
            start.filter(|&start| *start != Position::startpos()).map(|start| Box::new(start.clone()));
        self.moves.clear();
        self.depth = 0;
        Flow::Read
    }

    fn mv(&mut self, played: Played<'_>) {
        if self.depth == 0
            && self.moves.len() < self.plies
            && let Some((_, mv)) = played.checked
        {
            self.moves.push(mv);
        }
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }

    fn end_game(&mut self, _: GameResult) {
        self.lines.push(OpeningLine { start: self.start.take(), moves: self.moves.as_slice().into() });
    }
}
