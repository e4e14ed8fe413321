//! Material: the balance, and a trade-down bonus after that of Chess 4.5.

use super::{Ledger, Term};
use crate::rdchess::board::{Kind, Side};
use crate::rdchess::position::Position;

/// The maximum bonus in centipawns.
const TRADE_DOWN_MAX: i32 = 200;

/// Enters both terms.
pub fn enter(position: &Position, ledger: &mut impl Ledger) {
    for side in Side::BOTH {
        for &(piece, square) in position.board.list(side).entries() {
            if piece.kind() != Some(Kind::King) {
                ledger.enter(Term::Material, side, Some(square), piece.value());
            }
        }
    }
    let bonus = trade_down(position);
    let ahead = if bonus < 0 { Side::Black } else { Side::White };
    ledger.enter(Term::TradeDown, ahead, None, bonus.abs());
}

/// Returns the trade-down bonus in centipawns for White: it grows as pieces and pawns are traded.
///
/// From Slate and Atkin ("CHESS 4.5", in Frey's "Chess Skill in Man and Machine", 1977): with the balance B,
/// all material M and P pawns of the side ahead, B * P * (8000 - M) / (6400 * (P + 1)). RDChess's bonus is
/// larger with "less pieces and less pawns", so the factor that keeps pawns is left out.
pub fn trade_down(position: &Position) -> i32 {
    let [white, black] = position.context.material;
    let balance = white - black;
    let gone = (8000 - white - black).max(0);
    (balance.clamp(-2400, 2400) * gone / 6400).clamp(-TRADE_DOWN_MAX, TRADE_DOWN_MAX)
}

/// Returns material with the bonus for the side to move, without a full evaluation.
#[inline]
pub fn quick(position: &Position) -> i32 {
    position.balance() + trade_down(position) * position.context.side.sign()
}

#[cfg(test)]
mod tests {
    use super::super::tests::term;
    use super::*;

    #[test]
    fn pieces_have_the_described_values() {
        assert_eq!(term(Term::Material, "4k3/pppp4/8/8/8/8/PPPP4/QRBNK3 w - - 0 1"), 900 + 510 + 325 + 325);
    }

    #[test]
    fn the_side_ahead_likes_to_trade_pieces_and_pawns() {
        let bonus = |fen| term(Term::TradeDown, fen);
        let full = bonus("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1");
        let traded = bonus("r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/R3KB1R w KQkq - 0 1");
        assert!(full < 0 && traded < full, "{full} {traded}");
        let many = bonus("r3k3/pppp4/8/8/8/8/PPPPP3/R3K3 w - - 0 1");
        let few = bonus("r3k3/p7/8/8/8/8/PP6/R3K3 w - - 0 1");
        assert!(0 < many && many < few, "{many} {few}");
        assert_eq!(bonus("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0);
    }
}
