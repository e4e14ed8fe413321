//! Files with many games: read on all processors, filtered, cleaned, converted and counted, in bounded memory.
//!
//! [`records`] shows every game of any number of [`Input`]s to a closure on any thread and hands over what it makes of them in order; [`games`]
//! does the same with variations and comments. Everything else is what can be made of a [`Record`]: [`Criteria`] choose, [`Fingerprint`]s
//! find duplicates, [`convert`] writes, [`Statistics`] and [`Tree`]s count, an [`Index`] lists the games of a file.

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
