//! Our own set of pieces: twelve SVG drawings.

use heirloom_chess::Piece;

/// The side length of the view box of the pieces.
pub(crate) const VIEW_BOX: f64 = 100.0;

/// Returns the drawing of a piece: a complete SVG document with a view box of 100 by 100, which is its
/// square. It has no ids.
///
/// The pieces were drawn for Heirloom and are in the public domain (CC0).
pub(crate) const fn piece_svg(piece: Piece) -> &'static str {
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

/// Returns the content of a piece's document without line breaks.
pub(crate) fn content(piece: Piece) -> String {
    let svg = piece_svg(piece);
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
        let mut drawings: Vec<String> = Piece::ALL.map(content).to_vec();
        for piece in Piece::ALL {
            let (svg, content) = (piece_svg(piece), content(piece));
            let start = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">\n";
            assert!(svg.starts_with(start), "{piece}");
            assert!(svg.ends_with("</svg>\n") && !svg.contains(" id="), "{piece}");
            assert!(content.starts_with("<path") && content.ends_with("</g>"), "{piece}: {content}");
            assert!(!content.contains('\n'), "{piece}: {content}");
            assert!(svg.len() < 2048, "{piece}: {} bytes", svg.len());
        }
        drawings.sort();
        drawings.dedup();
        assert_eq!(drawings.len(), 12);
    }
}
