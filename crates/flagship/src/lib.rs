//! Heirloom's own engine: search, evaluation, transposition table and time management.

pub mod bench;
pub mod engine;
pub mod eval;
mod huge;
pub mod levels;
mod prefetch;
pub mod search;
pub mod threads;
pub mod time;
pub mod tt;

pub use engine::{Flagship, SilentResult};
