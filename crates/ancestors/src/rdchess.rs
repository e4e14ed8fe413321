//! RDChess (to 2010): 12x12 bytes, piece lists, attack tables, a legal generator and a rich evaluation.

pub mod attacks;
pub mod board;
pub mod directions;
pub mod eval;
pub mod generate;
pub mod keys;
pub mod moves;
pub mod perft;
pub mod pins;
pub mod position;
