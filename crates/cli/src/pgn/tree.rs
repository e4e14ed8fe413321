//! `heirloom pgn tree`: the moves played from a position, and their results.

use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;
use heirloom_chess::Position;
use heirloom_games::{Batch, Record, Tree, after_moves, records};
use heirloom_workshop::collection::Tally;
use heirloom_workshop::collection::tree::Shown;
use heirloom_workshop::plural;

use super::reading::Files;

#[derive(Args)]
#[command(
    after_help = "White, draws and Black are percentages of the games with a result; Elo is the mean rating \
        of those who played the move. \
Transpositions are counted, too.

Examples:
  heirloom pgn tree games.pgn
  heirloom pgn tree games.pgn --moves 'd4 Nf6 c4 g6' --depth 3 --min-games 20
  heirloom pgn tree games.pgn --fen 'rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -' --json"
)]
pub struct Arguments {
    #[command(flatten)]
    files: Files,
    /// Start from this position
    #[arg(long, value_name = "FEN", conflicts_with = "moves", value_parser = Position::from_fen)]
    fen: Option<Position>,
    /// Start from the position after these moves
    #[arg(long, value_name = "MOVES", value_parser = after_moves)]
    moves: Option<Position>,
    /// Depth of the tree in plies
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..))]
    depth: u8,
    /// Show only moves played in at least N games
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> Result<Tally> {
    let root = arguments.fen.clone().or_else(|| arguments.moves.clone()).unwrap_or_default();
    let (begin, depth) = (root.clone(), usize::from(arguments.depth));
    let (inputs, mut work) = arguments.files.begin(false)?;
    let see = move |record: &Record<'_>, tree: &mut Tree| tree.add(record, &begin, depth);
    let mut all = Tree::default();
    let take = |batch: Batch<Tree>| {
        all.merge(&work.take(batch)?);
        Ok::<(), anyhow::Error>(())
    };
    let read = records(inputs, &arguments.files.reading(), see, take);
    let tally = work.finish(read)?;
    if all.score().games() == 0 {
        bail!("no game reaches this position ({}{})", plural::games(tally.games), tally.faults());
    }
    let shown = Shown { tree: &all, min_games: arguments.min_games };
    let text = match arguments.json {
        true => format!("{:#}\n", shown.document(&root, &tally)),
        false => shown.table(&root),
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(tally)
}
