//! Files that are there as a whole or not at all, files that may be packed, and where files lie.

mod found;
mod packed;
mod replace;

pub use found::found;
pub use packed::{is_packed, open, read, unpacked, without_packing};
pub use replace::{Replacement, replace};
