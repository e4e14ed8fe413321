//! The frames of a zstd file, concatenated as by `zstd -dc`; parallel compressors write more than one.

use std::io::{self, BufRead, Read};

type Decoder<R> = ruzstd::decoding::StreamingDecoder<R, ruzstd::decoding::FrameDecoder>;

enum Unpacking<R: BufRead> {
    Between(R),
    Within(Box<Decoder<R>>),
}

/// Reads all frames.
pub(super) struct Frames<R: BufRead> {
    /// `None` only after an error.
    input: Option<Unpacking<R>>,
}

impl<R: BufRead> Frames<R> {
    pub(super) fn new(input: R) -> Frames<R> {
        Frames { input: Some(Unpacking::Between(input)) }
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.input.take() {
                Some(Unpacking::Between(mut input)) => {
                    if input.fill_buf()?.is_empty() {
                        self.input = Some(Unpacking::Between(input));
                        return Ok(0);
                    }
                    let unreadable = |_| io::Error::new(io::ErrorKind::InvalidData, "cannot read a block");
                    let decoder = Decoder::new(input).map_err(unreadable)?;
                    self.input = Some(Unpacking::Within(Box::new(decoder)));
                }
                Some(Unpacking::Within(mut decoder)) => {
                    let unreadable = |error: io::Error| io::Error::new(error.kind(), "cannot read a block");
                    let count = decoder.read(buffer).map_err(unreadable)?;
                    let done = count == 0 && !buffer.is_empty();
                    self.input = Some(if done {
                        Unpacking::Between(decoder.into_inner())
                    } else {
                        Unpacking::Within(decoder)
                    });
                    if !done {
                        return Ok(count);
                    }
                }
                None => return Err(io::Error::other("the file ended earlier")),
            }
        }
    }
}
