//! The static evaluation: the value of a position without looking ahead.

pub mod classical;
pub mod nnue;
