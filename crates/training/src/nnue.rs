//! Trains nets: from games of self-play to the file that the flagship loads.
//!
//! [`sample`] is a labelled position in 32 bytes, [`samples`] many of them out of files of games, [`store`] more than fit into memory, [`supply`] what hands them out; [`imitation`] finds more beside the games.
//! [`model`] is a net in floating point, [`gradient`] what a position teaches it, [`optimizer`] how it learns that, [`train`] the loop with its
//! [`checkpoint`]s. [`quantise`] makes whole numbers of it and says what that costs; with [`before`] such a net learns on. [`average`]
//! makes one net of several, [`yardstick`] says which of two predicts results better.

pub mod average;
pub mod before;
pub mod checkpoint;
pub mod gradient;
pub mod imitation;
pub mod model;
pub mod optimizer;
pub mod quantise;
pub mod sample;
pub mod samples;
pub mod store;
pub mod summary;
pub mod supply;
#[cfg(test)]
mod tests;
pub mod train;
pub mod yardstick;
