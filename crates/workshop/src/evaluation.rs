//! The evaluation of a position taken apart, as a table and as JSON.

use std::fmt::Write as _;

use heirloom_chess::{File, Position, Rank, Square};
use heirloom_engine::{Explanation, ExplanationRow, Score};
use serde_json::{Map, Value, json};

use crate::documents;

/// Returns the evaluation as a table in pawns, the value of each piece on the board, and the score in the
/// words that wrappers of UCI engines look for.
pub fn report(position: &Position, explanation: &Explanation) -> String {
    let mut text = terms(&explanation.rows);
    text.push('\n');
    text.push_str(&square_values(position, explanation));
    if !explanation.outputs.is_empty() {
        text.push_str(
            "\nThe value of a piece, or of all pieces of a type, is what the net's output loses \
            without it.\n\nnet output for\n",
        );
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

/// Returns the rows; middlegame and endgame have separate columns only if any value differs.
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

/// Returns all values in centipawns; scores and squares are from White's point of view, terms from each
/// side's.
pub fn document(engine: &str, position: &Position, explanation: &Explanation) -> Value {
    let score = documents::score(explanation.score);
    let phases = |(middlegame, endgame): (i32, i32)| json!({"mg": middlegame, "eg": endgame});
    let terms = explanation
        .rows
        .iter()
        .map(|row| json!({"term": row.term, "white": phases(row.white), "black": phases(row.black)}));
    let squares: Map<String, Value> =
        explanation.squares.iter().map(|(square, value)| (square.to_string(), (*value).into())).collect();
    json!({"engine": engine, "fen": position.fen(), "score": score, "terms": terms.collect::<Vec<_>>(),
    "squares": squares})
}
