//! Writing games in the export format: tags, a blank line, moves in lines of less than 80 columns.

use std::fmt;

use crate::game::{Game, NodeId, Step};
use crate::notation::san;
use crate::{Color, Position};

/// Lines of moves stay shorter than this, in characters.
const WIDTH: usize = 80;

/// A game in the export format, with a blank line at its end.
pub fn to_string(game: &Game) -> String {
    let mut text = String::new();
    // A string takes everything.
    let _ = write(&mut text, game);
    text
}

/// Writes a game in the export format, with a blank line at its end.
///
/// # Errors
/// Only what `out` itself reports.
pub fn write(out: &mut impl fmt::Write, game: &Game) -> fmt::Result {
    write_tags(out, game)?;
    out.write_char('\n')?;
    let mut moves = MoveWriter { out, column: 0, fresh: true, opening: false };
    moves.game(game)?;
    out.write_str("\n\n")
}

fn write_tags(out: &mut impl fmt::Write, game: &Game) -> fmt::Result {
    for (index, (name, value)) in game.tags().iter().enumerate() {
        if index == 6 {
            write_tag(out, "Result", game.result().as_str())?;
        }
        write_tag(out, name, value)?;
    }
    if game.tags().iter().count() <= 6 {
        write_tag(out, "Result", game.result().as_str())?;
    }
    if *game.start() != Position::startpos() {
        write_tag(out, "SetUp", "1")?;
        write_tag(out, "FEN", &game.start().fen())?;
    }
    Ok(())
}

fn write_tag(out: &mut impl fmt::Write, name: &str, value: &str) -> fmt::Result {
    writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Puts words into lines.
struct MoveWriter<'a, W> {
    out: &'a mut W,
    /// Characters on the line so far.
    column: usize,
    /// Is the line empty, so that the next word needs no space?
    fresh: bool,
    /// Does a parenthesis wait for the next word, so that no line ends with one?
    opening: bool,
}

impl<W: fmt::Write> MoveWriter<'_, W> {
    /// The whole movetext. The positions of the open lines lie on a stack of its own, so that nesting costs no recursion.
    fn game(&mut self, game: &Game) -> fmt::Result {
        self.notes(game, NodeId::START)?;
        // The position now, and the one before the last move, of each open line.
        let mut lines = vec![(game.start().clone(), game.start().clone())];
        let mut numbered = false;
        for step in game.walk() {
            match step {
                Step::Move(node) => {
                    let (Some(mv), Some((now, before))) = (game.mv(node), lines.last_mut()) else { continue };
                    for comment in game.comments_before(node) {
                        self.comment(comment)?;
                        numbered = false;
                    }
                    self.number(now, !numbered)?;
                    self.word(&san::format(now, mv))?;
                    before.clone_from(now);
                    now.play(mv);
                    numbered = !self.notes(game, node)?;
                }
                Step::Begin => {
                    self.opening = true;
                    if let Some((_, before)) = lines.last() {
                        let before = before.clone();
                        lines.push((before.clone(), before));
                    }
                    numbered = false;
                }
                Step::End => {
                    self.close()?;
                    lines.pop();
                    numbered = false;
                }
            }
        }
        self.word(game.result().after_moves())
    }

    /// The number of a white move, or of a black one where something stands between it and the white one.
    fn number(&mut self, position: &Position, needed: bool) -> fmt::Result {
        match position.turn() {
            Color::White => self.word(&format!("{}.", position.fullmove_number())),
            Color::Black if needed => self.word(&format!("{}...", position.fullmove_number())),
            Color::Black => Ok(()),
        }
    }

    /// Marks and comments of a node; tells whether there was a comment.
    fn notes(&mut self, game: &Game, node: NodeId) -> Result<bool, fmt::Error> {
        for nag in game.nags(node) {
            self.word(&nag.to_string())?;
        }
        for comment in game.comments(node) {
            self.comment(comment)?;
        }
        Ok(!game.comments(node).is_empty())
    }

    /// A comment; a line is broken only at a space, which the reader puts back.
    fn comment(&mut self, text: &str) -> fmt::Result {
        // A brace within braces is read in more than one way.
        if text.contains(['{', '}']) {
            return self.line_comment(text);
        }
        let text = format!("{{{text}}}");
        let mut words = text.split(' ');
        self.word(words.next().unwrap_or_default())?;
        for word in words {
            // Spaces in a row stay on one line, for a line of spaces would be lost.
            if word.is_empty() {
                self.out.write_char(' ')?;
                self.column += 1;
            } else {
                self.word(word)?;
            }
        }
        Ok(())
    }

    /// A comment to the end of the line, the only kind that can hold a closing brace.
    fn line_comment(&mut self, text: &str) -> fmt::Result {
        self.word(&format!(";{text}"))?;
        self.end_line()
    }

    fn end_line(&mut self) -> fmt::Result {
        self.column = 0;
        self.fresh = true;
        self.out.write_char('\n')
    }

    /// Closes a variation, right after its last word where the line has room.
    fn close(&mut self) -> fmt::Result {
        if self.column + 1 >= WIDTH {
            self.end_line()?;
        }
        self.fresh = false;
        self.column += 1;
        self.out.write_char(')')
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count() + usize::from(self.opening);
        if !self.fresh && self.column + 1 + length >= WIDTH {
            self.end_line()?;
        }
        if !std::mem::take(&mut self.fresh) {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        if std::mem::take(&mut self.opening) {
            self.out.write_char('(')?;
        }
        self.column += length;
        self.out.write_str(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Nag;
    use crate::notation::pgn;

    #[test]
    fn the_export_format() {
        let mut game = Game::new();
        game.tags_mut().set("White", "A \"quoted\" \\ name");
        game.tags_mut().set("ECO", "C20");
        let e4 = game.play_san(NodeId::START, "e4").unwrap();
        let e5 = game.play_san(e4, "e5").unwrap();
        let nf3 = game.play_san(e5, "Nf3").unwrap();
        let c5 = game.play_san(e4, "c5").unwrap();
        game.add_nag(c5, Nag(1)).unwrap();
        game.add_comment(nf3, "usual }").unwrap();
        game.set_comments_before(c5, &["or"]).unwrap();
        game.add_comment(NodeId::START, "begins").unwrap();
        let expected = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A \"quoted\" \\ name"]
[Black "?"]
[Result "*"]
[ECO "C20"]

{begins} 1. e4 e5 ({or} 1... c5 $1) 2. Nf3 ;usual }
*

"#;
        assert_eq!(to_string(&game), expected);
        assert_eq!(pgn::parse(expected).unwrap().unwrap(), game);
    }

    #[test]
    fn lines_are_shorter_than_80_columns() {
        let mut game = Game::new();
        let mut at = NodeId::START;
        for san in ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle().take(200) {
            at = game.play_san(at, san).unwrap();
            game.add_comment(at, "a few words  with two spaces").unwrap();
        }
        let text = to_string(&game);
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
        assert_eq!(pgn::parse(&text).unwrap().unwrap(), game);
    }
}
