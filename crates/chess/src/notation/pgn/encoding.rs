//! Decoding text of unknown encoding, and removal of control characters, which could control a terminal.

use std::borrow::Cow;
use std::fmt;

/// Raw text of a PGN file.
///
/// The standard requires Latin-1, Windows programs write its superset Windows-1252, and most others UTF-8.
/// Valid UTF-8 is taken as such; Latin-1 text is practically never valid UTF-8 by chance, as it would need
/// particular pairs of accented letters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Text<'a>(pub(super) &'a [u8]);

impl<'a> Text<'a> {
    /// Returns the bytes as they are in the file.
    pub fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// Returns the decoded text, without copying if it is clean UTF-8.
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

/// Decodes valid UTF-8 as such and other bytes as Windows-1252, and removes control characters except tabs
/// and line ends.
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

/// Removes all control characters except tabs and line ends, so that the text cannot control a terminal.
fn without_control(text: &str) -> Cow<'_, str> {
    let is_kept = |letter: char| !letter.is_control() || matches!(letter, '\t' | '\n' | '\r');
    // 0xC2 is the first byte of the second block of control characters, U+0080 to U+009F.
    let may_hold =
        |byte: u8| byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r') || matches!(byte, 0x7F | 0xC2);
    if !text.bytes().any(may_hold) || text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|&letter| is_kept(letter)).collect())
}

/// Decodes a byte of Windows-1252: Latin-1, but with letters and quotes for most control characters from
/// 0x80 on.
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
    fn both_encodings_decode_to_the_same_name() {
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
