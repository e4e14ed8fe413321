//! `heirloom pgn`: files of games counted, listed, filtered, split, cleaned and converted.

mod clean;
mod convert;
mod count;
mod criteria;
mod dedup;
mod filter;
mod list;
mod output;
mod reading;
mod split;
mod stats;
mod tree;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::exit::Exit;
use crate::invocation::Invocation;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom pgn count games.pgn  count games, plies and damaged games
  heirloom pgn list games.pgn   one line per game
  heirloom pgn filter games.pgn --player carlsen --result 1-0 --min-elo 2600 -o won.pgn
  heirloom pgn filter games.pgn --fen 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w' | heirloom pgn \
tree --depth 2
  heirloom pgn filter games.pgn --material 'KRP*KRP*' --ends stalemate
  heirloom pgn split games.pgn --by player --into players
  heirloom pgn dedup a.pgn b.pgn -o both.pgn
  heirloom pgn clean games.pgn --no-comments --openings -o clean.pgn
  heirloom pgn convert games.pgn --to json | jq .tags.White
  heirloom pgn stats games.pgn.zst
  heirloom pgn tree games.pgn --moves 'e4 c5' --depth 3 --min-games 10

Files may be compressed with gzip, bzip2, xz, zip or zstd; without files, or for -, games are read from \
standard input. A damaged game is \
read up to the damage, which is reported on standard error as FILE:LINE:COLUMN: reason; --strict skips such \
games. Input files are never \
changed.

Exit codes: 0 success; 1 some games are damaged; 2 failure: wrong arguments, files that cannot be read or \
written; 130 Ctrl-C.")]
pub struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Count games and plies, and report damage
    Count(count::Arguments),
    /// List games, one per line: number, players, result, date, opening, length
    List(list::Arguments),
    /// Select games, keeping their text unchanged
    Filter(Box<filter::Arguments>),
    /// Split games into several files in a folder
    Split(split::Arguments),
    /// Remove duplicate games
    Dedup(dedup::Arguments),
    /// Normalize tags, dates and results, and write the export format
    Clean(clean::Arguments),
    /// Convert games to another format: other move notations, positions, JSON
    Convert(convert::Arguments),
    /// Show statistics: results, ratings, lengths, openings, years, players
    Stats(stats::Arguments),
    /// Show a tree of the moves played and their results
    Tree(Box<tree::Arguments>),
}

/// Runs a subcommand. Fails on wrong arguments, files that cannot be read or written, and Ctrl-C.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<Exit> {
    let outcome = match &arguments.verb {
        Verb::Count(arguments) => count::run(arguments),
        Verb::List(arguments) => list::run(arguments),
        Verb::Filter(arguments) => filter::run(arguments),
        Verb::Split(arguments) => split::run(arguments),
        Verb::Dedup(arguments) => dedup::run(arguments),
        Verb::Clean(arguments) => clean::run(arguments),
        Verb::Convert(arguments) => convert::run(arguments),
        Verb::Stats(arguments) => stats::run(arguments),
        Verb::Tree(arguments) => tree::run(arguments),
    };
    outcome.map(|tally| Exit::of_check(tally.damaged + tally.left_out == 0))
}
