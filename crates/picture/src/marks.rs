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

    pub(crate) const fn color(self) -> &'static str {
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

    /// Adds all of `others`.
    pub fn extend(&mut self, others: Marks) {
        self.arrows.extend(others.arrows);
        self.circles.extend(others.circles);
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
    fn colors_are_found_by_name_and_letter() {
        for paint in MarkColor::ALL {
            assert_eq!(paint.name().parse(), Ok(paint));
            assert_eq!(MarkColor::from_letter(paint.letter()), Some(paint));
        }
        let error = "pink".parse::<MarkColor>().unwrap_err();
        assert_eq!(error, "unknown color; expected one of green, red, yellow, blue");
    }
}
