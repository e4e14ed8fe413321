//! The book of an engine: opened on first use, disabled if it cannot be used, and taught when a game leaves
//! it.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use heirloom_chess::Line;
use heirloom_chess::notation::san;
use parking_lot::Mutex;

use super::{BookEngine, remark, warning};
use crate::library::Departure;
use crate::{Book, BookError, Library};

/// Default limit in plies up to which games teach the library; later moves are no longer opening theory.
const LEARNING_PLIES: usize = 60;

/// The most invalid lines of a library that are reported one by one.
const MAX_REPORTED: usize = 3;

/// The values of the book options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Settings {
    pub(super) own_book: bool,
    /// The path of the book; empty for the built-in library.
    pub(super) file: String,
    /// Number of plies for which the book is used; unlimited if `None`.
    pub(super) depth: Option<usize>,
    pub(super) best: bool,
    pub(super) learn: bool,
}

/// The state of the book.
#[derive(Debug)]
pub(super) enum BookState {
    /// Not opened with the current options yet.
    Closed,
    /// Unusable, which has been reported.
    Unusable,
    /// Open.
    Open(Book),
}

impl BookState {
    pub(super) fn book(&self) -> Option<&Book> {
        match self {
            BookState::Open(book) => Some(book),
            _ => None,
        }
    }
}

impl BookEngine {
    /// Opens the book unless that was already tried. Problems become remarks; the game continues.
    pub(super) fn open(&mut self) {
        if !matches!(self.book, BookState::Closed) {
            return;
        }
        if self.settings.file.is_empty() {
            self.book = BookState::Open(Book::builtin());
            return;
        }
        let path = &heirloom_files::resolve(Path::new(&self.settings.file));
        self.book = match Book::open(path) {
            Err(BookError::Io(_, error))
                if error.kind() == io::ErrorKind::NotFound && self.settings.learn =>
            {
                let library = Library::default();
                let shown = path.display();
                self.remarks.push(match library.save(path) {
                    Ok(()) => remark(format!("created the empty opening library {shown}")),
                    Err(error) => warning(format!("cannot create the opening library {shown}: {error}")),
                });
                BookState::Open(Book::Library(Cow::Owned(library)))
            }
            Err(error) => {
                self.remarks.push(warning(format!("{error}; continuing without a book")));
                BookState::Unusable
            }
            Ok(book) => {
                if let Book::Library(library) = &book {
                    let (invalid, shown) = (library.invalid_lines(), path.display());
                    for line in invalid.iter().take(MAX_REPORTED) {
                        self.remarks.push(warning(format!("{shown}, {line}")));
                    }
                    match invalid.len().saturating_sub(MAX_REPORTED) {
                        0 => {}
                        1 => self.remarks.push(warning(format!("{shown}: 1 more invalid line"))),
                        more => self.remarks.push(warning(format!("{shown}: {more} more invalid lines"))),
                    }
                }
                BookState::Open(book)
            }
        };
    }

    /// Adds the move with which the game left the library, as a passive one. Each game teaches one move, so
    /// only lines that are played repeatedly grow.
    pub(super) fn learn(&mut self, line: &Line) {
        if self.learned.is_some_and(|key| line.position().key() == key || line.keys().contains(&key)) {
            return;
        }
        let plies = self.settings.depth.unwrap_or(LEARNING_PLIES);
        self.open();
        match self.book.book() {
            Some(Book::Library(library)) if !self.settings.file.is_empty() => {
                if library.departure(line).is_none_or(|departure| departure.ply >= plies) {
                    return;
                }
            }
            None => return,
            Some(_) => {
                self.settings.learn = false;
                let text = "only an opening library set in Book File can learn; \
                            convert a book to one with 'heirloom book convert'";
                self.remarks.push(warning(text.into()));
                return;
            }
        }
        let path = &heirloom_files::resolve(Path::new(&self.settings.file));
        match teach(path, line, plies) {
            Err(error) => {
                self.settings.learn = false;
                let text = format!("the opening library {} cannot be updated: {error}", path.display());
                self.remarks.push(warning(text));
            }
            Ok((library, departure)) => {
                if let Some(Departure { mut position, mv, .. }) = departure {
                    let (san, fen) = (san::format(&position, mv), position.fen());
                    self.remarks.push(remark(format!("the opening library learned {san} in {fen}")));
                    position.play(mv);
                    self.learned = Some(position.key());
                }
                self.book = BookState::Open(Book::Library(Cow::Owned(library)));
            }
        }
    }
}

/// Adds the move with which a game leaves a library to the library file. The file is read again, since a user
/// or another engine may have changed it.
fn teach(path: &Path, line: &Line, plies: usize) -> io::Result<(Library, Option<Departure>)> {
    // Games of a match that end at the same time update the file one after the other.
    static LOCK: Mutex<()> = Mutex::new(());
    let _guard = LOCK.lock();
    let Book::Library(library) = Book::open(path).map_err(io::Error::other)? else {
        return Err(io::Error::other("it is now a Polyglot book"));
    };
    let mut library = library.into_owned();
    let departure = library.departure(line).filter(|departure| departure.ply < plies);
    if let Some(departure) = &departure {
        library.add(&departure.position, departure.mv, false);
        library.save(path)?;
    }
    Ok((library, departure))
}
