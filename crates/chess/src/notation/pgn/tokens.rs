//! The tokens of movetext: numbers, words, annotations and comments.

use std::io::Read;

use super::reader::Reader;
use super::visitor::Visitor;
use super::{MAX_COMMENT, MAX_WORD, PgnError, PgnReason, Result, Text, TextPlace, decode};
use crate::game::Nag;

/// True for bytes that words can contain: letters, digits, the signs of moves and results, and all non-ASCII
/// bytes.
pub(super) const WORD: [bool; 256] = word_bytes(true);

/// The ASCII bytes among them.
const ASCII_WORD: [bool; 256] = word_bytes(false);

/// More digits than a typical move number has.
const MAX_NUMBER: usize = 8;

const fn word_bytes(non_ascii: bool) -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || non_ascii && byte >= 0x80;
        byte += 1;
    }
    let signs = b"+-#=:/._~@',|&";
    let mut index = 0;
    while index < signs.len() {
        table[signs[index] as usize] = true;
        index += 1;
    }
    table
}

impl<R: Read> Reader<R> {
    /// Skips a move number with its dots. Returns false, and consumes nothing, if the digits begin something
    /// else.
    #[inline]
    pub(super) fn number(&mut self) -> Result<bool, PgnReason> {
        // Nearly all are digits and a dot.
        if let [b'1'..=b'9', rest @ ..] = self.source.rest() {
            let digits = 1 + rest.iter().take_while(|byte| byte.is_ascii_digit()).take(MAX_NUMBER).count();
            if let [b'.', b' ' | b'A'..=b'Z' | b'a'..=b'z', ..] = &rest[digits - 1..] {
                self.source.advance(digits + 1);
                self.source.mark();
                return Ok(true);
            }
        }
        self.nonstandard_number()
    }

    /// Skips a move number in any form. Returns false, and consumes nothing, if the digits begin something
    /// else.
    fn nonstandard_number(&mut self) -> Result<bool, PgnReason> {
        let mut digits = 1;
        while self.source.peek_at(digits).is_some_and(|byte| byte.is_ascii_digit()) {
            digits += 1;
            if digits > MAX_WORD {
                return Err(PgnReason::TooLong(MAX_WORD));
            }
        }
        match (self.source.peek_at(digits), self.source.peek_at(digits + 1)) {
            // Half a point as a decimal is not a move number.
            (Some(b'.'), Some(b'5')) if !self.strict && self.source.peek() == Some(b'0') => return Ok(false),
            (Some(b'.'), _) => self.source.advance(digits),
            (Some(0x85 | 0xA0 | 0xC2 | 0xE2 | 0xE3 | 0xEF), _) if !self.strict => {
                self.source.advance(digits);
                if self.source.unicode_space() == 0 && self.source.ellipsis() == 0 {
                    self.source.unread(digits);
                    return Ok(false);
                }
            }
            (Some(byte), _) if WORD[byte as usize] => return Ok(false),
            _ => self.source.advance(digits),
        }
        loop {
            match self.source.peek() {
                Some(b'.') => self.source.advance(1),
                Some(0x85 | 0xE2) if !self.strict => match self.source.ellipsis() {
                    0 => break,
                    length => self.source.advance(length),
                },
                _ => break,
            }
            self.source.mark();
        }
        Ok(true)
    }

    /// Reads a word; a promotion at its end may be in parentheses.
    pub(super) fn word(&mut self) -> Result<(), PgnReason> {
        loop {
            let rest = self.source.rest();
            let end = rest.iter().position(|&byte| !ASCII_WORD[byte as usize]);
            let count = end.unwrap_or(rest.len());
            self.source.advance(count);
            if self.source.token().len() > MAX_WORD {
                return Err(PgnReason::TooLong(MAX_WORD));
            }
            match self.source.peek() {
                // Non-ASCII characters belong to the word unless they are white space.
                Some(0x80..) if self.source.unicode_space() == 0 => self.source.advance(1),
                Some(_) if end.is_none() => {}
                _ => break,
            }
        }
        if self.source.peek() == Some(b'(')
            && matches!(self.source.token().last(), Some(b'1' | b'8'))
            && matches!(self.source.peek_at(1), Some(b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n'))
            && self.source.peek_at(2) == Some(b')')
        {
            self.source.advance(3);
        }
        Ok(())
    }

    /// Reads `$` and a number. A number that is not a valid NAG is kept as a comment.
    pub(super) fn read_nag<V: Visitor>(&mut self, place: TextPlace, visitor: &mut V) -> Result<()> {
        self.source.advance(1);
        let mut number: Option<u32> = None;
        while let Some(digit @ b'0'..=b'9') = self.source.peek() {
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(u32::from(digit - b'0')));
            self.source.advance(1);
            if self.source.token().len() > MAX_WORD {
                return Err(PgnError { place, reason: PgnReason::TooLong(MAX_WORD) });
            }
        }
        match number.and_then(|number| u8::try_from(number).ok()) {
            Some(number) => visitor.nag(Nag(number)),
            None => {
                let text = String::from_utf8_lossy(self.source.token()).into_owned();
                self.tolerate(PgnError { place, reason: PgnReason::BadNag(text) }, visitor)?;
                if number.is_some() {
                    visitor.comment(Text(self.source.token()));
                }
            }
        }
        Ok(())
    }

    /// Reads `!`, `?` and combinations of them.
    pub(super) fn sign(&mut self) -> Result<Nag, PgnReason> {
        while let Some(b'!' | b'?') = self.source.peek() {
            self.source.advance(1);
            if self.source.token().len() > MAX_WORD {
                return Err(PgnReason::TooLong(MAX_WORD));
            }
        }
        let sign = self.source.token();
        // More than two signs count as two.
        let sign = &sign[..sign.len().min(2)];
        Nag::from_symbol(sign).ok_or_else(|| PgnReason::BadNag(decode(sign).into_owned()))
    }

    /// Reads a comment of either kind and reports it if it is not empty.
    pub(super) fn read_comment<V: Visitor>(&mut self, visitor: &mut V) -> Result<()> {
        let place = self.source.place();
        let in_braces = self.source.peek() == Some(b'{');
        self.source.advance(1);
        self.source.mark();
        let mut closed = !in_braces;
        while self.source.peek().is_some() {
            let rest = self.source.rest();
            let stop = rest
                .iter()
                .position(|&byte| matches!(byte, b'}' | b'\n' | b'\r') && (in_braces || byte != b'}'));
            let count = stop.unwrap_or(rest.len());
            self.source.advance(count);
            if self.source.token().len() > MAX_COMMENT {
                return Err(PgnError { place, reason: PgnReason::TooLong(MAX_COMMENT) });
            }
            match self.source.peek() {
                Some(b'}') if in_braces && stop.is_some() => {
                    closed = true;
                    break;
                }
                Some(b'\n' | b'\r') if !in_braces => break,
                Some(b'\n' | b'\r') => {
                    self.source.bump();
                    if self.another_game_begins() {
                        // The tags that follow are not those of the broken game.
                        self.in_tags = false;
                        break;
                    }
                }
                _ => {}
            }
        }
        if !closed {
            return Err(PgnError { place, reason: PgnReason::CommentUnclosed });
        }
        if in_braces && !self.strict && self.source.token().contains(&b'{') && self.closes_outer_brace() {
            visitor.warning(PgnError { place, reason: PgnReason::BraceInComment });
        }
        let text = self.source.token().trim_ascii();
        if !text.is_empty() {
            visitor.comment(Text(text));
        }
        if in_braces {
            self.source.advance(1);
        }
        Ok(())
    }

    /// At the end of a comment that contains an opening brace: if another closing brace follows, extends the
    /// comment up to it and returns true.
    fn closes_outer_brace(&mut self) -> bool {
        /// No comment is longer.
        const FARTHEST: usize = 1000;
        for ahead in 1..FARTHEST {
            match self.source.peek_at(ahead) {
                Some(b'}') => {
                    (0..ahead).for_each(|_| self.source.bump());
                    return true;
                }
                Some(b'{') | None => return false,
                Some(b'\n') if self.source.peek_at(ahead + 1) == Some(b'[') => return false,
                Some(_) => {}
            }
        }
        false
    }

    /// Within a comment: returns true if an `Event` tag follows a blank line here, so that the comment was
    /// never closed.
    fn another_game_begins(&mut self) -> bool {
        if self.source.peek() != Some(b'[') || !self.source.starts_with(b"[Event \"") {
            return false;
        }
        let tail = self.source.token().iter().rev().take_while(|byte| byte.is_ascii_whitespace());
        tail.filter(|&&byte| byte == b'\n').count() >= 2
    }
}
