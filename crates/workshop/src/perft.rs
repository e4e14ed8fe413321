//! Comparison of perft counts with those of another program, to find the cause of a difference.

pub mod compare;
pub mod count;
pub mod suite;
pub mod walk;
