//! The lines of UCI as values: [`Command`] from GUI to engine, [`Message`] from engine to GUI.
//!
//! Parsing is tolerant, as the protocol demands: whitespace is free, unknown tokens are skipped, malformed
//! parts are described and the rest still counts. Nothing here panics on any input. Moves stay text until a
//! position is known.

pub mod command;
mod error;
pub mod go;
pub mod info;
pub mod message;

pub use command::{Command, PositionText};
pub use error::CommandError;
pub use go::GoText;
pub use info::InfoText;
pub use message::Message;

/// Parses an integer of any size: it saturates at the type's range, and decimals are cut off.
fn integer(token: &str) -> Option<i64> {
    // "nan" and "infinity" also parse as floats, but are not meant as numbers.
    let is_number = token.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
        && !token.contains(['n', 'N']);
    if !is_number {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, reason = "the cast saturates, which is what is wanted")]
    token.parse().ok().or_else(|| token.parse::<f64>().ok().map(|number| number as i64))
}
