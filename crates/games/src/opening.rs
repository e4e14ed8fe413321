//! The opening of a game, from its tags or its moves.

use heirloom_book::eco::{self, OpeningName};

use crate::record::Record;

/// The longest line of any named opening, in plies.
const MAX_PLIES: usize = 60;

/// Returns the opening by moves: the name of the last position of the main line that has one.
pub fn by_moves(record: &Record<'_>) -> Option<OpeningName> {
    let mut found = None;
    record.walk(|ply, position| {
        found = eco::name(position).or(found);
        ply < MAX_PLIES
    });
    found
}

/// Returns the ECO code from the tag if it is valid, otherwise from the moves.
pub fn code(record: &Record<'_>) -> Option<String> {
    let tag = record.tag("ECO").and_then(|tag| read_code(&tag));
    tag.or_else(|| by_moves(record).map(|name| name.code.into()))
}

/// Returns the name from the tags `Opening` and `Variation`, otherwise from the moves.
pub fn name(record: &Record<'_>) -> Option<String> {
    let tag_value = |tag: &str| record.tag(tag).filter(|value| !matches!(value.trim(), "" | "?" | "-"));
    match (tag_value("Opening"), tag_value("Variation")) {
        (Some(opening), Some(variation)) => Some(format!("{opening}: {variation}")),
        (Some(opening), None) => Some(opening.into_owned()),
        _ => by_moves(record).map(|name| name.name.into()),
    }
}

/// Parses a letter and two digits at the beginning of a text, such as `B90` in `B90h/07`.
pub(crate) fn read_code(text: &str) -> Option<String> {
    let code = text.trim().get(..3)?.to_ascii_uppercase();
    matches!(code.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']).then_some(code)
}
