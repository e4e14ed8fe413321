//! What windows are made of and egui does not have.

pub mod board;
pub mod buttons;
pub mod figures;
pub mod gauge;
pub mod graph;
pub mod help;
pub mod icons;
pub mod pieces;
pub mod small_board;
pub mod table;
