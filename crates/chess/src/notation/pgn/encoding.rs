//! Text of unknown encoding: UTF-8 where it is valid, Latin-1 otherwise.

use std::borrow::Cow;
use std::fmt;

/// A piece of a PGN file as it stands there.
///
/// The standard asks for Latin-1, most programs write UTF-8. Bytes that are valid UTF-8 are taken as such; in Latin-1 text that is
/// practically never the case by chance, because it would need two accented letters in a row of a certain kind.
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

/// Reads bytes as UTF-8 where they are valid, and as Latin-1 otherwise.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        // The 256 characters of Latin-1 are the first 256 of Unicode.
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
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
    }
}
