//! Rajah (1996): 0x88, full-width search, quiescence with two layers of pruning.

pub mod attacks;
pub mod board;
pub mod hash;
pub mod moves;
