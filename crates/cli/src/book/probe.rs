//! `heirloom book probe`: the moves that a book knows in a position, and what the opening is called.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use heirloom_book::{Book, eco};
use heirloom_chess::notation::{san, uci};
use heirloom_chess::{Line, Move};
use serde_json::json;

use super::open;
use crate::words;

#[derive(Args)]
pub struct Arguments {
    /// The book; 'builtin' for the built-in library
    file: PathBuf,
    /// The position: [startpos | FEN] [moves] e4 c5 ... [default: the start position]
    position: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Prints the moves.
///
/// # Errors
/// A book or position that cannot be read, and an output that is closed.
pub fn run(arguments: &Arguments) -> Result<()> {
    let book = open(&arguments.file)?;
    let line = words::line(&arguments.position)?;
    let text = if arguments.json { as_json(&book, &line) } else { as_table(&book, &line) };
    writeln!(std::io::stdout(), "{}", text.trim_end())?;
    Ok(())
}

/// The name of the position that a move leads to.
fn name_after(line: &Line, mv: Move) -> Option<eco::Name> {
    let mut after = line.position().clone();
    after.play(mv);
    eco::name(&after)
}

fn as_table(book: &Book, line: &Line) -> String {
    let position = line.position();
    let mut text = format!("{}\n", position.fen());
    if let Some((_, name)) = eco::opening(line) {
        text.push_str(&format!("{name}\n"));
    }
    if !book.note(position).is_empty() {
        text.push_str(&format!("{{{}}}\n", book.note(position)));
    }
    let known = book.known(position);
    if known.is_empty() {
        text.push_str("no book move in this position\n");
    } else {
        text.push_str("move     weight   share       learn  leads to\n");
    }
    for known in known {
        let san = san::format(position, known.mv);
        let mut to = name_after(line, known.mv).map(|name| name.to_string()).unwrap_or_default();
        if !known.note.is_empty() {
            to.push_str(&format!(" {{{}}}", known.note));
        }
        let passive = if known.active { "" } else { " (passive)" };
        let share = 100.0 * known.share;
        text.push_str(
            format!("{san:<8} {:>6} {share:>6.1}% {:>11}  {to}{passive}", known.weight, known.learn)
                .trim_end(),
        );
        text.push('\n');
    }
    if let Book::Polyglot(book) = book {
        book.illegal(position).iter().for_each(|illegal| text.push_str(&format!("{illegal}\n")));
    }
    text
}

fn as_json(book: &Book, line: &Line) -> String {
    let position = line.position();
    let named = |name: Option<eco::Name>| name.map(|name| json!({ "eco": name.code, "name": name.name }));
    let moves: Vec<_> = book
        .known(position)
        .iter()
        .map(|known| {
            json!({
                "san": san::format(position, known.mv),
                "uci": uci::format(position, known.mv, position.is_chess960()),
                "weight": known.weight,
                "share": known.share,
                "active": known.active,
                "learn": known.learn,
                "note": known.note,
                "opening": named(name_after(line, known.mv)),
            })
        })
        .collect();
    let opening = named(eco::opening(line).map(|(_, name)| name));
    json!({ "fen": position.fen(), "opening": opening, "note": book.note(position), "moves": moves })
        .to_string()
}
