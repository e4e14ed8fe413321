//! Extended Position Description (EPD): a position on one line with operations such as `bm Qd1+; id
//! "BK.01";`.
//!
//! The position has the four fields of the 1995 standard or, as in many suites, all six FEN fields.
//! Operations keep their order when written back; [`Epd::moves`], [`Epd::integer`] and similar methods
//! interpret them.

mod error;
mod fields;
mod lines;
mod operations;
mod record;

pub use error::{EpdError, EpdReason};
pub use lines::{Lines, is_remark};
pub use operations::{Operand, Operation};
pub use record::Epd;

/// The longest line accepted, in bytes; the standard requires 4096, and long variations need more.
pub const MAX_LINE: usize = 64 * 1024;
