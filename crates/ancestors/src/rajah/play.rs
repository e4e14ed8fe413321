//! Making and undoing moves and null moves, and repetition detection.

use super::board::*;
use super::hash::{castling_key, turn_key};
use super::moves::Move;

/// The data needed to undo a move.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    pub(super) captured: Piece,
    /// The target square; off the board for a null move.
    pub(super) target: Square,
    pub(super) castling: u8,
    pub(super) en_passant: Option<Square>,
    pub(super) quiet_plies: u32,
    pub(super) key: u64,
}

impl Board {
    /// Returns true if the position has occurred before. The search scores the first repetition as a draw.
    pub fn is_repeated(&self) -> bool {
        let back = self.history.iter().rev().take(self.quiet_plies as usize);
        back.skip(1).step_by(2).any(|undo| undo.key == self.key)
    }

    /// Plays a pseudo-legal move, which may leave the mover's king in check.
    pub fn play(&mut self, mv: Move) {
        let (side, piece) = (self.turn, self.squares[usize::from(mv.from)]);
        let kind = piece & KIND;
        let target = self.capture_square(mv);
        let captured = self.squares[usize::from(target)];
        let castling = self.castling;
        self.remember(captured, mv.to);
        self.quiet_plies += 1;
        if captured != EMPTY {
            self.remove(target);
            self.quiet_plies = 0;
        }
        self.shift(mv.from, mv.to);
        let mut passed = None;
        if kind == PAWN {
            self.quiet_plies = 0;
            if mv.promotion != EMPTY {
                self.remove(mv.to);
                self.put(mv.promotion | side, mv.to);
            } else if mv.from.abs_diff(mv.to) == 32 {
                passed = Some((mv.from + mv.to) / 2);
            }
        } else if let Some((rook_from, rook_to)) = castling_rook(kind, mv) {
            self.shift(rook_from, rook_to);
        }
        self.castling &= rights_left(mv.from) & rights_left(mv.to);
        self.key ^= castling_key(castling) ^ castling_key(self.castling) ^ turn_key();
        self.turn = opponent(side);
        self.set_en_passant(passed);
    }

    /// Undoes the last move, which must be `mv`.
    pub fn undo(&mut self, mv: Move) {
        let Some(undo) = self.restore() else { return };
        if mv.promotion != EMPTY {
            self.remove(mv.to);
            self.put(PAWN | self.turn, mv.to);
        }
        self.shift(mv.to, mv.from);
        if let Some((rook_from, rook_to)) = castling_rook(self.squares[usize::from(mv.from)] & KIND, mv) {
            self.shift(rook_to, rook_from);
        }
        if undo.captured != EMPTY {
            let square = self.capture_square(mv);
            self.put(undo.captured, square);
        }
        self.key = undo.key;
    }

    /// Plays a null move.
    pub fn make_null(&mut self) {
        self.remember(EMPTY, OFF_BOARD);
        self.turn = opponent(self.turn);
        self.key ^= turn_key();
        // Repetitions are not detected across a null move.
        self.quiet_plies = 0;
        self.set_en_passant(None);
    }

    /// Undoes a null move.
    pub fn undo_null(&mut self) {
        if let Some(undo) = self.restore() {
            self.key = undo.key;
        }
    }

    fn remember(&mut self, captured: Piece, target: Square) {
        let (castling, en_passant, quiet_plies, key) =
            (self.castling, self.en_passant, self.quiet_plies, self.key);
        self.history.push(Undo { captured, target, castling, en_passant, quiet_plies, key });
    }

    fn restore(&mut self) -> Option<Undo> {
        let undo = self.history.pop()?;
        self.turn = opponent(self.turn);
        (self.castling, self.en_passant, self.quiet_plies) =
            (undo.castling, undo.en_passant, undo.quiet_plies);
        Some(undo)
    }

    /// Returns the captured piece's square: the target, or next to the pawn for en passant.
    #[inline]
    pub fn capture_square(&self, mv: Move) -> Square {
        let is_pawn = self.squares[usize::from(mv.from)] & KIND == PAWN;
        if is_pawn && Some(mv.to) == self.en_passant { mv.from & 0x70 | mv.to & 0x07 } else { mv.to }
    }
}

/// Returns the rook's origin and target for a castling move.
#[inline]
fn castling_rook(kind: Piece, mv: Move) -> Option<(Square, Square)> {
    if kind != KING || mv.from.abs_diff(mv.to) != 2 {
        return None;
    }
    Some(if mv.to > mv.from { (mv.from + 3, mv.from + 1) } else { (mv.from - 4, mv.from - 1) })
}

/// Returns the castling rights that remain when a piece leaves or reaches a square.
#[inline]
fn rights_left(square: Square) -> u8 {
    match square {
        0x00 => !WHITE_LONG,
        0x04 => !(WHITE_SHORT | WHITE_LONG),
        0x07 => !WHITE_SHORT,
        0x70 => !BLACK_LONG,
        0x74 => !(BLACK_SHORT | BLACK_LONG),
        0x77 => !BLACK_SHORT,
        _ => !0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::hash::{en_passant_key, piece_key};
    use super::*;

    #[test]
    fn undo_restores_everything() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
        ] {
            let mut board = Board::from_fen(fen);
            let before = board.clone();
            let mut moves = Vec::new();
            board.generate(&mut moves);
            for mv in moves {
                board.play(mv);
                assert_eq!(board.key, computed_key(&board), "{mv}");
                board.undo(mv);
                let state =
                    |board: &Board| (board.key, board.squares, board.material, board.pawns, board.kings);
                assert_eq!(state(&board), state(&before), "{mv}");
                let sorted = |side| {
                    let mut pieces = board.pieces(side).to_vec();
                    pieces.sort_unstable();
                    pieces
                };
                let all: Vec<u8> =
                    (0..128).filter(|&square| board.squares[usize::from(square)] & WHITE != 0).collect();
                assert_eq!(sorted(WHITE), all, "{mv}");
            }
        }
    }

    fn computed_key(board: &Board) -> u64 {
        let mut key = if board.turn == BLACK { turn_key() } else { 0 } ^ castling_key(board.castling);
        key ^= board.en_passant.map_or(0, |square| en_passant_key(file(square)));
        let pieces = board.squares.iter().enumerate().filter(|(_, piece)| **piece != EMPTY);
        pieces.fold(key, |key, (square, &piece)| key ^ piece_key(piece, square as u8))
    }

    #[test]
    fn repetitions_are_detected() {
        let mut board = Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
        let play = |board: &mut Board, text: &str| {
            let mv = board.find(text).expect("a move");
            board.play(mv);
            board.is_repeated()
        };
        // The first rook move loses the castling right, so only the second return counts.
        let game = ["a1a2", "e8e7", "a2a1", "e7e8", "a1a2", "e8e7"];
        let repeated: Vec<bool> = game.iter().map(|text| play(&mut board, text)).collect();
        assert_eq!(repeated, [false, false, false, false, true, true]);
    }
}
