//! The files of a zip archive, concatenated.

use std::io::{self, Read, Seek};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use zip::ZipArchive;

/// The extensions of files with games, positions or openings. If an archive has such files, all others are
/// ignored.
const EXTENSIONS: [&str; 4] = [".pgn", ".epd", ".fen", ".csv"];

/// The size of a block that the thread sends, in bytes.
const BLOCK: usize = 1 << 16;

/// The number of blocks that may wait to be read.
const WAITING: usize = 8;

/// Reads the files of an archive, of which there must be one. A thread decompresses them, since a reader of
/// an archive member borrows the archive.
pub(super) fn read(file: impl Read + Seek + Send + 'static) -> io::Result<Unzipped> {
    let invalid = |reason: String| {
        io::Error::new(io::ErrorKind::InvalidData, format!("cannot read the zip archive: {reason}"))
    };
    let mut archive = ZipArchive::new(file).map_err(|error| invalid(error.to_string()))?;
    let name = |index: &usize| archive.name_for_index(*index).unwrap_or_default().to_lowercase();
    let is_file = |name: &str| !name.is_empty() && !name.ends_with('/') && !name.starts_with("__macosx/");
    let is_known = |name: &str| EXTENSIONS.iter().any(|extension| name.ends_with(extension));
    let mut chosen: Vec<usize> = (0..archive.len()).filter(|index| is_file(&name(index))).collect();
    if chosen.iter().any(|index| is_known(&name(index))) {
        chosen.retain(|index| is_known(&name(index)));
    }
    if chosen.is_empty() {
        return Err(invalid("it contains no file".into()));
    }
    let (blocks, received) = sync_channel(WAITING);
    std::thread::spawn(move || {
        if let Err(error) = unzip(&mut archive, &chosen, &blocks) {
            // The receiver may be gone.
            let _ = blocks.send(Err(error));
        }
    });
    Ok(Unzipped { blocks: received, block: Vec::new(), consumed: 0 })
}

/// Sends the contents of the files until the receiver is gone.
fn unzip<R: Read + Seek>(
    archive: &mut ZipArchive<R>,
    files: &[usize],
    blocks: &SyncSender<io::Result<Vec<u8>>>,
) -> io::Result<()> {
    for &index in files {
        let mut file = archive.by_index(index).map_err(io::Error::from)?;
        loop {
            let mut block = vec![0; BLOCK];
            let count = file.read(&mut block)?;
            if count == 0 {
                break;
            }
            block.truncate(count);
            if blocks.send(Ok(block)).is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The concatenated contents of an archive.
pub(super) struct Unzipped {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    consumed: usize,
}

impl Read for Unzipped {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.consumed == self.block.len() {
            match self.blocks.recv() {
                Ok(block) => (self.block, self.consumed) = (block?, 0),
                // The thread has finished.
                Err(_) => return Ok(0),
            }
        }
        let count = (&self.block[self.consumed..]).read(buffer)?;
        self.consumed += count;
        Ok(count)
    }
}
