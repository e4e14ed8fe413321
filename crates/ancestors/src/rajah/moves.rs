//! Moves, and the pseudo-legal generator on the 0x88 board.

use std::fmt;

use super::board::*;

/// A move. Castling is the king's two-square move, en passant the pawn's diagonal one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The origin square.
    pub from: Square,
    /// The target square.
    pub to: Square,
    /// The promotion piece, or [`EMPTY`].
    pub promotion: Piece,
}

impl fmt::Display for Move {
    /// Formats a move as `e2e4` or `e7e8q`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let promotion = ["", "", "n", "b", "r", "q", "", ""][usize::from(self.promotion & KIND)];
        write!(f, "{}{}{promotion}", square_name(self.from), square_name(self.to))
    }
}

/// A step to another square, as a difference of square numbers.
pub type Step = u8;

// Differences wrap around: 256 - 1 is one file back.
const fn back(step: u8) -> u8 {
    0u8.wrapping_sub(step)
}

/// The steps of a knight.
pub const KNIGHT_STEPS: [Step; 8] = [14, 18, 31, 33, back(14), back(18), back(31), back(33)];
/// The steps of a king or queen; the first four are a bishop's, the rest a rook's.
pub const ALL_STEPS: [Step; 8] = [15, 17, back(15), back(17), 1, 16, back(1), back(16)];

/// Returns the steps of a piece other than a pawn.
#[inline]
pub fn steps(kind: Piece) -> &'static [Step] {
    match kind {
        KNIGHT => &KNIGHT_STEPS,
        BISHOP => &ALL_STEPS[..4],
        ROOK => &ALL_STEPS[4..],
        _ => &ALL_STEPS,
    }
}

/// Returns the pawn step of a side.
#[inline]
pub fn forward(side: Side) -> Step {
    if side == WHITE { 16 } else { back(16) }
}

impl Board {
    /// Appends all pseudo-legal moves; [`Board::is_safe_after`] finds illegal ones once they are played.
    pub fn generate(&self, moves: &mut Vec<Move>) {
        self.walk::<true>(moves);
        self.castle(moves);
    }

    /// Appends captures and queen promotions, the moves of quiescence.
    pub fn generate_captures(&self, moves: &mut Vec<Move>) {
        self.walk::<false>(moves);
    }

    fn walk<const ALL: bool>(&self, moves: &mut Vec<Move>) {
        let enemy = opponent(self.turn);
        for &from in self.pieces(self.turn) {
            let kind = self.squares[usize::from(from)] & KIND;
            if kind == PAWN {
                self.pawn_moves::<ALL>(from, moves);
                continue;
            }
            let slides = kind != KNIGHT && kind != KING;
            for &step in steps(kind) {
                let mut to = from.wrapping_add(step);
                while to & OFF_BOARD == 0 {
                    let piece = self.squares[usize::from(to)];
                    if piece != EMPTY {
                        if piece & enemy != 0 {
                            moves.push(Move { from, to, promotion: EMPTY });
                        }
                        break;
                    }
                    if ALL {
                        moves.push(Move { from, to, promotion: EMPTY });
                    }
                    if !slides {
                        break;
                    }
                    to = to.wrapping_add(step);
                }
            }
        }
    }

    #[inline]
    fn pawn_moves<const ALL: bool>(&self, from: Square, moves: &mut Vec<Move>) {
        let (enemy, ahead) = (opponent(self.turn), from.wrapping_add(forward(self.turn)));
        let mut add = |to: Square| {
            if rank_of(self.turn, to) < 7 {
                return moves.push(Move { from, to, promotion: EMPTY });
            }
            moves.push(Move { from, to, promotion: QUEEN });
            if ALL {
                moves.extend([KNIGHT, ROOK, BISHOP].map(|promotion| Move { from, to, promotion }));
            }
        };
        for to in [ahead.wrapping_sub(1), ahead.wrapping_add(1)] {
            if to & OFF_BOARD == 0
                && (self.squares[usize::from(to)] & enemy != 0 || Some(to) == self.en_passant)
            {
                add(to);
            }
        }
        if ahead & OFF_BOARD != 0 || self.squares[usize::from(ahead)] != EMPTY {
            return;
        }
        if ALL || rank_of(self.turn, ahead) == 7 {
            add(ahead);
        }
        let double = ahead.wrapping_add(forward(self.turn));
        if ALL && rank_of(self.turn, from) == 1 && self.squares[usize::from(double)] == EMPTY {
            add(double);
        }
    }

    /// Generates castling, not out of or through check; the target is tested after the move, as in any move.
    fn castle(&self, moves: &mut Vec<Move>) {
        let (short, long, king) = if self.turn == WHITE {
            (WHITE_SHORT, WHITE_LONG, 0x04)
        } else {
            (BLACK_SHORT, BLACK_LONG, 0x74)
        };
        let rights = self.castling & (short | long);
        let (enemy, empty) =
            (opponent(self.turn), |square: Square| self.squares[usize::from(square)] == EMPTY);
        if rights == 0 || self.is_attacked(king, enemy) {
            return;
        }
        if rights & short != 0 && empty(king + 1) && empty(king + 2) && !self.is_attacked(king + 1, enemy) {
            moves.push(Move { from: king, to: king + 2, promotion: EMPTY });
        }
        if rights & long != 0
            && (1..=3).all(|files| empty(king - files))
            && !self.is_attacked(king - 1, enemy)
        {
            moves.push(Move { from: king, to: king - 2, promotion: EMPTY });
        }
    }

    /// Returns all legal moves.
    pub fn legal_moves(&mut self) -> Vec<Move> {
        let (mut moves, in_check) = (Vec::new(), self.in_check());
        self.generate(&mut moves);
        moves.retain(|&mv| {
            self.play(mv);
            let safe = self.is_safe_after(mv, in_check);
            self.undo(mv);
            safe
        });
        moves
    }

    /// Finds the legal move with this text.
    pub fn find(&mut self, text: &str) -> Option<Move> {
        self.legal_moves().into_iter().find(|mv| mv.to_string() == text)
    }

    /// Counts positions `depth` plies ahead. If `stop` returns true, the count ends and is meaningless.
    pub fn perft(&mut self, depth: u32, stop: &dyn Fn() -> bool) -> u64 {
        if depth == 0 || stop() {
            return 1;
        }
        let moves = self.legal_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let leaves = moves.into_iter().map(|mv| {
            self.play(mv);
            let leaves = self.perft(depth - 1, stop);
            self.undo(mv);
            leaves
        });
        leaves.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quiescence_generates_captures_and_queen_promotions() {
        let board = Board::from_fen("3r3k/2P1P3/8/4pPp1/1n6/2B5/8/K7 w - g6 0 1");
        let mut moves = Vec::new();
        board.generate_captures(&mut moves);
        let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
        texts.sort();
        assert_eq!(texts, ["c3b4", "c3e5", "c7c8q", "c7d8q", "e7d8q", "e7e8q", "f5g6"]);
    }

    #[test]
    fn perft_is_correct() {
        let mut board =
            Board::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        assert_eq!([1, 2, 3].map(|depth| board.perft(depth, &|| false)), [48, 2039, 97862]);
    }
}
