//! Better numbers for engines: Texel's method for evaluations, SPSA for everything that only games can judge.

pub mod chart;
pub mod file;
pub mod spsa;
pub mod texel;
