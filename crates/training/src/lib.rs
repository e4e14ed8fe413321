//! Training data and tuning: self-play games and nets, Texel's method for evaluations, and SPSA for search
//! parameters.
//!
//! - [`games`] is the self-play file format: reading, writing, checking, and folders of such files.
//!   [`datagen`] plays the games with silent searches. [`nnue`] trains nets on them. [`outcomes`] fits win,
//!   draw and loss probabilities to scores. A training takes its samples from a `dataset`: memory, or a
//!   `store` of shuffled parts on disk. `yardstick` compares nets on games that no net was trained on, and
//!   measures the scale in a net's file. Training and inference share the features and the file format of the
//!   net.
//! - [`texel`] tunes evaluations: `model` defines what one must provide (`Tunable`), `source` reads labeled
//!   positions and games into `samples`, `score` and `loss` compute values and gradients, `train` runs the
//!   epochs, `flagship` and `rofchade` are the evaluations and print their `weights.rs`.
//! - [`people`] fits how levels choose their moves to games of people: `looks` chooses positions and looks at
//!   their moves, `fit` finds the weights.
//! - [`spsa`] tunes by games: `tuning` is the state and the trial of each iteration, `journal` its record,
//!   `run` the loop, `games` the games.
//!
//! Sums are computed in a fixed order, and random numbers depend only on seed and iteration, so an
//! interrupted tuning continues to the same result.

pub mod chart;
pub mod checkpoint;
pub mod curve;
pub mod datagen;
pub mod games;
mod golden_section;
pub mod nnue;
pub mod outcomes;
pub mod people;
pub mod rate;
pub mod spsa;
pub mod texel;
