//! Sources of games: files, compressed or not, and streams.

use std::fmt;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// An input of games, with a name for error messages.
pub struct Input {
    pub(crate) name: Arc<str>,
    /// Called when needed: there may be more files than a process can hold open.
    open: Box<dyn FnOnce() -> io::Result<Stream> + Send>,
}

type Stream = Box<dyn Read + Send>;

impl Input {
    /// Returns an input that reads any stream.
    pub fn stream(name: &str, stream: impl Read + Send + 'static) -> Input {
        Input { name: name.into(), open: Box::new(|| Ok(Box::new(stream))) }
    }

    /// Returns an input that reads a file, compressed or not; adds the bytes read from disk to `count`.
    pub fn file(path: &Path, count: Arc<AtomicU64>) -> Input {
        let path = path.to_path_buf();
        let name = path.display().to_string().into();
        Input { name, open: Box::new(move || Ok(Box::new(heirloom_files::open_text(&path, count)?))) }
    }

    pub(crate) fn open(self) -> io::Result<Stream> {
        (self.open)()
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").field("name", &self.name).finish_non_exhaustive()
    }
}

/// An input that could not be read further. The complete games before the error are valid.
#[derive(Debug, thiserror::Error)]
#[error("cannot continue reading {name}")]
pub struct ReadError {
    /// The name of the input.
    pub name: Arc<str>,
    /// The error of the operating system, or that of a damaged compressed file.
    #[source]
    pub error: io::Error,
}
