//! Games of self-play on disk: whole games at four bytes a ply, each move with what its search said.
//!
//! [`game`] is a game in memory, [`block`] the frame in which everything is written, [`reader`] and [`writer`] the file, [`folder`] many files, [`check`] tells
//! whether a game can be true, [`import`] takes games from PGN, [`statistics`] what a file holds, [`quiet`] which positions are worth learning from.
//!
//! A file is [`block::MAGIC`] and then blocks: a tag, the length of the body (`u32`), the body, and the CRC-32 of all that (`u32`); all numbers
//! with the least significant byte first. A block `S` begins a section: a line of JSON with the seed and settings of what follows. A block `G`
//! is a game:
//!
//! | bytes | what |
//! |---|---|
//! | 2 | number of the start position (518 is the usual one), or 65535 |
//! | 1 + n | only after 65535: length and text of the FEN |
//! | 1 | result: 0 Black won, 1 drawn, 2 White won |
//! | 1 | how it ended: see [`game::Ending`] |
//! | 4 a ply | the move as [`heirloom_chess::Move::bits`], its score in centipawns from White's view; -32768 for none |
//!
//! Files can be joined by writing the blocks of one after those of the other.

pub mod block;
pub mod check;
pub mod each;
pub mod export;
pub mod folder;
pub mod game;
pub mod hindsight;
pub mod import;
pub mod quiet;
pub mod reader;
pub mod statistics;
pub mod tables;
pub mod writer;
