//! The files of a zip archive one after the other, as if they were one.

use std::io::{self, Read, Seek};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use zip::ZipArchive;

/// Endings of files that hold games, positions or openings. Where an archive has such files, the others are not read.
const ENDINGS: [&str; 4] = [".pgn", ".epd", ".fen", ".csv"];

/// What a thread sends at a time, in bytes.
const BLOCK: usize = 1 << 16;

/// Blocks that wait to be read.
const WAITING: usize = 8;

/// Reads the files of an archive. A thread unpacks them: whoever reads an archive borrows it for as long.
///
/// # Errors
/// An archive that cannot be read, or that has no files.
pub(super) fn read(file: impl Read + Seek + Send + 'static) -> io::Result<Unzipped> {
    let invalid = |reason: String| {
        io::Error::new(io::ErrorKind::InvalidData, format!("cannot read the zip archive: {reason}"))
    };
    let mut archive = ZipArchive::new(file).map_err(|error| invalid(error.to_string()))?;
    let names: Vec<(usize, String)> = (0..archive.len())
        .filter_map(|index| archive.name_for_index(index).map(|name| (index, name.to_lowercase())))
        .filter(|(_, name)| !name.ends_with('/') && !name.starts_with("__macosx/"))
        .collect();
    let known: Vec<usize> = names
        .iter()
        .filter(|(_, name)| ENDINGS.iter().any(|ending| name.ends_with(ending)))
        .map(|(index, _)| *index)
        .collect();
    let chosen = if known.is_empty() { names.into_iter().map(|(index, _)| index).collect() } else { known };
    if chosen.is_empty() {
        return Err(invalid("it contains no file".into()));
    }
    let (blocks, received) = sync_channel(WAITING);
    std::thread::spawn(move || {
        if let Err(error) = unzip(&mut archive, &chosen, &blocks) {
            // Nobody may be listening any more.
            let _ = blocks.send(Err(error));
        }
    });
    Ok(Unzipped { blocks: received, block: Vec::new(), given: 0 })
}

/// Sends the contents of files until nobody listens.
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

/// What an archive holds.
pub(super) struct Unzipped {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    given: usize,
}

impl Read for Unzipped {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given == self.block.len() {
            match self.blocks.recv() {
                Ok(block) => (self.block, self.given) = (block?, 0),
                // The thread is done.
                Err(_) => return Ok(0),
            }
        }
        let count = (&self.block[self.given..]).read(buffer)?;
        self.given += count;
        Ok(count)
    }
}
