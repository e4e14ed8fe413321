//! The words of XBoard's protocol (CECP, version 2) as values: [`Command`] from GUI to engine, [`Message`] from engine to GUI.
//!
//! Reading is tolerant: blanks are free, and what is malformed is described. Nothing here panics, whatever it is given. Moves stay text until a
//! position is known; [`moves`] reads and writes them.

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

/// Text fit for one line: other programs' words and our own remarks must not begin a new one.
pub(crate) fn one_line(text: &str) -> String {
    let clean: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    clean.trim().to_owned()
}
