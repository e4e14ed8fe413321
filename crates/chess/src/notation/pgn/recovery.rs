//! Finding the next game after a broken one.

use std::io::Read;

use super::reader::Reader;

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
                Some(b'[') if self.source.peek_at(1).is_some_and(|byte| byte.is_ascii_alphabetic()) => {
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
            self.source.mark();
            match byte {
                b'}' => {
                    self.source.advance(1);
                    return true;
                }
                b'[' if newlines >= 2 && self.source.peek_at(1).is_some_and(|byte| byte.is_ascii_alphabetic()) => return false,
                b'\n' => newlines += 1,
                b'\r' | b' ' | b'\t' => {}
                _ => newlines = 0,
            }
            self.source.bump();
        }
        true
    }
}
