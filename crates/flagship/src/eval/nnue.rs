//! The evaluation by a net: one hidden layer over all pieces from the view of each side, updated move by
//! move.
//!
//! Yu Nasu's efficiently updatable networks (NNUE, 2018) in the form that small engines use: [`features`]
//! defines the inputs, [`network`] holds the weights, [`nets`] loads nets, [`accumulator`] follows the moves,
//! and [`simd`] computes the sums on any processor.

pub mod accumulator;
pub mod explain;
pub mod features;
pub mod nets;
pub mod network;
pub mod rays;
pub mod simd;
