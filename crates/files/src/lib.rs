//! Files that are there as a whole or not at all, files that may be packed, and where files lie.

mod found;
mod packed;
mod replace;

pub use found::found;
pub use packed::{open, unpacked};
pub use replace::{Replacement, replace};
