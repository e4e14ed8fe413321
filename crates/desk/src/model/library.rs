//! The opening library: active and passive moves, notes, and the learning mode, which adds moves played on
//! the board.

mod state;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use heirloom_book::{Book, BookError, KnownMove, Library, Selection};
use heirloom_chess::{Move, Position};

use super::context::Context;
use super::notice::Notice;
use super::record::Record;
use super::task::{Progress, Task};
pub use state::LibraryState;

/// What can be asked of the library.
#[derive(Clone, PartialEq, Debug)]
pub enum LibraryCommand {
    /// Opens a library or a Polyglot book.
    Open(PathBuf),
    /// Opens the user's own library. If there is none yet, the built-in one is shown, and the first change
    /// creates the file.
    OpenOwn(PathBuf),
    /// Creates a library without moves.
    Begin(PathBuf),
    /// Copies the open book into a new library.
    CopyTo(PathBuf),
    /// Makes a move of the position on the board active or passive; an unknown move is added.
    Activate(Move, bool),
    /// Sets the note on a move of the position on the board, or on the position itself.
    Annotate(Option<Move>, String),
    /// Removes a move of the position on the board.
    Forget(Move),
    /// Switches the learning mode.
    Learn(bool),
    /// Takes the move that was recorded last out of the library again.
    UndoRecorded,
    /// Answers the question for a note on a new position; empty for none.
    Note(String),
}

/// The size of a book.
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
    /// Lines of the file that cannot be understood.
    pub faults: usize,
}

/// The library that is open.
#[derive(Debug)]
pub struct OpeningLibrary {
    /// The file; none for the built-in library.
    pub path: Option<PathBuf>,
    book: Arc<Book>,
    /// The size.
    pub extent: Extent,
    /// Whether moves played on the board are added.
    pub learning: bool,
    /// The moves that were recorded since the library was opened, with the positions before them.
    pub recorded: Vec<(Box<Position>, Move)>,
    /// The position that was added last and waits for a note.
    pub asking: Option<Box<Position>>,
    /// Where the game on the board is.
    pub state: LibraryState,
    /// The version of the record that this is about.
    followed: Option<u64>,
    /// Whether there are changes that are not in the file.
    changed: bool,
    opening: Option<Task<Result<Opened, String>>>,
    saving: Option<Task<Result<(), String>>>,
}

#[derive(Debug)]
struct Opened {
    path: PathBuf,
    book: Book,
    extent: Extent,
    /// Whether the file has to be written first.
    changed: bool,
}

impl Default for OpeningLibrary {
    fn default() -> OpeningLibrary {
        let book = Arc::new(Book::builtin());
        OpeningLibrary {
            extent: extent(&book),
            book,
            path: None,
            learning: false,
            recorded: Vec::new(),
            asking: None,
            state: LibraryState::default(),
            followed: None,
            changed: false,
            opening: None,
            saving: None,
        }
    }
}

impl OpeningLibrary {
    /// Returns the known moves of a position.
    pub fn known(&self, position: &Position) -> Vec<KnownMove> {
        self.book.moves(position)
    }

    /// Returns further moves that lead to known positions; some books have the answers of one color only.
    pub fn continuations(&self, position: &Position) -> Vec<Move> {
        let known = self.book.moves(position);
        let onward = self.book.continuations(position).into_iter();
        onward.filter(|mv| known.iter().all(|known| known.mv != *mv)).collect()
    }

    /// Returns the note on a position.
    pub fn note(&self, position: &Position) -> &str {
        self.book.note(position)
    }

    /// Returns true if a position is in the book. The usual start position is in every book.
    pub fn contains(&self, position: &Position) -> bool {
        *position == Position::startpos()
            || !self.book.moves(position).is_empty()
            || matches!(&*self.book, Book::Library(library) if library.entry(position).is_some())
    }

    /// Chooses a move for an engine, at random among those that may be played.
    pub fn choose(&self, position: &Position) -> Option<Move> {
        self.book.choose(position, &[], Selection::Random, &mut fastrand::Rng::new())
    }

    /// Follows the game on the board.
    pub fn follow(&mut self, record: &Record) {
        if self.followed.replace(record.version()) != Some(record.version()) {
            self.state = LibraryState::of(self, record.line());
        }
    }

    /// Returns true if the book can be changed. A Polyglot book has neither positions nor notes.
    pub fn is_library(&self) -> bool {
        matches!(&*self.book, Book::Library(_))
    }

    /// Returns the progress of reading a file.
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
            let mut extent = Extent {
                positions: library.len(),
                faults: library.invalid_lines().len(),
                ..Extent::default()
            };
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

/// Reads a book; if there is no such file, makes the one of `instead`.
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

/// Starts a library in a new file, which must not exist.
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

impl OpeningLibrary {
    /// Carries a command out; `position` is the one on the board.
    pub fn apply(&mut self, command: LibraryCommand, position: &Position, context: &mut Context) {
        match command {
            LibraryCommand::Open(path) => self.open(context, move || open(path, None)),
            LibraryCommand::OpenOwn(path) => self.open(context, move || open(path, Some(Book::builtin))),
            LibraryCommand::Begin(path) => self.open(context, move || begin(path, Library::default)),
            LibraryCommand::CopyTo(path) => {
                let book = Arc::clone(&self.book);
                self.open(context, move || {
                    begin(path, || match &*book {
                        Book::Polyglot(book) => Library::from_polyglot(book),
                        Book::Library(library) => library.as_ref().clone(),
                    })
                });
            }
            LibraryCommand::Activate(mv, active) => self.change(context, |library| {
                if !library.add(position, mv, active) {
                    let _ = library.set_active(position, mv, active);
                }
            }),
            LibraryCommand::Annotate(mv, note) => self.change(context, |library| match mv {
                Some(mv) => _ = library.annotate_move(position, mv, &note),
                None => library.annotate(position, &note),
            }),
            LibraryCommand::Forget(mv) => self.change(context, |library| _ = library.remove(position, mv)),
            LibraryCommand::Learn(on) => self.set_learning(on, position, context),
            LibraryCommand::UndoRecorded => {
                if let Some((before, mv)) = self.recorded.pop() {
                    self.asking = None;
                    self.change(context, |library| _ = library.remove(&before, mv));
                }
            }
            LibraryCommand::Note(note) => {
                if let Some(position) = self.asking.take()
                    && !note.trim().is_empty()
                {
                    self.change(context, |library| library.annotate(&position, &note));
                }
            }
        }
    }

    fn open(&mut self, context: &Context, open: impl FnOnce() -> Result<Opened, String> + Send + 'static) {
        self.opening = Some(Task::start(&context.wake, move |_| open()));
    }

    /// Changes the library, if it can be changed.
    fn change(&mut self, context: &mut Context, change: impl FnOnce(&mut Library)) {
        if self.path.is_none() {
            return context.notify(Notice::LibraryWithoutFile);
        }
        match Arc::make_mut(&mut self.book) {
            Book::Polyglot(_) => context.notify(Notice::BookIsFixed),
            Book::Library(library) => {
                change(library.to_mut());
                self.extent = extent(&self.book);
                (self.changed, self.followed) = (true, None);
            }
        }
    }

    /// Switches the learning mode, which begins at a known position.
    fn set_learning(&mut self, on: bool, position: &Position, context: &mut Context) {
        match on {
            true if self.path.is_none() => context.notify(Notice::LibraryWithoutFile),
            true if !self.is_library() => context.notify(Notice::BookIsFixed),
            true if !self.contains(position) => context.notify(Notice::NotInLibrary),
            on => (self.learning, self.asking) = (on, None),
        }
    }

    /// Learns a move that was played on the board after `position`.
    pub fn learn(&mut self, position: &Position, mv: Move, context: &mut Context) {
        if !self.learning || !self.contains(position) {
            return;
        }
        let mut after = position.clone();
        if after.try_play(mv).is_err() || self.known(position).iter().any(|known| known.mv == mv) {
            return;
        }
        let known = self.contains(&after);
        self.change(context, |library| {
            library.add(position, mv, true);
            if !known {
                // This makes the position known, even without a note.
                library.annotate(&after, "");
            }
        });
        self.recorded.push((Box::new(position.clone()), mv));
        self.asking = (!known).then(|| Box::new(after));
    }

    /// Shows what has been read, and writes what has been changed.
    pub fn poll(&mut self, context: &mut Context) {
        match Task::finish(&mut self.opening) {
            Some(Ok(Opened { path, book, extent, changed })) => {
                self.save_now(context);
                let (path, book) = (Some(path), Arc::new(book));
                *self = OpeningLibrary { path, book, extent, changed, ..OpeningLibrary::default() };
            }
            Some(Err(reason)) => context.notify(Notice::Library(reason)),
            None => {}
        }
        if let Some(Err(reason)) = Task::finish(&mut self.saving) {
            context.notify(Notice::Library(reason));
        }
        if self.changed
            && self.saving.is_none()
            && let Some(path) = self.path.clone()
        {
            let book = Arc::clone(&self.book);
            self.changed = false;
            self.saving = Some(Task::start(&context.wake, move |_| save(&path, &book)));
        }
    }

    /// Writes the changes now.
    pub fn save_now(&mut self, context: &mut Context) {
        if let Some(path) = self.path.as_deref().filter(|_| self.changed)
            && let Err(reason) = save(path, &self.book)
        {
            context.notify(Notice::Library(reason));
        }
        self.changed = false;
    }
}

#[cfg(test)]
mod tests;
