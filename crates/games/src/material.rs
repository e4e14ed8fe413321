//! Material patterns such as `KRPKR`, `KQ+KR+`, `KRP*KRP*`.

use std::ops::RangeInclusive;
use std::str::FromStr;

use heirloom_chess::{Color, PieceType, Position};

/// The pieces that a pattern counts.
const PIECES: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

/// The minimum and maximum number of each side's pieces.
///
/// Each side's pieces follow its king; `vs` may separate the sides. Each letter adds one piece, unless a
/// sign after it gives another number: `*` any number, `+` one or more, `?` at most one, a digit exactly
/// that many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Material {
    sides: [[RangeInclusive<u32>; 5]; 2],
}

/// The text is not a material pattern.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{0}\" is not a material pattern; expected both sides with their kings, such as KRPKR, KBBKN \
     or KRP*KRP*"
)]
pub struct MaterialError(String);

impl Material {
    /// Returns true if the position has this material. The first side may be either color.
    pub fn matches(&self, position: &Position) -> bool {
        let is = |color: Color, side: usize| {
            PIECES
                .iter()
                .zip(&self.sides[side])
                .all(|(&piece, range)| range.contains(&position.pieces(color, piece).count()))
        };
        let both = |first: Color| is(first, 0) && is(!first, 1);
        both(Color::White) || both(Color::Black)
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let error = || MaterialError(text.into());
        let none: [RangeInclusive<u32>; 5] = [const { 0..=0 }; 5];
        let mut sides = Vec::new();
        let lower = text.to_ascii_lowercase().replace("vs", " ");
        let mut letters = lower.chars().filter(|letter| !letter.is_whitespace()).peekable();
        while let Some(letter) = letters.next() {
            if letter == 'k' {
                sides.push(none.clone());
                continue;
            }
            let piece = PieceType::from_letter(letter)
                .and_then(|piece| PIECES.iter().position(|&own| own == piece))
                .ok_or_else(error)?;
            let (least, most) = match letters.peek() {
                Some('*') => (0, 64),
                Some('+') => (1, 64),
                Some('?') => (0, 1),
                Some(digit) if digit.is_ascii_digit() => {
                    digit.to_digit(10).map(|digit| (digit, digit)).ok_or_else(error)?
                }
                Some(other) if !other.is_ascii_alphabetic() => return Err(error()),
                _ => (1, 1),
            };
            letters.next_if(|letter| !letter.is_ascii_alphabetic());
            let range = &mut sides.last_mut().ok_or_else(error)?[piece];
            *range = range.start() + least..=range.end() + most;
        }
        Ok(Material { sides: sides.try_into().map_err(|_| error())? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(material: &str, board: &str) -> bool {
        material
            .parse::<Material>()
            .unwrap()
            .matches(&Position::from_fen(&format!("{board} w - - 0 1")).unwrap())
    }

    #[test]
    fn either_side_may_be_the_first() {
        let (white, black) = ("4k3/4r3/8/8/8/8/P7/R3K3", "4k3/p3r3/8/8/8/8/8/R3K3");
        assert!(fits("KRPKR", white) && fits("KRPKR", black));
        assert!(fits("kr vs krp", white) && fits("KR P vs KR", black));
        assert!(!fits("KRKR", white) && !fits("KRPPKR", white) && !fits("KRPKRP", white));
    }

    #[test]
    fn signs_say_how_many() {
        let board = "4k3/4r3/8/8/8/8/PPP5/R3K3";
        for (material, expected) in [
            ("KRP*KR", true),
            ("KRP3KR", true),
            ("KRP2KR", false),
            ("KRPP+KR", true),
            ("KRPPPPKR", false),
            ("KRP+KRP?", true),
            ("KR?P3KR*B*", true),
        ] {
            assert_eq!(fits(material, board), expected, "{material}");
        }
        for wrong in ["", "KR", "KRKRK", "RKR", "KXK", "KR*", "KR!K"] {
            assert!(wrong.parse::<Material>().is_err(), "{wrong}");
        }
    }
}
