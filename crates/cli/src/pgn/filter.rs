//! `heirloom pgn filter`: games that match criteria, with unchanged text.

use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use heirloom_games::{Batch, Record, records};
use heirloom_workshop::collection::{Tally, Texts};
use heirloom_workshop::plural;

use super::criteria::CriteriaArguments;
use super::output::Output;
use super::reading::Files;
use crate::progress;

#[derive(Args)]
#[command(after_help = "All criteria must match. Texts match anywhere in a name, ignoring case.

Examples:
  heirloom pgn filter games.pgn --player kramnik --player anand       games against each other
  heirloom pgn filter games.pgn --white carlsen --min-elo 2700 --since 2015 --until 2019.06
  heirloom pgn filter games.pgn --eco B90-B99,C65 --result 1-0,0-1 --plies ..60
  heirloom pgn filter games.pgn --opening najdorf --tag Annotator=stohl
  heirloom pgn filter games.pgn --moves 'd4 Nf6 c4 e6 Nc3 Bb4'        in any move order
  heirloom pgn filter games.pgn --pattern '*/*/*/*/*/*/*PPP/*RK*'     with wildcards
  heirloom pgn filter games.pgn --material KRPKR --material-plies 10  rook endings that last

A pattern is the board of a FEN in which ? is any square, ! any piece, _ no piece, A any of White's, a any \
of Black's, [Qq] one of \
these, [^Qq] none of these, and * any number of any squares. Material names the pieces of both sides, either \
of which may be White: \
KQKR, KRP*KRP* (any number of pawns), KB+KN? (one bishop or more, at most one knight), KRP3KR (exactly three \
pawns).")]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Check the moves only of games whose tags match: faster, but damage in the others may go unnoticed
    #[arg(long)]
    skim: bool,
    /// Stop after N games
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    #[command(flatten)]
    output: Output,
    // Last, because its heading holds for what follows.
    #[command(flatten)]
    choice: CriteriaArguments,
}

/// The limit of games is reached.
#[derive(Debug, thiserror::Error)]
#[error("enough games")]
struct Enough;

pub fn run(arguments: &Arguments) -> Result<Tally> {
    let criteria = Arc::new(arguments.choice.criteria()?);
    let (inputs, mut work) = arguments.files.begin(arguments.output.is_standard())?;
    let mut sink = arguments.output.begin(&arguments.files)?;
    let mut reading = arguments.files.reading();
    if arguments.skim {
        let own = Arc::clone(&criteria);
        reading = reading.choosing(move |tags| own.may_match(tags));
    }
    let (mut kept, limit) = (0, arguments.limit.unwrap_or(u64::MAX));
    // With a limit, games are kept apart, so that the run can end after any of them.
    let each_alone = arguments.limit.is_some();
    let see = move |record: &Record<'_>, made: &mut Vec<Texts>| {
        if criteria.matches(record) {
            if made.is_empty() || each_alone {
                made.push(Texts::default());
            }
            if let Some(texts) = made.last_mut() {
                texts.add(record);
            }
        }
    };
    let take = |batch: Batch<Vec<Texts>>| -> Result<()> {
        let name = Arc::clone(&batch.name);
        for texts in work.take(batch)? {
            work.refuse_long(&name, &texts);
            if kept == limit {
                return Err(Enough.into());
            }
            sink.write(texts.joined())?;
            kept += texts.count();
        }
        if kept == limit { Err(Enough.into()) } else { Ok(()) }
    };
    let read = records(inputs, &reading, see, take);
    let ended = read.as_ref().is_err_and(|error| error.is::<Enough>());
    let tally = work.finish(if ended { Ok(()) } else { read })?;
    sink.finish()?;
    let of = match ended {
        true => format!("first {}", if kept == 1 { "game".into() } else { plural::games(kept) }),
        false => format!("{kept} of {}", plural::games(tally.games)),
    };
    progress::remark!("{of}{}", tally.faults());
    Ok(tally)
}
