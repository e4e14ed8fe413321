//! The blocks of several files, one after another.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::reader::{Block, ReadError, Reader};

/// Passes every block of all files to `see`, with the file that it is in, and errors of reading to `damaged`.
/// If that accepts a damaged game, reading continues after the game; otherwise with the next file. `count`
/// grows by the bytes read. Fails with the first error of either.
pub fn each<E>(
    files: &[PathBuf],
    count: &Arc<AtomicU64>,
    see: &mut dyn FnMut(&Path, Block) -> Result<(), E>,
    damaged: &mut dyn FnMut(&Path, ReadError) -> Result<(), E>,
) -> Result<(), E> {
    for path in files {
        let mut reader = match Reader::open(path, Arc::clone(count)) {
            Ok(reader) => reader,
            Err(error) => {
                damaged(path, error)?;
                continue;
            }
        };
        loop {
            match reader.next_block() {
                Ok(None) => break,
                Ok(Some(block)) => see(path, block)?,
                Err(error) => {
                    let continues = matches!(error, ReadError::Game { .. });
                    damaged(path, error)?;
                    if !continues {
                        break;
                    }
                }
            }
        }
    }
    Ok(())
}
