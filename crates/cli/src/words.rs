//! Positions as words of the command line; repairs are reported on standard error.

use anyhow::Result;
use heirloom_chess::{Line, Position};
use heirloom_workshop::typed_line;

use crate::progress::warn;

/// Reads a FEN. Fails if it is not a position.
pub fn position(fen: &str) -> Result<Position> {
    typed_line::position(fen, &warn)
}

/// Reads `[startpos | FEN] [moves] e4 e5 2. Nf3 g8f6`. Fails on an invalid position or move.
pub fn line(words: &[String]) -> Result<Line> {
    typed_line::line(words, &warn)
}
