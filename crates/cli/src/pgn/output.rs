//! Where games go: standard output, or a file that is replaced as a whole and is none of those that are read.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use heirloom_chess::notation::pgn::decode;
use heirloom_files::Replacement;

use super::reading::Files;

#[derive(Args)]
pub struct Output {
    /// Output file, written completely or not at all [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Output {
    /// Do games go to standard output?
    pub fn is_standard(&self) -> bool {
        self.output.is_none()
    }

    /// The file, if there is one.
    pub fn path(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Begins it.
    ///
    /// # Errors
    /// A file that is read, too, or that cannot be written.
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

/// Begins a file.
///
/// # Errors
/// A file that is read, too, or that cannot be written.
pub fn begin(path: &Path, files: &Files) -> Result<Sink> {
    refuse_among(path, &files.paths())?;
    let new = Replacement::begin(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(Sink {
        name: path.display().to_string(),
        stream: Stream::File(BufWriter::with_capacity(1 << 18, new)),
    })
}

/// Files that are read are never changed.
///
/// # Errors
/// A path that is one of them.
pub fn refuse_among<P: AsRef<Path>>(path: &Path, inputs: &[P]) -> Result<()> {
    let is_same = |input: &P| matches!((std::fs::canonicalize(path), std::fs::canonicalize(input.as_ref())), (Ok(one), Ok(other)) if one == other);
    if inputs.iter().any(is_same) {
        bail!("{} is also an input file; choose another name for the output", path.display());
    }
    Ok(())
}

/// An output that is being written.
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
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let written = match &mut self.stream {
            // Games must not command a terminal; a file or a pipe gets them as they are.
            Stream::Standard(stream) if stream.get_ref().is_terminal() => {
                stream.write_all(decode(bytes).as_bytes())
            }
            Stream::Standard(stream) => stream.write_all(bytes),
            Stream::File(stream) => stream.write_all(bytes),
        };
        written.with_context(|| format!("cannot write {}", self.name))
    }

    /// Writes what is left; a file takes its place now.
    ///
    /// # Errors
    /// What the system says.
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

/// Games as they stand in their files, and the lines of those that are too long to be kept.
#[derive(Debug, Default)]
pub struct Texts {
    /// Texts, each with a blank line behind it.
    pub bytes: Vec<u8>,
    /// How many they are.
    pub count: u64,
    /// The lines of games that are too long.
    pub too_long: Vec<u64>,
}

impl Texts {
    /// Takes a game in.
    pub fn add(&mut self, record: &heirloom_games::Record<'_>) {
        match record.text() {
            Some(text) => {
                self.bytes.extend_from_slice(text);
                self.bytes.extend_from_slice(b"\n\n");
                self.count += 1;
            }
            None => self.too_long.push(record.place().line),
        }
    }
}
