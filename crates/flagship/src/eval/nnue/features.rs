//! What a net sees: which piece stands where, from the view of each side.

use heirloom_chess::{Color, Piece, Square};

/// Features of one view: own and enemy pieces of six types on 64 squares.
pub const COUNT: usize = 768;

/// How a side looks at the board: from its own base, mirrored so that its king stands on files a to d.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    color: Color,
    /// The squares are told apart by this many bits.
    flip: usize,
}

impl View {
    /// The view of a side whose king stands there.
    #[inline(always)]
    pub fn new(color: Color, king: Square) -> View {
        let base = if color == Color::White { 0 } else { 56 };
        View { color, flip: base ^ if is_mirrored(king) { 7 } else { 0 } }
    }

    /// The feature of a piece on a square, below [`COUNT`].
    #[inline(always)]
    pub fn feature(self, piece: Piece, square: Square) -> usize {
        let theirs = usize::from(piece.color() != self.color);
        theirs * 384 + piece.piece_type().index() * 64 + (square.index() ^ self.flip)
    }
}

/// Does a king on this square see the board mirrored?
#[inline(always)]
pub fn is_mirrored(king: Square) -> bool {
    king.file().index() > 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_mirror_images_alike() {
        let own = |color, king, square| View::new(color, king).feature(Piece::new(color, heirloom_chess::PieceType::Rook), square);
        let places = [
            own(Color::White, Square::E1, Square::H2),
            own(Color::White, Square::D1, Square::A2),
            own(Color::Black, Square::D8, Square::A7),
            own(Color::Black, Square::E8, Square::H7),
        ];
        assert_eq!(places, [places[0]; 4]);
        assert_eq!(
            View::new(Color::Black, Square::A8).feature(Piece::new(Color::White, heirloom_chess::PieceType::Pawn), Square::A1),
            384 + 56
        );
    }

    #[test]
    fn every_feature_is_one_piece_on_one_square() {
        let view = View::new(Color::Black, Square::G5);
        let mut seen = [false; COUNT];
        for piece in Piece::ALL {
            for square in Square::ALL {
                assert!(!std::mem::replace(&mut seen[view.feature(piece, square)], true));
            }
        }
    }
}
