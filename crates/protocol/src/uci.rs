//! The words of UCI as values: [`Command`] from GUI to engine, [`Message`] from engine to GUI.
//!
//! Reading is tolerant, as the protocol demands: blanks are free, unknown tokens are skipped, what is malformed is described and the rest
//! still counts. Nothing here panics, whatever it is given. Moves stay text until a position is known.

pub mod command;
pub mod go;
pub mod info;
pub mod message;

pub(crate) use command::quoted;
pub use command::{Command, CommandError, PositionText};
pub use go::GoText;
pub use info::InfoText;
pub use message::Message;

/// A whole number, however large: beyond the type's range it is the nearest one that fits, and decimals are cut off.
fn integer(token: &str) -> Option<i64> {
    // "nan" and "infinity" are floats too, but not numbers that anybody sends.
    let is_number = token.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
        && !token.contains(['n', 'N']);
    if !is_number {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, reason = "the cast saturates, which is what is wanted")]
    token.parse().ok().or_else(|| token.parse::<f64>().ok().map(|number| number as i64))
}
