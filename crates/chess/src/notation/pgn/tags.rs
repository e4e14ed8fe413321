//! Reading the tag section of a game.

use std::io::Read;

use super::header::Header;
use super::reader::Reader;
use super::visitor::Visitor;
use super::{MAX_TAG_VALUE, MAX_TAGS, MAX_WORD, PgnError, PgnReason, Result, Text, decode};
use crate::game::is_tag_name_char;

impl<R: Read> Reader<R> {
    /// Reads tags and the comments between them, up to anything else.
    pub(super) fn read_tags<V: Visitor>(&mut self, header: &mut Header, visitor: &mut V) -> Result<()> {
        let mut commented = false;
        loop {
            let line = self.source.place().line;
            self.skip_space();
            match self.source.peek() {
                Some(b'[') => {
                    // After a blank line or a comment, the tags of the next game may follow those of a game
                    // without moves.
                    let separated = commented || self.source.place().line > line + 1;
                    if separated && self.is_repeated_tag(header) {
                        return Ok(());
                    }
                    commented = false;
                    self.read_tag(header, visitor)?;
                }
                Some(b'{' | b';') => {
                    commented = true;
                    self.read_comment(visitor)?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Returns true if the tag that begins here has a name that the game already has.
    fn is_repeated_tag(&mut self, header: &Header) -> bool {
        const LONGEST: usize = 16;
        let mut name = String::new();
        for ahead in 1..=LONGEST {
            match self.source.peek_at(ahead) {
                Some(byte) if is_tag_name_char(char::from(byte)) => name.push(char::from(byte)),
                Some(b' ' | b'\t') if name.is_empty() => {}
                _ => break,
            }
        }
        header.has(&name)
    }

    fn read_tag<V: Visitor>(&mut self, header: &mut Header, visitor: &mut V) -> Result<()> {
        let place = self.source.place();
        match self.tag(header.count) {
            Ok(name) => {
                header.add(&name, &self.value, place);
                visitor.tag(&name, Text(&self.value));
            }
            Err(reason) if self.strict => return Err(PgnError { place, reason }),
            Err(reason) => {
                // A partial value is better than none.
                if let PgnReason::TagUnclosed(name) | PgnReason::TagValueMissing(name) = &reason {
                    header.add(name, &self.value, place);
                    visitor.tag(name, Text(&self.value));
                } else {
                    self.skip_line();
                }
                visitor.warning(PgnError { place, reason });
            }
        }
        Ok(())
    }

    /// Reads one tag; returns its name and leaves its value in `self.value`.
    fn tag(&mut self, count: usize) -> Result<String, PgnReason> {
        self.value.clear();
        if count >= MAX_TAGS {
            return Err(PgnReason::TooManyTags(MAX_TAGS));
        }
        self.source.advance(1);
        self.skip_blanks();
        self.source.mark();
        while self.source.peek().is_some_and(|byte| is_tag_name_char(char::from(byte)))
            && self.source.token().len() <= MAX_WORD
        {
            let rest = self.source.rest();
            let count =
                rest.iter().position(|&byte| !is_tag_name_char(char::from(byte))).unwrap_or(rest.len());
            self.source.advance(count.min(MAX_WORD));
        }
        if self.source.token().len() > MAX_WORD {
            return Err(PgnReason::TooLong(MAX_WORD));
        }
        // The name is ASCII.
        let name = String::from_utf8_lossy(self.source.token()).into_owned();
        if name.is_empty() {
            return Err(PgnReason::TagNameMissing);
        }
        self.skip_blanks();
        if self.source.peek() != Some(b'"') {
            self.read_unquoted_value()?;
            return Err(PgnReason::TagValueMissing(name));
        }
        self.source.advance(1);
        let read = self.read_value(&name);
        if read.is_err() {
            // The value does not include a quote or bracket at its end.
            let value = decode(&self.value).trim_end_matches([']', '"', ' ', '\t']).to_owned();
            self.value = value.into_bytes();
        }
        read.map(|()| name)
    }

    /// Reads a value in other quotes or without quotes, up to the bracket or the end of the line.
    fn read_unquoted_value(&mut self) -> Result<(), PgnReason> {
        self.source.mark();
        while let Some(byte) = self.source.peek().filter(|byte| !matches!(byte, b'\n' | b'\r')) {
            if byte == b']' {
                break;
            }
            self.source.advance(1);
            if self.source.token().len() > MAX_TAG_VALUE {
                return Err(PgnReason::TooLong(MAX_TAG_VALUE));
            }
        }
        let quotes = |letter: char| {
            letter.is_whitespace() || matches!(letter, '"' | '\'' | '‘'..='‟' | '«' | '»' | '`' | '´')
        };
        self.value = decode(self.source.token()).trim_matches(quotes).as_bytes().to_vec();
        if self.source.peek() == Some(b']') {
            self.source.advance(1);
            self.source.mark();
        }
        Ok(())
    }

    /// Reads a value after its opening quote, including the closing `"]`.
    ///
    /// A quote within the value should be written `\"`; one that is not followed by `]` is accepted too. A
    /// `\"]` at the end of the line closes a value that ends in a backslash.
    fn read_value(&mut self, name: &str) -> Result<(), PgnReason> {
        self.value.clear();
        loop {
            self.source.mark();
            let byte = self.source.peek();
            match byte {
                None | Some(b'\n' | b'\r') => return Err(PgnReason::TagUnclosed(name.to_owned())),
                Some(b'"') if self.after_blanks(1).is_some_and(|(byte, _)| byte == b']') => {
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
                    self.source.advance(1);
                }
                Some(_) => {
                    // Up to the next special byte; a quote that does not close the value is part of it.
                    let rest = self.source.rest();
                    let plain = rest
                        .iter()
                        .position(|byte| matches!(byte, b'"' | b'\\' | b'\n' | b'\r'))
                        .unwrap_or(rest.len())
                        .max(1);
                    self.value.extend_from_slice(&rest[..plain]);
                    self.source.advance(plain);
                }
            }
            if self.value.len() > MAX_TAG_VALUE {
                return Err(PgnReason::TooLong(MAX_TAG_VALUE));
            }
        }
    }

    /// Returns true if `]` follows after blanks and then, after further blanks, the end of the line.
    fn closes_line(&mut self, ahead: usize) -> bool {
        match self.after_blanks(ahead) {
            // If there are too many blanks, this is not the end of the line.
            Some((b']', place)) => {
                self.after_blanks(place + 1).is_some_and(|(byte, _)| matches!(byte, b'\n' | b'\r'))
            }
            _ => false,
        }
    }

    /// Returns the first byte from `ahead` on that is not a blank, and its place.
    fn after_blanks(&mut self, ahead: usize) -> Option<(u8, usize)> {
        // An endless line of blanks is not a tag: stop looking.
        (ahead..ahead + MAX_WORD).find_map(|place| match self.source.peek_at(place) {
            Some(b' ' | b'\t') => None,
            Some(byte) => Some((byte, place)),
            None => Some((b'\n', place)),
        })
    }

    #[inline]
    fn skip_blanks(&mut self) {
        if self.source.peek() == Some(b' ') {
            self.source.advance(1);
            self.source.mark();
        }
        if matches!(self.source.peek(), Some(b' ' | b'\t' | 0xA0..)) {
            self.skip_more_blanks();
        }
    }

    #[cold]
    fn skip_more_blanks(&mut self) {
        loop {
            match self.source.peek() {
                Some(b' ' | b'\t') => self.source.advance(1),
                Some(0xA0..) => match self.source.unicode_space() {
                    0 => return,
                    length => self.source.advance(length),
                },
                _ => return,
            }
            self.source.mark();
        }
    }
}
