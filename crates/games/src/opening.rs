//! What a game's opening is called: by its tags, else by its moves.

use heirloom_book::eco::{self, Name};

use crate::record::Record;

/// No name of an opening stands later than this, in plies.
const LONGEST: usize = 60;

/// The opening by the moves: the name of the last position of the main line that has one.
pub fn by_moves(record: &Record<'_>) -> Option<Name> {
    let mut found = None;
    record.walk(|ply, position| {
        found = eco::name(position).or(found);
        ply < LONGEST
    });
    found
}

/// The ECO code: the one of the tag where it has the form of one, else by the moves.
pub fn code(record: &Record<'_>) -> Option<String> {
    let tag = record.tag("ECO").and_then(|tag| read_code(&tag));
    tag.or_else(|| by_moves(record).map(|name| name.code.into()))
}

/// The name: the one of the tag `Opening`, with its `Variation`, else by the moves.
pub fn name(record: &Record<'_>) -> Option<String> {
    let said = |tag: &str| record.tag(tag).filter(|value| !matches!(value.trim(), "" | "?" | "-"));
    match (said("Opening"), said("Variation")) {
        (Some(opening), Some(variation)) => Some(format!("{opening}: {variation}")),
        (Some(opening), None) => Some(opening.into_owned()),
        _ => by_moves(record).map(|name| name.name.into()),
    }
}

/// A letter and two digits at the beginning of a text, such as `B90` of `B90h/07`.
pub(crate) fn read_code(text: &str) -> Option<String> {
    let code = text.trim().get(..3)?.to_ascii_uppercase();
    matches!(code.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']).then_some(code)
}
