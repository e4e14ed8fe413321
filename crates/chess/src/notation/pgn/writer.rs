//! Writing games in the export format: tags, a blank line, moves in lines of fewer than 80 columns.

use std::fmt;

use crate::game::{Game, NodeId, ROSTER, Step};
use crate::notation::san;
use crate::{Color, Position};

/// The exclusive maximum length of lines of moves, in characters.
const WIDTH: usize = 80;

/// Returns a game in the export format, with a blank line at the end.
pub fn to_string(game: &Game) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut text, game);
    text
}

/// Writes a game in the export format, with a blank line at the end.
///
/// # Errors
/// Only errors of `out`.
pub fn write(out: &mut impl fmt::Write, game: &Game) -> fmt::Result {
    write_tags(out, game)?;
    out.write_char('\n')?;
    let mut moves = MoveWriter { out, column: 0, at_line_start: true, open_parenthesis: false };
    moves.game(game)?;
    out.write_str("\n\n")
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_string(self))
    }
}

fn write_tags(out: &mut impl fmt::Write, game: &Game) -> fmt::Result {
    let roster = ROSTER.len() - 1;
    let result = [("Result", game.result().as_str())];
    for (name, value) in game.tags().iter().take(roster).chain(result).chain(game.tags().iter().skip(roster))
    {
        write_tag(out, name, value)?;
    }
    if *game.start() != Position::startpos() {
        write_tag(out, "SetUp", "1")?;
        write_tag(out, "FEN", &game.start().fen())?;
    }
    Ok(())
}

/// Writes a tag with its line end.
///
/// # Errors
/// Only errors of `out`.
pub fn write_tag(out: &mut impl fmt::Write, name: &str, value: &str) -> fmt::Result {
    writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Wraps words into lines.
struct MoveWriter<'a, W> {
    out: &'a mut W,
    /// Characters on the line so far.
    column: usize,
    /// True if the line is empty, so that the next word needs no space.
    at_line_start: bool,
    /// True if a parenthesis is to be written with the next word, so that no line ends with one.
    open_parenthesis: bool,
}

impl<W: fmt::Write> MoveWriter<'_, W> {
    /// Writes the movetext. The positions of the open lines are on an explicit stack, so nesting needs no
    /// recursion.
    fn game(&mut self, game: &Game) -> fmt::Result {
        self.notes(game, NodeId::START)?;
        // For each open line, the current position and the one before the last move.
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
                    self.open_parenthesis = true;
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
        self.word(game.result().termination_marker())
    }

    /// Writes the number of a white move, or of a black one if something separates it from the white one.
    fn number(&mut self, position: &Position, needed: bool) -> fmt::Result {
        match position.turn() {
            Color::White => self.word(&format!("{}.", position.fullmove_number())),
            Color::Black if needed => self.word(&format!("{}...", position.fullmove_number())),
            Color::Black => Ok(()),
        }
    }

    /// Writes the annotations and comments of a node; returns true if there was a comment.
    fn notes(&mut self, game: &Game, node: NodeId) -> Result<bool, fmt::Error> {
        for nag in game.nags(node) {
            self.word(&nag.to_string())?;
        }
        for comment in game.comments(node) {
            self.comment(comment)?;
        }
        Ok(!game.comments(node).is_empty())
    }

    /// Writes a comment; lines are broken only at spaces, which the reader restores.
    fn comment(&mut self, text: &str) -> fmt::Result {
        if text.contains(['{', '}']) {
            // A comment up to the end of the line is the only kind that can contain a closing brace.
            self.word(&format!(";{text}"))?;
            return self.end_line();
        }
        let text = format!("{{{text}}}");
        let mut words = text.split(' ');
        self.word(words.next().unwrap_or_default())?;
        for word in words {
            // Consecutive spaces stay on one line, because a line of only spaces would be lost.
            if word.is_empty() {
                self.out.write_char(' ')?;
                self.column += 1;
            } else {
                self.word(word)?;
            }
        }
        Ok(())
    }

    fn end_line(&mut self) -> fmt::Result {
        self.column = 0;
        self.at_line_start = true;
        self.out.write_char('\n')
    }

    /// Closes a variation, directly after its last word if the line has room.
    fn close(&mut self) -> fmt::Result {
        if self.column + 1 >= WIDTH {
            self.end_line()?;
        }
        self.at_line_start = false;
        self.column += 1;
        self.out.write_char(')')
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count() + usize::from(self.open_parenthesis);
        if !self.at_line_start && self.column + 1 + length >= WIDTH {
            self.end_line()?;
        }
        if !std::mem::take(&mut self.at_line_start) {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        if std::mem::take(&mut self.open_parenthesis) {
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
