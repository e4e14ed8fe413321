//! The output of games: standard output, or a file that is replaced as a whole and is not an input.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use heirloom_chess::notation::pgn::decode;
use heirloom_files::Replacement;
use heirloom_workshop::collection::refuse_among;

use super::reading::Files;

#[derive(Args)]
pub struct Output {
    /// Output file, written completely or not at all [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Output {
    /// Returns true if games go to standard output.
    pub fn is_standard(&self) -> bool {
        self.output.is_none()
    }

    /// Returns the output file, if any.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Opens the output. Fails if it is also an input or cannot be written.
    pub fn begin(&self, files: &Files) -> Result<Sink> {
        match &self.output {
            None => Ok(Sink {
                name: "standard output".into(),
                stream: Stream::Standard(BufWriter::new(io::stdout())),
            }),
            Some(path) => begin(path, files),
        }
    }
}

/// Opens an output file. Fails if it is also an input or cannot be written.
pub fn begin(path: &Path, files: &Files) -> Result<Sink> {
    refuse_among(path, &files.paths())?;
    let new = Replacement::begin(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Sink {
        name: path.display().to_string(),
        stream: Stream::File(BufWriter::with_capacity(1 << 18, new)),
    })
}

/// An open output.
pub struct Sink {
    name: String,
    stream: Stream,
}

enum Stream {
    Standard(BufWriter<io::Stdout>),
    File(BufWriter<Replacement>),
}

impl Sink {
    /// Writes some bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let written = match &mut self.stream {
            // Games must not send escape sequences to a terminal; a file or pipe gets them unchanged.
            Stream::Standard(stream) if stream.get_ref().is_terminal() => {
                stream.write_all(decode(bytes).as_bytes())
            }
            Stream::Standard(stream) => stream.write_all(bytes),
            Stream::File(stream) => stream.write_all(bytes),
        };
        written.with_context(|| format!("cannot write {}", self.name))
    }

    /// Flushes the output and gives a file its name.
    pub fn finish(self) -> Result<()> {
        let finished = match self.stream {
            Stream::Standard(mut stream) => stream.flush(),
            Stream::File(stream) => {
                stream.into_inner().map_err(io::IntoInnerError::into_error).and_then(Replacement::finish)
            }
        };
        finished.with_context(|| format!("cannot write {}", self.name))
    }
}
