//! The arguments of `heirloom match` about tablebases.

use std::sync::Arc;

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use heirloom_workshop::matches::tablebases::{EndingResults, TablebaseReferee};

#[derive(Args, Clone, Debug)]
#[group(skip)]
pub struct Arguments {
    /// Adjudicate games with the Syzygy tablebases in these folders
    #[arg(long, value_name = "FOLDERS")]
    tb: Option<String>,
    /// Probe the tablebases only with at most N pieces
    #[arg(long, value_name = "N", requires = "tb", value_parser = clap::value_parser!(u32).range(2..=7))]
    tb_pieces: Option<u32>,
    /// Ignore the fifty-move rule: count cursed wins as wins
    #[arg(long, requires = "tb")]
    tb_ignore50: bool,
    /// Which tablebase results end a game
    #[arg(
        long,
        value_name = "WHICH",
        requires = "tb",
        value_enum,
        ignore_case = true,
        default_value = "both"
    )]
    tb_results: ResultsWord,
}

impl Arguments {
    /// Opens the tables, if any are named; fails on folders without tables and on damaged tables.
    pub fn referee(&self) -> Result<Option<Arc<TablebaseReferee>>> {
        let results = match self.tb_results {
            ResultsWord::Both => EndingResults::Both,
            ResultsWord::WinLoss => EndingResults::WinLoss,
            ResultsWord::Draw => EndingResults::Draw,
        };
        let open = |folders: &String| {
            TablebaseReferee::open(folders, self.tb_pieces, self.tb_ignore50, results).context("--tb")
        };
        self.tb.as_ref().map(open).transpose()
    }

    /// Everything that affects results, for the journal.
    pub fn identity(&self) -> String {
        let Some(folders) = &self.tb else { return "none".into() };
        format!("{folders} {:?} {} {:?}", self.tb_pieces, self.tb_ignore50, self.tb_results)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ResultsWord {
    /// Wins and draws.
    Both,
    /// Only wins; drawn positions are played on.
    #[value(name = "win_loss", alias = "win-loss")]
    WinLoss,
    /// Only draws; won positions are played on.
    Draw,
}
