//! Conversion of our positions to the library's.

use std::num::NonZeroU32;

use heirloom_chess::{Color, PieceType, Position};
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, FromSetup, PositionError, Setup, Square,
};

/// Returns the same position for the library, or `None` if it considers it impossible.
pub fn to_library(position: &Position) -> Option<Chess> {
    let board = position.board();
    let of_type = |piece_type: PieceType| Bitboard(board.of_type(piece_type).0);
    let by_role = ByRole {
        pawn: of_type(PieceType::Pawn),
        knight: of_type(PieceType::Knight),
        bishop: of_type(PieceType::Bishop),
        rook: of_type(PieceType::Rook),
        queen: of_type(PieceType::Queen),
        king: of_type(PieceType::King),
    };
    let by_color = ByColor {
        white: Bitboard(board.colored(Color::White).0),
        black: Bitboard(board.colored(Color::Black).0),
    };
    let setup = Setup {
        board: Board::try_from_bitboards(by_role, by_color).ok()?,
        promoted: Bitboard::EMPTY,
        pockets: None,
        turn: if position.turn() == Color::White { shakmaty::Color::White } else { shakmaty::Color::Black },
        castling_rights: Bitboard(position.castling_rooks().0),
        ep_square: position.en_passant().map(|square| Square::new(square.index() as u32)),
        remaining_checks: None,
        halfmoves: u32::from(position.halfmove_clock()),
        fullmoves: NonZeroU32::new(u32::from(position.fullmove_number())).unwrap_or(NonZeroU32::MIN),
    };
    let chess = Chess::from_setup(setup, CastlingMode::Chess960);
    chess
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{EnPassantMode, Position as _, fen::Fen};

    #[test]
    fn positions_are_the_same_on_both_sides() {
        for fen in [
            "8/8/8/1k6/3Pp3/8/8/4KB2 b - d3 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/8/8/4k3/8/8/8/KR6 w - - 99 90",
            "k7/8/8/8/8/8/QQQQQQQQ/QQQQK3 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let theirs = to_library(&position).unwrap();
            assert_eq!(Fen::from_position(&theirs, EnPassantMode::Legal).to_string(), fen);
            assert_eq!(theirs.legal_moves().len(), position.legal_moves().len());
        }
    }
}
