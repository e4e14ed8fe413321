//! `heirloom pgn convert`: games in other formats.

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn::{TextPlace, to_string};
use heirloom_games::convert::{self, Notation, OutputFormat};
use heirloom_games::{Batch, Record, games, records};
use heirloom_workshop::collection::Tally;
use heirloom_workshop::plural;

use super::output::Output;
use super::reading::Files;
use crate::progress;

#[derive(Args)]
#[command(
    after_help = "san is the export format with variations, comments and marks; uci and lan contain only the \
        main line. With --lines each game is \
one line of moves, without tags. epd and fen write one line per position of the main line, in EPD with the \
result of the game (c9) \
and the move played (sm). json writes one object per line and game: tags, result, moves in both notations.

Examples:
  heirloom pgn convert games.pgn --to uci --lines
  heirloom pgn convert games.pgn --to epd | sort -u > positions.epd
  heirloom pgn convert games.pgn --to json | jq -r '[.tags.White, .result] | @csv'"
)]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Output format
    #[arg(long, value_enum, value_name = "FORM")]
    to: To,
    /// Write only the moves, one game per line
    #[arg(long)]
    lines: bool,
    #[command(flatten)]
    output: Output,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// The export format: Nf3
    San,
    /// Coordinates: g1f3
    Uci,
    /// Long algebraic notation: Ng1-f3
    Lan,
    /// One position per line, with move and result
    Epd,
    /// One position per line
    Fen,
    /// One game per line
    Json,
}

pub fn run(arguments: &Arguments) -> Result<Tally> {
    let form = match (arguments.to, arguments.lines) {
        (To::San, false) => None,
        (To::San, true) => Some(OutputFormat::Line(Notation::San)),
        (To::Uci, false) => Some(OutputFormat::Pgn(Notation::Uci)),
        (To::Uci, true) => Some(OutputFormat::Line(Notation::Uci)),
        (To::Lan, false) => Some(OutputFormat::Pgn(Notation::Lan)),
        (To::Lan, true) => Some(OutputFormat::Line(Notation::Lan)),
        (To::Epd, false) => Some(OutputFormat::Epd),
        (To::Fen, false) => Some(OutputFormat::Fen),
        (To::Json, false) => Some(OutputFormat::Json),
        (_, true) => bail!("--lines works only with san, uci and lan; epd, fen and json always write lines"),
    };
    let (inputs, mut work) = arguments.files.begin(arguments.output.is_standard())?;
    let mut sink = arguments.output.begin(&arguments.files)?;
    let take = |batch: Batch<String>| sink.write(work.take(batch)?.as_bytes());
    let reading = arguments.files.reading();
    let read = match form {
        Some(form) => {
            let see = move |record: &Record<'_>, text: &mut String| convert::write(record, form, text);
            records(inputs, &reading, see, take)
        }
        None => {
            let see = |game: Game, _: TextPlace, text: &mut String| text.push_str(&to_string(&game));
            games(inputs, &reading, see, take)
        }
    };
    let tally = work.finish(read)?;
    sink.finish()?;
    progress::remark!("{}{}", plural::games(tally.games), tally.faults());
    Ok(tally)
}
