//! `heirloom puzzle make`: puzzles from annotated games, where a blunder allows one clearly best answer.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::{Context, Result};
use clap::Args;
use heirloom_app::puzzle::record::COLUMNS;
use heirloom_chess::notation::pgn;
use heirloom_workshop::plural;
use heirloom_workshop::puzzles::{Maker, MakingCounts, NODES};
use heirloom_workshop::thinking::nodes;

use crate::destination::Destination;
use crate::exit::Exit;
use crate::interrupt;
use crate::progress;
use crate::streams;
use crate::thinking::EngineArguments;

#[derive(Args)]
#[command(
    after_help = "Games are annotated by heirloom review, lichess and others: comments with [%eval 0.35] or \
        [%eval #-4], moves marked ? or ??. \
An engine checks each blunder and keeps those with one clearly best reply.

Exit codes: 0 success; 1 some games are damaged; 2 failure; 130 Ctrl-C."
)]
pub struct Arguments {
    /// PGN files; - or nothing for standard input
    #[arg(default_value = "-", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Only puzzles to be solved by this player; a part of the name is enough
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    #[command(flatten)]
    thinking: EngineArguments,
}

/// Makes puzzles from games. Fails if the engine does or shows only one line.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let plan = arguments.thinking.plan("heirloom", nodes(NODES))?;
    let caught = interrupt::catch();
    let mut maker = Maker::new(&plan, arguments.player.clone(), caught.flag())?;
    let mut out = Destination::new(arguments.output.as_deref().unwrap_or(Path::new("-")))?;
    out.add(&row(|out| Ok(out.write_record(COLUMNS)?))?)?;
    let (mut number, mut damaged) = (0_usize, 0_usize);
    'files: for path in &arguments.files {
        let mut games = pgn::Reader::new(streams::open(path)?).games();
        while let Some(read) = games.next() {
            let game = read.with_context(|| streams::name(path))?;
            number += 1;
            if let Some(damage) = games.damage() {
                damaged += 1;
                anstream::eprintln!("heirloom: {}, {damage}", streams::name(path));
            }
            maker.add(&game, &mut |puzzle| out.add(&row(|out| Ok(puzzle.write(out)?))?))?;
            if caught.flag().load(Ordering::Relaxed) {
                break 'files;
            }
        }
    }
    out.finish()?;
    let MakingCounts { annotated, blunders, puzzles } = maker.counts;
    progress::remark!(
        "heirloom: {}, {annotated} of them annotated; {}, {}",
        plural::games(number),
        plural::counted(blunders, "blunder", "blunders"),
        plural::counted(puzzles, "puzzle", "puzzles")
    );
    if annotated == 0 && number > 0 {
        progress::remark!(
            "heirloom: no game has [%eval ...] or moves marked ? or ??; heirloom review annotates games"
        );
    }
    Ok(if caught.take() { Exit::INTERRUPTED } else { Exit::of_check(damaged == 0) })
}

/// Returns a row of CSV.
fn row(write: impl FnOnce(&mut csv::Writer<Vec<u8>>) -> Result<()>) -> Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    write(&mut out)?;
    Ok(out.into_inner().map_err(|error| error.into_error())?)
}
