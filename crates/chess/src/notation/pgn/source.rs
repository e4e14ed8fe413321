//! The bytes of a PGN file: a growing window over the input that keeps track of line and column.

use std::io::{self, Read};

use super::TextPlace;

/// The number of bytes requested from the input at once.
const CHUNK: usize = 64 * 1024;

/// A window over the input.
///
/// Everything from `mark` on stays in memory, so a token is always one slice; everything before it is
/// dropped at the next refill.
#[derive(Debug)]
pub(super) struct Source<R> {
    pub(super) input: R,
    buffer: Vec<u8>,
    /// The number of valid bytes in `buffer`.
    filled: usize,
    /// The index of the next byte in `buffer`.
    position: usize,
    /// The index of the first byte of the current token.
    mark: usize,
    /// The file offset of `buffer[0]`.
    base: u64,
    line: u64,
    /// The file offset of the first byte of the line.
    line_start: u64,
    ended: bool,
    /// The error that ended the input early.
    pub(super) error: Option<io::Error>,
}

impl<R: Read> Source<R> {
    pub(super) fn new(input: R) -> Source<R> {
        Source {
            input,
            buffer: Vec::new(),
            filled: 0,
            position: 0,
            mark: 0,
            base: 0,
            line: 1,
            line_start: 0,
            ended: false,
            error: None,
        }
    }

    /// Sets the location of the first byte, before anything is read.
    pub(super) fn start_at(&mut self, place: TextPlace) {
        self.base = place.offset;
        self.line = place.line;
        self.line_start = place.offset + 1 - place.column.clamp(1, place.offset + 1);
    }

    /// Returns the next byte without consuming it; none at the end of the input.
    #[inline(always)]
    pub(super) fn peek(&mut self) -> Option<u8> {
        if self.position < self.filled {
            return Some(self.buffer[self.position]);
        }
        self.refill();
        self.buffer[..self.filled].get(self.position).copied()
    }

    /// Returns the byte `ahead` places after the next one.
    pub(super) fn peek_at(&mut self, ahead: usize) -> Option<u8> {
        while self.position + ahead >= self.filled && !self.ended {
            self.refill();
        }
        self.buffer[..self.filled].get(self.position + ahead).copied()
    }

    /// Returns true if the input continues with `expected`.
    pub(super) fn starts_with(&mut self, expected: &[u8]) -> bool {
        self.peek_at(expected.len().saturating_sub(1));
        self.rest().starts_with(expected)
    }

    /// Returns the buffered bytes from the next one on; after `peek`, empty only at the end of the input.
    #[inline(always)]
    pub(super) fn rest(&self) -> &[u8] {
        &self.buffer[self.position..self.filled]
    }

    /// Consumes `count` bytes of [`Source::rest`], none of which ends a line.
    #[inline(always)]
    pub(super) fn advance(&mut self, count: usize) {
        self.position = (self.position + count).min(self.filled);
    }

    /// Puts back bytes that were just consumed, none of which ends a line.
    pub(super) fn unread(&mut self, count: usize) {
        self.position -= count;
    }

    /// Consumes any byte and counts lines: `\n`, `\r\n` and a lone `\r` each end one.
    #[inline]
    pub(super) fn bump(&mut self) {
        let Some(byte) = self.peek() else { return };
        let ends_line = match byte {
            b'\n' => true,
            b'\r' => self.peek_at(1) != Some(b'\n'),
            _ => false,
        };
        self.position += 1;
        if ends_line {
            self.line += 1;
            self.line_start = self.base + self.position as u64;
        }
    }

    /// Returns the length in bytes of the non-ASCII white space that follows, including byte order marks and
    /// zero-width spaces; 0 if there is none.
    #[cold]
    pub(super) fn unicode_space(&mut self) -> usize {
        let Some(first @ 0xA0..) = self.peek() else { return 0 };
        match (first, self.peek_at(1), self.peek_at(2)) {
            (0xC2, Some(0xA0), _) => 2,
            // Spaces of various widths, line and paragraph separators, narrow and mathematical spaces, the
            // word joiner.
            (0xE2, Some(0x80), Some(0x80..=0x8F | 0xA8 | 0xA9 | 0xAF))
            | (0xE2, Some(0x81), Some(0x9F | 0xA0)) => 3,
            (0xE3, Some(0x80), Some(0x80)) | (0xEF, Some(0xBB), Some(0xBF)) => 3,
            // A non-breaking space in Latin-1: no UTF-8 sequence begins with this byte.
            (0xA0, ..) => 1,
            _ => 0,
        }
    }

    /// Returns the length in bytes of the ellipsis character that follows; 0 if there is none.
    pub(super) fn ellipsis(&mut self) -> usize {
        match self.peek() {
            Some(0xE2) if self.starts_with("…".as_bytes()) => 3,
            Some(0x85) => 1,
            _ => 0,
        }
    }

    /// Starts a token at the next byte.
    #[inline(always)]
    pub(super) fn mark(&mut self) {
        self.mark = self.position;
    }

    /// Returns the bytes from the mark to the next byte.
    #[inline(always)]
    pub(super) fn token(&self) -> &[u8] {
        &self.buffer[self.mark..self.position]
    }

    /// Returns the location of the next byte.
    #[inline]
    pub(super) fn place(&self) -> TextPlace {
        let offset = self.base + self.position as u64;
        TextPlace { offset, line: self.line, column: offset - self.line_start + 1 }
    }

    /// Returns true if the next byte is the first of its line.
    #[inline]
    pub(super) fn at_line_start(&self) -> bool {
        self.base + self.position as u64 == self.line_start
    }

    /// Skips the byte order mark of UTF-8 at the beginning of a file.
    pub(super) fn skip_byte_order_mark(&mut self) {
        if self.starts_with(b"\xEF\xBB\xBF") {
            self.advance(3);
            self.line_start += 3;
        }
    }

    #[cold]
    fn refill(&mut self) {
        if self.ended {
            return;
        }
        // Only a growing token keeps its bytes; between tokens the mark moves along.
        if self.mark > 0 {
            self.buffer.copy_within(self.mark..self.filled, 0);
            self.base += self.mark as u64;
            self.position -= self.mark;
            self.filled -= self.mark;
            self.mark = 0;
        }
        if self.buffer.len() < self.filled + CHUNK {
            self.buffer.resize(self.filled + CHUNK, 0);
        }
        loop {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.ended = true,
                Ok(count) => self.filled += count.min(self.buffer.len() - self.filled),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.ended = true;
                    self.error = Some(error);
                }
            }
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns one byte at a time, the hardest case for a window.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.read(&mut buffer[..1])
        }
    }

    #[test]
    fn tokens_survive_refills() {
        let mut source = Source::new(Drip(b"ab\r\ncd\re\nf"));
        source.bump();
        source.mark();
        while source.peek() != Some(b'd') {
            source.bump();
        }
        assert_eq!(source.token(), b"b\r\nc");
        assert_eq!((source.place().line, source.place().column, source.place().offset), (2, 2, 5));
        assert!(source.starts_with(b"d\re\nf"));
        assert!(!source.starts_with(b"d\re\nfg"));
        while source.peek() != Some(b'f') {
            source.bump();
        }
        assert_eq!((source.place().line, source.place().column), (4, 1));
        assert!(source.at_line_start());
        source.bump();
        assert_eq!(source.peek(), None);
        source.bump();
        assert_eq!(source.peek_at(3), None);
    }
}
