//! `heirloom pgn`: counts, filters, divides, cleans and converts files of games.

mod clean;
mod convert;
mod count;
mod criteria;
mod dedup;
mod filter;
mod output;
mod reading;
mod split;
mod stats;
mod tree;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Subcommand};

use reading::{Interrupted, Tally};

/// Some games were broken; all others were processed.
const BROKEN: u8 = 1;
/// Nothing came of it: wrong arguments, a file that cannot be read or written.
const WRONG: u8 = 2;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom pgn count games.pgn                             how many games, plies and broken games
  heirloom pgn filter games.pgn --player carlsen --result 1-0 --min-elo 2600 -o won.pgn
  heirloom pgn filter games.pgn --fen 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w' | heirloom pgn tree --depth 2
  heirloom pgn filter games.pgn --material 'KRP*KRP*' --ends stalemate
  heirloom pgn split games.pgn --by player --into players
  heirloom pgn dedup a.pgn b.pgn -o both.pgn
  heirloom pgn clean games.pgn --no-comments --openings -o clean.pgn
  heirloom pgn convert games.pgn --to json | jq .tags.White
  heirloom pgn stats games.pgn.zst
  heirloom pgn tree games.pgn --moves 'e4 c5' --depth 3 --min-games 10

Files may be packed with gzip, bzip2, xz, zip or zstd; without one, or for -, games come from standard input. Broken games are named on standard error as
FILE:LINE:COLUMN: reason, and left out. Files that are read are never changed.

Exit codes: 0 done; 1 done, but games were broken; 2 nothing came of it: wrong arguments, files that cannot be read or written; 130 Ctrl-C.")]
pub struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Count games and plies, and name what is broken
    Count(count::Arguments),
    /// Keep the games that fit, as they stand in their files
    Filter(Box<filter::Arguments>),
    /// Divide games among files of a folder
    Split(split::Arguments),
    /// Leave out games that came before
    Dedup(dedup::Arguments),
    /// Put tags, dates and results in order, in the export format
    Clean(clean::Arguments),
    /// Write games in another form: moves in other notations, positions, JSON
    Convert(convert::Arguments),
    /// Results, ratings, lengths, openings, years, players
    Stats(stats::Arguments),
    /// The moves that were played, and what they brought
    Tree(Box<tree::Arguments>),
}

/// Does what the verb says.
///
/// # Errors
/// An output that is closed; everything else is told here and becomes an exit code.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let outcome = match &arguments.verb {
        Verb::Count(arguments) => count::run(arguments),
        Verb::Filter(arguments) => filter::run(arguments),
        Verb::Split(arguments) => split::run(arguments),
        Verb::Dedup(arguments) => dedup::run(arguments),
        Verb::Clean(arguments) => clean::run(arguments),
        Verb::Convert(arguments) => convert::run(arguments),
        Verb::Stats(arguments) => stats::run(arguments),
        Verb::Tree(arguments) => tree::run(arguments),
    };
    match outcome {
        Ok(Tally { broken: 0, .. }) => Ok(ExitCode::SUCCESS),
        Ok(_) => Ok(ExitCode::from(BROKEN)),
        Err(error) if crate::is_closed_pipe(&error) => Err(error),
        Err(error) if error.is::<Interrupted>() => Ok(ExitCode::from(130)),
        Err(error) => {
            anstream::eprintln!("heirloom: {error:#}");
            Ok(ExitCode::from(WRONG))
        }
    }
}
