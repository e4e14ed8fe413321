//! Notations for positions, moves and games.

pub mod epd;
pub mod fen;
pub mod lan;
pub mod pgn;
pub mod san;
pub mod typed;
pub mod uci;
