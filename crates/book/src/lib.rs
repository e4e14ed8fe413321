//! Opening books and suites: what engines play at the beginning of a game, where matches begin, and what openings are called.
//!
//! [`Openings`] gives the start of game after game from a list of positions, a file of games or a book. [`Book`] is what engines play from: a
//! [`Polyglot`] book or a [`Library`] that learns. [`Booked`] gives any engine a book, [`build`] makes books from games, [`eco`] names positions.
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
//! - `Openings` reads and checks a file once and makes any opening by its number: lists keep their text, books are walked with a separate random sequence
//!   for each walk. So a resumed match begins its games as it would have.
//! - A `Polyglot` book is read into memory (up to a gigabyte) and probed by binary search.
//! - A `Library` is RDChess's idea: moves are active or passive, and games teach it. Its text belongs to people: unchanged lines stay as they are, even
//!   invalid ones, and the file is replaced as a whole. One library is built in (`data/library.txt`).
//! - [`build`] counts the moves of games into a tally, which sorts, merges and scales; [`reach`] walks through all that a book leads to.
//! - [`eco`] names positions, not moves, so transpositions get the same name. The list is lichess's (`data/`).

pub mod book;
pub mod booked;
pub mod build;
pub mod eco;
pub mod export;
pub mod library;
pub mod openings;
pub mod polyglot;
pub mod reach;

pub use book::{Book, BookError, Known, Selection};
pub use booked::Booked;
pub use library::Library;
pub use openings::{Choice, Format, Opening, Openings, OpeningsError, Order};
pub use polyglot::{BookMove, Polyglot, PolyglotError};
