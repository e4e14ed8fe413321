//! The tag section of a game: its form, and the start position that it gives.

use std::io::Read;

use super::reader::Reader;
use super::visitor::Visitor;
use super::{MAX_TAG_VALUE, MAX_TAGS, MAX_WORD, PgnError, Place, Reason, Text};
use crate::Position;
use crate::game::{GameResult, is_chess960_variant, is_tag_name_char};
use crate::notation::pgn::decode;

/// What the reader itself wants to know from the tags.
#[derive(Debug, Default)]
pub(super) struct Header {
    pub(super) result: Option<GameResult>,
    fen: Option<(String, Place)>,
    variant: Option<(String, Place)>,
    has_event: bool,
    count: usize,
}

impl Header {
    /// The start position by the tags `FEN` and `Variant`.
    pub(super) fn start(&self) -> Result<Position, PgnError> {
        if let Some((name, place)) = &self.variant
            && !is_chess(name)
            && !is_chess960_variant(name)
        {
            return Err(PgnError { place: *place, reason: Reason::UnknownVariant(name.chars().take(80).collect()) });
        }
        match &self.fen {
            Some((fen, place)) => Position::from_fen(fen).map_err(|error| PgnError { place: *place, reason: Reason::BadFen(error) }),
            None => Ok(Position::startpos()),
        }
    }

    fn note(&mut self, name: &str, value: &[u8], place: Place) {
        self.count += 1;
        match name {
            "Event" => self.has_event = true,
            "Result" => self.result = GameResult::from_pgn(value.trim_ascii()),
            "FEN" => self.fen = Some((decode(value).into_owned(), place)),
            "Variant" => self.variant = Some((decode(value).into_owned(), place)),
            _ => {}
        }
    }
}

/// Does a `Variant` tag name ordinary chess?
fn is_chess(name: &str) -> bool {
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect();
    matches!(letters.as_str(), "" | "standard" | "chess" | "normal" | "fromposition" | "standardchess" | "orthodox" | "regular")
}

impl<R: Read> Reader<R> {
    /// Reads tags, and comments before the first move, up to whatever is neither.
    pub(super) fn read_tags<V: Visitor>(&mut self, visitor: &mut V) -> Result<Header, PgnError> {
        let mut header = Header::default();
        let mut commented = false;
        loop {
            let line = self.source.place().line;
            self.skip_space();
            match self.source.peek() {
                // A comment stands between tags and moves: what follows it is another game without moves in between.
                Some(b'[') if commented && header.count > 0 => return Ok(header),
                // So it is when a blank line and a second event follow the tags.
                Some(b'[') if header.has_event && self.source.place().line > line + 1 && self.source.starts_with(b"[Event ") => {
                    return Ok(header);
                }
                Some(b'[') => self.read_tag(&mut header, visitor)?,
                Some(b'{' | b';') => {
                    commented = true;
                    self.read_comment(visitor)?;
                }
                _ => return Ok(header),
            }
        }
    }

    fn read_tag<V: Visitor>(&mut self, header: &mut Header, visitor: &mut V) -> Result<(), PgnError> {
        let place = self.source.place();
        let error = |reason| PgnError { place, reason };
        if header.count >= MAX_TAGS {
            return Err(error(Reason::TooManyTags(MAX_TAGS)));
        }
        self.source.advance(1);
        self.skip_blanks();
        self.source.mark();
        while self.source.peek().is_some_and(|byte| is_tag_name_char(char::from(byte))) && self.source.token_len() <= MAX_WORD {
            self.source.advance(1);
        }
        if self.source.token_len() > MAX_WORD {
            return Err(error(Reason::TooLong(MAX_WORD)));
        }
        // Only ASCII letters were taken.
        let name = String::from_utf8_lossy(self.source.token()).into_owned();
        if name.is_empty() {
            return Err(error(Reason::TagNameMissing));
        }
        self.skip_blanks();
        if self.source.peek() != Some(b'"') {
            return Err(error(Reason::TagValueMissing(name)));
        }
        self.source.advance(1);
        self.read_value(&name).map_err(error)?;
        header.note(&name, &self.value, place);
        visitor.tag(&name, Text(&self.value));
        Ok(())
    }

    /// Reads a value after its opening quote, with the closing `"]`.
    ///
    /// A quote within the value should be written `\"`; one that no `]` follows is taken as such all the same. And a `\"]` that ends
    /// the line is the end of a value that ends in a backslash.
    fn read_value(&mut self, name: &str) -> Result<(), Reason> {
        self.value.clear();
        loop {
            self.source.mark();
            let byte = self.source.peek();
            match byte {
                None | Some(b'\n' | b'\r') => return Err(Reason::TagUnclosed(name.to_owned())),
                Some(b'"') if self.closes(1) => {
                    self.source.advance(1);
                    self.skip_blanks();
                    self.source.advance(1);
                    return Ok(());
                }
                Some(b'\\') => {
                    if let Some(escaped @ (b'"' | b'\\')) = self.source.peek_at(1)
                        && !(escaped == b'"' && self.closes_line(2))
                    {
                        self.source.advance(1);
                        self.value.push(escaped);
                    } else {
                        self.value.push(b'\\');
                    }
                }
                Some(byte) => self.value.push(byte),
            }
            self.source.advance(1);
            if self.value.len() > MAX_TAG_VALUE {
                return Err(Reason::TooLong(MAX_TAG_VALUE));
            }
        }
    }

    /// Does `]` come after blanks, counted from `ahead` on?
    fn closes(&mut self, ahead: usize) -> bool {
        self.after_blanks(ahead).is_some_and(|(byte, _)| byte == b']')
    }

    /// Does `]` come after blanks, and then the end of the line?
    fn closes_line(&mut self, ahead: usize) -> bool {
        match self.after_blanks(ahead) {
            // Where blanks go on for longer than anybody looks, the end of the line is not there.
            Some((b']', place)) => self.after_blanks(place + 1).is_some_and(|(byte, _)| matches!(byte, b'\n' | b'\r')),
            _ => false,
        }
    }

    fn after_blanks(&mut self, ahead: usize) -> Option<(u8, usize)> {
        // A line of blanks without end is no tag: stop looking.
        (ahead..ahead + MAX_WORD).find_map(|place| match self.source.peek_at(place) {
            Some(b' ' | b'\t') => None,
            Some(byte) => Some((byte, place)),
            None => Some((b'\n', place)),
        })
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t') = self.source.peek() {
            self.source.advance(1);
            self.source.mark();
        }
    }
}
