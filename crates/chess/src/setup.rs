//! An arbitrary position, legal or not, and the check that it is legal.

use crate::{Bitboard, Board, Color, File, Piece, PieceType, Rank, Square};

/// The contents of a FEN. The fields are public and may be nonsense; [`Setup::position`] checks them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The squares of rooks with castling rights.
    pub castling_rooks: Bitboard,
    /// The square that a pawn has just passed over with a double step.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The move number, which starts at 1 and increases after each move by Black.
    pub fullmove_number: u16,
}

/// Why a setup is not a legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// A side has no king.
    #[error("{0} has no king; each side needs exactly one")]
    KingMissing(Color),
    /// A side has more than one king.
    #[error("{0} has more than one king; each side needs exactly one")]
    ManyKings(Color),
    /// A side has more than 8 pawns.
    #[error("{0} has more than 8 pawns; remove some")]
    ManyPawns(Color),
    /// A pawn is on the first or last rank.
    #[error("there is a pawn on {0}; pawns belong on ranks 2 to 7")]
    PawnOnLastRank(Square),
    /// The side that is not to move is in check.
    #[error(
        "{0} is in check although {other} is to move; change the side to move or the pieces",
        other = !*.0
    )]
    OpponentInCheck(Color),
    /// A rook with castling rights is missing, has the wrong color or is not on its back rank.
    #[error("no rook on {0} to castle with; remove that castling right")]
    CastlingRook(Square),
    /// A side has a castling right but its king is not on its back rank.
    #[error("{0}'s king is not on its back rank between rooks; remove its castling rights")]
    CastlingKing(Color),
    /// There are castling rights for two rooks on the same side of the king.
    #[error("{0} has two castling rights on one side of the king; keep one")]
    CastlingTwice(Color),
    /// No pawn can just have passed over this square.
    #[error("no pawn can just have passed over {0}; set en passant to -")]
    EnPassant(Square),
}

impl Setup {
    /// Returns an empty board with White to move.
    pub const fn empty() -> Setup {
        Setup {
            board: Board::empty(),
            turn: Color::White,
            castling_rooks: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Returns the first error, if this is not a legal position.
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        for color in Color::ALL {
            self.check_material(color)?;
        }
        if let Some(square) = (self.board.of_type(PieceType::Pawn)
            & (Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth)))
        .first()
        {
            return Err(SetupError::PawnOnLastRank(square));
        }
        let waiting_king = self.board.pieces(!self.turn, PieceType::King);
        if (waiting_king & self.board.attacked_by(self.turn, self.board.occupied())).any() {
            return Err(SetupError::OpponentInCheck(!self.turn));
        }
        for color in Color::ALL {
            self.check_castling(color)?;
        }
        self.check_en_passant()
    }

    fn check_material(&self, color: Color) -> Result<(), SetupError> {
        match self.board.pieces(color, PieceType::King).count() {
            0 => return Err(SetupError::KingMissing(color)),
            1 => {}
            _ => return Err(SetupError::ManyKings(color)),
        }
        if self.board.pieces(color, PieceType::Pawn).count() > 8 {
            return Err(SetupError::ManyPawns(color));
        }
        Ok(())
    }

    fn check_castling(&self, color: Color) -> Result<(), SetupError> {
        let back_rank = Bitboard::rank(Rank::First.relative_to(color));
        let middle = Bitboard::rank(Rank::Fourth) | Bitboard::rank(Rank::Fifth);
        let ours = match color {
            Color::White => Bitboard(0x0000_0000_FFFF_FFFF),
            Color::Black => Bitboard(0xFFFF_FFFF_0000_0000),
        };
        let rooks = self.castling_rooks & ours;
        if let Some(square) =
            (rooks.without(self.board.pieces(color, PieceType::Rook) & back_rank) | rooks & middle).first()
        {
            return Err(SetupError::CastlingRook(square));
        }
        if rooks.is_empty() {
            return Ok(());
        }
        let Some(king) = (self.board.pieces(color, PieceType::King) & back_rank).first() else {
            return Err(SetupError::CastlingKing(color));
        };
        if matches!(king.file(), File::A | File::H) && rooks.has_multiple() {
            return Err(SetupError::CastlingTwice(color));
        }
        let right = Bitboard(!0 << king.index());
        if (rooks & right).has_multiple() || rooks.without(right).has_multiple() {
            return Err(SetupError::CastlingTwice(color));
        }
        Ok(())
    }

    fn check_en_passant(&self) -> Result<(), SetupError> {
        let Some(square) = self.en_passant else { return Ok(()) };
        let up = if self.turn == Color::White { 1 } else { -1 };
        let piece = |ranks| square.offset(0, ranks).map(|square| self.board.piece_at(square));
        let passed = square.rank() == Rank::Sixth.relative_to(self.turn)
            && piece(-up) == Some(Some(Piece::new(!self.turn, PieceType::Pawn)))
            && piece(0) == Some(None)
            && piece(up) == Some(None);
        if passed { Ok(()) } else { Err(SetupError::EnPassant(square)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    fn check(fen: &str, expected: SetupError) {
        let setup = fen::parse(fen).unwrap();
        assert_eq!(setup.position().unwrap_err(), expected, "{fen}");
    }

    #[test]
    fn each_reason_is_named() {
        check("8/8/8/8/8/8/8/4K3 w - - 0 1", SetupError::KingMissing(Color::Black));
        check("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", SetupError::ManyKings(Color::White));
        check("4k3/pppp4/ppppp3/8/8/8/8/4K3 w - - 0 1", SetupError::ManyPawns(Color::Black));
        check("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", SetupError::PawnOnLastRank(Square::H8));
        check("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", SetupError::OpponentInCheck(Color::Black));
        check("4k3/8/8/8/8/8/8/4KR2 w H - 0 1", SetupError::CastlingRook(Square::H1));
        check("4k3/8/8/8/8/8/4K3/7R w H - 0 1", SetupError::CastlingKing(Color::White));
        check("4k3/8/8/8/8/8/8/4KR1R w FH - 0 1", SetupError::CastlingTwice(Color::White));
        check("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", SetupError::EnPassant(Square::E6));
        check("4k3/8/8/4p3/8/8/8/4K3 w - e3 0 1", SetupError::EnPassant(Square::E3));
    }

    #[test]
    fn en_passant_is_kept_only_if_it_can_be_played() {
        let keeps = |fen: &str| fen::parse(fen).unwrap().position().unwrap().en_passant();
        assert_eq!(keeps("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"), Some(Square::E6));
        assert_eq!(keeps("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1"), None);
        // The capture would open the fifth rank between king and rook.
        assert_eq!(keeps("4k3/8/8/K2Pp2r/8/8/8/8 w - e6 0 1"), None);
    }
}
