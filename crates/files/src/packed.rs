//! Files that may be packed with zstd, read as if they were not.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the bytes that are read through it.
struct Counted<R> {
    input: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.count.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Opens a file, unpacked if it begins like one of zstd; `count` grows by the bytes read from the disk.
///
/// # Errors
/// What the system says, or a broken zstd frame.
pub fn open(path: &Path, count: Arc<AtomicU64>) -> io::Result<Box<dyn BufRead + Send>> {
    unpacked(Counted { input: File::open(path)?, count })
}

/// Reads any input, such as a pipe, unpacked if it begins like a file of zstd.
///
/// # Errors
/// What the system says, or a broken zstd frame.
pub fn unpacked(input: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    let mut input = BufReader::with_capacity(1 << 18, input);
    if input.fill_buf()?.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        return Ok(Box::new(BufReader::with_capacity(1 << 18, Frames { input: Some(Unpacking::Between(input)) })));
    }
    Ok(Box::new(input))
}

type Decoder<R> = ruzstd::decoding::StreamingDecoder<BufReader<R>, ruzstd::decoding::FrameDecoder>;

enum Unpacking<R: Read> {
    Between(BufReader<R>),
    Within(Box<Decoder<R>>),
}

/// The frames of a zstd file one after the other, as `zstd -dc` gives them; parallel compressors write more than one.
struct Frames<R: Read> {
    /// None only after an error.
    input: Option<Unpacking<R>>,
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.input.take() {
                Some(Unpacking::Between(mut input)) => {
                    if input.fill_buf()?.is_empty() {
                        self.input = Some(Unpacking::Between(input));
                        return Ok(0);
                    }
                    let decoder = Decoder::new(input).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.to_string()))?;
                    self.input = Some(Unpacking::Within(Box::new(decoder)));
                }
                Some(Unpacking::Within(mut decoder)) => {
                    let count = decoder.read(buffer)?;
                    let over = count == 0 && !buffer.is_empty();
                    self.input = Some(if over { Unpacking::Between(decoder.into_inner()) } else { Unpacking::Within(decoder) });
                    if !over {
                        return Ok(count);
                    }
                }
                None => return Err(io::Error::other("the file broke off before")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_files_read_like_plain_ones_frame_after_frame() {
        use ruzstd::encoding::{CompressionLevel, compress_to_vec};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("positions.zst");
        let mut bytes = compress_to_vec(&b"first line\n"[..], CompressionLevel::Fastest);
        bytes.extend(compress_to_vec(&b"second line\n"[..], CompressionLevel::Fastest));
        std::fs::write(&path, &bytes).unwrap();
        let count = Arc::new(AtomicU64::new(0));
        let lines: Vec<String> = open(&path, count.clone()).unwrap().lines().map(Result::unwrap).collect();
        assert_eq!(lines, ["first line", "second line"]);
        assert_eq!(count.load(Ordering::Relaxed), bytes.len() as u64);
        std::fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
        assert!(open(&path, count).unwrap().lines().any(|line| line.is_err()));
    }
}
