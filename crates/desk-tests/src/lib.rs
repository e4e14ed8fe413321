//! The desk without a display: drawn by the CPU, for snapshots, pictures and measurements of frame times.
//!
//! This is a separate crate, so that building the desk does not build it. [`canvas`] fills the triangles
//! that egui makes of a frame: pictures need neither a graphics card nor a display and are the same
//! everywhere, except for the last bits of some letters ([`picture`] has the tolerance). [`driver`] is a
//! desk on such a canvas with a simulated user, [`scripted`] an engine that always reports the same,
//! [`annotator`] a user who writes random annotations.
//! `tests/desk` tests every window in both languages, `tests/snapshots` compares every window and dialog with
//! pictures, the example `pictures` makes the pictures of the docs, and the benchmarks `frames` and
//! `move_list` measure unpainted frames.

pub mod annotator;
pub mod canvas;
pub mod driver;
pub mod inspection;
pub mod picture;
pub mod scripted;
