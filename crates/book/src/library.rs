//! An opening library that learns: each position with its moves, active or passive, and notes, in a text file that people can edit.
//!
//! The idea is RDChess's (Rudolf Posch): a passive move is played only where no active one exists, otherwise a random active one, and moves
//! played on the board can be added. The format is ours and described in `docs/books.md`.

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

pub use text::fen;

/// The first line of a library, by which it is recognised.
pub const HEADER: &str = "# Heirloom opening library";

/// Positions with their moves, and the text that they came from.
#[derive(Clone, Debug)]
pub struct Library {
    entries: HashMap<u64, Entry>,
    lines: Vec<TextLine>,
    faults: Vec<Fault>,
    /// Entries that differ from their lines, in the order in which they were changed.
    changed: HashMap<u64, usize>,
}

/// A position that the library knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The position.
    pub position: Position,
    /// What is noted about it; empty for nothing.
    pub note: String,
    /// Its moves, in the order in which they were entered.
    pub moves: Vec<LibraryMove>,
}

/// A move of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LibraryMove {
    /// The move, legal in its position.
    pub mv: Move,
    /// Is it played? A passive move is, only where its position has no active one.
    pub active: bool,
    /// What is noted about it; empty for nothing.
    pub note: String,
}

/// A line of the file, kept as it is until its position changes.
#[derive(Clone, Debug)]
struct TextLine {
    bytes: Vec<u8>,
    /// The position that the line is about, if it is of that kind.
    position: Option<u64>,
}

/// A line of the file that means nothing. It is kept, but not used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Its number, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}; the line is kept, but ignored", self.line, self.reason)
    }
}

/// The first move of a game that a library does not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Departure {
    /// How many moves came before it.
    pub ply: usize,
    /// Where it was played.
    pub position: Position,
    /// The move.
    pub mv: Move,
}

/// The library has no such move in that position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unknown;

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the library does not have this move here; add it first")
    }
}

impl std::error::Error for Unknown {}

impl Default for Library {
    fn default() -> Library {
        Library::parse(format!("{HEADER}\n").as_bytes())
    }
}

impl Library {
    /// The library that comes with the program.
    pub fn builtin() -> &'static Library {
        static BUILTIN: OnceLock<Library> = OnceLock::new();
        BUILTIN.get_or_init(|| Library::parse(include_bytes!("../data/library.txt")))
    }

    /// Reads a library from a file.
    ///
    /// # Errors
    /// A file that cannot be read. Whatever is wrong with its text stands in [`Library::faults`].
    pub fn open(path: &Path) -> io::Result<Library> {
        Ok(Library::parse(&std::fs::read(path)?))
    }

    /// Replaces a file by this library.
    ///
    /// # Errors
    /// A file that cannot be written; the old one is untouched then.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        replace(path, &self.to_bytes())
    }

    /// The lines that mean nothing.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// How many positions have an entry.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Does it know nothing?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All entries, in no particular order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }

    /// What the library knows of a position.
    pub fn entry(&self, position: &Position) -> Option<&Entry> {
        self.entries.get(&position.key()).filter(|entry| same(&entry.position, position))
    }

    /// The moves of a position, in the order in which they were entered.
    pub fn moves(&self, position: &Position) -> &[LibraryMove] {
        self.entry(position).map_or(&[], |entry| &entry.moves)
    }

    /// The moves that may be played: the active ones, or the passive ones where there are no others.
    pub fn candidates(&self, position: &Position) -> impl Iterator<Item = &LibraryMove> {
        let moves = self.moves(position);
        let any_active = moves.iter().any(|known| known.active);
        moves.iter().filter(move |known| known.active || !any_active)
    }

    /// Adds a move; says whether it is new. What is known of it already stays.
    pub fn add(&mut self, position: &Position, mv: Move, active: bool) -> bool {
        let new = position.is_legal(mv) && !self.moves(position).iter().any(|known| known.mv == mv);
        if new {
            self.edit(position, |entry| entry.moves.push(LibraryMove { mv, active, note: String::new() }));
        }
        new
    }

    /// Makes a move active or passive.
    ///
    /// # Errors
    /// A move that is not known.
    pub fn set_active(&mut self, position: &Position, mv: Move, active: bool) -> Result<(), Unknown> {
        self.edit_move(position, mv, |known| known.active = active)
    }

    /// Notes something about a move, instead of what was noted before.
    ///
    /// # Errors
    /// A move that is not known.
    pub fn annotate_move(&mut self, position: &Position, mv: Move, note: &str) -> Result<(), Unknown> {
        self.edit_move(position, mv, |known| known.note = text::tidy(note))
    }

    /// Notes something about a position, instead of what was noted before.
    pub fn annotate(&mut self, position: &Position, note: &str) {
        self.edit(position, |entry| entry.note = text::tidy(note));
    }

    /// Forgets a move.
    ///
    /// # Errors
    /// A move that is not known.
    pub fn remove(&mut self, position: &Position, mv: Move) -> Result<(), Unknown> {
        self.moves(position).iter().find(|known| known.mv == mv).ok_or(Unknown)?;
        self.edit(position, |entry| entry.moves.retain(|known| known.mv != mv));
        Ok(())
    }

    /// Adds everything that another library knows. A move that either has as active is active, and notes of this one stay.
    pub fn merge(&mut self, other: &Library) {
        let mut entries: Vec<&Entry> = other.entries().collect();
        entries.sort_by_cached_key(|entry| text::fen(&entry.position));
        for entry in entries {
            let mut joined =
                self.entry(&entry.position).cloned().unwrap_or_else(|| Entry::new(&entry.position));
            joined.join(entry);
            // A line that says no more than before stays as it is written.
            if self.entry(&entry.position) != Some(&joined) {
                self.edit(&entry.position, |own| *own = joined);
            }
        }
    }

    /// Where a game leaves the library; none while all its moves are known.
    pub fn departure(&self, line: &Line) -> Option<Departure> {
        let mut position = line.start().clone();
        // The start position of the game belongs to every library, any other where it has an entry.
        if position != Position::startpos() && self.entry(&position).is_none() {
            return None;
        }
        for (ply, &mv) in line.moves().iter().enumerate() {
            if !self.moves(&position).iter().any(|known| known.mv == mv) {
                return Some(Departure { ply, position, mv });
            }
            position.play(mv);
        }
        None
    }

    fn edit_move(
        &mut self,
        position: &Position,
        mv: Move,
        change: impl FnOnce(&mut LibraryMove),
    ) -> Result<(), Unknown> {
        let index = self.moves(position).iter().position(|known| known.mv == mv).ok_or(Unknown)?;
        self.edit(position, |entry| change(&mut entry.moves[index]));
        Ok(())
    }

    /// Changes an entry; its line is written anew when the text is asked for.
    fn edit(&mut self, position: &Position, change: impl FnOnce(&mut Entry)) {
        let key = position.key();
        change(self.entries.entry(key).or_insert_with(|| Entry::new(position)));
        let order = self.changed.len();
        self.changed.entry(key).or_insert(order);
    }
}

impl Entry {
    fn new(position: &Position) -> Entry {
        Entry { position: position.clone(), note: String::new(), moves: Vec::new() }
    }

    /// Adds what another entry knows: active beats passive, the first note stays.
    fn join(&mut self, other: &Entry) {
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

/// Are they the same but for the clocks? Two positions might share a key.
fn same(one: &Position, other: &Position) -> bool {
    one.board() == other.board()
        && one.turn() == other.turn()
        && one.castling_rooks() == other.castling_rooks()
}
