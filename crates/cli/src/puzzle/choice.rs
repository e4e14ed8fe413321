//! The arguments that choose puzzles.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use heirloom_app::puzzle::record::Puzzle;
use heirloom_workshop::puzzles::choice::{self, Ratings};

use crate::streams;

#[derive(Args)]
pub struct SelectionArguments {
    /// Only puzzles with this rating: 1200..1600, 2000.. or ..1000
    #[arg(long, value_name = "RANGE")]
    rating: Option<Ratings>,
    /// Only puzzles with this theme, such as fork or mateIn2; may be repeated, all must match
    #[arg(long, value_name = "THEME")]
    theme: Vec<String>,
    /// Only the puzzle with this ID
    #[arg(long, value_name = "NAME")]
    id: Vec<String>,
    /// At most N puzzles
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    number: Option<u32>,
    /// Choose puzzles at random instead of in file order
    #[arg(long)]
    random: bool,
    /// Random seed for --random
    #[arg(long, requires = "random")]
    seed: Option<u64>,
}

impl SelectionArguments {
    /// Takes the puzzles that match and are not `left_out`, with the number of invalid rows, which are
    /// printed.
    pub fn take(
        &self,
        files: &[PathBuf],
        left_out: impl Fn(&Puzzle) -> bool,
    ) -> Result<(Vec<Puzzle>, usize)> {
        let choice = choice::PuzzleChoice {
            rating: self.rating,
            themes: self.theme.clone(),
            ids: self.id.clone(),
            number: self.number,
            random: self.random,
            seed: self.seed,
        };
        let files = files.iter().map(|path| Ok((streams::name(path), streams::open(path)?)));
        choice.take(files, left_out, &|text| anstream::eprintln!("{text}"))
    }
}
