//! `heirloom book probe`: the book moves of a position and the names of their openings.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use heirloom_workshop::books::{probed, probed_document};

use super::open;
use crate::words;

#[derive(Args)]
pub struct Arguments {
    /// The book; 'builtin' for the built-in library
    file: PathBuf,
    /// The position: [startpos | FEN] [moves] e4 c5 ... [default: the start position]
    position: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Prints the moves. Fails if the book or the position cannot be read.
pub fn run(arguments: &Arguments) -> Result<()> {
    let book = open(&arguments.file)?;
    let line = words::line(&arguments.position)?;
    let text = if arguments.json { probed_document(&book, &line).to_string() } else { probed(&book, &line) };
    writeln!(std::io::stdout(), "{}", text.trim_end())?;
    Ok(())
}
