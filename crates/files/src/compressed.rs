//! Transparent reading of compressed files (gzip, bzip2, xz, zstd and zip) and of UTF-16 text as UTF-8.

mod utf16;
mod zipped;
mod zstd;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The size of the read buffer in bytes.
const BUFFER: usize = 1 << 18;

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

/// A compression format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Gzip,
    Bzip2,
    Xz,
    Zstd,
    Zip,
}

/// The name of each format and the first bytes of its files.
const FORMATS: [(Format, &str, &[u8]); 5] = [
    (Format::Gzip, "gzip", &[0x1f, 0x8b]),
    (Format::Bzip2, "bzip2", b"BZh"),
    (Format::Xz, "xz", &[0xfd, b'7', b'z', b'X', b'Z', 0]),
    (Format::Zstd, "zstd", &[0x28, 0xb5, 0x2f, 0xfd]),
    (Format::Zip, "zip", b"PK\x03\x04"),
];

/// Returns the format of a file that begins like this, and its name.
fn format_of(start: &[u8]) -> Option<(Format, &'static str)> {
    let known = FORMATS.into_iter().find(|(.., magic)| start.starts_with(magic))?;
    Some((known.0, known.1))
}

/// Opens a file, decompressed if it begins like a compressed one; `count` grows by the bytes read from the
/// disk. Fails on I/O errors and damaged compressed data.
pub fn open(path: &Path, count: Arc<AtomicU64>) -> io::Result<Box<dyn BufRead + Send>> {
    let mut file = File::open(path)?;
    // A pipe cannot be read twice.
    if file.metadata()?.is_file() {
        let start = read_start(&mut file)?;
        file.rewind()?;
        if let Some((Format::Zip, format)) = format_of(&start) {
            let size = file.metadata()?.len();
            let stream = zipped::read(file)?;
            count.fetch_add(size, Ordering::Relaxed);
            return text(BufReader::with_capacity(BUFFER, Explained { input: stream, format }));
        }
    }
    decompressed(Counted { input: file, count })
}

/// Reads the first bytes of an input, as many as are needed to detect compression.
fn read_start(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    input.take(6).read_to_end(&mut start)?;
    Ok(start)
}

/// Reads a whole file, decompressed if necessary. Fails as [`open`] does.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, Arc::default())?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns true if a file is compressed or in UTF-16, so that what is read differs from what is on the disk.
pub fn is_compressed(path: &Path) -> bool {
    let start = File::open(path).and_then(|mut file| read_start(&mut file)).unwrap_or_default();
    format_of(&start).is_some() || utf16::Order::of(&start).is_some()
}

/// The extensions of compressed files, which follow the original extension.
const EXTENSIONS: [&str; 6] = ["gz", "bz2", "xz", "zst", "zip", "zstd"];

/// Returns the file name without the extension of a compressed file (`games.pgn` for `games.pgn.gz`), or the
/// path itself if it has none.
pub fn without_compression(path: &Path) -> &Path {
    let ext = path.extension().and_then(|ext| ext.to_str()).unwrap_or_default();
    let inner = path.file_stem().filter(|_| EXTENSIONS.iter().any(|known| ext.eq_ignore_ascii_case(known)));
    inner.map_or(path, Path::new)
}

/// Reads any input, such as a pipe, decompressed if it begins like a compressed file. Fails on I/O errors and
/// damaged compressed data.
pub fn decompressed(mut input: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    // A pipe may return fewer bytes at a time than are needed here.
    let start = read_start(&mut input)?;
    let format = format_of(&start);
    let mut input = BufReader::with_capacity(BUFFER, io::Cursor::new(start).chain(input));
    let Some((format, name)) = format else { return text(input) };
    let stream: Box<dyn Read + Send> = match format {
        Format::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(input)),
        Format::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(input)),
        Format::Xz => Box::new(lzma_rust2::XzReader::new(input, true)),
        Format::Zstd => Box::new(zstd::Frames::new(input)),
        Format::Zip => {
            // The directory of a zip archive is at its end.
            let mut file = tempfile::tempfile()?;
            io::copy(&mut input, &mut file)?;
            Box::new(zipped::read(file)?)
        }
    };
    text(BufReader::with_capacity(BUFFER, Explained { input: stream, format: name }))
}

/// Converts UTF-16 text to UTF-8 and passes everything else through.
fn text(mut input: impl BufRead + Send + 'static) -> io::Result<Box<dyn BufRead + Send>> {
    match utf16::Order::of(input.fill_buf()?) {
        Some(order) => Ok(Box::new(BufReader::with_capacity(BUFFER, utf16::Decoder::new(input, order)))),
        None => Ok(Box::new(input)),
    }
}

/// Adds an explanation to decompression errors.
struct Explained<R> {
    input: R,
    format: &'static str,
}

impl<R: Read> Read for Explained<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.input.read(buffer).map_err(|error| {
            let format = self.format;
            match error.kind() {
                io::ErrorKind::Interrupted => error,
                kind @ io::ErrorKind::UnexpectedEof => {
                    io::Error::new(kind, format!("the file is truncated: its {format} data is incomplete"))
                }
                kind => io::Error::new(kind, format!("the {format} data is damaged or truncated: {error}")),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const TEXT: &[u8] = b"first line\nsecond line\n";

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn bzip2(text: &[u8]) -> Vec<u8> {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
    }

    fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ::zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        for (name, bytes) in files {
            writer.start_file(*name, ::zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    /// `printf 'first line\nsecond line\n' | xz --check=crc32`
    const XZ: &[u8] = include_bytes!("../tests/two-lines.xz");

    #[test]
    fn compressed_files_are_recognized() {
        assert_eq!(without_compression(Path::new("a/games.pgn.GZ")), Path::new("games.pgn"));
        assert_eq!(without_compression(Path::new("a/games.pgn")), Path::new("a/games.pgn"));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let utf16 = vec![0xff, 0xfe, b'a', 0];
        for (bytes, packed) in
            [(gzip(TEXT), true), (utf16, true), (TEXT.to_vec(), false), (Vec::new(), false)]
        {
            std::fs::write(&path, &bytes).unwrap();
            assert_eq!(is_compressed(&path), packed);
        }
        assert!(!is_compressed(&folder.path().join("none")));
    }

    /// Reads these bytes from a file and from a pipe, and checks that both agree.
    fn unpack(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("packed");
        std::fs::write(&path, bytes).unwrap();
        let count = Arc::new(AtomicU64::new(0));
        let (mut file, mut pipe) = (Vec::new(), Vec::new());
        let from_file = open(&path, Arc::clone(&count)).and_then(|mut input| input.read_to_end(&mut file));
        let from_pipe =
            decompressed(io::Cursor::new(bytes.to_vec())).and_then(|mut input| input.read_to_end(&mut pipe));
        assert_eq!((from_file.is_ok(), &file), (from_pipe.is_ok(), &pipe));
        from_file?;
        assert_eq!(count.load(Ordering::Relaxed), bytes.len() as u64);
        Ok(file)
    }

    #[test]
    fn packed_files_read_like_plain_ones() {
        for bytes in
            [TEXT.to_vec(), gzip(TEXT), bzip2(TEXT), zstd(TEXT), XZ.to_vec(), zip(&[("games.pgn", TEXT)])]
        {
            assert_eq!(unpack(&bytes).unwrap(), TEXT);
        }
        assert_eq!(unpack(b"").unwrap(), b"");
        assert_eq!(unpack(b"P").unwrap(), b"P");
    }

    #[test]
    fn separately_compressed_parts_are_concatenated() {
        for pack in [gzip, bzip2, zstd] {
            assert_eq!(unpack(&[pack(b"first line\n"), pack(b"second line\n")].concat()).unwrap(), TEXT);
        }
        assert_eq!(unpack(&[XZ, XZ].concat()).unwrap(), [TEXT, TEXT].concat());
        let several = zip(&[
            ("readme.txt", b"read me"),
            ("a.pgn", b"first line\n"),
            ("__MACOSX/a.pgn", b"x"),
            ("sub/b.PGN", b"second line\n"),
        ]);
        assert_eq!(unpack(&several).unwrap(), TEXT);
        assert_eq!(unpack(&zip(&[("games", TEXT)])).unwrap(), TEXT, "no ending says anything");
    }

    #[test]
    fn truncated_data_is_an_error() {
        let long: Vec<u8> = (0..100_000_u32).flat_map(|number| format!("{number}\n").into_bytes()).collect();
        for (pack, format) in [(gzip as fn(&[u8]) -> Vec<u8>, "gzip"), (bzip2, "bzip2"), (zstd, "zstd")] {
            let bytes = pack(&long);
            let error = unpack(&bytes[..bytes.len() / 2]).unwrap_err().to_string();
            assert!(error.contains("truncated") && error.contains(format), "{error}");
        }
        assert!(unpack(&XZ[..XZ.len() - 5]).unwrap_err().to_string().contains("truncated"));
        let bytes = zip(&[("games.pgn", &long)]);
        let error = unpack(&bytes[..bytes.len() / 2]).unwrap_err().to_string();
        assert!(error.contains("zip"), "{error}");
    }

    #[test]
    fn utf_16_reads_like_utf_8() {
        let text = "[White \"Hübner ♘ 𝄞\"]\n";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in
            [[&[0xff, 0xfe], &little[..]].concat(), [&[0xfe, 0xff], &big[..]].concat(), little.clone(), big]
        {
            assert_eq!(String::from_utf8(unpack(&bytes).unwrap()).unwrap(), text);
            assert_eq!(String::from_utf8(unpack_pipe(&gzip(&bytes))).unwrap(), text);
        }
        // An incomplete unit at the end and half a surrogate pair are invalid.
        let expected = "a\u{fffd}b\u{fffd}".as_bytes();
        assert_eq!(unpack_pipe(&[0xff, 0xfe, b'a', 0, 0x00, 0xd8, b'b', 0, b'c']), expected);
    }

    fn unpack_pipe(bytes: &[u8]) -> Vec<u8> {
        let mut all = Vec::new();
        decompressed(io::Cursor::new(bytes.to_vec())).unwrap().read_to_end(&mut all).unwrap();
        all
    }
}
