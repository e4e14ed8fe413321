//! Mirror images of positions.

use crate::{Piece, Position, Setup, SetupError, Square};

impl Position {
    /// Returns the position with colors and ranks exchanged and the other side to move. It does not fail in
    /// practice: the mirror image of a legal position is legal.
    pub fn mirrored(&self) -> Result<Position, SetupError> {
        let setup = self.setup();
        let mut mirrored = Setup {
            board: Setup::empty().board,
            turn: !setup.turn,
            castling_rooks: setup.castling_rooks.flip_ranks(),
            en_passant: setup.en_passant.map(Square::flip_rank),
            ..setup
        };
        for square in self.occupied() {
            let piece = self.piece_at(square).map(|piece| Piece::new(!piece.color(), piece.piece_type()));
            mirrored.board.set(square.flip_rank(), piece);
        }
        mirrored.position()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_image_keeps_all_rights_and_twice_is_the_same() {
        let start = Position::from_fen("r3k2r/8/8/8/2pP4/8/8/R3K2R b Kkq d3 5 9").unwrap();
        let image = start.mirrored().unwrap();
        assert_eq!(image.fen(), "r3k2r/8/8/2Pp4/8/8/8/R3K2R w KQk d6 5 9");
        assert_eq!(image.mirrored().unwrap(), start);
    }
}
