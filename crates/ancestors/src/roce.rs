//! Roce (2003): a 10x12 mailbox and a legal move generator.

pub mod attacks;
pub mod board;
pub mod keys;
pub mod moves;
pub mod perft;
