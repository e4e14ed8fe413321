//! Better numbers for engines: self-play games and nets, Texel's method for evaluations, SPSA for what only games can judge.
//!
//! - [`games`] is the self-play file format, read, written and checked, and directories of such files; [`datagen`] plays the games with searches that
//!   report nothing; [`nnue`] trains nets on them; [`outcomes`] fits what scores mean. A training takes its samples from a `supply`: memory, or a `store` of
//!   shuffled parts on disk. `yardstick` compares nets on games that none learned from, and measures the scale in a net's file. Training and inference
//!   share the features and the file format of the net.
//! - [`texel`] tunes evaluations: `model` says what one must offer (`Tunable`), `source` reads labeled positions and games into `samples`, `score` and
//!   `loss` compute values and gradients, `train` runs the epochs, `flagship` and `rofchade` are the evaluations and print their `weights.rs`.
//! - [`spsa`] tunes by games: `tuning` is the state and what an iteration tries, `journal` its record, `run` the loop, `games` the games.
//!
//! Sums run in a fixed order, and random numbers depend on seed and iteration alone, so an interrupted tuning continues to the same result.

pub mod chart;
pub mod curve;
pub mod datagen;
pub mod games;
pub mod nnue;
pub mod outcomes;
pub mod rate;
pub mod spsa;
pub mod texel;
