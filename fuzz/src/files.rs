//! Packed files: what is unpacked ends, and what is damaged is said in words.

use std::io::{Cursor, Read};

/// Unpacked bytes that are looked at: a few packed bytes may hold gigabytes.
const ENOUGH: u64 = 1 << 20;

/// Unpacks bytes of any form and reads the beginning of what they hold.
pub fn packed(data: &[u8]) {
    let mut text = Vec::new();
    let opened = heirloom_files::unpacked(Cursor::new(data.to_vec())).and_then(heirloom_files::expect_text);
    if let Err(error) = opened.and_then(|stream| stream.take(ENOUGH).read_to_end(&mut text)) {
        assert!(!error.to_string().is_empty());
    }
    assert!(text.len() as u64 <= ENOUGH);
}
