//! Self-play: games of the flagship against itself, from random openings, as training data for nets.
//!
//! [`settings`] has the settings, [`opening`] creates openings, [`player`] plays one game, [`run`] plays many
//! on several threads.

pub mod genfens;
pub mod opening;
pub mod player;
pub mod run;
pub mod settings;
pub mod words;
