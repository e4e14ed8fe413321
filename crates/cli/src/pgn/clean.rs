//! `heirloom pgn clean`: games in the export format, with complete tags and correct results.

use anyhow::Result;
use clap::Args;
use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn::{TextPlace, to_string};
use heirloom_games::clean::{Changes, Cleaning};
use heirloom_games::{Batch, games};
use heirloom_workshop::collection::Tally;
use heirloom_workshop::plural;

use super::output::Output;
use super::reading::Files;
use crate::progress;

#[derive(Args)]
#[command(
    after_help = "Each game gets the seven standard tags in order, dates as 1972.07.11 or 1972.??.??, moves \
        in SAN on lines of less than \
80 columns, and the result given by checkmate or stalemate on the board; the output is UTF-8. A damaged game \
keeps the moves \
before the damage; the rest of its text becomes a comment.

Examples:
  heirloom pgn clean games.pgn -o clean.pgn
  heirloom pgn clean games.pgn --no-comments --no-variations --no-marks --only-roster
  zstdcat dump.pgn.zst | heirloom pgn clean --openings > named.pgn"
)]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Remove comments
    #[arg(long)]
    no_comments: bool,
    /// Remove variations
    #[arg(long)]
    no_variations: bool,
    /// Remove annotation marks (NAGs) such as ! and $14
    #[arg(long)]
    no_marks: bool,
    /// Keep only the seven standard tags
    #[arg(long)]
    only_roster: bool,
    /// Add the ECO code and opening name where missing
    #[arg(long)]
    openings: bool,
    #[command(flatten)]
    output: Output,
}

#[derive(Default)]
struct Cleaned {
    text: String,
    changes: Changes,
}

pub fn run(arguments: &Arguments) -> Result<Tally> {
    let (inputs, mut work) = arguments.files.begin(arguments.output.is_standard())?;
    let mut sink = arguments.output.begin(&arguments.files)?;
    let cleaning = Cleaning {
        no_comments: arguments.no_comments,
        no_variations: arguments.no_variations,
        no_marks: arguments.no_marks,
        only_roster: arguments.only_roster,
        openings: arguments.openings,
    };
    let see = move |mut game: Game, _: TextPlace, made: &mut Cleaned| {
        let changes = cleaning.clean(&mut game);
        made.changes.tags += changes.tags;
        made.changes.results += changes.results;
        made.text.push_str(&to_string(&game));
    };
    let mut changes = Changes::default();
    let take = |batch: Batch<Cleaned>| {
        let made = work.take(batch)?;
        changes.tags += made.changes.tags;
        changes.results += made.changes.results;
        sink.write(made.text.as_bytes())
    };
    let read = games(inputs, &arguments.files.reading(), see, take);
    let tally = work.finish(read)?;
    sink.finish()?;
    let Changes { tags, results } = changes;
    let (tags, results) =
        (plural::counted(tags, "tag", "tags"), plural::counted(results, "result", "results"));
    progress::remark!("{}, {tags} and {results} corrected{}", plural::games(tally.games), tally.faults());
    Ok(tally)
}
