//! Text of unknown encoding: UTF-8 where it is valid, Windows-1252 otherwise. Control characters mean nothing, and could command a terminal.

use std::borrow::Cow;
use std::fmt;

/// A piece of a PGN file as it stands there.
///
/// The standard asks for Latin-1, Windows programs write its extension Windows-1252, most others UTF-8. Bytes that are valid UTF-8 are taken as such; in
/// Latin-1 text that is practically never the case by chance, because it would need two accented letters in a row of a certain kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Text<'a>(pub(super) &'a [u8]);

impl<'a> Text<'a> {
    /// The bytes as they stand in the file.
    pub fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The text, without copying where it is UTF-8.
    pub fn to_str(self) -> Cow<'a, str> {
        decode(self.0)
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_str())
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_str())
    }
}

/// Reads bytes as UTF-8 where they are valid, and as Windows-1252 otherwise, without control characters other than tabs and ends of lines.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return without_control(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&byte| windows_1252(byte)));
    }
    Cow::Owned(without_control(&text).into_owned())
}

/// A text without the characters that command a terminal: all control characters but tabs and ends of lines.
pub fn without_control(text: &str) -> Cow<'_, str> {
    let is_kept = |letter: char| !letter.is_control() || matches!(letter, '\t' | '\n' | '\r');
    // The second block of control characters, U+0080 to U+009F, is written with this byte.
    let may_hold =
        |byte: u8| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r') || matches!(byte, 0x7F | 0xC2);
    if !text.bytes().any(may_hold) || text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|&letter| is_kept(letter)).collect())
}

/// What a byte means in Windows-1252: Latin-1, but letters and quotes in place of most control characters from 0x80 on.
pub(super) fn windows_1252(byte: u8) -> char {
    const SPECIAL: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => SPECIAL[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_encodings_give_the_same_name() {
        assert_eq!(decode("Hübner".as_bytes()), "Hübner");
        assert_eq!(decode(b"H\xFCbner"), "Hübner");
        assert_eq!(decode(b""), "");
        assert_eq!(decode(b"\x8aimon \x93\x80\x94"), "Šimon “€”");
        assert_eq!(
            decode(b"\x1b[31mred \xC2\x9b2J\x07\tblue\x81"),
            "[31mred 2J\tblue",
            "nothing commands a terminal"
        );
        assert_eq!(decode("§ 5\u{a0}°".as_bytes()), "§ 5\u{a0}°");
        assert_eq!(decode(b"Hort\xC3\xBD and H\xFCbner"), "Hortý and Hübner", "both in one text");
    }
}
