//! Self-play games on disk: whole games at four bytes per ply, each move with its search score.
//!
//! [`game`] is a game in memory, [`block`] the frame of everything written, [`reader`] and [`writer`] the
//! file, [`folder`] many files. [`check`] finds implausible games, [`import`] converts from PGN,
//! [`statistics`] summarizes a file, [`quiet`] selects positions for training.
//!
//! A file is [`block::MAGIC`] followed by blocks: a tag, the length of the body (`u32`), the body, and the
//! CRC-32 of everything before it in the block (`u32`); all numbers are little-endian. A block `S` begins a
//! section: a line of JSON with the seed and settings of the games that follow. A block `G` is a game:
//!
//! | bytes | content |
//! |---|---|
//! | 2 | number of the start position (518 is the standard one), or 65535 |
//! | 1 + n | only after 65535: length and text of the FEN |
//! | 1 | result: 0 Black won, 1 draw, 2 White won |
//! | 1 | ending: see [`game::StoredEnd`] |
//! | 4 per ply | the move as [`heirloom_chess::Move::bits`], White's score in centipawns or -32768 for none |
//!
//! Files are joined by appending the blocks of one to the other.

pub mod block;
pub mod check;
pub mod each;
pub mod export;
pub mod folder;
pub mod game;
pub mod import;
pub mod quiet;
pub mod reader;
pub mod statistics;
pub mod tables;
pub mod td_lambda;
pub mod writer;
