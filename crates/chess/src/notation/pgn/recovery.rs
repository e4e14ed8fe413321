//! Finding the end of a damaged game, and the next one.

use std::io::Read;

use super::MAX_COMMENT;
use super::reader::Reader;
use crate::game::GameResult;

impl<R: Read> Reader<R> {
    /// Passes over the rest of a broken game, up to the next tag section or the end.
    ///
    /// When the error was among the tags, the tags that are left belong to the broken game, too.
    pub(super) fn recover(&mut self) {
        // An error that was noticed at the first bracket of the next game leaves it untouched.
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

    /// Passes over the rest of a line, and over the comments that begin on it.
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

    /// Passes over a comment, but not over what looks like tags after a blank line: then it was never closed, and this says false.
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

    /// Passes over the rest of a damaged game, up to its result or the next game; or over that of a variation, up to the parenthesis that closes it. What was
    /// passed over is the token then, unless it is longer than any comment. Returns the result that comes next, with its length in bytes.
    pub(super) fn take_rest(&mut self, in_variation: bool) -> Option<(GameResult, usize)> {
        let mut depth = 0_usize;
        let mut fresh = true;
        loop {
            self.bound_token();
            let byte = self.source.peek()?;
            let after_space = std::mem::replace(&mut fresh, matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'}' | b')'));
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
                b'0' | b'1' | b'*' if after_space && depth == 0 && !in_variation => match self.result_ahead() {
                    Some(found) => return Some(found),
                    None => self.source.advance(1),
                },
                _ => self.source.advance(1),
            }
        }
    }

    /// Gives up the token where it has become longer than any comment, so that memory stays bounded.
    pub(super) fn bound_token(&mut self) {
        if self.source.token_len() > MAX_COMMENT {
            self.source.mark();
        }
    }

    /// Does a tag begin here?
    pub(super) fn tag_ahead(&mut self) -> bool {
        self.source.peek() == Some(b'[') && self.source.peek_at(1).is_some_and(|byte| byte.is_ascii_alphabetic())
    }

    /// The result that comes next as a word of its own, with its length in bytes.
    pub(super) fn result_ahead(&mut self) -> Option<(GameResult, usize)> {
        let results: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
        let found = results.into_iter().find(|text| self.source.starts_with(text))?;
        let ends = self.source.peek_at(found.len()).is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'{' | b';' | b'['));
        Some((GameResult::from_pgn(found)?, found.len())).filter(|_| ends)
    }
}
