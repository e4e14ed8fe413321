//! How positions, moves and games are written down.

pub mod fen;
pub mod uci;
