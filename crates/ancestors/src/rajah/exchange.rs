//! Static exchange evaluation (SEE).

use super::board::*;
use super::moves::Move;

impl Board {
    /// Returns the centipawns that `mv` gains if both sides then capture on its target with their least
    /// valuable pieces and stop when it suits them. The second layer of quiescence pruning uses this.
    pub fn exchange(&self, mv: Move) -> i32 {
        let captured = self.capture_square(mv);
        let mut removed: u128 = 1 << mv.from | 1 << captured;
        // gains[n]: the gain of the n-th capture for its side if the exchange ends there.
        let mut gains = [0; 64];
        gains[0] = self.gain(mv);
        let mut next_victim =
            if mv.promotion == EMPTY { self.squares[usize::from(mv.from)] & KIND } else { mv.promotion };
        let (mut side, mut depth) = (opponent(self.turn), 0);
        while let Some(from) = self.least_attacker(mv.to, side, removed) {
            depth += 1;
            gains[depth] = VALUE[usize::from(next_victim)] - gains[depth - 1];
            // This capture loses whatever follows, so it is not made.
            if gains[depth].max(-gains[depth - 1]) < 0 {
                depth -= 1;
                break;
            }
            removed |= 1 << from;
            next_victim = self.squares[usize::from(from)] & KIND;
            side = opponent(side);
        }
        while depth > 0 {
            depth -= 1;
            gains[depth] = -gains[depth + 1].max(-gains[depth]);
        }
        gains[0]
    }

    /// Returns the centipawns that a move gains at once by capture and promotion.
    #[inline]
    pub fn gain(&self, mv: Move) -> i32 {
        let captured = VALUE[usize::from(self.squares[usize::from(self.capture_square(mv))] & KIND)];
        if mv.promotion == EMPTY {
            captured
        } else {
            captured + VALUE[usize::from(mv.promotion)] - VALUE[usize::from(PAWN)]
        }
    }

    /// Finds the least valuable attacker, including x-rays: [`Board::attacks`] skips `removed` pieces.
    fn least_attacker(&self, target: Square, side: Side, removed: u128) -> Option<Square> {
        let kind = |square: &Square| self.squares[usize::from(*square)] & KIND;
        let attacks = |&from: &Square| removed & 1 << from == 0 && self.attacks(from, target, removed);
        self.pieces(side).iter().copied().filter(attacks).min_by_key(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_are_evaluated_to_the_end() {
        for (fen, mv, expected) in [
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 325),
            ("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", 100 - 900),
            // The queen behind the rook takes part.
            ("3rk3/8/8/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5", 100),
            ("4k3/8/8/8/2pP4/8/8/3QK3 b - d3 0 1", "c4d3", 0),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 500 + 800),
        ] {
            let mut board = Board::from_fen(fen);
            let mv = board.find(mv).expect("a legal move");
            assert_eq!(board.exchange(mv), expected, "{mv} in {fen}");
        }
    }
}
