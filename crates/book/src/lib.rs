//! Opening books and suites: where games between engines begin.
//!
//! [`Openings`] gives the start of game after game from a list of positions, a file of games or a book; [`Polyglot`] reads books that engines play from.

pub mod openings;
pub mod polyglot;

pub use openings::{Choice, Format, Opening, Openings, OpeningsError, Order};
pub use polyglot::{BookMove, Polyglot, PolyglotError};
