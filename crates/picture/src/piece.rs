//! The pieces as SVG drawings, in several sets and colors.

use std::fmt;
use std::str::FromStr;

use heirloom_chess::{Color, Piece, PieceType};

use crate::theme::by_name;

/// The side length of the view box of the pieces.
pub(crate) const VIEW_BOX: f64 = 100.0;

/// A set of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PieceSet {
    /// Outlines with a shaded side.
    #[default]
    Classic,
    /// The same outlines in two plain colors.
    Flat,
    /// Simple shapes that stay clear when small.
    Minimal,
    /// The pieces of the figurine font that moves are written in.
    Figurine,
    /// Discs with English letters.
    Letters,
}

impl PieceSet {
    /// All sets.
    pub const ALL: [PieceSet; 5] =
        [PieceSet::Classic, PieceSet::Flat, PieceSet::Minimal, PieceSet::Figurine, PieceSet::Letters];

    /// Returns its name, a single lowercase word.
    pub const fn name(self) -> &'static str {
        ["classic", "flat", "minimal", "figurine", "letters"][self as usize]
    }

    /// Returns the fill and the lines of black pieces in sets whose drawings are those of White.
    const fn black(self) -> [&'static str; 2] {
        match self {
            PieceSet::Flat => ["#2b2826", "#2b2826"],
            _ => ["#57524e", "#171513"],
        }
    }
}

impl fmt::Display for PieceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for PieceSet {
    type Err = String;

    /// Parses a name, ignoring case; the error lists all names.
    fn from_str(text: &str) -> Result<PieceSet, String> {
        by_name("set of pieces", &PieceSet::ALL, PieceSet::name, text)
    }
}

/// A set of pieces with the colors of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PieceLook {
    /// The set.
    pub set: PieceSet,
    /// Red, green and blue of white and of black pieces; none for the colors of the set.
    pub colors: Option<[[u8; 3]; 2]>,
}

/// The fill, the shaded side, and the lines of white drawings; then what is light on black pieces.
const WHITE: [&str; 4] = ["#fdfbf5", "#e3dccb", "#2a2622", "#2a2623"];
/// The fill and the shaded side of the classic black drawings.
const BLACK: [&str; 2] = ["#57524e", "#3d3936"];
/// Lines within black pieces.
const LIGHT: &str = "#f3eee4";

/// Returns the drawing of a piece: a complete SVG document with a view box of 100 by 100, which is its
/// square. It has no ids.
pub(crate) fn piece_svg(piece: Piece, look: &PieceLook) -> String {
    let (set, color) = (look.set, piece.color());
    let mut svg = if set == PieceSet::Classic {
        classic(piece).to_owned()
    } else {
        let white = drawing(set, piece.piece_type());
        if color == Color::White {
            white.to_owned()
        } else {
            let [fill, line] = set.black();
            white.replace(WHITE[0], fill).replace(WHITE[2], line).replace(WHITE[3], LIGHT)
        }
    };
    if let Some(own) = look.colors {
        let rgb = own[color.index()];
        let (fill, shade) =
            if color == Color::White { (WHITE[0], WHITE[1]) } else { (set_fill(set), BLACK[1]) };
        svg = svg.replace(shade, &hex(rgb.map(|value| (u16::from(value) * 86 / 100) as u8)));
        // Lines that have the color of the fill stay dark.
        svg = svg.replace(&format!("fill=\"{fill}\""), &format!("fill=\"{}\"", hex(rgb)));
    }
    svg
}

fn set_fill(set: PieceSet) -> &'static str {
    set.black()[0]
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

const fn classic(piece: Piece) -> &'static str {
    match piece {
        Piece::WhitePawn => include_str!("pieces/white-pawn.svg"),
        Piece::BlackPawn => include_str!("pieces/black-pawn.svg"),
        Piece::WhiteKnight => include_str!("pieces/white-knight.svg"),
        Piece::BlackKnight => include_str!("pieces/black-knight.svg"),
        Piece::WhiteBishop => include_str!("pieces/white-bishop.svg"),
        Piece::BlackBishop => include_str!("pieces/black-bishop.svg"),
        Piece::WhiteRook => include_str!("pieces/white-rook.svg"),
        Piece::BlackRook => include_str!("pieces/black-rook.svg"),
        Piece::WhiteQueen => include_str!("pieces/white-queen.svg"),
        Piece::BlackQueen => include_str!("pieces/black-queen.svg"),
        Piece::WhiteKing => include_str!("pieces/white-king.svg"),
        Piece::BlackKing => include_str!("pieces/black-king.svg"),
    }
}

/// Makes the drawings of a set from its folder.
macro_rules! set {
    ($folder:literal, $kind:expr) => {
        match $kind {
            PieceType::Pawn => include_str!(concat!("pieces/", $folder, "/pawn.svg")),
            PieceType::Knight => include_str!(concat!("pieces/", $folder, "/knight.svg")),
            PieceType::Bishop => include_str!(concat!("pieces/", $folder, "/bishop.svg")),
            PieceType::Rook => include_str!(concat!("pieces/", $folder, "/rook.svg")),
            PieceType::Queen => include_str!(concat!("pieces/", $folder, "/queen.svg")),
            PieceType::King => include_str!(concat!("pieces/", $folder, "/king.svg")),
        }
    };
}

/// Returns the white drawing of a set that has one drawing for both colors.
const fn drawing(set: PieceSet, kind: PieceType) -> &'static str {
    match set {
        PieceSet::Classic | PieceSet::Flat => set!("flat", kind),
        PieceSet::Minimal => set!("minimal", kind),
        PieceSet::Figurine => set!("figurine", kind),
        PieceSet::Letters => set!("letters", kind),
    }
}

/// Returns the content of a piece's document without line breaks.
pub(crate) fn content(piece: Piece, look: &PieceLook) -> String {
    let svg = piece_svg(piece, look);
    let inner =
        svg.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</svg>")).map_or("", |(inner, _)| inner);
    inner.lines().collect()
}

/// Returns the name of a piece within a document: `wk`, `bp`.
pub(crate) fn name(piece: Piece) -> String {
    format!("{}{}", piece.color().letter(), piece.piece_type().letter())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_has_its_own_drawing() {
        let mut drawings = Vec::new();
        for set in PieceSet::ALL {
            for colors in [None, Some([[200, 220, 240], [90, 20, 20]])] {
                let look = PieceLook { set, colors };
                for piece in Piece::ALL {
                    let (svg, content) = (piece_svg(piece, &look), content(piece, &look));
                    let start = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">\n";
                    assert!(svg.starts_with(start), "{set} {piece}");
                    assert!(svg.ends_with("</svg>\n") && !svg.contains(" id="), "{set} {piece}");
                    assert!(content.starts_with('<') && content.ends_with('>'), "{set} {piece}: {content}");
                    assert!(!content.contains('\n'), "{set} {piece}: {content}");
                    assert!(svg.len() < 3072, "{set} {piece}: {} bytes", svg.len());
                    drawings.push(content);
                }
            }
        }
        let all = drawings.len();
        drawings.sort();
        drawings.dedup();
        assert_eq!(drawings.len(), all, "some drawings are the same");
    }

    #[test]
    fn sets_are_found_by_their_names() {
        for set in PieceSet::ALL {
            assert_eq!(set.to_string().to_uppercase().parse(), Ok(set));
        }
        assert!("clay".parse::<PieceSet>().unwrap_err().contains("classic, flat, minimal"));
    }
}
