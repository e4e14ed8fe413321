//! Training of nets, from self-play games to the file that the flagship loads.
//!
//! [`sample`] is a labeled position in 32 bytes, [`samples`] reads many of them from game files, [`store`]
//! holds more than fit into memory, [`dataset`] is either of the two, [`loader`] delivers them in batches;
//! [`imitation`] creates more positions near the games. [`model`] is a net in floating point, [`gradient`]
//! computes loss and gradient, [`optimizer`] makes the steps, [`train`] is the loop with its [`checkpoint`]s.
//! [`quantize`] converts to integers and measures the loss of precision; with [`trained_net`] such a net can
//! be trained further. [`average`] averages several nets, [`yardstick`] measures which of two predicts
//! results better.

pub mod average;
pub mod checkpoint;
pub mod dataset;
pub mod gradient;
pub mod imitation;
pub mod loader;
pub mod model;
pub mod optimizer;
pub mod quantize;
pub mod sample;
pub mod samples;
pub mod store;
pub mod summary;
#[cfg(test)]
mod tests;
pub mod train;
pub mod trained_net;
pub mod yardstick;
