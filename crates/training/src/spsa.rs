//! SPSA: tuning of parameters by self-play.
//!
//! James Spall's simultaneous perturbation (1992): every number is moved up or down at random, two engines
//! play with these moves and their opposites, and each number moves a little toward the side that won. The
//! sequences of step sizes are those of fishtest and OpenBench, whose parameter lines [`parameter`] reads and
//! writes. [`schedule`] has the step sizes, [`tuning`] the state, [`journal`] its record, [`run`] the loop,
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
