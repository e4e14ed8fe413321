//! Reading games one by one.

use std::io::Read;

use super::header::Header;
use super::nonstandard::PieceLetters;
use super::source::Source;
use super::visitor::{Flow, Visitor};
use super::{PgnError, PgnReason, Result, TextPlace};
use crate::game::GameResult;
use crate::{Move, Position};

/// Reads the games of any input, such as a file. It does its own buffering.
#[derive(Debug)]
pub struct Reader<R> {
    pub(super) source: Source<R>,
    /// True if moves are checked against the rules.
    checking: bool,
    /// True if a game with an error is rejected as a whole.
    pub(super) strict: bool,
    /// The language of the piece letters in the current game.
    pub(super) letters: PieceLetters,
    /// True if the following moves have been searched for it.
    pub(super) looked_ahead: bool,
    /// The open lines of the game, the main line first.
    pub(super) lines: Vec<OpenLine>,
    /// The positions of the open lines, when moves are checked.
    pub(super) boards: Vec<Boards>,
    /// A buffer for the value of a tag, without escapes.
    pub(super) value: Vec<u8>,
    /// True while reading the tags of a game.
    pub(super) in_tags: bool,
    started: bool,
    /// True after an error that makes further reading impossible.
    ended: bool,
}

/// A line of moves being read.
#[derive(Debug)]
pub(super) struct OpenLine {
    /// The location of its opening parenthesis.
    pub(super) opened: TextPlace,
    /// True if the line has a move.
    pub(super) has_moves: bool,
}

/// The positions at the end of a line.
#[derive(Clone, Debug)]
pub(super) struct Boards {
    /// The position after the last move.
    pub(super) now: Position,
    /// The position before the last move, where an alternative to it begins.
    pub(super) before: Position,
}

impl Boards {
    /// Plays a move, which must be legal.
    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        self.before.clone_from(&self.now);
        self.now.play(mv);
    }
}

impl<R: Read> Reader<R> {
    /// Returns a reader that checks every move against the rules.
    ///
    /// It rejects no game: nonstandard text is understood as far as possible, with a warning, and a game
    /// with an error is read up to there and reported as damaged.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            source: Source::new(input),
            checking: true,
            strict: false,
            letters: PieceLetters::English,
            looked_ahead: false,
            lines: Vec::new(),
            boards: Vec::new(),
            value: Vec::new(),
            in_tags: false,
            started: false,
            ended: false,
        }
    }

    /// Returns a reader that checks only the form of moves; start positions and variants are not checked
    /// either.
    pub fn skimming(input: R) -> Reader<R> {
        Reader { checking: false, ..Reader::new(input) }
    }

    /// Makes the reader follow the standard and reject a game with an error as a whole.
    pub fn strict(self) -> Reader<R> {
        Reader { strict: true, ..self }
    }

    /// Sets the location of the input, if it is part of a larger one and begins with a game.
    pub fn starting_at(mut self, place: TextPlace) -> Reader<R> {
        self.source.start_at(place);
        self.started = place.offset > 0;
        self
    }

    /// Returns the current location: after the last game read, or after the text skipped because of an
    /// error.
    pub fn place(&self) -> TextPlace {
        self.source.place()
    }

    /// Returns the input, which may have been read ahead.
    pub fn input(&self) -> &R {
        &self.source.input
    }

    /// Returns the input mutably.
    pub fn input_mut(&mut self) -> &mut R {
        &mut self.source.input
    }

    /// Reads one game; none if there are no more.
    ///
    /// After an error, the next call continues with the next tag section.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> Option<Result<(), PgnError>> {
        if self.ended {
            return None;
        }
        let place = self.source.place();
        if let Err(reason) = self.start() {
            self.ended = true;
            return Some(Err(PgnError { place, reason }));
        }
        self.skip_space();
        let read = self.source.peek().map(|_| self.game(visitor));
        if let Some(error) = self.source.error.take() {
            self.ended = true;
            return Some(Err(PgnError { place: self.source.place(), reason: PgnReason::Io(error) }));
        }
        if let Some(Err(_)) = read {
            self.recover();
        }
        read
    }

    /// Checks the encoding of the file, once.
    fn start(&mut self) -> Result<(), PgnReason> {
        if self.started {
            return Ok(());
        }
        self.started = true;
        match (self.source.peek_at(0), self.source.peek_at(1)) {
            (Some(0xFF), Some(0xFE))
            | (Some(0xFE), Some(0xFF))
            | (Some(b'['), Some(0))
            | (Some(0), Some(b'[')) => Err(PgnReason::Utf16),
            _ => {
                self.source.skip_byte_order_mark();
                Ok(())
            }
        }
    }

    fn game<V: Visitor>(&mut self, visitor: &mut V) -> Result<()> {
        visitor.begin_game(self.source.place());
        self.in_tags = true;
        let mut header = Header::default();
        let tags = self.read_tags(&mut header, visitor);
        if tags.is_ok() || !self.strict {
            self.in_tags = false;
        }
        (self.letters, self.looked_ahead) = (PieceLetters::English, false);
        self.lines.clear();
        let start = match tags.and_then(|()| header.start(self.strict)) {
            Ok(_) if !self.checking => None,
            Ok((start, warnings)) => {
                warnings.into_iter().for_each(|warning| visitor.warning(warning));
                Some(start)
            }
            Err(error) if self.strict => return Err(error),
            Err(error) => {
                // Without the start position, no move can be read.
                visitor.begin_moves(Some(&Position::startpos()));
                let end = self.end_damaged(error, visitor)?;
                finish(&header, end, visitor);
                return Ok(());
            }
        };
        let end = match visitor.begin_moves(start.as_ref()) {
            Flow::Read => self.read_moves(start, visitor)?,
            Flow::Skip => self.read_moves(None, &mut ())?,
        };
        finish(&header, end, visitor);
        Ok(())
    }

    /// Skips white space and escaped lines, and begins a token.
    #[inline]
    pub(super) fn skip_space(&mut self) {
        loop {
            match self.source.peek() {
                // 0x1A marked the end of a file on old systems.
                Some(b' ' | b'\t' | 0x0B | 0x0C | 0x1A) => self.source.advance(1),
                Some(b'\n' | b'\r') => self.source.bump(),
                Some(b'%') if self.source.at_line_start() => self.skip_line(),
                Some(0xA0..) => match self.source.unicode_space() {
                    0 => break,
                    length => self.source.advance(length),
                },
                _ => break,
            }
            self.source.mark();
        }
        self.source.mark();
    }

    /// Skips the rest of a line, but not the line end.
    pub(super) fn skip_line(&mut self) {
        while self.source.peek().is_some() {
            let rest = self.source.rest();
            let length = rest.iter().position(|&byte| matches!(byte, b'\n' | b'\r'));
            let count = length.unwrap_or(rest.len());
            self.source.advance(count);
            self.bound_token();
            if length.is_some() {
                return;
            }
        }
    }
}

/// The end of a game's moves: its location, and the result if there is one.
pub(super) struct End {
    pub(super) place: TextPlace,
    pub(super) result: Option<GameResult>,
}

/// Compares the result after the moves with the tag and reports the end.
fn finish<V: Visitor>(header: &Header, end: End, visitor: &mut V) {
    let tag = header.result.unwrap_or_default();
    let result = match end.result {
        Some(moves) => {
            if header.result.is_some_and(|tag| tag != moves && tag.termination_marker() != moves.as_str()) {
                let reason = PgnReason::ResultMismatch { tag: tag.to_string(), moves: moves.as_str() };
                visitor.warning(PgnError { place: end.place, reason });
            }
            // A star only means that the result is not known here.
            if moves == GameResult::Unknown { tag } else { moves }
        }
        None => {
            visitor.warning(PgnError { place: end.place, reason: PgnReason::ResultMissing });
            tag
        }
    };
    visitor.end_game(result);
}
