//! `heirloom eval`: the evaluation of a position, term by term.

mod json;

use std::fmt::Write as _;
use std::io::Write;

use anyhow::Result;
use clap::Args;
use heirloom_app::config::Config;
use heirloom_chess::Position;
use heirloom_engine::Explanation;

use crate::roster::{self, Own};
use crate::{config, count};

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom eval --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  heirloom eval --option Evaluation=classical             term by term")]
pub struct Arguments {
    /// The position as FEN; the start position without it
    #[arg(long)]
    fen: Option<String>,
    /// Whose evaluation: heirloom or an ancestor; without it the engine named before the verb
    #[arg(long, value_parser = roster::own)]
    engine: Option<Own>,
    /// An option of the engine, such as Evaluation=classical
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = roster::setting)]
    options: Vec<(String, String)>,
    /// Print one JSON document, in centipawns
    #[arg(long)]
    json: bool,
}

/// Prints the table of the engine that the arguments name, or else of `own`.
///
/// # Errors
/// A position that is none, an option that is refused, an engine that cannot take its evaluation apart, and an output that is closed.
pub fn run(arguments: &Arguments, own: Own, config: &Config) -> Result<()> {
    let position = count::position(arguments.fen.as_deref())?;
    let mut engine = config::create(arguments.engine.unwrap_or(own), config)?;
    for (name, value) in &arguments.options {
        engine.set_option(name, value)?;
    }
    let explanation = engine.explain(&position)?;
    let mut out = std::io::stdout();
    match arguments.json {
        true => writeln!(out, "{:#}", json::document(engine.name(), &position, &explanation))?,
        false => write!(out, "{}", report(&position, &explanation))?,
    }
    Ok(())
}

/// The evaluation as a table in pawns, and the worth of each piece on the board.
pub fn report(position: &Position, explanation: &Explanation) -> String {
    let mut text = String::from(
        "term                  White           Black           sum\n                      mg      eg      mg      eg      mg      eg\n",
    );
    let pawns = |centipawns: i32| format!("{:>8.2}", f64::from(centipawns) / 100.0);
    for row in &explanation.rows {
        let _ = writeln!(
            text,
            "{:<16}{}{}{}{}{}{}",
            row.term,
            pawns(row.white.0),
            pawns(row.white.1),
            pawns(row.black.0),
            pawns(row.black.1),
            pawns(row.white.0 - row.black.0),
            pawns(row.white.1 - row.black.1)
        );
    }
    text.push('\n');
    text.push_str(&square_values(position, explanation));
    let _ = writeln!(text, "\nscore: {} (White's view)", explanation.score);
    text
}

fn square_values(position: &Position, explanation: &Explanation) -> String {
    use heirloom_chess::{File, Rank, Square};
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let _ = write!(text, "{} ", rank.digit());
        for file in File::ALL {
            let square = Square::new(file, rank);
            let value = explanation.squares.iter().find(|(other, _)| *other == square);
            match (position.piece_at(square), value) {
                (Some(piece), Some((_, value))) => {
                    let _ = write!(text, "{piece}{:>+6.2} ", f64::from(*value) / 100.0);
                }
                _ => text.push_str("   .    "),
            }
        }
        text.push('\n');
    }
    text.push_str("     a       b       c       d       e       f       g       h\n");
    text
}
