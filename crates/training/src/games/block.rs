//! The frame of everything in a game file: a tag, a length, a body and a checksum.

use std::io::{self, Read};

/// The first bytes of every file.
pub const MAGIC: &[u8; 16] = b"heirloom games 1";

/// The tag of a block with the settings of the games after it.
pub const SECTION: u8 = b'S';

/// The tag of a block with a game.
pub const GAME: u8 = b'G';

/// The longest body in bytes: enough for a game of more than ten thousand plies.
const LONGEST: u32 = 1 << 17;

/// Why a block cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BlockError {
    /// The file ends in the middle of a block.
    #[error("the file ends in the middle of a game")]
    Truncated,
    /// The checksum, length or tag is wrong.
    #[error("the checksum is wrong")]
    Damaged,
    /// A read error.
    #[error("{0}")]
    Io(io::Error),
}

/// Returns the bytes of a block.
pub fn framed(tag: u8, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(body.len() + 9);
    bytes.push(tag);
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(body);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Reads the next block into `body` and returns its tag; none at the end. Fails if the block cannot be read.
pub fn read(input: &mut impl Read, body: &mut Vec<u8>) -> Result<Option<u8>, BlockError> {
    let mut head = [0; 5];
    match fill(input, &mut head)? {
        0 => return Ok(None),
        5 => {}
        _ => return Err(BlockError::Truncated),
    }
    let [tag, length @ ..] = head;
    let length = u32::from_le_bytes(length);
    if length > LONGEST || !matches!(tag, SECTION | GAME) {
        return Err(BlockError::Damaged);
    }
    body.resize(length as usize, 0);
    let mut sum = [0; 4];
    if fill(input, body)? < body.len() || fill(input, &mut sum)? < 4 {
        return Err(BlockError::Truncated);
    }
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&head);
    hasher.update(body);
    if hasher.finalize() != u32::from_le_bytes(sum) {
        return Err(BlockError::Damaged);
    }
    Ok(Some(tag))
}

/// Reads until the buffer is full or the input ends, and returns the number of bytes read.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> Result<usize, BlockError> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(BlockError::Io(error)),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_back_and_damage_is_seen() {
        let bytes = [framed(GAME, b"one"), framed(SECTION, b"")].concat();
        let mut body = Vec::new();
        let mut input = &bytes[..];
        assert_eq!(read(&mut input, &mut body).unwrap(), Some(GAME));
        assert_eq!(body, b"one");
        assert_eq!(read(&mut input, &mut body).unwrap(), Some(SECTION));
        assert_eq!(read(&mut input, &mut body).unwrap(), None);
        for end in 1..12 {
            assert!(matches!(read(&mut &bytes[..end], &mut body), Err(BlockError::Truncated)), "{end}");
        }
        for at in 0..12 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(read(&mut &damaged[..], &mut body).is_err(), "{at}");
        }
    }
}
