//! What tests of several crates share: scripted engines and programs, sample data, the settings of property
//! tests.
//!
//! Only tests and benches depend on this crate. The unit tests of `chess` and `engine` cannot use it, because
//! they are compiled apart from the crates that it depends on; their integration tests can.

pub mod engine;
mod program;
mod properties;
mod samples;
mod script;

pub use engine::{Answer, Calls, Scripted, Search};
pub use heirloom_testing_macros::needs_sample_data;
pub use program::{program_arguments, program_role};
pub use properties::cases;
pub use samples::sample_data;
pub use script::Script;
