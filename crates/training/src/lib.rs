//! Better numbers for engines: games of self-play and nets, Texel's method for evaluations, SPSA for everything that only games can judge.

pub mod chart;
pub mod curve;
pub mod datagen;
pub mod games;
pub mod nnue;
pub mod outcomes;
pub mod rate;
pub mod spsa;
pub mod texel;
