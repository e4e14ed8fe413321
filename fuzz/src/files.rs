//! Compressed files: decompression ends, and damage is reported in words.

use std::io::{Cursor, Read};

/// Maximum number of decompressed bytes read: a few compressed bytes may expand to gigabytes.
const ENOUGH: u64 = 1 << 20;

/// Decompresses arbitrary bytes and reads the beginning of the content.
pub fn packed(data: &[u8]) {
    let mut text = Vec::new();
    let opened =
        heirloom_files::decompressed(Cursor::new(data.to_vec())).and_then(heirloom_files::expect_text);
    if let Err(error) = opened.and_then(|stream| stream.take(ENOUGH).read_to_end(&mut text)) {
        assert!(!error.to_string().is_empty());
    }
    assert!(text.len() as u64 <= ENOUGH);
}
