//! Cutting a stream of PGN into chunks at the ends of games, without reading the games.
//!
//! A chunk ends before `[Event "` after a blank line, if the last line before it shows that the tags of the
//! previous game are complete. Whatever came before, a reader is between games there: such a tag section
//! ends the moves, the skipping of a broken game, and even an unclosed comment. So each chunk can be read
//! separately, with the same results as a single reader of the whole.

use std::io::{self, Read};

use heirloom_chess::notation::pgn::TextPlace;
use memchr::{memchr, memmem};

/// The beginning of a chunk, after a line end.
const EVENT: &[u8] = b"\n[Event \"";
/// How much of an unfinished chunk is held back, in bytes: enough to see if the chunk ends there.
const HELD_BACK: usize = 16 * 1024;

/// The sizes of chunks, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// The amount read before searching for an end.
    pub(crate) block: usize,
    /// The length from which a chunk without an end is passed on in pieces.
    pub(crate) longest: usize,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes { block: 384 * 1024, longest: 8 * 1024 * 1024 }
    }
}

/// A chunk, or a piece of one that is very long.
#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) bytes: Vec<u8>,
    /// The location where it begins.
    pub(crate) place: TextPlace,
    /// True if the chunk ends here.
    pub(crate) ends: bool,
}

/// Cuts an input into pieces.
pub(crate) struct Cutter<R> {
    input: R,
    sizes: Sizes,
    /// The bytes read but not yet passed on.
    held: Vec<u8>,
    /// The location where they begin.
    place: TextPlace,
    /// True if they begin a chunk.
    at_chunk_start: bool,
    ended: bool,
    /// Why reading the input failed.
    failure: Option<io::Error>,
}

impl<R: Read> Cutter<R> {
    pub(crate) fn new(input: R, sizes: Sizes) -> Cutter<R> {
        let place = TextPlace { offset: 0, line: 1, column: 1 };
        Cutter { input, sizes, held: Vec::new(), place, at_chunk_start: true, ended: false, failure: None }
    }

    /// Returns the next piece; none at the end. A read error is reported after all complete games.
    pub(crate) fn next(&mut self) -> io::Result<Option<Piece>> {
        // There is no end before this offset.
        let mut searched = 0;
        loop {
            if let Some(failure) = self.failure.take() {
                let Some(end) = last_end(&self.held, 0, self.at_chunk_start) else { return Err(failure) };
                let piece = self.split_off(end, true);
                (self.held, self.failure) = (Vec::new(), Some(failure));
                return Ok(Some(piece));
            }
            if self.ended {
                return Ok((!self.held.is_empty() || !self.at_chunk_start)
                    .then(|| self.split_off(self.held.len(), true)));
            }
            if let Err(failure) = self.fill() {
                self.failure = Some(failure);
                continue;
            }
            let from = usize::max(searched, EVENT.len()) - EVENT.len();
            if let Some(end) = last_end(&self.held, from, self.at_chunk_start) {
                return Ok(Some(self.split_off(end, true)));
            }
            searched = self.held.len();
            if searched >= self.sizes.longest && searched > HELD_BACK {
                // Do not separate the two bytes of a line end.
                let end = searched - HELD_BACK - usize::from(self.held[searched - HELD_BACK - 1] == b'\r');
                return Ok(Some(self.split_off(end, false)));
            }
        }
    }

    /// Reads another block.
    fn fill(&mut self) -> io::Result<()> {
        let wanted = self.sizes.block.max(1) as u64;
        self.held.reserve(self.sizes.block);
        let read = self.input.by_ref().take(wanted).read_to_end(&mut self.held)?;
        self.ended = (read as u64) < wanted;
        Ok(())
    }

    fn split_off(&mut self, length: usize, ends: bool) -> Piece {
        let rest = self.held.split_off(length);
        let bytes = std::mem::replace(&mut self.held, rest);
        let place = self.place;
        self.place.offset += bytes.len() as u64;
        self.place.line += line_ends(&bytes);
        self.at_chunk_start = ends;
        Piece { bytes, place, ends }
    }
}

/// Counts the line ends in these bytes: `\n`, `\r\n` and a lone `\r` each end one.
fn line_ends(bytes: &[u8]) -> u64 {
    let newlines = memchr::memchr_iter(b'\n', bytes).count();
    let lone = |&at: &usize| bytes.get(at + 1) != Some(&b'\n');
    let returns = match memchr(b'\r', bytes) {
        Some(_) => memchr::memchr_iter(b'\r', bytes).filter(lone).count(),
        None => 0,
    };
    (newlines + returns) as u64
}

/// Returns the last offset after `from` where a chunk can end.
fn last_end(held: &[u8], from: usize, at_chunk_start: bool) -> Option<usize> {
    let mut end = held.len();
    while let Some(at) = memmem::rfind(held.get(from..end)?, EVENT) {
        let place = from + at + 1;
        if is_end(&held[..place], at_chunk_start) {
            return Some(place);
        }
        end = from + at;
    }
    None
}

/// Returns true if these bytes, which precede `[Event "`, certainly end with a game.
fn is_end(before: &[u8], at_chunk_start: bool) -> bool {
    let Some(last) = before.iter().rposition(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n')) else {
        return false;
    };
    if before[last..].iter().filter(|&&byte| byte == b'\n').count() < 2 {
        return false;
    }
    // Tags without an event, or a comment, may belong to the next game.
    if matches!(before[last], b']' | b'}') || before[last] < b' ' {
        return false;
    }
    let line = match before[..last].iter().rposition(|byte| matches!(byte, b'\n' | b'\r')) {
        Some(end) => &before[end + 1..=last],
        None if at_chunk_start => &before[..=last],
        // The line began in a piece that was already passed on.
        None => return false,
    };
    // So may something like a tag outside a comment.
    let open = memchr::memrchr(b'[', line);
    if line.trim_ascii_start().starts_with(b"[")
        || open.is_some_and(|open| memchr(b'}', &line[open..]).is_none())
    {
        return false;
    }
    // So may line comments and escaped lines; a byte order mark obscures the beginning of a line.
    !line.starts_with(b"%") && !line.starts_with(b"\xEF\xBB\xBF") && memchr(b';', line).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str, sizes: Sizes) -> Vec<Piece> {
        let mut cutter = Cutter::new(text.as_bytes(), sizes);
        std::iter::from_fn(|| cutter.next().unwrap()).collect()
    }

    fn chunks(text: &str, block: usize) -> Vec<String> {
        let found = pieces(text, Sizes { block, longest: 1 << 20 });
        found.into_iter().map(|piece| String::from_utf8(piece.bytes).unwrap()).collect()
    }

    #[test]
    fn chunks_end_before_events() {
        let (a, b, c) = (
            "[Event \"a\"]\n\n1. e4 1-0\n\n",
            "[Event \"b\"]\r\n\r\n1. d4 {x} e6\r\n\r\n",
            "[Event \"c\"]\n\n*\n",
        );
        for block in 1..30 {
            let found = chunks(&format!("{a}{b}{c}"), block);
            assert_eq!(found.concat(), format!("{a}{b}{c}"));
            assert!(found.iter().all(|chunk| chunk.starts_with("[Event ")), "{found:?}");
        }
        assert_eq!(chunks(&format!("{a}{b}{c}"), 1), [a, b, c]);
        assert_eq!(chunks(&format!("{a}{b}{c}"), 100), [&format!("{a}{b}")[..], c]);
        assert!(chunks("", 10).is_empty());
    }

    #[test]
    fn uncertain_ends_are_not_cut() {
        for before in [
            "\n\n",
            "{preface}\n\n",
            "; preface\n\n",
            "% escaped\n\n",
            "[White \"x\"]\n\n",
            "1-0\n",
            "1-0 \n\x0C\n",
            "\u{feff}% 1-0\n\n",
            "text ; }\n\n",
            " [Site x\n\n",
            "* [4 Ke3 1-0\n\n",
            "[} 1-0\n\n",
        ] {
            assert_eq!(chunks(&format!("{before}[Event \"a\"]\n\n*\n"), 1).len(), 1, "{before:?}");
        }
        for before in ["1-0\n\n", "1. e4 (1. d4)\n \t\n\n", "{[x]} *\n\n", "*\r\n\r\n"] {
            assert_eq!(chunks(&format!("{before}[Event \"a\"]\n\n*\n"), 1).len(), 2, "{before:?}");
        }
    }

    #[test]
    fn lines_are_counted() {
        let text = "1\n2\r\n3\r4 *\n\n[Event \"7\"]\n\n*\n";
        let places: Vec<(u64, u64)> = pieces(text, Sizes { block: 1, longest: 1 << 20 })
            .iter()
            .map(|piece| (piece.place.offset, piece.place.line))
            .collect();
        assert_eq!(places, [(0, 1), (12, 6)]);
    }

    #[test]
    fn complete_games_precede_a_read_error() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("torn"))
            }
        }
        let input = b"1. e4 *\n\n[Event \"b\"]\n\n1. d4".chain(Broken);
        let mut cutter = Cutter::new(input, Sizes::default());
        assert_eq!(cutter.next().unwrap().unwrap().bytes, b"1. e4 *\n\n");
        assert_eq!(cutter.next().unwrap_err().to_string(), "torn");
    }

    #[test]
    fn long_chunks_come_in_pieces() {
        let long = "1. e4 e5 *\n".repeat(10_000);
        let text = format!("{long}\n[Event \"b\"]\n\n*\n");
        let found = pieces(&text, Sizes { block: 1000, longest: 20_000 });
        assert_eq!(found.iter().map(|piece| String::from_utf8_lossy(&piece.bytes)).collect::<String>(), text);
        assert!(found.iter().all(|piece| piece.bytes.len() <= 21_000));
        assert_eq!(found.iter().filter(|piece| piece.ends).count(), 2);
        assert_eq!(found.last().unwrap().place.line, 10_002);
    }
}
