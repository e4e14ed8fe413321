//! `heirloom book`: opening books built, shown, merged, converted and edited.

mod build;
mod library;
mod probe;

use std::fs;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use heirloom_book::export::{ExportFormat, export};
use heirloom_book::library::HEADER;
use heirloom_book::polyglot::Polyglot;
use heirloom_book::{Book, BookError, ContentError, Library, PolyglotError};
use heirloom_workshop::books;
use heirloom_workshop::plural::counted;

use crate::destination::replace;
use crate::invocation::Invocation;
use crate::named::{Named, named};
use crate::progress;

/// The name of the built-in library.
const BUILTIN: &str = "builtin";

/// Invalid lines of a library that are printed one by one.
const MOST_SHOWN: usize = 10;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom book build games.pgn -o book.bin --min-games 5 --plies 30
  heirloom book probe book.bin startpos e4 c5  moves, weights, shares, opening names
  heirloom book probe builtin e4 c5            the built-in library
  heirloom book merge a.bin b.bin -o both.bin
  heirloom book convert book.bin -o mine.txt   convert any book to a library, which can learn
  heirloom book add mine.txt e4 e5 Nf3 --note 'my choice'
  heirloom book passivate mine.txt e4 e5       stop playing the last move if there is another
  heirloom book export book.bin --form pgn > book.pgn

Books are Polyglot books (.bin) or opening libraries (text, see docs/books.md). To make an engine play from \
a book, set its options \
OwnBook and 'Book File'.")]
pub struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Build a book from games
    Build(build::Arguments),
    /// Show the contents of a book and any problems
    Info(FileArguments),
    /// Show the book moves of a position
    Probe(probe::Arguments),
    /// Merge books of any kind
    #[command(visible_alias = "convert")]
    Merge(MergeArguments),
    /// Export everything reachable from the start position
    Export(ExportArguments),
    /// Add moves to an opening library
    Add(library::AddArguments),
    /// Make a library move active, so that it is played again
    Activate(library::MoveArguments),
    /// Make a library move passive: it is played only if there is no active one
    Passivate(library::MoveArguments),
    /// Attach a note to the last of these moves, or to the start position
    Annotate(library::NoteArguments),
    /// Remove the last of these moves from a library
    Remove(library::MoveArguments),
    /// Show a library, or the part after some moves
    List(library::ListArguments),
}

#[derive(Args)]
struct FileArguments {
    /// The book; 'builtin' for the built-in library
    file: PathBuf,
}

#[derive(Args)]
struct MergeArguments {
    /// The books
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The book to write: a Polyglot book if the name ends in .bin, otherwise a library
    #[arg(short, long)]
    out: PathBuf,
}

#[derive(Args)]
struct ExportArguments {
    /// The book; 'builtin' for the built-in library
    file: PathBuf,
    /// Output format
    #[arg(long, value_parser = named(FORMS), default_value = "epd")]
    form: ExportFormat,
    /// At most N plies from the start position
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Output file [default: standard output]
    #[arg(short, long)]
    out: Option<PathBuf>,
}

const FORMS: &Named<ExportFormat> = &[
    ("epd", "One position per line with its best moves", ExportFormat::Epd),
    ("csv", "One move per line", ExportFormat::Csv),
    ("pgn", "A single game with variations", ExportFormat::Pgn),
];

/// Runs a subcommand.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<()> {
    match &arguments.verb {
        Verb::Build(arguments) => build::run(arguments),
        Verb::Info(arguments) => {
            let text = books::described(&open(&arguments.file)?);
            Ok(std::io::stdout().write_all(text.as_bytes())?)
        }
        Verb::Probe(arguments) => probe::run(arguments),
        Verb::Merge(arguments) => merge(arguments),
        Verb::Export(arguments) => write_text(arguments),
        Verb::Add(arguments) => library::add(arguments),
        Verb::Activate(arguments) => library::set_active(arguments, true),
        Verb::Passivate(arguments) => library::set_active(arguments, false),
        Verb::Annotate(arguments) => library::annotate(arguments),
        Verb::Remove(arguments) => library::remove(arguments),
        Verb::List(arguments) => library::list(arguments),
    }
}

/// Reads a book and prints the invalid lines of a library.
fn open(path: &Path) -> Result<Book> {
    if path.as_os_str() == BUILTIN {
        return Ok(Book::builtin());
    }
    let book = Book::open(path)?;
    if let Book::Library(library) = &book {
        name_faults(path, library);
    }
    Ok(book)
}

fn name_faults(path: &Path, library: &Library) {
    let faults = library.invalid_lines();
    for fault in faults.iter().take(MOST_SHOWN) {
        anstream::eprintln!("heirloom: {}, {fault}", path.display());
    }
    if faults.len() > MOST_SHOWN {
        let more = counted(faults.len() - MOST_SHOWN, "more invalid line", "more invalid lines");
        anstream::eprintln!("heirloom: {}: {more}", path.display());
    }
}

fn merge(arguments: &MergeArguments) -> Result<()> {
    // A book may be merged into itself.
    let own = arguments.files.iter().position(|file| is_same(file, &arguments.out));
    if own.is_none() {
        check_target(&arguments.out)?;
    }
    let books = arguments.files.iter().map(|file| open(file)).collect::<Result<Vec<Book>>>()?;
    match is_polyglot(&arguments.out) {
        true => save(&books::merged_polyglot(&books), &arguments.out),
        false => save_library(&books::merged_library(&books, own), &arguments.out),
    }
}

fn write_text(arguments: &ExportArguments) -> Result<()> {
    if arguments.out.as_ref().is_some_and(|out| is_same(out, &arguments.file)) {
        bail!("{} is the book itself; choose another name", arguments.file.display());
    }
    let book = open(&arguments.file)?;
    let (form, plies) = (arguments.form, arguments.plies.unwrap_or(usize::MAX));
    let Some(path) = &arguments.out else {
        let mut out = BufWriter::new(std::io::stdout().lock());
        export(&book, form, plies, &mut out)?;
        return Ok(out.flush()?);
    };
    let mut bytes = Vec::new();
    export(&book, form, plies, &mut bytes)?;
    replace(path, &bytes)
}

/// Returns true if both are the same file.
fn is_same(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

/// Fails early if a new book cannot be written here. It may replace only a book, so that the games in `-o
/// *.pgn` are not lost.
fn check_target(path: &Path) -> Result<()> {
    let name = path.display();
    let Ok(old) = fs::metadata(path) else {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        return if folder.is_none_or(Path::is_dir) {
            Ok(())
        } else {
            bail!("cannot write {name}: its folder does not exist")
        };
    };
    let is_book = || match Book::open(path) {
        Ok(Book::Polyglot(_)) | Err(BookError::Content(_, ContentError::Polyglot(PolyglotError::Empty))) => {
            true
        }
        Ok(Book::Library(_)) => begins_as_library(path),
        Err(_) => false,
    };
    if old.is_dir() {
        bail!("cannot write {name}: it is a folder");
    }
    if old.is_file() && !is_book() {
        bail!(
            "{name} exists and is neither a Polyglot book nor a library that begins with '{HEADER}'; choose \
                another name, or remove it first"
        );
    }
    Ok(())
}

fn begins_as_library(path: &Path) -> bool {
    let mut head = Vec::new();
    let read =
        fs::File::open(path).and_then(|file| file.take(2 * HEADER.len() as u64).read_to_end(&mut head));
    read.is_ok() && head.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&head).starts_with(HEADER.as_bytes())
}

/// Returns true if a new book of this name is a Polyglot book.
fn is_polyglot(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bin"))
}

/// Writes a Polyglot book and prints its size.
fn save(book: &Polyglot, path: &Path) -> Result<()> {
    if book.is_empty() {
        bail!("no moves for {}; nothing was written; try a lower --min-games", path.display());
    }
    replace(path, &book.to_bytes())?;
    progress::remark!("{}: {}", path.display(), counted(book.len(), "move", "moves"));
    Ok(())
}

/// Writes a library and prints its size.
fn save_library(library: &Library, path: &Path) -> Result<()> {
    library.save(path).with_context(|| format!("cannot write {}", path.display()))?;
    progress::remark!("{}: {}", path.display(), counted(library.len(), "position", "positions"));
    Ok(())
}
