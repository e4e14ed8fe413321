//! `heirloom pgn dedup`: games without their duplicates.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, bail};
use clap::Args;
use heirloom_games::{Batch, Fingerprint, Record, records};
use heirloom_workshop::collection::{Tally, Texts, refuse_among};
use heirloom_workshop::plural;

use super::output::{Output, Sink, begin};
use super::reading::Files;
use crate::progress;

#[derive(Args)]
#[command(after_help = "Two games are duplicates if they have the same start position and the same moves, \
        regardless of tags, variations and comments; \
games without moves only if the seven tags are the same as well. The first of them is kept unchanged.

Examples:
  heirloom pgn dedup a.pgn b.pgn -o both.pgn
  heirloom pgn dedup games.pgn --same-players --duplicates twice.pgn > once.pgn
  heirloom pgn dedup new.pgn --known all.pgn >> all.pgn")]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Require the same player names, too: short draws occur in many games
    #[arg(long)]
    same_players: bool,
    /// File for the removed games
    #[arg(long, value_name = "FILE")]
    duplicates: Option<PathBuf>,
    /// File of known games, whose duplicates are removed; may be repeated
    #[arg(long, value_name = "FILE")]
    known: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
}

/// The games of a batch with their fingerprints.
#[derive(Default)]
struct Games {
    texts: Texts,
    fingerprints: Vec<Fingerprint>,
}

pub fn run(arguments: &Arguments) -> Result<Tally> {
    let mut seen = HashSet::new();
    if !arguments.known.is_empty() {
        learn(arguments, &mut seen)?;
    }
    for path in [arguments.output.path(), arguments.duplicates.as_deref()].into_iter().flatten() {
        refuse_among(path, &arguments.known)?;
    }
    if arguments.duplicates.is_some() && arguments.duplicates.as_deref() == arguments.output.path() {
        bail!("--output and --duplicates are the same file; choose another name");
    }
    let (inputs, mut work) = arguments.files.begin(arguments.output.is_standard())?;
    let mut sink = arguments.output.begin(&arguments.files)?;
    let mut twice = arguments.duplicates.as_deref().map(|path| begin(path, &arguments.files)).transpose()?;
    let players = arguments.same_players;
    let see = move |record: &Record<'_>, made: &mut Games| {
        if made.texts.add(record) {
            made.fingerprints.push(Fingerprint::of(record, players));
        }
    };
    let mut duplicates = 0;
    let take = |batch: Batch<Games>| {
        let name = Arc::clone(&batch.name);
        let made = work.take(batch)?;
        work.refuse_long(&name, &made.texts);
        for (text, fingerprint) in made.texts.iter().zip(made.fingerprints) {
            if seen.insert(fingerprint) {
                sink.write(text)?;
                continue;
            }
            duplicates += 1;
            if let Some(twice) = &mut twice {
                twice.write(text)?;
            }
        }
        Ok::<(), anyhow::Error>(())
    };
    let read = records(inputs, &arguments.files.reading(), see, take);
    let tally = work.finish(read)?;
    sink.finish()?;
    twice.map_or(Ok(()), Sink::finish)?;
    let removed = plural::counted(duplicates, "duplicate", "duplicates");
    progress::remark!("{}, {removed}{}", plural::games(tally.games), tally.faults());
    Ok(tally)
}

/// Adds the games of `--known`. Their damage is not reported.
fn learn(arguments: &Arguments, seen: &mut HashSet<Fingerprint>) -> Result<()> {
    for path in &arguments.known {
        if !path.is_file() {
            bail!("cannot read {}: no such file", path.display());
        }
    }
    let inputs =
        arguments.known.iter().map(|path| heirloom_games::Input::file(path, Arc::default())).collect();
    let players = arguments.same_players;
    let see =
        move |record: &Record<'_>, made: &mut Vec<Fingerprint>| made.push(Fingerprint::of(record, players));
    let take = |batch: Batch<Vec<Fingerprint>>| {
        seen.extend(batch.made);
        Ok::<(), anyhow::Error>(())
    };
    records(inputs, &arguments.files.reading(), see, take)
}
