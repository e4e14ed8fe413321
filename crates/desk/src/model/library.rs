//! The opening library: moves that are active or passive, notes, and the learning mode that enters what is played on the board.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use heirloom_book::{Book, BookError, Known, Library};
use heirloom_chess::{Move, Position};

use super::Model;
use super::notice::Notice;
use super::task::{Progress, Task};

/// What can be asked of the library.
#[derive(Clone, PartialEq, Debug)]
pub enum LibraryCommand {
    /// Opens a library or a Polyglot book.
    Open(PathBuf),
    /// Opens a person's own library; where there is none yet, the one of the program is shown, and the first change begins the file.
    OpenOwn(PathBuf),
    /// Begins a library without any move.
    Begin(PathBuf),
    /// Copies the open book into a library that can be changed.
    CopyTo(PathBuf),
    /// Makes a move of the position on the board active or passive; one that is not known is added.
    Activate(Move, bool),
    /// Notes something about a move of the position on the board, or about the position itself.
    Annotate(Option<Move>, String),
    /// Forgets a move of the position on the board.
    Forget(Move),
    /// Begins or stops learning.
    Learn(bool),
    /// Answers the question for a note about a new position; empty for none.
    Note(String),
}

/// Numbers of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// Positions with an entry.
    pub positions: usize,
    /// Active moves.
    pub active: usize,
    /// Passive moves.
    pub passive: usize,
    /// Positions and moves with a note.
    pub notes: usize,
    /// Lines that mean nothing.
    pub faults: usize,
}

/// See the file's head.
#[derive(Debug)]
pub struct OpeningLibrary {
    /// The file; none for the library that comes with the program.
    pub path: Option<PathBuf>,
    book: Arc<Book>,
    /// Its numbers.
    pub extent: Extent,
    /// Are moves entered that are played on the board?
    pub learning: bool,
    /// The position that was entered last and waits for a note.
    pub asking: Option<Box<Position>>,
    /// What is not in the file yet.
    changed: bool,
    opening: Option<Task<Result<Opened, String>>>,
    saving: Option<Task<Result<(), String>>>,
}

#[derive(Debug)]
struct Opened {
    path: PathBuf,
    book: Book,
    extent: Extent,
    /// Does the file have to be written first?
    changed: bool,
}

impl Default for OpeningLibrary {
    fn default() -> OpeningLibrary {
        let book = Book::builtin();
        let extent = extent(&book);
        let (path, opening, saving) = (None, None, None);
        OpeningLibrary {
            path,
            book: Arc::new(book),
            extent,
            learning: false,
            asking: None,
            changed: false,
            opening,
            saving,
        }
    }
}

impl OpeningLibrary {
    /// What the book knows in a position.
    pub fn known(&self, position: &Position) -> Vec<Known> {
        self.book.known(position)
    }

    /// Moves that lead on within the book, those among them that it does not know here: some books know one color's answers only.
    pub fn onward(&self, position: &Position) -> Vec<Move> {
        let known = self.book.known(position);
        self.book
            .onward(position)
            .into_iter()
            .filter(|mv| known.iter().all(|known| known.mv != *mv))
            .collect()
    }

    /// What is noted about a position.
    pub fn note(&self, position: &Position) -> &str {
        self.book.note(position)
    }

    /// Is a position in the book? The usual start position is in every one.
    pub fn contains(&self, position: &Position) -> bool {
        *position == Position::startpos()
            || !self.book.known(position).is_empty()
            || matches!(&*self.book, Book::Library(library) if library.entry(position).is_some())
    }

    /// Can it be changed? A Polyglot book keeps neither positions nor notes.
    pub fn is_library(&self) -> bool {
        matches!(&*self.book, Book::Library(_))
    }

    /// How far the reading of a file is.
    pub fn progress(&self) -> Option<&Progress> {
        Some(&self.opening.as_ref()?.progress)
    }
}

fn extent(book: &Book) -> Extent {
    match book {
        Book::Polyglot(book) => {
            let positions = book.records().chunk_by(|one, other| one.key == other.key).count();
            let active = book.records().iter().filter(|record| record.weight > 0).count();
            Extent { positions, active, passive: book.len() - active, ..Extent::default() }
        }
        Book::Library(library) => {
            let mut extent =
                Extent { positions: library.len(), faults: library.faults().len(), ..Extent::default() };
            for entry in library.entries() {
                let active = entry.moves.iter().filter(|known| known.active).count();
                extent.active += active;
                extent.passive += entry.moves.len() - active;
                let notes = entry.moves.iter().map(|known| &known.note).chain([&entry.note]);
                extent.notes += notes.filter(|note| !note.is_empty()).count();
            }
            extent
        }
    }
}

/// Reads a book; where there is none, `instead` says what is shown.
fn open(path: PathBuf, instead: Option<fn() -> Book>) -> Result<Opened, String> {
    let book = match (Book::open(&path), instead) {
        (Ok(book), _) => book,
        (Err(BookError::Io(_, error)), Some(instead)) if error.kind() == std::io::ErrorKind::NotFound => {
            instead()
        }
        (Err(BookError::Io(_, error)), _) => return Err(error.to_string()),
        (Err(BookError::Content(_, error)), _) => return Err(error.to_string()),
    };
    Ok(Opened { path, extent: extent(&book), book, changed: false })
}

/// A new file must not take the place of another one.
fn begin(path: PathBuf, book: impl FnOnce() -> Library) -> Result<Opened, String> {
    if path.exists() {
        return Err("a file with this name already exists; choose another name".into());
    }
    let book = Book::Library(Cow::Owned(book()));
    Ok(Opened { path, extent: extent(&book), book, changed: true })
}

fn save(path: &Path, book: &Book) -> Result<(), String> {
    let Book::Library(library) = book else { return Ok(()) };
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    library.save(path).map_err(|error| error.to_string())
}

impl Model {
    /// Carries out a command for the library.
    pub(super) fn library(&mut self, command: LibraryCommand) {
        let position = self.record.position().clone();
        match command {
            LibraryCommand::Open(path) => self.open_library(move || open(path, None)),
            LibraryCommand::OpenOwn(path) => self.open_library(move || open(path, Some(Book::builtin))),
            LibraryCommand::Begin(path) => self.open_library(move || begin(path, Library::default)),
            LibraryCommand::CopyTo(path) => {
                let book = Arc::clone(&self.library.book);
                self.open_library(move || {
                    begin(path, || match &*book {
                        Book::Polyglot(book) => Library::from_polyglot(book),
                        Book::Library(library) => library.as_ref().clone(),
                    })
                });
            }
            LibraryCommand::Activate(mv, active) => self.change_library(|library| {
                if !library.add(&position, mv, active) {
                    let _ = library.set_active(&position, mv, active);
                }
            }),
            LibraryCommand::Annotate(mv, note) => self.change_library(|library| match mv {
                Some(mv) => _ = library.annotate_move(&position, mv, &note),
                None => library.annotate(&position, &note),
            }),
            LibraryCommand::Forget(mv) => self.change_library(|library| _ = library.remove(&position, mv)),
            LibraryCommand::Learn(on) => self.learn(on),
            LibraryCommand::Note(note) => {
                if let Some(position) = self.library.asking.take()
                    && !note.trim().is_empty()
                {
                    self.change_library(|library| library.annotate(&position, &note));
                }
            }
        }
    }

    fn open_library(&mut self, open: impl FnOnce() -> Result<Opened, String> + Send + 'static) {
        self.library.opening = Some(Task::start(&self.wake, move |_| open()));
    }

    /// Changes the library, if it is one that can be changed.
    fn change_library(&mut self, change: impl FnOnce(&mut Library)) {
        if self.library.path.is_none() {
            return self.tell(Notice::LibraryWithoutFile);
        }
        match Arc::make_mut(&mut self.library.book) {
            Book::Polyglot(_) => self.tell(Notice::BookIsFixed),
            Book::Library(library) => {
                change(library.to_mut());
                self.library.extent = extent(&self.library.book);
                self.library.changed = true;
            }
        }
    }

    /// Learning begins at a known position and ends when it is told to.
    fn learn(&mut self, on: bool) {
        if on && self.library.path.is_none() {
            return self.tell(Notice::LibraryWithoutFile);
        }
        if on && !self.library.is_library() {
            return self.tell(Notice::BookIsFixed);
        }
        if on && !self.library.contains(self.record.position()) {
            return self.tell(Notice::NotInLibrary);
        }
        (self.library.learning, self.library.asking) = (on, None);
    }

    /// A move has been played on the board, after `position`.
    pub(super) fn learn_move(&mut self, position: &Position, mv: Move) {
        if !self.library.learning || !self.library.contains(position) {
            return;
        }
        let mut after = position.clone();
        if after.try_play(mv).is_err() || self.library.known(position).iter().any(|known| known.mv == mv) {
            return;
        }
        let known = self.library.contains(&after);
        self.change_library(|library| {
            library.add(position, mv, true);
            if !known {
                // From now on the position is known, whether anything is noted about it or not.
                library.annotate(&after, "");
            }
        });
        self.library.asking = (!known).then(|| Box::new(after));
    }

    /// Takes over what has been read, and writes what has been changed.
    pub(super) fn poll_library(&mut self) {
        match Task::finish(&mut self.library.opening) {
            Some(Ok(Opened { path, book, extent, changed })) => {
                self.save_library_now();
                let (path, book) = (Some(path), Arc::new(book));
                self.library = OpeningLibrary { path, book, extent, changed, ..OpeningLibrary::default() };
            }
            Some(Err(reason)) => self.tell(Notice::Library(reason)),
            None => {}
        }
        if let Some(Err(reason)) = Task::finish(&mut self.library.saving) {
            self.tell(Notice::Library(reason));
        }
        if self.library.changed
            && self.library.saving.is_none()
            && let Some(path) = self.library.path.clone()
        {
            let book = Arc::clone(&self.library.book);
            self.library.changed = false;
            self.library.saving = Some(Task::start(&self.wake, move |_| save(&path, &book)));
        }
    }

    /// Writes what has been changed before the library goes.
    pub fn save_library_now(&mut self) {
        if let Some(path) = self.library.path.as_deref().filter(|_| self.library.changed)
            && let Err(reason) = save(path, &self.library.book)
        {
            self.tell(Notice::Library(reason));
        }
        self.library.changed = false;
    }
}

#[cfg(test)]
mod tests;
