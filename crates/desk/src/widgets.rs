//! What windows are made of and egui does not have.

pub mod board;
pub mod pieces;
