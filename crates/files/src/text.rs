//! Detection of files that are not text, so that errors can say what they are.

use std::io::{self, BufRead};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::compressed;

/// The first bytes of other kinds of files, with a description.
const KINDS: [(&[u8], &str); 13] = [
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive; extract it first"),
    (b"Rar!\x1a\x07", "a RAR archive; extract it first"),
    (b"\x04\x22\x4d\x18", "compressed with lz4; decompress it first"),
    (b"\x1f\x9d", "compressed with compress; decompress it first"),
    (b"SQLite format 3", "a database, not text"),
    (b"%PDF-", "a PDF document, not text"),
    (b"\x89PNG\r\n", "a picture, not text"),
    (b"\xff\xd8\xff", "a picture, not text"),
    (b"GIF8", "a picture, not text"),
    (b"\x7fELF", "a program, not text"),
    (b"\xcf\xfa\xed\xfe", "a program, not text"),
    (b"\xd0\xcf\x11\xe0", "an office document, not text"),
    (b"Scid.si", "a Scid database; export its games as PGN"),
];

/// The number of bytes that are examined.
const EXAMINED: usize = 4096;

/// Opens a text file as [`open`](compressed::open) does. Fails on I/O errors and damaged compressed data, and
/// if the file is not text.
pub fn open_text(path: &Path, count: Arc<AtomicU64>) -> io::Result<Box<dyn BufRead + Send>> {
    expect_text(compressed::open(path, count)?)
}

/// Rejects an input that is not text. Fails on I/O errors, and with a message that says what the input is if
/// it is not text.
pub fn expect_text(mut input: Box<dyn BufRead + Send>) -> io::Result<Box<dyn BufRead + Send>> {
    let start = input.fill_buf()?;
    match not_text(&start[..start.len().min(EXAMINED)]) {
        Some(kind) => Err(io::Error::new(io::ErrorKind::InvalidData, format!("this is {kind}"))),
        None => Ok(input),
    }
}

/// Returns the kind of a file that begins like this, or `None` for text.
fn not_text(start: &[u8]) -> Option<&'static str> {
    if let Some((_, kind)) = KINDS.iter().find(|(magic, _)| start.starts_with(magic)) {
        return Some(kind);
    }
    if start.get(257..262) == Some(b"ustar") {
        return Some("a tar archive; extract it first");
    }
    // Text may contain stray control bytes; binary files are full of them.
    let is_control = |byte: &&u8| matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127);
    (start.iter().filter(is_control).count() * 20 > start.len()).then_some("a binary file, not text")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &'static [u8]) -> String {
        expect_text(Box::new(bytes)).map_or_else(|error| error.to_string(), |_| "text".into())
    }

    #[test]
    fn files_of_other_kinds_are_named() {
        assert_eq!(read(b"7z\xbc\xaf\x27\x1c\0\x04"), "this is a 7z archive; extract it first");
        assert_eq!(read(b"\x89PNG\r\n\x1a\n"), "this is a picture, not text");
        assert_eq!(read(&[0, 1, 2, 3, 65, 66]), "this is a binary file, not text");
    }

    #[test]
    fn texts_may_have_stray_bytes() {
        for text in [
            &b""[..],
            b"1. e4 e5 *",
            b"4k3/8/8/8/8/8/8/4K3 w - - id \"LCTII.POS.01\0\";",
            b"[White \"J\xf6rg\x1b[2J\"]\n",
        ] {
            assert_eq!(read(text), "text");
        }
    }
}
