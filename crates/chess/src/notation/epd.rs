//! Extended position description: a position on one line with operations such as `bm Qd1+; id "BK.01";`.
//!
//! The position has the four fields of the standard of 1995 or, as many suites write it, all six of FEN. Operations are kept in order
//! and written back; [`Epd::moves`], [`Epd::integer`] and their like read them as what they mean.

mod error;
mod fields;
mod lines;
mod operations;
mod record;

pub use error::{EpdError, EpdReason};
pub use lines::{Lines, is_remark};
pub use operations::{Operand, Operation};
pub use record::Epd;

/// The longest line that is read, in bytes; the standard asks for 4096, and long variations need more.
pub const MAX_LINE: usize = 64 * 1024;
