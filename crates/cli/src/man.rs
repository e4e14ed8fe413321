//! `heirloom man`: manual pages for packagers.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};

use crate::invocation::Invocation;

#[derive(Args)]
#[command(after_help = "Example:\n  heirloom man ~/.local/share/man/man1")]
pub struct Arguments {
    /// Folder for the pages; it is created if it does not exist
    folder: PathBuf,
}

/// Writes a page for the program and one for each verb.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<()> {
    let cannot = || format!("cannot write manual pages to {}", arguments.folder.display());
    std::fs::create_dir_all(&arguments.folder).with_context(cannot)?;
    clap_mangen::generate_to(crate::Arguments::command(), &arguments.folder).with_context(cannot)
}
