//! Position keys in Polyglot books.

use heirloom_chess::{Color, PieceType, Position};

use super::numbers::NUMBERS;

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// Returns the Polyglot key of a position. Castling rights count by side, so Chess960 positions have keys,
/// too.
///
/// The format includes the en passant file whenever an enemy pawn is next to the pawn that just moved, even
/// if the capture would leave the king in check. A [`Position`] holds only legal captures, so such rare
/// positions are not found.
pub fn key(position: &Position) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for piece_type in PieceType::ALL {
            // Black precedes White.
            let kind = piece_type.index() * 2 + usize::from(color == Color::White);
            for square in position.pieces(color, piece_type) {
                key ^= NUMBERS[kind * 64 + square.index()];
            }
        }
        for (place, king_side) in [true, false].into_iter().enumerate() {
            if position.castling_rook(color, king_side).is_some() {
                key ^= NUMBERS[CASTLING + color.index() * 2 + place];
            }
        }
    }
    if let Some(square) = position.en_passant() {
        key ^= NUMBERS[EN_PASSANT + square.file().index()];
    }
    if position.turn() == Color::White {
        key ^= NUMBERS[WHITE_TO_MOVE];
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys listed in the description of the format.
    #[test]
    fn published_keys() {
        for (fen, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196),
            ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9),
            ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560),
        ] {
            assert_eq!(key(&Position::from_fen(fen).unwrap()), expected, "{fen}");
        }
    }
}
