//! `heirloom completions`: completion scripts for shells.

use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::invocation::Invocation;

#[derive(Args)]
#[command(
    after_help = "Example:\n  heirloom completions bash > ~/.local/share/bash-completion/completions/heirloom"
)]
pub struct Arguments {
    /// Shell to print the script for
    shell: Shell,
}

/// Prints the script.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::Arguments::command(), "heirloom", &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(())
}
