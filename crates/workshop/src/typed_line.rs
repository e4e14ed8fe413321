//! Lines of moves as users type them: a FEN or `startpos`, then moves in any notation.

use anyhow::{Context, Result, anyhow};
use heirloom_chess::notation::typed;
use heirloom_chess::{Line, Position};

use crate::plural::counted;

/// Reads a FEN and reports its repairs. Fails if the text is not a position.
pub fn position(fen: &str, report: &dyn Fn(&str)) -> Result<Position> {
    let (position, remarks) =
        Position::from_fen_repaired(fen).with_context(|| format!("cannot use the position '{fen}'"))?;
    remarks.iter().for_each(|remark| report(&remark.to_string()));
    Ok(position)
}

/// Reads `[startpos | FEN] [moves] e4 e5 2. Nf3 g8f6`; without a position the moves begin at the start
/// position. A FEN may be one word or several, and moves after it follow the word `moves`. Fails on an
/// invalid position or move.
pub fn line(words: &[String], report: &dyn Fn(&str)) -> Result<Line> {
    let words: Vec<&str> = words.iter().flat_map(|word| word.split_whitespace()).collect();
    let is_fen = words.first().is_some_and(|word| word.contains('/'));
    let (start, moves) = match words.iter().position(|word| *word == "moves") {
        Some(place) => (&words[..place], &words[place + 1..]),
        None if is_fen => (&words[..], &[][..]),
        None => words.split_at(usize::from(words.first() == Some(&"startpos"))),
    };
    let start = match start {
        [] | ["startpos"] => Position::startpos(),
        fen => position(&fen.join(" "), report)?,
    };
    let mut line = Line::new(start);
    play(&mut line, moves.iter().copied())?;
    Ok(line)
}

/// Plays moves at the end of a line; move numbers are skipped. Fails on the first move that cannot be played.
pub fn play<'a>(line: &mut Line, moves: impl Iterator<Item = &'a str>) -> Result<()> {
    for text in moves.map(typed::without_number).filter(|text| !text.is_empty()) {
        let position = line.position();
        let mv = typed::parse(position, text);
        let mv = mv.map_err(|error| {
            anyhow!("{error} (after {}, in {})", counted(line.moves().len(), "ply", "plies"), position.fen())
        })?;
        line.push(mv)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fen(words: &str) -> String {
        let words: Vec<String> = words.split('|').map(String::from).collect();
        line(&words, &|_| {}).map_or_else(|error| error.to_string(), |line| line.position().fen())
    }

    #[test]
    fn positions_are_read_in_every_form() {
        let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        for words in [
            "e4|e5",
            "startpos|e2e4|e7e5",
            "startpos moves e4 e5",
            "1.|e4|e5",
            "1.e4 1...e5",
            "startpos moves 1. e2-e4 e5",
            after,
        ] {
            assert_eq!(fen(words), after, "{words}");
        }
        let other = "4k3/8/8/8/8/8/4P3/4K3";
        assert_eq!(fen(&format!("{other}|w|-|-|moves|e4")), "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
        assert_eq!(fen(""), Position::startpos().fen());
        assert!(fen("e4|e4").starts_with("e4 is not a legal move for Black (after 1 ply, in rnbq"));
        assert!(fen("8/8|w").contains("cannot use the position"));
    }
}
