//! Opening libraries: positions with active and passive moves and notes, kept in an editable text file. They
//! can learn.
//!
//! The idea comes from RDChess (Rudolf Posch): one of the active moves is played at random, a passive move
//! only if there is no active one, and moves played on the board can be added. The format is our own and is
//! described in `docs/books.md`.

mod convert;
#[cfg(test)]
mod tests;
mod text;

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::OnceLock;

use heirloom_chess::{Line, Move, Position};
use heirloom_files::replace;

pub(crate) use text::without_mark;

/// The first line of a library file, by which it is recognized.
pub const HEADER: &str = "# Heirloom opening library";

/// Positions with their moves, and the text they were read from.
#[derive(Clone, Debug)]
pub struct Library {
    entries: HashMap<u64, LibraryPosition>,
    lines: Vec<TextLine>,
    invalid_lines: Vec<InvalidLibraryLine>,
    /// Positions whose entries differ from the text, by key, with the order in which they were changed.
    changed: HashMap<u64, usize>,
}

/// A position in the library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LibraryPosition {
    /// The position.
    pub position: Position,
    /// The note on the position, or empty.
    pub note: String,
    /// The moves, in the order in which they were entered.
    pub moves: Vec<LibraryMove>,
}

/// A library move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LibraryMove {
    /// The move, legal in its position.
    pub mv: Move,
    /// True if the move is active. Passive moves are played only if the position has no active one.
    pub active: bool,
    /// The note on the move, or empty.
    pub note: String,
}

/// A line of the file, preserved until its position changes.
#[derive(Clone, Debug)]
struct TextLine {
    bytes: Vec<u8>,
    /// The key of the position, if the line describes a single one.
    position: Option<u64>,
}

/// An invalid line of the file, which is kept but ignored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidLibraryLine {
    /// The line number, counted from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub reason: String,
}

impl fmt::Display for InvalidLibraryLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}; the line is kept, but ignored", self.line, self.reason)
    }
}

/// The first move of a game that is not in the library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// Number of plies before the move.
    pub ply: usize,
    /// The position before the move.
    pub position: Position,
    /// The move.
    pub mv: Move,
}

/// Error: the library does not have the move in that position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the library does not have this move here; see its moves with 'heirloom book list'")]
pub struct NotInLibrary;

impl Default for Library {
    fn default() -> Library {
        Library::parse(format!("{HEADER}\n").as_bytes())
    }
}

impl Library {
    /// Returns the built-in library.
    pub fn builtin() -> &'static Library {
        static BUILTIN: OnceLock<Library> = OnceLock::new();
        BUILTIN.get_or_init(|| Library::parse(include_bytes!("../data/library.txt")))
    }

    /// Reads a library from a file. Fails if the file cannot be read. Invalid lines are not errors; see
    /// [`Library::invalid_lines`].
    pub fn open(path: &Path) -> io::Result<Library> {
        Ok(Library::parse(&std::fs::read(path)?))
    }

    /// Writes the library to a file, replacing it as a whole. Fails if the file cannot be written; an
    /// existing file is then unchanged.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        replace(path, &self.to_bytes())
    }

    /// Returns the invalid lines.
    pub fn invalid_lines(&self) -> &[InvalidLibraryLine] {
        &self.invalid_lines
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if the library has no positions.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Iterates over all entries, in no particular order.
    pub fn entries(&self) -> impl Iterator<Item = &LibraryPosition> {
        self.entries.values()
    }

    /// Returns the entry of a position.
    pub fn entry(&self, position: &Position) -> Option<&LibraryPosition> {
        self.entries.get(&position.key()).filter(|entry| equal_but_clocks(&entry.position, position))
    }

    /// Returns the moves in a position, in the order in which they were entered.
    pub fn moves(&self, position: &Position) -> &[LibraryMove] {
        self.entry(position).map_or(&[], |entry| &entry.moves)
    }

    /// Iterates over the moves that may be played: the active ones, or the passive ones if no move is active.
    pub fn candidates(&self, position: &Position) -> impl Iterator<Item = &LibraryMove> {
        let moves = self.moves(position);
        let any_active = moves.iter().any(|known| known.active);
        moves.iter().filter(move |known| known.active || !any_active)
    }

    /// Adds a legal move. Returns true if it is new; an existing one is unchanged.
    pub fn add(&mut self, position: &Position, mv: Move, active: bool) -> bool {
        let new = position.is_legal(mv) && self.index_of(position, mv).is_none();
        if new {
            self.edit(position, |entry| entry.moves.push(LibraryMove { mv, active, note: String::new() }));
        }
        new
    }

    /// Makes a move active or passive. Fails if the library does not have the move.
    pub fn set_active(&mut self, position: &Position, mv: Move, active: bool) -> Result<(), NotInLibrary> {
        self.edit_move(position, mv, |known| known.active = active)
    }

    /// Replaces the note on a move. Fails if the library does not have the move.
    pub fn annotate_move(&mut self, position: &Position, mv: Move, note: &str) -> Result<(), NotInLibrary> {
        self.edit_move(position, mv, |known| known.note = text::tidy(note))
    }

    /// Replaces the note on a position.
    pub fn annotate(&mut self, position: &Position, note: &str) {
        self.edit(position, |entry| entry.note = text::tidy(note));
    }

    /// Removes a move. Fails if the library does not have the move.
    pub fn remove(&mut self, position: &Position, mv: Move) -> Result<(), NotInLibrary> {
        let index = self.index_of(position, mv).ok_or(NotInLibrary)?;
        self.edit(position, |entry| drop(entry.moves.remove(index)));
        Ok(())
    }

    /// Adds everything in another library. A move that is active in either becomes active; existing notes are
    /// kept.
    pub fn merge(&mut self, other: &Library) {
        let mut entries: Vec<&LibraryPosition> = other.entries().collect();
        entries.sort_by_cached_key(|entry| entry.position.fen_without_clocks());
        for entry in entries {
            let mut joined =
                self.entry(&entry.position).cloned().unwrap_or_else(|| LibraryPosition::new(&entry.position));
            joined.join(entry);
            // A line to which nothing is added keeps its text.
            if self.entry(&entry.position) != Some(&joined) {
                self.edit(&entry.position, |own| *own = joined);
            }
        }
    }

    /// Returns the first move of a game that is not in the library, if any.
    pub fn departure(&self, line: &Line) -> Option<Departure> {
        let mut position = line.start().clone();
        // A game that starts elsewhere than the initial position counts only if its start is in the library.
        if position != Position::startpos() && self.entry(&position).is_none() {
            return None;
        }
        for (ply, &mv) in line.moves().iter().enumerate() {
            if self.index_of(&position, mv).is_none() {
                return Some(Departure { ply, position, mv });
            }
            position.play(mv);
        }
        None
    }

    fn index_of(&self, position: &Position, mv: Move) -> Option<usize> {
        self.moves(position).iter().position(|known| known.mv == mv)
    }

    fn edit_move(
        &mut self,
        position: &Position,
        mv: Move,
        change: impl FnOnce(&mut LibraryMove),
    ) -> Result<(), NotInLibrary> {
        let index = self.index_of(position, mv).ok_or(NotInLibrary)?;
        self.edit(position, |entry| change(&mut entry.moves[index]));
        Ok(())
    }

    /// Changes an entry and marks its line to be rewritten.
    fn edit(&mut self, position: &Position, change: impl FnOnce(&mut LibraryPosition)) {
        let key = position.key();
        change(self.entries.entry(key).or_insert_with(|| LibraryPosition::new(position)));
        let order = self.changed.len();
        self.changed.entry(key).or_insert(order);
    }
}

impl LibraryPosition {
    fn new(position: &Position) -> LibraryPosition {
        LibraryPosition { position: position.clone(), note: String::new(), moves: Vec::new() }
    }

    fn with_move(position: &Position, mv: Move, active: bool) -> LibraryPosition {
        let moves = vec![LibraryMove { mv, active, note: String::new() }];
        LibraryPosition { moves, ..LibraryPosition::new(position) }
    }

    /// Merges another entry: active takes precedence over passive, and the first note is kept.
    fn join(&mut self, other: &LibraryPosition) {
        if self.note.is_empty() {
            self.note.clone_from(&other.note);
        }
        for theirs in &other.moves {
            match self.moves.iter_mut().find(|ours| ours.mv == theirs.mv) {
                None => self.moves.push(theirs.clone()),
                Some(ours) => {
                    ours.active |= theirs.active;
                    if ours.note.is_empty() {
                        ours.note.clone_from(&theirs.note);
                    }
                }
            }
        }
    }
}

/// Returns true if the positions are equal except for the clocks; two positions might share a key.
fn equal_but_clocks(one: &Position, other: &Position) -> bool {
    one.board() == other.board()
        && one.turn() == other.turn()
        && one.castling_rooks() == other.castling_rooks()
}
