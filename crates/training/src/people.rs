//! How people choose among moves: positions from their games with what each move seems to lose, and the fit
//! of the weights with which levels choose.

pub mod fit;
pub mod looks;
