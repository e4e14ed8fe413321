//! Opening books and suites: what engines play at the beginning of a game, where games between them begin, and what openings are called.
//!
//! [`Openings`] gives the start of game after game from a list of positions, a file of games or a book. [`Book`] is what engines play from: a
//! [`Polyglot`] book or a [`Library`] that learns. [`Booked`] lets any engine play from one, [`build`] makes books of games, [`eco`] names
//! positions.

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
