//! `heirloom pgn tree`: the moves that were played from a position, and what they brought.

use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;
use heirloom_book::eco;
use heirloom_chess::notation::{san, uci};
use heirloom_chess::{Color, Position};
use heirloom_games::{Batch, Branch, Record, Score, Tree, after_moves, records};
use heirloom_workshop::plural;
use serde_json::{Value, json};

use super::reading::{Files, Tally};

#[derive(Args)]
#[command(
    after_help = "White, draws and Black are percentages of the games with a result; Elo is the mean rating of those who played the move. \
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
    let tally = work.finish();
    read?;
    if all.score().games() == 0 {
        bail!("none of {} reaches this position{}", plural::games(tally.games), tally.faults());
    }
    let shown = Shown { tree: &all, min_games: arguments.min_games };
    let text = match arguments.json {
        true => {
            let document = json!({
                "games": all.score().games(), "of": tally.games, "damaged": tally.damaged, "left_out": tally.left_out, "fen": root.fen(), "moves": shown.document(&root, None),
            });
            serde_json::to_string_pretty(&document)? + "\n"
        }
        false => {
            let mut text = format!(
                "{:<24}{:>8}{:>8}{:>8}{:>8}{:>7}  opening\n",
                "", "games", "White", "draws", "Black", "Elo"
            );
            text += &format!("{:<24}{}\n", "all", numbers(all.score(), None));
            shown.lines(&root, None, 0, &mut text);
            text
        }
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(tally)
}

/// The part of the tree that somebody wants to see.
struct Shown<'a> {
    tree: &'a Tree,
    min_games: u64,
}

impl Shown<'_> {
    fn branches(&self, after: Option<&Branch>) -> impl Iterator<Item = Branch> {
        let min_games = self.min_games;
        self.tree.branches(after).into_iter().filter(move |branch| branch.score.games() >= min_games)
    }

    /// The depth of the tree, which is at most 255, bounds that of the calls.
    fn lines(&self, position: &Position, after: Option<&Branch>, depth: usize, text: &mut String) {
        for branch in self.branches(after) {
            let dots = if position.turn() == Color::White { "." } else { "..." };
            let mv = format!(
                "{}{}{dots} {}",
                "  ".repeat(depth),
                position.fullmove_number(),
                san::format(position, branch.mv)
            );
            let next = after_move(position, &branch);
            let name = eco::name(&next).map_or_else(String::new, |name| format!("  {name}"));
            *text += &format!("{mv:<24}{}{name}\n", numbers(branch.score, branch.elo.value()));
            self.lines(&next, Some(&branch), depth + 1, text);
        }
    }

    fn document(&self, position: &Position, after: Option<&Branch>) -> Vec<Value> {
        let branches = self.branches(after).map(|branch| {
            let next = after_move(position, &branch);
            let Score { wins, draws, losses, unknown } = branch.score;
            json!({
                "san": san::format(position, branch.mv), "uci": uci::format(position, branch.mv, position.is_chess960()),
                "games": branch.score.games(), "white": wins, "draws": draws, "black": losses, "unknown": unknown, "elo": branch.elo.value(),
                "opening": eco::name(&next).map(|name| json!({ "eco": name.code, "name": name.name })), "moves": self.document(&next, Some(&branch)),
            })
        });
        branches.collect()
    }
}

fn after_move(position: &Position, branch: &Branch) -> Position {
    let mut next = position.clone();
    next.play(branch.mv);
    next
}

fn numbers(score: Score, elo: Option<f64>) -> String {
    let known = score.wins + score.draws + score.losses;
    let share = |count: u64| {
        if known == 0 { "-".into() } else { format!("{:.1}", count as f64 * 100.0 / known as f64) }
    };
    let elo = elo.map_or("-".into(), |elo| format!("{elo:.0}"));
    format!(
        "{:>8}{:>8}{:>8}{:>8}{elo:>7}",
        score.games(),
        share(score.wins),
        share(score.draws),
        share(score.losses)
    )
}
