//! Decoding of UTF-16 text, which some Windows programs write, to UTF-8.

use std::io::{self, Read};

/// The byte order of UTF-16 text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Little,
    Big,
}

impl Order {
    /// Returns the byte order of text that begins like this, or `None` if it is not UTF-16. Without a byte
    /// order mark, two leading ASCII characters reveal the order.
    pub(super) fn of(start: &[u8]) -> Option<Order> {
        let is_text = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        match *start {
            [0xff, 0xfe, 0, 0, ..] => None,
            [0xff, 0xfe, ..] => Some(Order::Little),
            [0xfe, 0xff, ..] => Some(Order::Big),
            [first, 0, second, 0, ..] if is_text(first) && is_text(second) => Some(Order::Little),
            [0, first, 0, second, ..] if is_text(first) && is_text(second) => Some(Order::Big),
            _ => None,
        }
    }
}

/// Reads UTF-16 as UTF-8. Invalid units become the replacement character.
pub(super) struct Decoder<R> {
    input: R,
    order: Order,
    /// Input bytes that do not form a complete character yet.
    raw: Vec<u8>,
    /// Decoded bytes that have not been returned yet.
    text: Vec<u8>,
    consumed: usize,
    /// Whether a byte order mark may still come.
    at_start: bool,
    done: bool,
}

impl<R: Read> Decoder<R> {
    pub(super) fn new(input: R, order: Order) -> Decoder<R> {
        Decoder { input, order, raw: Vec::new(), text: Vec::new(), consumed: 0, at_start: true, done: false }
    }

    /// Decodes the next block.
    fn refill(&mut self) -> io::Result<()> {
        let mut block = [0; 1 << 14];
        let count = self.input.read(&mut block)?;
        self.done = count == 0;
        self.raw.extend_from_slice(&block[..count]);
        let (pairs, half) = self.raw.as_chunks::<2>();
        let unit = |pair: &[u8; 2]| {
            if self.order == Order::Little { u16::from_le_bytes(*pair) } else { u16::from_be_bytes(*pair) }
        };
        let mut units: Vec<u16> = pairs.iter().map(unit).collect();
        let mut rest = half.to_vec();
        // The first half of a surrogate pair waits for the second half.
        if let Some(&[last @ 0xd800..0xdc00]) = units.last_chunk::<1>().filter(|_| !self.done) {
            let pair = if self.order == Order::Little { last.to_le_bytes() } else { last.to_be_bytes() };
            rest.splice(0..0, pair);
            units.pop();
        }
        let skipped = usize::from(self.at_start && units.first() == Some(&0xfeff));
        self.at_start &= units.is_empty();
        let mut text: String = char::decode_utf16(units[skipped..].iter().copied())
            .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect();
        if self.done && !rest.is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
            rest.clear();
        }
        (self.text, self.consumed, self.raw) = (text.into_bytes(), 0, rest);
        Ok(())
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.consumed == self.text.len() && !self.done {
            self.refill()?;
        }
        let count = (&self.text[self.consumed..]).read(buffer)?;
        self.consumed += count;
        Ok(count)
    }
}
