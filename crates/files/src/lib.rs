//! Files that are there as a whole or not at all, files that may be packed or hold no text, and where files lie.

mod found;
mod packed;
mod replace;
mod text;

pub use found::found;
pub use packed::{is_packed, open, read, unpacked, without_packing};
pub use replace::{Replacement, replace};
pub use text::{expect_text, open_text};
