//! Static exchange evaluation (SEE): the result of a sequence of captures on one square.

use crate::{Bitboard, Color, Move, MoveKind, PieceType, Position, Rank, Square, attacks};

/// The value of each piece type in centipawns, pawn to king.
pub type Values = [i32; 6];

/// Round values that decide most exchanges correctly.
pub const VALUES: Values = [100, 300, 300, 500, 900, 0];

/// Returns the gain of a legal move for its side, in centipawns, with the best captures by both sides on its
/// target.
///
/// Pinned pieces take part only along their pin or once the pinning piece is gone. The swap algorithm is
/// widely documented and usually attributed to Ken Thompson.
pub fn exact(position: &Position, mv: Move, values: &Values) -> i32 {
    let Some(first) = Capture::of(position, mv, values) else { return 0 };
    let mut exchange = Exchange::begin(position, mv, values, first);
    let mut gains = [0; 65];
    gains[0] = first.gain;
    let mut depth = 0;
    while depth < 64
        && let Some(taken) = exchange.recapture()
    {
        depth += 1;
        gains[depth] = taken - gains[depth - 1];
    }
    while depth > 0 {
        gains[depth - 1] = -(-gains[depth - 1]).max(gains[depth]);
        depth -= 1;
    }
    gains[0]
}

/// Returns true if a legal move gains at least `threshold` centipawns; stops as soon as that is decided.
pub fn at_least(position: &Position, mv: Move, threshold: i32, values: &Values) -> bool {
    let Some(first) = Capture::of(position, mv, values) else { return threshold <= 0 };
    // `balance` is the surplus, over its goal, of the side that has just captured.
    let mut balance = first.gain - threshold;
    if balance < 0 {
        return false;
    }
    // Most moves are decided without looking for attackers.
    if balance - first.on_square - promotion_gain(mv.to(), values) >= 0 {
        return true;
    }
    let mut exchange = Exchange::begin(position, mv, values, first);
    let mover = position.turn();
    let mut side_ahead = mover;
    loop {
        // This side stays ahead even if it loses the capturing piece for nothing.
        if balance - exchange.on_square - promotion_gain(mv.to(), values) >= 0 {
            return side_ahead == mover;
        }
        let Some(lost) = exchange.recapture() else { return side_ahead == mover };
        // The other side recaptures. Its balance is the negated one, plus the gain, minus one to exclude
        // equality.
        balance = lost - balance - 1;
        if balance < 0 {
            return side_ahead == mover;
        }
        side_ahead = !side_ahead;
    }
}

/// Returns the gain of a pawn's promotion on the square: queen for pawn on the last rank, otherwise zero.
#[inline]
fn promotion_gain(square: Square, values: &Values) -> i32 {
    match square.rank() {
        Rank::First | Rank::Eighth => values[PieceType::Queen.index()] - values[PieceType::Pawn.index()],
        _ => 0,
    }
}

/// The first move of an exchange.
#[derive(Clone, Copy)]
struct Capture {
    /// The value of the captured piece, plus the gain by promotion, in centipawns.
    gain: i32,
    /// The value of the piece then on the square, in centipawns.
    on_square: i32,
}

impl Capture {
    /// Returns a legal move as the first of an exchange. Castling exchanges nothing.
    #[inline]
    fn of(position: &Position, mv: Move, values: &Values) -> Option<Capture> {
        if mv.kind() == MoveKind::Castling {
            return None;
        }
        let moved = position.piece_at(mv.from())?.piece_type();
        let mut gain = position.captured(mv).map_or(0, |piece| values[piece.piece_type().index()]);
        let mut on_square = values[moved.index()];
        if let Some(piece_type) = mv.promotion_piece() {
            on_square = values[piece_type.index()];
            gain += on_square - values[PieceType::Pawn.index()];
        }
        Some(Capture { gain, on_square })
    }
}

/// The state of an exchange on one square.
struct Exchange<'a> {
    position: &'a Position,
    values: &'a Values,
    square: Square,
    occupied: Bitboard,
    attackers: Bitboard,
    /// The side to capture next.
    turn: Color,
    /// The value of the piece on the square, in centipawns.
    on_square: i32,
}

impl<'a> Exchange<'a> {
    /// Returns the exchange after its first move.
    fn begin(position: &'a Position, mv: Move, values: &'a Values, first: Capture) -> Exchange<'a> {
        let mut occupied = position.occupied().without(mv.from().into()) | mv.to().into();
        if mv.kind() == MoveKind::EnPassant {
            occupied.remove(crate::position::en_passant_victim(mv));
        }
        let attackers = position.attackers_to(mv.to(), occupied) & occupied;
        let (square, turn, on_square) = (mv.to(), !position.turn(), first.on_square);
        Exchange { position, values, square, occupied, attackers, turn, on_square }
    }

    /// Recaptures with the least valuable piece; returns the value of the captured piece plus the gain by
    /// promotion.
    fn recapture(&mut self) -> Option<i32> {
        let own = self.attackers & self.position.colored(self.turn);
        if own.is_empty() {
            return None;
        }
        let own = own.without(self.pinned());
        let (piece_type, from) = self.least_valuable(own)?;
        // A king may not capture a protected piece.
        if piece_type == PieceType::King && (self.attackers & self.position.colored(!self.turn)).any() {
            return None;
        }
        self.occupied ^= from.into();
        let board = self.position.board();
        if matches!(piece_type, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            let sliders = board.of_type(PieceType::Bishop) | board.of_type(PieceType::Queen);
            self.attackers |= attacks::bishop(self.square, self.occupied) & sliders;
        }
        if matches!(piece_type, PieceType::Rook | PieceType::Queen) {
            let sliders = board.of_type(PieceType::Rook) | board.of_type(PieceType::Queen);
            self.attackers |= attacks::rook(self.square, self.occupied) & sliders;
        }
        self.attackers &= self.occupied;
        self.turn = !self.turn;
        let mut gain = self.on_square;
        self.on_square = self.values[piece_type.index()];
        if piece_type == PieceType::Pawn {
            gain += promotion_gain(self.square, self.values);
            self.on_square += promotion_gain(self.square, self.values);
        }
        Some(gain)
    }

    fn least_valuable(&self, own: Bitboard) -> Option<(PieceType, Square)> {
        PieceType::ALL.into_iter().find_map(|piece_type| {
            let square = (own & self.position.board().of_type(piece_type)).first()?;
            Some((piece_type, square))
        })
    }

    /// Returns the pinned pieces of the capturing side that may not leave their line for the square.
    fn pinned(&self) -> Bitboard {
        let board = self.position.board();
        let king = self.position.king(self.turn);
        let mut pinned = Bitboard::EMPTY;
        for sniper in board.snipers(!self.turn, king) & self.occupied {
            let blockers = attacks::between(king, sniper) & self.occupied;
            let leaves_line = !attacks::line(king, sniper).contains(self.square);
            if leaves_line && blockers.any() && !blockers.has_multiple() {
                pinned |= blockers;
            }
        }
        pinned
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::uci;

    fn check(fen: &str, mv: &str, expected: i32) {
        let position = Position::from_fen(fen).unwrap();
        let mv = uci::parse(&position, mv).unwrap();
        assert_eq!(exact(&position, mv, &VALUES), expected, "{fen}");
    }

    #[test]
    fn exchanges() {
        check("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100);
        check("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200);
        check("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", 100);
        check("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", 400);
        check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0);
        // The rook that would recapture is pinned.
        check("4k3/4r3/2p5/1p6/8/8/4R3/B3K3 w - - 0 1", "a1e5", 0);
    }

    #[test]
    fn thresholds_agree_with_exact_values() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "8/8/1k6/8/8/2N1N3/2p1p1K1/3n4 w - - 0 1",
            "r2n3r/2P1P3/4N3/1k6/8/8/8/4K3 w - - 0 1",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        ] {
            let mut positions = vec![Position::from_fen(fen).unwrap()];
            for ply in 0..3 {
                let position = positions[ply].clone();
                for &mv in &position.legal_moves() {
                    let value = exact(&position, mv, &VALUES);
                    for threshold in [value - 1, value, value + 1, 0, 100, -300] {
                        let gains = at_least(&position, mv, threshold, &VALUES);
                        assert_eq!(gains, value >= threshold, "{mv:?} {threshold} {position:?}");
                    }
                }
                let mut next = position.clone();
                next.play(position.legal_moves()[ply * 3]);
                positions.push(next);
            }
        }
    }
}
