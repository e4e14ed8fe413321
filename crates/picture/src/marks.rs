//! Arrows and circles on a board, as values and as in PGN comments (`[%cal Ge2e4]`, `[%csl Rd5]`).

use std::fmt;
use std::str::FromStr;

use heirloom_chess::Square;

use crate::theme::by_name;

/// The color of an arrow or a circle: one of the four that PGN defines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the name of a color is its description")]
pub enum MarkColor {
    #[default]
    Green,
    Red,
    Yellow,
    Blue,
}

impl MarkColor {
    /// All colors.
    pub const ALL: [MarkColor; 4] = [MarkColor::Green, MarkColor::Red, MarkColor::Yellow, MarkColor::Blue];

    /// Returns its name, a single lowercase word.
    pub const fn name(self) -> &'static str {
        ["green", "red", "yellow", "blue"][self as usize]
    }

    /// Returns its letter in PGN comments: `G`, `R`, `Y`, `B`.
    pub const fn letter(self) -> char {
        ['G', 'R', 'Y', 'B'][self as usize]
    }

    /// Returns the color for a letter in PGN comments.
    pub fn from_letter(letter: char) -> Option<MarkColor> {
        MarkColor::ALL.into_iter().find(|paint| paint.letter() == letter)
    }

    /// Returns the color as `#rrggbb`.
    pub const fn color(self) -> &'static str {
        ["#1d8a3a", "#c62828", "#e0a100", "#1f66b5"][self as usize]
    }
}

impl fmt::Display for MarkColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for MarkColor {
    type Err = String;

    /// Parses a name, ignoring case; the error lists all names.
    fn from_str(text: &str) -> Result<MarkColor, String> {
        by_name("color", &MarkColor::ALL, MarkColor::name, text)
    }
}

/// Arrows and circles, in drawing order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Origin, target and color of each arrow. An arrow to its own square is drawn as a circle.
    pub arrows: Vec<(Square, Square, MarkColor)>,
    /// Circles around squares.
    pub circles: Vec<(Square, MarkColor)>,
}

impl Marks {
    /// Parses the commands `[%cal ...]` and `[%csl ...]` in a PGN comment, ignoring everything else and
    /// invalid squares.
    pub fn of_comment(text: &str) -> Marks {
        let mut marks = Marks::default();
        for (command, _) in text.split("[%").skip(1).filter_map(|rest| rest.split_once(']')) {
            let Some((name, operands)) = command.trim().split_once(char::is_whitespace) else { continue };
            for operand in operands.split(',').map(str::trim) {
                let Some(paint) = operand.chars().next().and_then(MarkColor::from_letter) else { continue };
                // The letter is one byte.
                let squares = &operand[1..];
                match name {
                    "cal" => marks.arrows.extend(arrow(squares).map(|(from, to)| (from, to, paint))),
                    "csl" => marks.circles.extend(squares.parse().ok().map(|square| (square, paint))),
                    _ => {}
                }
            }
        }
        marks
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.arrows.is_empty() && self.circles.is_empty()
    }

    /// Returns a comment without its commands for marks.
    pub fn strip(comment: &str) -> String {
        let (mut kept, mut rest) = (String::new(), comment);
        while let Some(start) = rest.find("[%") {
            let Some(length) = rest[start..].find(']') else { break };
            let command = rest[start + 2..start + length].split_whitespace().next();
            let end = start + length + 1;
            if matches!(command, Some("cal" | "csl")) {
                kept.push_str(&rest[..start]);
                rest = &rest[end..];
                // What was around the command is not to be two spaces apart.
                if kept.is_empty() || kept.ends_with(' ') {
                    rest = rest.strip_prefix(' ').unwrap_or(rest);
                }
            } else {
                kept.push_str(&rest[..end]);
                rest = &rest[end..];
            }
        }
        kept.push_str(rest);
        if kept.len() < comment.len() { kept.trim().to_owned() } else { kept }
    }

    /// Adds an arrow, or a circle if both squares are the same. One that is there changes its color, or goes
    /// if it has this color.
    pub fn toggle(&mut self, from: Square, to: Square, paint: MarkColor) {
        if from == to {
            let same = self.circles.contains(&(from, paint));
            self.circles.retain(|circle| circle.0 != from);
            if !same {
                self.circles.push((from, paint));
            }
        } else {
            let same = self.arrows.contains(&(from, to, paint));
            self.arrows.retain(|arrow| (arrow.0, arrow.1) != (from, to));
            if !same {
                self.arrows.push((from, to, paint));
            }
        }
    }

    /// Adds all of `others`.
    pub fn extend(&mut self, others: Marks) {
        self.arrows.extend(others.arrows);
        self.circles.extend(others.circles);
    }
}

/// Writes the marks as commands in a PGN comment: `[%csl Gd4][%cal Ge2e4,Re7e5]`.
impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let circles = self.circles.iter().map(|(square, paint)| format!("{}{square}", paint.letter()));
        let arrows = self.arrows.iter().map(|(from, to, paint)| format!("{}{from}{to}", paint.letter()));
        for (name, operands) in [("csl", circles.collect::<Vec<_>>()), ("cal", arrows.collect())] {
            if !operands.is_empty() {
                write!(f, "[%{name} {}]", operands.join(","))?;
            }
        }
        Ok(())
    }
}

/// Parses two squares, such as `e2e4`.
fn arrow(text: &str) -> Option<(Square, Square)> {
    let (from, to) = text.split_at_checked(2)?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_read_for_marks() {
        let marks = Marks::of_comment(
            "a fine move [%csl Gd4, Re5 ,Bz9][%eval 0.3] [%cal Ye2e4,Xe2e4,Ge2e,Bé2e4] and [%cal Rg1f3",
        );
        assert_eq!(marks.circles, [(Square::D4, MarkColor::Green), (Square::E5, MarkColor::Red)]);
        assert_eq!(marks.arrows, [(Square::E2, Square::E4, MarkColor::Yellow)]);
        assert_eq!(Marks::of_comment("[%cal] [%csl ] [%"), Marks::default());
    }

    #[test]
    fn marks_are_drawn_changed_removed_and_written() {
        let mut marks = Marks::default();
        for (from, to, paint) in [
            (Square::E2, Square::E4, MarkColor::Green),
            (Square::E7, Square::E5, MarkColor::Blue),
            (Square::E7, Square::E5, MarkColor::Red),
            (Square::D4, Square::D4, MarkColor::Yellow),
            (Square::E2, Square::E4, MarkColor::Green),
        ] {
            marks.toggle(from, to, paint);
        }
        assert_eq!(marks.to_string(), "[%csl Yd4][%cal Re7e5]");
        assert_eq!(Marks::of_comment(&marks.to_string()), marks);
        marks.toggle(Square::D4, Square::D4, MarkColor::Yellow);
        marks.toggle(Square::E7, Square::E5, MarkColor::Red);
        assert!(marks.is_empty() && marks.to_string().is_empty());
    }

    #[test]
    fn the_rest_of_a_comment_stays() {
        for (comment, rest) in [
            ("[%csl Gd4][%cal Ge2e4] good [%clk 0:01:00]", "good [%clk 0:01:00]"),
            ("a [%cal Ge2e4] b", "a b"),
            ("a  b", "a  b"),
            ("[%eval 0.1] [%csl Gd4", "[%eval 0.1] [%csl Gd4"),
            ("[%cal ]", ""),
        ] {
            assert_eq!(Marks::strip(comment), rest);
        }
    }

    #[test]
    fn colors_are_found_by_name_and_letter() {
        for paint in MarkColor::ALL {
            assert_eq!(paint.name().parse(), Ok(paint));
            assert_eq!(MarkColor::from_letter(paint.letter()), Some(paint));
        }
        let error = "pink".parse::<MarkColor>().unwrap_err();
        assert_eq!(error, "unknown color; expected one of green, red, yellow, blue");
    }
}
