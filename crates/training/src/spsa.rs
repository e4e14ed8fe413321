//! SPSA: numbers that only games can judge, tuned by self-play.
//!
//! James Spall's simultaneous perturbation (1992): every number is moved up or down at random, two engines play with all moves and with
//! all reversed, and each number goes a little towards the side that won. The sequences of step sizes are those of fishtest and OpenBench,
//! whose lines [`parameter`] reads and writes. [`schedule`] has the sizes, [`tuning`] the state and its journal, [`run`] the loop,
//! [`games`] the games.

pub mod games;
pub mod journal;
pub mod parameter;
pub mod plot;
pub mod report;
pub mod run;
pub mod schedule;
#[cfg(test)]
mod tests;
pub mod tuning;
