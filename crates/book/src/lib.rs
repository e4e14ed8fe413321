//! Opening books, starting positions for matches, and opening names.
//!
//! [`Openings`] provides starting positions or lines for games from a list of positions, a PGN file or a
//! book. [`Book`] is a book that an engine plays from: a [`Polyglot`] book or a [`Library`], which can learn.
//! [`BookEngine`] adds a book to any engine, [`build`] makes books from games, and [`eco`] names positions.
//!
//! ```
//! use heirloom_book::{Library, eco};
//! use heirloom_chess::notation::san;
//! use heirloom_chess::{Line, Position};
//!
//! let mut library = Library::default();
//! let mut line = Line::new(Position::startpos());
//! for text in ["e4", "c5", "Nf3", "d6"] {
//!     let mv = san::parse(line.position(), text)?;
//!     library.add(line.position(), mv, true);
//!     line.push(mv)?;
//! }
//! assert_eq!(library.len(), 4);
//! let (_, name) = eco::opening(&line).expect("a name");
//! assert_eq!(name.to_string(), "B50 Sicilian Defense: Modern Variations");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Design
//!
//! - `Openings` reads and checks a file once and creates each opening on demand by its index. Lists are kept
//!   as text. Each walk through a book has its own random sequence. A resumed match therefore uses the same
//!   openings.
//! - A `Polyglot` book is held in memory (up to one gigabyte) and probed by binary search.
//! - A `Library` follows RDChess: moves are active or passive, and games teach it. Users may edit its text,
//!   so unchanged lines are preserved, even invalid ones, and the file is replaced atomically. One library is
//!   built in (`data/library.txt`).
//! - [`build`] counts the moves of games into a tally, which sorts, merges and scales them. [`reach`]
//!   enumerates all positions in a book.
//! - [`eco`] names positions, not moves, so transpositions get the same name. The list is lichess's
//!   (`data/`).

pub mod book;
pub mod book_engine;
pub mod build;
pub mod eco;
pub mod export;
pub mod library;
pub mod openings;
pub mod polyglot;
pub mod reach;

pub use book::{Book, BookError, ContentError, KnownMove, Selection};
pub use book_engine::BookEngine;
pub use library::Library;
pub use openings::{Opening, OpeningFormat, OpeningOptions, OpeningOrder, Openings, OpeningsError};
pub use polyglot::{BookMove, Polyglot, PolyglotError};
