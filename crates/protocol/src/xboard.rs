//! The lines of the XBoard protocol (CECP, version 2) as values: [`Command`] and [`Message`].
//!
//! Parsing is tolerant: whitespace is free, and errors are described. Nothing here panics on any input. Moves
//! stay text until a position is known; [`moves`] reads and writes them.

pub mod command;
pub mod edit;
pub mod feature;
pub mod level;
pub mod message;
pub mod moves;
pub mod thinking;

pub use command::{Command, CommandError};
pub use edit::Edit;
pub use level::Level;
pub use message::Message;
pub use thinking::Thinking;
