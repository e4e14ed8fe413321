//! New files made from files of games: merged, filtered, split, and exported as text.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use heirloom_training::games::check::Checker;
use heirloom_training::games::export;
use heirloom_training::games::quiet::Quiet;
use heirloom_training::games::reader::{Block, ReadError};
use heirloom_training::games::writer::Writer;
use heirloom_workshop::plural;

use super::{Files, each, each_game, refuse};
use crate::progress::remark;

#[derive(Args)]
pub struct Output {
    #[command(flatten)]
    pub files: Files,
    /// The file to write
    #[arg(long)]
    pub out: PathBuf,
}

#[derive(Args)]
pub struct FilterArguments {
    #[command(flatten)]
    output: Output,
    /// Keep only games of at least N plies
    #[arg(long, value_name = "N", default_value_t = 0)]
    plies: usize,
    /// Keep only games from the standard start position
    #[arg(long)]
    no_chess960: bool,
}

#[derive(Args)]
pub struct SplitArguments {
    #[command(flatten)]
    output: Output,
    /// The file for the held-out games
    #[arg(long)]
    rest: PathBuf,
    /// Hold out one game in N
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u64).range(2..))]
    every: u64,
}

/// Creates a file of games. Fails if the file exists.
pub fn create(path: &Path) -> Result<Writer> {
    if path.exists() {
        bail!("{} already exists; choose another name", path.display());
    }
    Writer::create(path).with_context(|| format!("cannot write {}", path.display()))
}

/// Removes incomplete files after an error: they would look complete.
pub fn whole(outcome: Result<()>, begun: &[&Path]) -> Result<()> {
    if outcome.is_err() {
        // This error matters more than one about a missing file.
        begun.iter().for_each(|path| drop(std::fs::remove_file(path)));
    }
    outcome
}

fn add(writer: &mut Writer, block: &Block) -> Result<()> {
    match block {
        Block::Section(section) => writer.begin_section(section),
        Block::Game(game) => writer.add(game),
    }
    .context("cannot write")
}

/// Merges files into one.
pub fn merge(output: &Output) -> Result<()> {
    let mut writer = create(&output.out)?;
    whole(each(&output.files, |_, block| add(&mut writer, &block), refuse), &[&output.out])?;
    remark!("wrote {}: {}", output.out.display(), plural::games(writer.games()));
    Ok(())
}

/// Keeps the games that are readable and valid.
pub fn sift(filter: &FilterArguments) -> Result<()> {
    let mut writer = create(&filter.output.out)?;
    let (mut checker, mut dropped) = (Checker::default(), 0_u64);
    let see = |_: &Path, block: Block| {
        if let Block::Game(game) = &block {
            let usual = !filter.no_chess960 || game.start == heirloom_chess::Position::startpos();
            if game.plies.len() < filter.plies || !usual || checker.check(game).is_err() {
                dropped += 1;
                return Ok(());
            }
        }
        add(&mut writer, &block)
    };
    let damaged = |path: &Path, error: ReadError| {
        anstream::eprintln!("heirloom: {}: {error}", path.display());
        Ok(())
    };
    each(&filter.output.files, see, damaged)?;
    remark!("wrote {}: {}; {dropped} dropped", filter.output.out.display(), plural::games(writer.games()));
    Ok(())
}

/// Splits games into two files.
pub fn divide(split: &SplitArguments) -> Result<()> {
    if split.rest == split.output.out {
        bail!("--out and --rest are the same file; choose another name");
    }
    let (mut kept, mut rest) = (create(&split.output.out)?, create(&split.rest)?);
    let mut games = 0_u64;
    let see = |_: &Path, block: Block| {
        if matches!(block, Block::Section(_)) {
            add(&mut kept, &block)?;
            return add(&mut rest, &block);
        }
        games += 1;
        add(if games.is_multiple_of(split.every) { &mut rest } else { &mut kept }, &block)
    };
    whole(each(&split.output.files, see, refuse), &[&split.output.out, &split.rest])?;
    remark!(
        "{} in {}, {} in {}",
        plural::games(kept.games()),
        split.output.out.display(),
        rest.games(),
        split.rest.display()
    );
    Ok(())
}

/// Writes quiet positions as text.
pub fn write_text(output: &Output) -> Result<()> {
    if output.out.exists() {
        bail!("{} already exists; choose another name", output.out.display());
    }
    let file = std::fs::File::create(&output.out)
        .with_context(|| format!("cannot write {}", output.out.display()))?;
    let (mut out, mut positions) = (BufWriter::new(file), 0);
    let written = each_game(&output.files, |path, game| {
        positions +=
            export::write(&game, &Quiet::default(), &mut out).with_context(|| path.display().to_string())?;
        Ok(())
    });
    whole(written.and_then(|()| out.flush().context("cannot write")), &[&output.out])?;
    remark!("{positions} positions in {}", output.out.display());
    Ok(())
}
