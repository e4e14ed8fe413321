//! The evaluation by a net: one hidden layer over all pieces, seen by both sides, kept up to date move by
//! move.
//!
//! Yu Nasu's efficiently updatable networks (NNUE, 2018) in the form that small engines use: [`features`]
//! says what the net sees, [`network`] has its weights, [`nets`] those that are built in or loaded,
//! [`accumulator`] follows the moves, [`simd`] does the sums on every processor.

pub mod accumulator;
pub mod explain;
pub mod features;
pub mod nets;
pub mod network;
pub mod rays;
pub mod simd;
