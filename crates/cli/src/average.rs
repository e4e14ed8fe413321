//! `heirloom average`: the mean of several nets.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use heirloom_flagship::net::Parts;
use heirloom_training::nnue::average::{AverageError, average, win_half};
use heirloom_training::nnue::quantize;

use crate::destination::replace;
use crate::invocation::Invocation;
use crate::progress;
use crate::train::{name, read_before};

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom train games --out a.net --from old.net --epochs 2
  heirloom train games --out b.net --from old.net --epochs 2 --td-lambda 0.9 --result 0 --final-result 0
  heirloom average old.net a.net b.net --out my.net

Averaging is useful only for nets trained from the same net. See docs/nnue.md for details.")]
pub struct Arguments {
    /// Two or more nets trained from the same net; a net given twice counts twice
    #[arg(required = true, num_args = 2..)]
    nets: Vec<PathBuf>,
    /// The averaged net to write
    #[arg(long)]
    out: PathBuf,
}

/// Reads the nets and writes their mean.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<()> {
    let nets = arguments.nets.iter().map(|path| read_before(path)).collect::<Result<Vec<_>>>()?;
    let wrong = |error: AverageError| {
        anyhow::Error::new(error).context(arguments.nets[error.place()].display().to_string())
    };
    let mean = average(&nets).map_err(wrong)?;
    let names: Vec<String> = arguments
        .nets
        .iter()
        .zip(&nets)
        .map(|(path, net)| format!("{} ({:08x})", name(path), net.checksum))
        .collect();
    // The mean lists the facts of all nets.
    let mut about = vec![format!("mean of {}", names.join(", "))];
    for (path, net) in arguments.nets.iter().zip(&nets) {
        about.extend(net.about.iter().map(|line| format!("{}: {line}", name(path))));
    }
    let parts = quantize::parts(&mean, nets[0].scale, about)?;
    let bytes = Parts { win_half: win_half(&nets), ..parts }.to_bytes();
    replace(&arguments.out, &bytes)?;
    progress::remark!("{}: {} bytes, mean of {} nets", arguments.out.display(), bytes.len(), nets.len());
    Ok(())
}
