//! Self-play: games of the flagship against itself, from random openings, as training data for nets.
//!
//! [`settings`] says how, [`opening`] finds where a game begins, [`player`] plays one game, [`run`] many on several threads.

pub mod genfens;
pub mod opening;
pub mod player;
pub mod run;
pub mod settings;
pub mod words;
