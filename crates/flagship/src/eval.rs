//! The static evaluation: what a position is worth without looking ahead.

pub mod classical;
pub mod nnue;
