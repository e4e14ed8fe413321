//! `heirloom book build`: a book of the moves played in games.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use heirloom_book::Library;
use heirloom_book::build::{BuildOptions, Builder, Weights};
use heirloom_chess::Color;
use heirloom_workshop::plural::{counted, games};

use super::{check_target, is_polyglot, save, save_library};
use crate::named::{Named, named};
use crate::progress;
use crate::streams;

#[derive(Args)]
pub struct Arguments {
    /// PGN files, compressed or not; - for standard input
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The book to write: a Polyglot book if the name ends in .bin, otherwise a library
    #[arg(short, long)]
    out: PathBuf,
    /// Keep only moves played in at least N games
    #[arg(long, value_name = "N", default_value_t = 3)]
    min_games: u32,
    /// Use only the first N plies of each game
    #[arg(long, value_name = "N", default_value_t = 40)]
    plies: usize,
    /// How moves are weighted
    #[arg(long, value_parser = named(WEIGHTS), default_value = "wins")]
    weights: Weights,
    /// Keep only moves of one color
    #[arg(long, value_enum, default_value_t = ColorWord::Both)]
    color: ColorWord,
}

const WEIGHTS: &Named<Weights> = &[
    ("wins", "Two for each win of the side that played it, one for each draw", Weights::Wins),
    ("frequency", "One for each game", Weights::Frequency),
    ("equal", "The same for every move", Weights::Equal),
];

#[derive(Clone, Copy, ValueEnum)]
enum ColorWord {
    White,
    Black,
    Both,
}

/// Builds a book from games. Fails if games cannot be read, no move is frequent enough, or the book cannot be
/// written.
pub fn run(arguments: &Arguments) -> Result<()> {
    check_target(&arguments.out)?;
    let color = match arguments.color {
        ColorWord::White => Some(Color::White),
        ColorWord::Black => Some(Color::Black),
        ColorWord::Both => None,
    };
    let mut builder = Builder::new(BuildOptions {
        min_games: arguments.min_games,
        plies: arguments.plies,
        weights: arguments.weights,
        color,
    });
    let files = &arguments.games;
    progress::reading(files, |count| {
        files.iter().try_for_each(|path| collect(&mut builder, path, Arc::clone(&count)))
    })?;
    let counts = builder.counts();
    progress::remark!("{}", games(counts.games));
    if counts.elsewhere > 0 {
        anstream::eprintln!(
            "heirloom: {} from the start position; skipped",
            counted(counts.elsewhere, "game does not begin", "games do not begin")
        );
    }
    if let Some(damage) = &counts.first_damage {
        anstream::eprintln!(
            "heirloom: {} damaged and used only up to the damage; the first: {damage}",
            counted(counts.damaged, "game is", "games are")
        );
    }
    let book = builder.finish();
    if is_polyglot(&arguments.out) || book.is_empty() {
        return save(&book, &arguments.out);
    }
    save_library(&Library::from_polyglot(&book), &arguments.out)
}

fn collect(builder: &mut Builder, path: &Path, read: Arc<AtomicU64>) -> Result<()> {
    let mut games = streams::open_counted(path, read)?;
    builder.read(&mut games).with_context(|| format!("cannot read {}", streams::name(path)))
}
