//! The bytes of a chunk as its reader consumes them, keeping those of the current game.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::mpsc::Receiver;

/// The maximum amount of a single game that is kept, in bytes.
const MAX_KEPT: usize = 64 * 1024 * 1024;

/// A chunk. A very long one arrives in pieces while it is read.
#[derive(Debug)]
pub(crate) struct Text {
    bytes: Vec<u8>,
    /// The file offset of the first byte.
    base: u64,
    /// The number of bytes that the reader has consumed.
    consumed: usize,
    /// The file offset before which bytes are no longer needed.
    kept_from: u64,
    more: Option<Receiver<Vec<u8>>>,
}

impl Text {
    /// Returns a chunk that begins with `bytes`, at file offset `base`.
    pub(crate) fn new(bytes: Vec<u8>, base: u64, more: Option<Receiver<Vec<u8>>>) -> Text {
        Text { bytes, base, consumed: 0, kept_from: base, more }
    }

    /// Returns the bytes between two file offsets; none if they are no longer kept.
    pub(crate) fn get(&self, range: Range<u64>) -> Option<&[u8]> {
        let index = |offset: u64| usize::try_from(offset.checked_sub(self.base)?).ok();
        self.bytes.get(index(range.start)?..index(range.end)?)
    }

    /// Allows the bytes before a file offset to be dropped.
    pub(crate) fn discard_before(&mut self, offset: u64) {
        self.kept_from = offset;
    }

    /// Receives the next piece; returns false if there is none.
    fn refill(&mut self) -> bool {
        let Some(piece) = self.more.as_ref().and_then(|more| more.recv().ok()) else { return false };
        let unneeded = usize::try_from(self.kept_from.saturating_sub(self.base))
            .unwrap_or(usize::MAX)
            .min(self.consumed);
        let unneeded = if self.bytes.len() - unneeded > MAX_KEPT { self.consumed } else { unneeded };
        self.bytes.drain(..unneeded);
        self.base += unneeded as u64;
        self.consumed -= unneeded;
        self.bytes.extend_from_slice(&piece);
        true
    }
}

impl Read for Text {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.consumed == self.bytes.len() {
            if !self.refill() {
                return Ok(0);
            }
        }
        let read = (&self.bytes[self.consumed..]).read(buffer)?;
        self.consumed += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_bytes_are_available() {
        let (send, more) = std::sync::mpsc::channel();
        send.send(b"defg".to_vec()).unwrap();
        send.send(Vec::new()).unwrap();
        send.send(b"hi".to_vec()).unwrap();
        drop(send);
        let mut text = Text::new(b"abc".to_vec(), 100, Some(more));
        let mut buffer = [0; 3];
        assert_eq!(text.read(&mut buffer).unwrap(), 3);
        text.discard_before(102);
        let mut read = String::new();
        text.read_to_string(&mut read).unwrap();
        assert_eq!(read, "defghi");
        assert_eq!(text.get(102..107), Some(&b"cdefg"[..]));
        assert_eq!((text.get(101..103), text.get(102..110)), (None, None));
    }
}
