//! Finding the end of a damaged game, and the next one.

use std::io::Read;

use super::MAX_COMMENT;
use super::nonstandard::{self, PieceLetters};
use super::reader::Reader;
use crate::game::GameResult;

/// The longest tag name, in bytes.
const MAX_NAME: usize = 64;
/// The longest result with blanks, in bytes.
const LONGEST_RESULT: usize = 24;
const BLANKS: [char; 2] = [' ', '\t'];
/// How far to look ahead for piece letters, in bytes.
const FAR_AHEAD: usize = 2000;

impl<R: Read> Reader<R> {
    /// Skips the rest of a broken game, up to the next tag section or the end.
    ///
    /// After an error among the tags, the remaining tags also belong to the broken game.
    pub(super) fn recover(&mut self) {
        // If the error is found at the opening bracket of the next game, that game is intact.
        if self.in_tags || !self.source.at_line_start() {
            self.skip_rest_of_line();
        }
        loop {
            let line = self.source.place().line;
            self.skip_space();
            let blank = self.source.place().line > line + 1;
            match self.source.peek() {
                None => return,
                Some(b'[') if self.tag_ahead() => {
                    if !self.in_tags || blank && self.source.starts_with(b"[Event ") {
                        return;
                    }
                }
                Some(_) => self.in_tags = false,
            }
            self.skip_rest_of_line();
        }
    }

    /// Skips the rest of a line, including comments that begin on it.
    fn skip_rest_of_line(&mut self) {
        while let Some(byte) = self.source.peek() {
            self.source.mark();
            match byte {
                b'\n' | b'\r' => return,
                b';' if !self.in_tags => return self.skip_line(),
                b'{' if !self.in_tags => {
                    if !self.skip_comment() {
                        return;
                    }
                }
                _ => self.source.advance(1),
            }
        }
    }

    /// Skips a comment and returns true; returns false at what looks like tags after a blank line: the
    /// comment was never closed.
    fn skip_comment(&mut self) -> bool {
        let mut newlines = 0;
        while let Some(byte) = self.source.peek() {
            self.bound_token();
            match byte {
                b'}' => {
                    self.source.advance(1);
                    return true;
                }
                b'[' if newlines >= 2 && self.tag_ahead() => return false,
                b'\n' => newlines += 1,
                b'\r' | b' ' | b'\t' => {}
                _ => newlines = 0,
            }
            self.source.bump();
        }
        true
    }

    /// Skips the rest of a damaged game, up to its result or the next game, or the rest of a variation, up
    /// to its closing parenthesis. The skipped text becomes the token, unless it is longer than any comment.
    /// Returns the result that follows, with its length in bytes.
    pub(super) fn skip_rest(&mut self, in_variation: bool) -> Option<(GameResult, usize)> {
        let mut depth = 0_usize;
        let mut gap = true;
        loop {
            self.bound_token();
            let byte = self.source.peek()?;
            let after_space =
                std::mem::replace(&mut gap, matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'}' | b')'));
            match byte {
                b'[' if self.source.at_line_start() && self.tag_ahead() => return None,
                b'\n' | b'\r' => self.source.bump(),
                b'{' => {
                    self.skip_comment();
                }
                b';' => self.skip_line(),
                b'(' => {
                    depth += 1;
                    self.source.advance(1);
                }
                b')' if depth == 0 && in_variation => return None,
                b')' => {
                    depth = depth.saturating_sub(1);
                    self.source.advance(1);
                }
                b'0' | b'1' | b'*' if after_space && depth == 0 && !in_variation => match self.result_ahead()
                {
                    Some(found) => return Some(found),
                    None => self.source.advance(1),
                },
                _ => self.source.advance(1),
            }
        }
    }

    /// Drops a token that has become longer than any comment, so that memory stays bounded.
    pub(super) fn bound_token(&mut self) {
        if self.source.token().len() > MAX_COMMENT {
            self.source.mark();
        }
    }

    /// Returns true if a tag begins here.
    pub(super) fn tag_ahead(&mut self) -> bool {
        self.source.peek() == Some(b'[')
            && self.source.peek_at(1).is_some_and(|byte| byte.is_ascii_alphabetic())
    }

    /// Returns true if a tag begins here among moves. Within a line, it must have a quoted value.
    pub(super) fn tag_among_moves(&mut self) -> bool {
        if !self.tag_ahead() || self.source.at_line_start() {
            return self.tag_ahead();
        }
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let mut ahead = 1;
        while ahead < MAX_NAME && self.source.peek_at(ahead).is_some_and(is_name) {
            ahead += 1;
        }
        self.source.peek_at(ahead) == Some(b' ') && self.source.peek_at(ahead + 1) == Some(b'"')
    }

    /// Parses a result that contains blanks, such as `1 - 0` or `1/2 - 1/2`; returns it with its length in
    /// bytes.
    pub(super) fn result_with_blanks(&mut self) -> Option<(GameResult, usize)> {
        // `1.` and `10` begin moves, and results without blanks are words.
        match (self.source.peek(), self.source.peek_at(1)) {
            (_, Some(b' ' | b'\t')) => {}
            (Some(b'1'), Some(b'/')) | (Some(0xC2), Some(0xBD)) => {}
            _ => return None,
        }
        let ahead: Vec<u8> = (0..LONGEST_RESULT).map_while(|at| self.source.peek_at(at)).collect();
        let text = ahead.utf8_chunks().next()?.valid();
        let (white, rest) = nonstandard::parse_points(text)?;
        let rest = rest.trim_start_matches(BLANKS).strip_prefix(['-', ':', '–', '—', '−'])?;
        let (black, rest) = nonstandard::parse_points(rest.trim_start_matches(BLANKS))?;
        if rest.starts_with(|next: char| !next.is_whitespace() && !matches!(next, '{' | ';')) {
            return None;
        }
        let result = match (white, black) {
            (2, 0) => GameResult::WhiteWins,
            (0, 2) => GameResult::BlackWins,
            (1, 1) => GameResult::Draw,
            (0, 0) => GameResult::BothLose,
            _ => return None,
        };
        let length = text.len() - rest.len();
        // Without blanks it is an ordinary word.
        text[..length].contains(BLANKS).then_some((result, length))
    }

    /// Determines the language from the following moves, after a word that begins with `letter`, P or R.
    #[cold]
    pub(super) fn letters_ahead(&mut self, letter: u8) -> PieceLetters {
        let (mut in_comment, mut before) = (false, b' ');
        // Loads that much into memory.
        let _ = self.source.peek_at(FAR_AHEAD);
        let rest = self.source.rest();
        for (ahead, &byte) in rest.iter().take(FAR_AHEAD).enumerate() {
            match byte {
                b'{' => in_comment = true,
                b'}' => in_comment = false,
                b'[' if before == b'\n' => break,
                b'A'..=b'Z' if !in_comment && !before.is_ascii_alphanumeric() => {
                    let next = rest.get(ahead + 1).copied().unwrap_or_default();
                    if matches!(next, b'a'..=b'h' | b'x' | b'1'..=b'8') {
                        match (byte, letter) {
                            (b'N' | b'Q', _) => break,
                            (b'C' | b'F' | b'A', _) | (b'D' | b'T', b'R') => return PieceLetters::Romance,
                            (b'L' | b'D' | b'T', _) => return PieceLetters::Dutch,
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
            before = byte;
        }
        PieceLetters::English
    }

    /// Returns the result that follows as a separate word, with its length in bytes.
    pub(super) fn result_ahead(&mut self) -> Option<(GameResult, usize)> {
        let results: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
        let found = results.into_iter().find(|text| self.source.starts_with(text))?;
        let ends = self
            .source
            .peek_at(found.len())
            .is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'{' | b';' | b'['));
        Some((GameResult::from_pgn(found)?, found.len())).filter(|_| ends)
    }
}
