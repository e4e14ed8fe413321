//! Files that are there as a whole or not at all, and files that may be packed.

mod packed;
mod replace;

pub use packed::open;
pub use replace::replace;
