//! Files with many games: read on all processors, filtered, cleaned, converted and counted, in bounded
//! memory.
//!
//! [`records`] passes every game of any number of [`Input`]s to a closure on any thread and delivers the
//! results in order; [`games`] does the same with variations and comments. Everything else works on a
//! [`Record`]: [`Criteria`] filter, [`Fingerprint`]s find duplicates, [`convert`] writes, [`Statistics`] and
//! [`Tree`]s count, an [`Index`] lists the games of a file.
//!
//! # Design
//!
//! - `cut` ends chunks before `[Event "` after a blank line, and only where a reader of the whole file would
//!   certainly begin a game too. A chunk that becomes too long is passed on in pieces, so no input fills the
//!   memory. Tests compare all ways of cutting with a single reader.
//! - `parallel` has one thread that cuts and any number that read. Each chunk has its own channel for
//!   results, and these channels are drained in order; all are short, so a slow writer holds everything
//!   back.
//! - Callers provide one closure that processes a game on any thread, and one that takes the results in
//!   order. Counts can be merged.
//! - A `Record` keeps its bytes, so filters and duplicates copy games unchanged; only [`clean`] and
//!   [`convert`] rewrite.
//! - A [`Criterion`] is a single condition. Those that depend only on tags come first; with `--skim` the
//!   moves of other games are not checked.
//! - An `Index` has offsets, the most important tags and lengths, built by skimming.

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
mod record;
mod statistics;
mod target;
mod text;
mod tree;

pub use batch::{Batch, ReadOptions, games, records};
pub use criteria::{Criteria, Criterion, RatedPlayers};
pub use date::{Date, DateError};
pub use duplicates::Fingerprint;
pub use ending::Termination;
pub use index::{Index, IndexEntry, LoadedGame, Part};
pub use input::{Input, ReadError};
pub use material::{Material, MaterialError};
pub use pattern::{Pattern, PatternError};
pub use record::{RawTags, Record};
pub use statistics::{Mean, ResultCounts, Statistics};
pub use target::{Target, after_moves};
pub use tree::{Branch, Tree};
