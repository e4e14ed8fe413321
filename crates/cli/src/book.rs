//! `heirloom book`: makes, shows, joins, converts and teaches opening books.

mod build;
mod library;
mod probe;

use std::borrow::Cow;
use std::fs;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand, ValueEnum};
use heirloom_book::export::{Form, export};
use heirloom_book::library::HEADER;
use heirloom_book::polyglot::{Polyglot, Survey, Tally};
use heirloom_book::{Book, BookError, ContentError, Library, PolyglotError};
use heirloom_files::replace;
use heirloom_workshop::plural::counted;

use crate::invocation::Invocation;
use crate::progress;

/// The name of the library that comes with the program.
const BUILTIN: &str = "builtin";

/// Faults of a library that are shown one by one.
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

Books are Polyglot books (.bin) or opening libraries (text, see docs/books.md). To make an engine play from a book, set its options \
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
    #[arg(long, value_enum, default_value_t = FormWord::Epd)]
    form: FormWord,
    /// At most N plies from the start position
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Output file [default: standard output]
    #[arg(short, long)]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormWord {
    /// One position per line with its best moves
    Epd,
    /// One move per line
    Csv,
    /// A single game with variations
    Pgn,
}

/// Does what the verb says.
///
/// # Errors
/// Files that cannot be read or written or are no books, moves that are none, and an output that is closed.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<()> {
    match &arguments.verb {
        Verb::Build(arguments) => build::run(arguments),
        Verb::Info(arguments) => info(&arguments.file),
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

/// Reads a book; lines of a library that mean nothing are named.
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
    let faults = library.faults();
    for fault in faults.iter().take(MOST_SHOWN) {
        anstream::eprintln!("heirloom: {}, {fault}", path.display());
    }
    if faults.len() > MOST_SHOWN {
        let more = counted(faults.len() - MOST_SHOWN, "more invalid line", "more invalid lines");
        anstream::eprintln!("heirloom: {}: {more}", path.display());
    }
}

fn info(path: &Path) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match open(path)? {
        Book::Polyglot(book) => {
            let survey = Survey::of(&book);
            let reached = format!("{}, up to {} plies deep", survey.reachable, survey.deepest);
            writeln!(
                out,
                "Polyglot book\nmoves                {}\npositions            {}",
                survey.records, survey.positions
            )?;
            writeln!(out, "from the start       {reached}\nzero-weight moves    {}", survey.without_weight)?;
            writeln!(
                out,
                "unplayed positions   {}\nduplicate moves      {}",
                survey.silent_positions, survey.repeated
            )?;
            writeln!(
                out,
                "learned moves        {}\nillegal moves        {}",
                survey.learned,
                survey.illegal.len()
            )?;
            for illegal in survey.illegal.iter().take(MOST_SHOWN) {
                writeln!(out, "  {illegal}")?;
            }
        }
        Book::Library(library) => {
            let moves = || library.entries().flat_map(|entry| &entry.moves);
            let notes = moves().filter(|known| !known.note.is_empty()).count()
                + library.entries().filter(|entry| !entry.note.is_empty()).count();
            writeln!(
                out,
                "opening library\nmoves                {}\npositions            {}",
                moves().count(),
                library.len()
            )?;
            writeln!(out, "active moves         {}", moves().filter(|known| known.active).count())?;
            writeln!(out, "notes                {notes}\ninvalid lines        {}", library.faults().len())?;
        }
    }
    Ok(())
}

fn merge(arguments: &MergeArguments) -> Result<()> {
    // A book may grow by others.
    let own = arguments.files.iter().position(|file| is_same(file, &arguments.out));
    if own.is_none() {
        check_target(&arguments.out)?;
    }
    let books = arguments.files.iter().map(|file| open(file)).collect::<Result<Vec<Book>>>()?;
    if is_polyglot(&arguments.out) {
        let mut tally = Tally::new();
        for book in &books {
            match book {
                Book::Polyglot(book) => tally.add_book(book),
                Book::Library(library) => library.tally_into(&mut tally),
            }
        }
        return save(&tally.into_book(), &arguments.out);
    }
    let mut all = match own.map(|own| &books[own]) {
        Some(Book::Library(library)) => library.clone().into_owned(),
        _ => Library::default(),
    };
    for book in &books {
        let library = match book {
            Book::Polyglot(book) => Cow::Owned(Library::from_polyglot(book)),
            Book::Library(library) => library.clone(),
        };
        all.merge(&library);
    }
    save_library(&all, &arguments.out)
}

fn write_text(arguments: &ExportArguments) -> Result<()> {
    if arguments.out.as_ref().is_some_and(|out| is_same(out, &arguments.file)) {
        bail!("{} is the book itself; choose another name", arguments.file.display());
    }
    let book = open(&arguments.file)?;
    let form = match arguments.form {
        FormWord::Epd => Form::Epd,
        FormWord::Csv => Form::Csv,
        FormWord::Pgn => Form::Pgn,
    };
    let plies = arguments.plies.unwrap_or(usize::MAX);
    let Some(path) = &arguments.out else {
        let mut out = BufWriter::new(std::io::stdout().lock());
        export(&book, form, plies, &mut out)?;
        return Ok(out.flush()?);
    };
    let mut bytes = Vec::new();
    export(&book, form, plies, &mut bytes)?;
    replace(path, &bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Are they the same file?
fn is_same(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

/// Says early whether a new book can be written here. It replaces a book and nothing else: the games that a shell puts behind `-o *.pgn` must
/// not be lost.
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
            "{name} exists and is neither a Polyglot book nor a library that begins with '{HEADER}'; choose another name, or remove it first"
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

/// Is a new book of this name to be a Polyglot book?
fn is_polyglot(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bin"))
}

/// Writes a Polyglot book and says how large it is.
fn save(book: &Polyglot, path: &Path) -> Result<()> {
    if book.is_empty() {
        bail!("no moves for {}; nothing was written", path.display());
    }
    replace(path, &book.to_bytes()).with_context(|| format!("cannot write {}", path.display()))?;
    progress::remark!("{}: {}", path.display(), counted(book.len(), "move", "moves"));
    Ok(())
}

/// Writes a library and says how large it is.
fn save_library(library: &Library, path: &Path) -> Result<()> {
    library.save(path).with_context(|| format!("cannot write {}", path.display()))?;
    progress::remark!("{}: {}", path.display(), counted(library.len(), "position", "positions"));
    Ok(())
}
