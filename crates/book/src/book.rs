//! Opening books of either kind, Polyglot or opening library, recognized by their content.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use heirloom_chess::{Move, Position};

use crate::library::{HEADER, Library, LibraryMove, without_mark};
use crate::polyglot::{BookMove, MAX_BYTES, Polyglot, PolyglotError, draw, leading_to, read_file};

/// Number of leading bytes that are examined to tell text from binary data.
const EXAMINED: usize = 4096;

/// The largest opening library that is read, in bytes; parsing takes several times as much memory.
pub const MAX_TEXT: usize = 256 << 20;

/// An opening book.
#[derive(Clone, Debug)]
pub enum Book {
    /// A Polyglot book: moves with weights.
    Polyglot(Polyglot),
    /// An opening library: active and passive moves with notes. It can learn.
    Library(Cow<'static, Library>),
}

/// A book move in a position.
#[derive(Clone, PartialEq, Debug)]
pub struct KnownMove {
    /// The move, legal in its position.
    pub mv: Move,
    /// The weight relative to the other moves. In a library, 1 for moves that may be played now, 0 for the
    /// rest.
    pub weight: u16,
    /// The probability that it is played, from 0 to 1.
    pub share: f64,
    /// True if the move is active. In a Polyglot book, every move with a nonzero weight is.
    pub active: bool,
    /// The learning data from a Polyglot book.
    pub learn: u32,
    /// The note from a library.
    pub note: String,
}

/// How a move is selected from a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Selection {
    /// At random, in proportion to the weights.
    #[default]
    Random,
    /// The move with the highest weight; the first of equals.
    Best,
}

/// Why a file cannot be used as a book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("cannot read the book {0}: {1}")]
    Io(PathBuf, io::Error),
    /// The file is neither a Polyglot book nor a library.
    #[error("{0}: {1}")]
    Content(PathBuf, ContentError),
}

/// Why data is not a book.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    /// The data is binary but not a Polyglot book.
    #[error(transparent)]
    Polyglot(PolyglotError),
    /// The data is UTF-16 text.
    #[error("this is text in UTF-16; save an opening library as UTF-8")]
    Utf16,
    /// The data is text that starts like a file of games.
    #[error(
        "this is not a book, but text such as PGN games; \
         build a book from games with 'heirloom book build'"
    )]
    Games,
    /// The data is text that is too large for an opening library.
    #[error("more than {} MiB of text is too large for an opening library", MAX_TEXT >> 20)]
    TooMuchText,
}

impl Book {
    /// Returns the built-in library.
    pub fn builtin() -> Book {
        Book::Library(Cow::Borrowed(Library::builtin()))
    }

    /// Reads a book from a file. Fails if the file cannot be read or is not a book. Invalid lines of a
    /// library are not errors; see [`Library::invalid_lines`].
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let bytes = read_file(path).map_err(|error| BookError::Io(path.to_path_buf(), error))?;
        Book::parse(&bytes).map_err(|error| BookError::Content(path.to_path_buf(), error))
    }

    /// Reads a book from the contents of a file. Fails if the bytes are neither a Polyglot book nor text, or
    /// are text of another kind.
    pub fn parse(bytes: &[u8]) -> Result<Book, ContentError> {
        if bytes.len() as u64 > MAX_BYTES {
            return Err(ContentError::Polyglot(PolyglotError::TooLarge));
        }
        if !is_text(bytes) {
            let utf16 = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
            return Polyglot::parse(bytes)
                .map(Book::Polyglot)
                .map_err(|error| if utf16 { ContentError::Utf16 } else { ContentError::Polyglot(error) });
        }
        if is_bracketed(bytes) {
            return Err(ContentError::Games);
        }
        if bytes.len() > MAX_TEXT {
            return Err(ContentError::TooMuchText);
        }
        Ok(Book::Library(Cow::Owned(Library::parse(bytes))))
    }

    /// Returns the book moves in a position: from a Polyglot book by descending weight, from a library in its
    /// own order.
    pub fn moves(&self, position: &Position) -> Vec<KnownMove> {
        let mut known: Vec<KnownMove> = match self {
            Book::Polyglot(book) => {
                let known_move = |&BookMove { mv, weight, learn }: &BookMove| KnownMove {
                    mv,
                    weight,
                    share: 0.0,
                    active: weight > 0,
                    learn,
                    note: String::new(),
                };
                book.moves(position).iter().map(known_move).collect()
            }
            Book::Library(library) => {
                let playable: Vec<Move> = library.candidates(position).map(|known| known.mv).collect();
                let known_move = |&LibraryMove { mv, active, ref note }: &LibraryMove| {
                    let weight = u16::from(playable.contains(&mv));
                    KnownMove { mv, weight, share: 0.0, active, learn: 0, note: note.clone() }
                };
                library.moves(position).iter().map(known_move).collect()
            }
        };
        let total: f64 = known.iter().map(|known| f64::from(known.weight)).sum();
        known.iter_mut().for_each(|known| known.share = f64::from(known.weight) / total.max(1.0));
        if let Book::Polyglot(_) = self {
            known.sort_by_key(|known| std::cmp::Reverse(known.weight));
        }
        known
    }

    /// Chooses a move with a nonzero weight, restricted to `allowed` unless that is empty; `None` if there is
    /// none.
    pub fn choose(
        &self,
        position: &Position,
        allowed: &[Move],
        selection: Selection,
        random: &mut fastrand::Rng,
    ) -> Option<Move> {
        let known = self.moves(position);
        let playable = known
            .iter()
            .filter(|known| known.weight > 0 && (allowed.is_empty() || allowed.contains(&known.mv)));
        let moves: Vec<(Move, u64)> = playable.map(|known| (known.mv, u64::from(known.weight))).collect();
        match selection {
            Selection::Best => moves.first().map(|(mv, _)| *mv),
            Selection::Random => draw(&moves, random),
        }
    }

    /// Returns the moves that stay in the book: the book moves themselves, and moves that lead to a position
    /// in the book. The latter matter because a book may hold the moves of one color only.
    pub fn continuations(&self, position: &Position) -> Vec<Move> {
        match self {
            Book::Polyglot(book) => book.continuations(position),
            Book::Library(library) => {
                let mut moves: Vec<Move> = library.moves(position).iter().map(|known| known.mv).collect();
                moves.extend(leading_to(position, |after| library.entry(after).is_some()));
                moves
            }
        }
    }

    /// Returns the note on a position, or an empty string.
    pub fn note(&self, position: &Position) -> &str {
        match self {
            Book::Polyglot(_) => "",
            Book::Library(library) => library.entry(position).map_or("", |entry| &entry.note),
        }
    }
}

/// Returns true if the data is an opening library: it starts with the header or looks like text. Binary
/// records nearly always contain zero bytes. Up to a tenth of the bytes may be non-ASCII in another encoding
/// than UTF-8; the library reports such lines.
fn is_text(bytes: &[u8]) -> bool {
    let bytes = without_mark(bytes);
    let head = &bytes[..bytes.len().min(EXAMINED)];
    // A character cut in two at the end does not count as invalid.
    let readable = std::str::from_utf8(head).map_or_else(|error| error.error_len().is_none(), |_| true);
    let plain = head.iter().filter(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace()).count();
    !bytes.is_empty()
        && (has_header(bytes) || !head.contains(&0) && (readable || plain * 10 >= head.len() * 9))
}

/// Returns true if the text starts with a bracket, like PGN tags or sections of a settings file. No line of
/// such text can be part of a library.
fn is_bracketed(bytes: &[u8]) -> bool {
    let bytes = without_mark(bytes);
    !has_header(bytes) && bytes.trim_ascii_start().starts_with(b"[")
}

/// Returns true if the data starts with the header of a library.
fn has_header(bytes: &[u8]) -> bool {
    bytes.starts_with(HEADER.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::san;

    /// Returns move, weight, share and activity of each book move.
    fn moves(book: &Book, position: &Position) -> Vec<String> {
        let shown = |KnownMove { mv, weight, share, active, .. }: &KnownMove| {
            format!("{} {weight} {share} {active}", san::format(position, *mv))
        };
        book.moves(position).iter().map(shown).collect()
    }

    #[test]
    fn the_kind_is_recognized_by_content() {
        let mut random = fastrand::Rng::with_seed(3);
        let start = Position::startpos();
        let book = Book::parse(b"\xEF\xBB\xBFe4 (c5)\nd4\n(a3)\n").unwrap();
        assert_eq!(moves(&book, &start), ["e4 1 0.5 true", "d4 1 0.5 true", "a3 0 0 false"]);
        let chosen = |selection, random: &mut _| {
            book.choose(&start, &[], selection, random).map(|mv| san::format(&start, mv))
        };
        assert_eq!(chosen(Selection::Best, &mut random), Some("e4".into()));
        let drawn: Vec<_> = (0..60).filter_map(|_| chosen(Selection::Random, &mut random)).collect();
        let is_drawn = |mv: &str| drawn.iter().any(|drawn| drawn == mv);
        assert!(is_drawn("e4") && is_drawn("d4") && !is_drawn("a3"));
        assert!(matches!(Book::parse(&[0; 15]), Err(ContentError::Polyglot(PolyglotError::Length(15)))));
        assert!(matches!(Book::parse(&[0; 32]), Ok(Book::Polyglot(_))));
        assert!(matches!(Book::parse(b""), Err(ContentError::Polyglot(PolyglotError::Empty))));
        assert!(matches!(Book::parse(b"# Heirloom opening library\n\0\0"), Ok(Book::Library(_))));
        let Ok(Book::Library(latin)) = Book::parse(b"e4 {nat\xFCrlich} e5\nd4 d5\n") else { panic!("text") };
        assert_eq!((latin.len(), latin.invalid_lines()[0].reason.as_str()), (2, "the text is not UTF-8"));
    }

    #[test]
    fn other_text_is_not_a_library() {
        let refused = |bytes: &[u8]| Book::parse(bytes).map(drop).unwrap_err().to_string();
        let wide: Vec<u8> = "\u{FEFF}e4 e5\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(refused(&wide), "this is text in UTF-16; save an opening library as UTF-8");
        let games = refused(b"\n[Event \"x\"]\n\n1. e4 e5 1-0\n");
        assert!(games.contains("build a book from games with 'heirloom book build'"));
        assert!(Book::parse(b"# Heirloom opening library\n[Event]\n").is_ok());
    }

    #[test]
    fn moves_are_sorted_and_zero_weights_never_played() {
        let start = Position::startpos();
        let mv = |text: &str| san::parse(&start, text).unwrap();
        let mut tally = crate::polyglot::Tally::new();
        for (text, weight) in [("e4", 10), ("d4", 30), ("c4", 0)] {
            tally.add(&start, mv(text), weight);
        }
        let book = Book::Polyglot(tally.into_book());
        assert_eq!(moves(&book, &start), ["d4 30 0.75 true", "e4 10 0.25 true", "c4 0 0 false"]);
        let mut random = fastrand::Rng::with_seed(1);
        let mut choose = |allowed: &[Move], selection| book.choose(&start, allowed, selection, &mut random);
        assert_eq!(choose(&[mv("e4"), mv("c4")], Selection::Random), Some(mv("e4")));
        assert_eq!(choose(&[mv("c4")], Selection::Best), None);
    }
}
