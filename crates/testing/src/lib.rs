//! What tests of several crates share: a scripted engine, sample data, the settings of property tests.
//!
//! Only tests and benches depend on this crate. The unit tests of `chess` and `engine` cannot use it, because
//! they are compiled apart from the crates that it depends on; their integration tests can.

pub mod engine;
mod properties;
mod samples;

pub use engine::{Answer, Calls, Scripted, Search};
pub use heirloom_testing_macros::needs_sample_data;
pub use properties::cases;
pub use samples::sample_data;
