//! Where games come from: files, packed or not, and pipes.

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// An input of games, with the name that errors give it.
pub struct Input {
    pub(crate) name: Arc<str>,
    source: Source,
}

enum Source {
    /// Opened when its turn comes: there may be more files than a program may hold open.
    File(PathBuf, Arc<AtomicU64>),
    Stream(Box<dyn Read + Send>),
}

impl Input {
    /// Any stream.
    pub fn stream(name: &str, stream: impl Read + Send + 'static) -> Input {
        Input { name: name.into(), source: Source::Stream(Box::new(stream)) }
    }

    /// A file, packed or not; `count` grows by the bytes read from the disk.
    pub fn file(path: &Path, count: Arc<AtomicU64>) -> Input {
        Input { name: path.display().to_string().into(), source: Source::File(path.into(), count) }
    }

    pub(crate) fn open(self) -> io::Result<Box<dyn Read + Send>> {
        match self.source {
            Source::File(path, count) => Ok(Box::new(heirloom_files::open_text(&path, count)?)),
            Source::Stream(stream) => Ok(stream),
        }
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").field("name", &self.name).finish_non_exhaustive()
    }
}

/// An input that cannot be read on. The whole games before count.
#[derive(Debug)]
pub struct ReadError {
    /// The name of the input.
    pub name: Arc<str>,
    /// What the system says, or what is wrong with a packed file.
    pub error: io::Error,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot continue reading {}", self.name)
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.error)
    }
}
