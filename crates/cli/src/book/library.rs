//! `heirloom book add`, `activate`, `passivate`, `annotate`, `remove`, `list`: opening libraries edited by
//! hand.

use std::io::{BufWriter, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use heirloom_book::{Book, Library};
use heirloom_chess::notation::san;
use heirloom_chess::{Line, Move, Position};
use heirloom_workshop::books;
use heirloom_workshop::plural::counted;

use super::{name_faults, open, save_library};
use crate::progress;
use crate::words;

#[derive(Args)]
pub struct AddArguments {
    /// The library; created if it does not exist
    file: PathBuf,
    /// The moves: [startpos | FEN] [moves] e4 e5 Nf3 ...
    #[arg(required = true)]
    moves: Vec<String>,
    /// Make new moves passive: played only if there is no active one
    #[arg(long)]
    passive: bool,
    /// A note about the last move
    #[arg(long)]
    note: Option<String>,
}

#[derive(Args)]
pub struct MoveArguments {
    /// The library
    file: PathBuf,
    /// The moves up to and including the one to change: [startpos | FEN] [moves] e4 e5 Nf3 ...
    #[arg(required = true)]
    moves: Vec<String>,
}

#[derive(Args)]
pub struct NoteArguments {
    #[command(flatten)]
    of: MoveArguments,
    /// The note; an empty one removes the old note
    #[arg(long)]
    note: String,
}

#[derive(Args)]
pub struct ListArguments {
    /// The library or any other book; 'builtin' for the built-in library
    file: PathBuf,
    /// Show only what comes after these moves: [startpos | FEN] [moves] e4 e5 ...
    moves: Vec<String>,
    /// At most N further plies
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
}

/// Adds all new moves of a line. Fails on files that are not libraries, illegal moves, and libraries that
/// cannot be written.
pub fn add(arguments: &AddArguments) -> Result<()> {
    let path = &arguments.file;
    let mut library = match std::fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            progress::remark!("heirloom: creating a new opening library, {}", path.display());
            Library::default()
        }
        _ => read(path)?,
    };
    let line = words::line(&arguments.moves)?;
    let mut position = line.start().clone();
    let mut added = 0;
    for &mv in line.moves() {
        added += usize::from(library.add(&position, mv, !arguments.passive));
        position.play(mv);
    }
    if let (Some(note), (before, Some(mv))) = (&arguments.note, last_move(&line)) {
        library.annotate_move(&before, mv, note)?;
    }
    progress::remark!("{}", counted(added, "new move", "new moves"));
    save_library(&library, path)
}

/// Makes the last move active or passive. Fails as [`add`] does, and if the move is not in the library.
pub fn set_active(arguments: &MoveArguments, active: bool) -> Result<()> {
    change(arguments, |library, position, mv| Ok(library.set_active(position, mv, active)?))
}

/// Removes the last move. Fails as [`set_active`] does.
pub fn remove(arguments: &MoveArguments) -> Result<()> {
    change(arguments, |library, position, mv| Ok(library.remove(position, mv)?))
}

/// Attaches a note to the last move, or to the position if there is none. Fails as [`set_active`] does.
pub fn annotate(arguments: &NoteArguments) -> Result<()> {
    let line = words::line(&arguments.of.moves)?;
    if line.moves().is_empty() {
        let mut library = read(&arguments.of.file)?;
        library.annotate(line.position(), &arguments.note);
        return save_library(&library, &arguments.of.file);
    }
    change(&arguments.of, |library, position, mv| Ok(library.annotate_move(position, mv, &arguments.note)?))
}

/// Prints each position after the moves with its book moves; passive moves are in brackets.
pub fn list(arguments: &ListArguments) -> Result<()> {
    let book = open(&arguments.file)?;
    let line = words::line(&arguments.moves)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    Ok(books::list(&book, &line, arguments.plies.unwrap_or(usize::MAX), &mut out)?)
}

fn change(
    arguments: &MoveArguments,
    work: impl FnOnce(&mut Library, &Position, Move) -> Result<()>,
) -> Result<()> {
    let mut library = read(&arguments.file)?;
    let line = words::line(&arguments.moves)?;
    let (before, Some(mv)) = last_move(&line) else {
        bail!("which move? Give the moves that lead to it, followed by the move itself")
    };
    work(&mut library, &before, mv)
        .with_context(|| format!("{} in {}", san::format(&before, mv), before.fen()))?;
    save_library(&library, &arguments.file)
}

/// Returns the position before the last move of a line, and the move.
fn last_move(line: &Line) -> (Position, Option<Move>) {
    let mut before = line.clone();
    let mv = before.pop();
    (before.position().clone(), mv)
}

fn read(path: &Path) -> Result<Library> {
    match Book::open(path)? {
        Book::Library(library) => {
            name_faults(path, &library);
            Ok(library.into_owned())
        }
        Book::Polyglot(_) => {
            let name = path.display();
            bail!(
                "{name} is a Polyglot book, which cannot be edited; convert it to a library with 'heirloom \
                    book convert {name} -o mine.txt'"
            )
        }
    }
}
