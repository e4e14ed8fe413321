//! Tags of a listed game that are changed in its file, where everything else stays as it is.

use std::path::PathBuf;

use heirloom_games::{Index, IndexEntry};

use super::editing::{self, Edited};
use crate::model::stored::{Replaced, bytes, splice};

/// Sets a tag of a game in its file. Fails if the file cannot be written, or if it is no longer the one that
/// was listed.
pub fn set_tag(
    path: PathBuf,
    index: &Index,
    entry: &IndexEntry,
    tag: &'static str,
    value: String,
) -> Result<Edited, String> {
    let game = editing::check(&path, index, entry)?;
    let values = [game.tags().get(tag).unwrap_or_default().to_owned(), value];
    let before = bytes(&path, entry.offset, u64::from(entry.length)).map_err(|error| error.to_string())?;
    let after = with_tag(&before, tag, &values[1])?;
    change(Replaced { path, offset: entry.offset, before, after, tag, values })
}

/// Puts the text before a change back. Fails if the file cannot be written, or has changed since.
pub fn undo(replaced: Replaced) -> Result<Edited, String> {
    let Replaced { before, after, values: [earlier, now], .. } = replaced;
    change(Replaced { before: after, after: before, values: [now, earlier], ..replaced })
}

/// Writes the text after the change over that before it.
fn change(replaced: Replaced) -> Result<Edited, String> {
    splice(&replaced.path, replaced.offset, &replaced.before, &replaced.after)?;
    Ok(Edited::Changed(replaced))
}

/// Returns the text of a game with a tag: in its place, or after the other tags. Fails if the file does not
/// use Unicode and the value needs it.
fn with_tag(text: &[u8], name: &str, value: &str) -> Result<Vec<u8>, String> {
    let usable: String = value.chars().filter(|letter| !letter.is_control()).collect();
    let escaped = usable.trim().replace('\\', "\\\\").replace('"', "\\\"");
    let tag = encoded(&format!("[{name} \"{escaped}\"]"), std::str::from_utf8(text).is_ok())?;
    let (mut start, mut end) = (0, 0);
    while let Some((tag_name, after)) = tag_at(text, start) {
        if tag_name.eq_ignore_ascii_case(name.as_bytes()) {
            let begin = start + blanks(&text[start..]);
            return Ok([&text[..begin], &tag, &text[after..]].concat());
        }
        (start, end) = (after, after);
    }
    let (tags, moves) = text.split_at(end);
    Ok(if end == 0 {
        [&tag, b"\n\n".as_slice(), moves].concat()
    } else {
        [tags, b"\n", &tag, moves].concat()
    })
}

fn encoded(text: &str, unicode: bool) -> Result<Vec<u8>, String> {
    if unicode {
        return Ok(text.as_bytes().to_vec());
    }
    let letters = text.chars().map(|letter| u8::try_from(u32::from(letter)));
    letters
        .collect::<Result<_, _>>()
        .map_err(|_| "the file uses Latin-1, which lacks a letter of this text".into())
}

/// Returns the number of blanks that a text begins with.
fn blanks(text: &[u8]) -> usize {
    text.len() - text.trim_ascii_start().len()
}

/// Returns the name of the tag that follows, and the place after it; none if no tag follows.
fn tag_at(text: &[u8], start: usize) -> Option<(&[u8], usize)> {
    let open = start + blanks(&text[start..]);
    let inner = text.get(open..)?.strip_prefix(b"[")?;
    let quote = inner.iter().position(|byte| *byte == b'"')?;
    let (mut at, mut escaped) = (quote + 1, false);
    while escaped || *inner.get(at)? != b'"' {
        escaped = !escaped && inner[at] == b'\\';
        at += 1;
    }
    let close = at + inner[at..].iter().position(|byte| *byte == b']')?;
    Some((inner[..quote].trim_ascii(), open + close + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_replaced_or_added_and_nothing_else_changes() {
        let text =
            b"[White \"Tal, M \\\" x\"] [Black \"?\"]\r\n[Note \"a ] b\"]\r\n\r\n1. e4 {[White \"no\"]} *";
        let with = |name, value| String::from_utf8(with_tag(text, name, value).unwrap()).unwrap();
        let plain = String::from_utf8_lossy(text);
        assert_eq!(with("Black", "A \"B\" \\"), plain.replace("\"?\"", "\"A \\\"B\\\" \\\\\""));
        assert_eq!(with("white", "Keres\n"), plain.replace("White \"Tal, M \\\" x\"", "white \"Keres\""));
        assert_eq!(with("Event", "Riga"), plain.replace("b\"]", "b\"]\n[Event \"Riga\"]"));
        assert_eq!(with_tag(b"1. e4 *", "Event", "x").unwrap(), b"[Event \"x\"]\n\n1. e4 *");
    }

    #[test]
    fn other_encodings_stay_what_they_are() {
        let text = b"[White \"M\xfcller\"]\n\n1. e4 *";
        assert_eq!(with_tag(text, "White", "Wei\u{df}").unwrap(), b"[White \"Wei\xdf\"]\n\n1. e4 *");
        assert!(with_tag(text, "White", "\u{427}\u{438}").is_err());
        assert!(with_tag(b"[White \"", "White", "x").is_ok());
    }
}
