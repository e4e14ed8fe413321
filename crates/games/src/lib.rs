//! Files with many games: read on all processors, filtered, cleaned, converted and counted, in bounded memory.
//!
//! [`records`] passes every game of any number of [`Input`]s to a closure on any thread and delivers the results in order; [`games`] does the same with
//! variations and comments. Everything else works on a [`Record`]: [`Criteria`] filter, [`Fingerprint`]s find duplicates, [`convert`] writes,
//! [`Statistics`] and [`Tree`]s count, an [`Index`] lists the games of a file.
//!
//! # Design
//!
//! - `cut` ends chunks before `[Event "` after a blank line, and only where a reader of the whole file would certainly begin a game too. A chunk
//!   that becomes too long is passed on in pieces, so no input fills the memory. Tests compare every way of cutting with one reader of the whole.
//! - `parallel` has one thread that cuts and any number that read. Each chunk has its own channel for its results, and these channels are drained in order;
//!   all are short, so a slow writer holds everything back.
//! - Callers give one closure that turns a game into something on any thread, and one that takes the results in order. Counts can be added up.
//! - A `Record` knows its bytes, so filters and duplicates copy games unchanged; only [`clean`] and [`convert`] rewrite.
//! - A [`Criterion`] is one question. Those that tags answer are asked first; with `--skim` the moves of other games are not checked.
//! - An `Index` has offsets, the most important tags and lengths, made by skimming.

mod batch;
pub mod clean;
pub mod convert;
pub mod criteria;
mod cut;
mod date;
mod duplicates;
mod ending;
mod index;
mod input;
mod material;
pub mod opening;
mod parallel;
mod pattern;
mod place;
mod record;
mod statistics;
mod text;
mod tree;

pub use batch::{Batch, Reading, games, records};
pub use criteria::{Criteria, Criterion, Who};
pub use date::{Date, DateError};
pub use duplicates::{Fingerprint, Seen};
pub use ending::Ending;
pub use index::{Entry, Index, Opened, Part};
pub use input::{Input, ReadError};
pub use material::{Material, MaterialError};
pub use pattern::{Pattern, PatternError};
pub use place::{Target, after_moves};
pub use record::{Record, Tags};
pub use statistics::{Mean, Score, Statistics};
pub use tree::{Branch, Tree};
