//! Texel's method: tuning the weights of an evaluation so that its scores best predict the results of games.
//!
//! Peter Österlund described it for his program Texel (2014); the gradient from the trace of an evaluation
//! follows Andrew Grant's paper on tuning Ethereal (2020). [`model`] defines what an evaluation must provide,
//! [`source`] reads labeled positions, [`train`] trains, [`flagship`] is our own evaluation, [`rofchade`]
//! that of an ancestor.

pub mod center;
pub mod checkpoint;
pub mod flagship;
pub mod loss;
pub mod model;
pub mod optimizer;
pub mod quiet;
pub mod report;
pub mod rofchade;
pub mod samples;
pub mod score;
pub mod selection;
pub mod source;
mod source_text;
pub mod summary;
#[cfg(test)]
mod tests;
pub mod train;
