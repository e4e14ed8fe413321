//! Counts of the game tree that differ from those of another program, and where the difference comes from.

pub mod compare;
pub mod count;
pub mod suite;
pub mod walk;
