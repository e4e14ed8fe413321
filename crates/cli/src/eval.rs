//! `heirloom eval`: the evaluation of a position, term by term.

mod json;

use std::fmt::Write as _;
use std::io::Write;

use anyhow::Result;
use clap::Args;
use heirloom_app::engine_spec::EngineSpec;
use heirloom_chess::Position;
use heirloom_engine::{Explanation, ExplanationRow, Score};
use heirloom_protocol::client::Patience;

use crate::invocation::Invocation;
use crate::roster;
use crate::{configuration, count};

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom eval --fen '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'
  heirloom eval --option Evaluation=classical             term by term")]
pub struct Arguments {
    /// The position as FEN [default: the start position]
    #[arg(long)]
    fen: Option<String>,
    /// A built-in or configured engine, or a command [default: the engine given before the verb]
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,
    /// Set an engine option, such as Evaluation=classical
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = roster::setting)]
    options: Vec<(String, String)>,
    /// Print JSON, in centipawns
    #[arg(long)]
    json: bool,
}

/// Prints the table of the engine that the arguments name, or else of `own`.
///
/// # Errors
/// A position that is none, an option that is refused, an engine that cannot take its evaluation apart, and an output that is closed.
pub fn run(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<()> {
    let position = count::position(arguments.fen.as_deref())?;
    let spec = EngineSpec::read(arguments.engine.as_deref().unwrap_or(invocation.own.id()))?;
    let mut engine = configuration::start(&spec, Patience::default(), &invocation.config()?)?;
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

/// The evaluation as a table in pawns, the worth of each piece on the board, and the score in the words that wrappers of UCI engines look for.
pub fn report(position: &Position, explanation: &Explanation) -> String {
    let mut text = terms(&explanation.rows);
    text.push('\n');
    text.push_str(&square_values(position, explanation));
    if !explanation.outputs.is_empty() {
        text.push_str("\nThe value of a piece, or of all pieces of a type, is what the net's output loses without it.\n\nnet output for\n");
    }
    for (name, value) in &explanation.outputs {
        let _ = writeln!(text, "  {name:<30}{:>+7.2}", f64::from(*value) / 100.0);
    }
    let score = match explanation.score {
        Score::Cp(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        mate @ Score::Mate(_) => mate.to_string(),
    };
    let _ = writeln!(text, "\nFinal evaluation       {score} (White's view)");
    text
}

/// The rows; the two phases of the game have columns of their own only where they differ.
fn terms(rows: &[ExplanationRow]) -> String {
    let width = rows.iter().map(|row| row.term.chars().count()).max().unwrap_or(0).max(16);
    let tapered = rows.iter().any(|row| row.white.0 != row.white.1 || row.black.0 != row.black.1);
    let pawns = |centipawns: i32| format!("{:>8.2}", f64::from(centipawns) / 100.0);
    let mut text = String::new();
    let _ = if tapered {
        writeln!(text, "{:<width$}           White           Black             sum", "term")
            .and_then(|()| writeln!(text, "{:<width$}      mg      eg      mg      eg      mg      eg", ""))
    } else {
        writeln!(text, "{:<width$}   White   Black     sum", "term")
    };
    for ExplanationRow { term, white, black } in rows {
        let columns = [white.0, white.1, black.0, black.1, white.0 - black.0, white.1 - black.1];
        let shown = if tapered { &columns[..] } else { &[white.0, black.0, white.0 - black.0] };
        let _ =
            writeln!(text, "{term:<width$}{}", shown.iter().map(|&value| pawns(value)).collect::<String>());
    }
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
