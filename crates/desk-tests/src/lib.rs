//! The desk without a display: drawn by the CPU, for snapshots of its windows, pictures of it and frame times.
//!
//! A separate crate, so that building the desk does not build it. [`canvas`] fills the triangles that egui makes of a frame: pictures need neither a graphics card nor
//! a display and are the same everywhere, up to the last bit of some letters ([`picture`] says how much may differ). [`stage`] is a desk on such a canvas with
//! simulated clicks, [`scripted`] an engine that always says the same. `tests/snapshots` compares every window and dialog in both languages with pictures, the example
//! `pictures` makes those of the docs, and the benchmark `frames` measures frames without drawing.

pub mod canvas;
pub mod picture;
pub mod scripted;
pub mod stage;
