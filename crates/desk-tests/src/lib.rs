//! The desk without a display: drawn by the CPU, for snapshots, pictures and measurements of frame times.
//!
//! This is a separate crate, so that building the desk does not build it. [`canvas`] fills the triangles
//! that egui makes of a frame: pictures need neither a graphics card nor a display and are the same
//! everywhere, except for the last bits of some letters ([`picture`] has the tolerance). [`stage`] is a
//! desk on such a canvas with simulated clicks, [`scripted`] an engine that always reports the same.
//! `tests/snapshots` compares every window and dialog in both languages with pictures, the example
//! `pictures` makes the pictures of the docs, and the benchmark `frames` measures unpainted frames.

pub mod canvas;
pub mod picture;
pub mod scripted;
pub mod stage;
