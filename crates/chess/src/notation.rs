//! How positions, moves and games are written down.

pub mod epd;
pub mod fen;
pub mod lan;
pub mod pgn;
pub mod san;
pub mod typed;
pub mod uci;
