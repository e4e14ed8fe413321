//! Roce's board: a 10x12 mailbox with a rim around the inner 8x8 squares, from a1 = 91 to h8 = 28.

use super::keys;
use super::moves::{Kind, Move};
use super::squares::{all_squares, behind, file, rank, square};
use crate::seam::Setup;

/// A pawn. White's pieces are these numbers, Black's are their negatives.
pub const PAWN: i8 = 1;
/// A knight.
pub const KNIGHT: i8 = 2;
/// A bishop.
pub const BISHOP: i8 = 3;
/// A rook.
pub const ROOK: i8 = 4;
/// A queen.
pub const QUEEN: i8 = 5;
/// A king.
pub const KING: i8 = 6;
/// An empty square.
pub const EMPTY: i8 = 0;
/// The rim: two rows above and below for knights, and one column on each side, since rows are adjacent.
pub const OUTSIDE: i8 = 99;

/// White as the side to move, and the sign of its pieces.
pub const WHITE: i8 = 1;
/// Black as the side to move, and the sign of its pieces.
pub const BLACK: i8 = -1;

/// The contents of the 120 squares.
pub type Squares = [i8; 120];

/// Returns the index of a side: 0 for White, 1 for Black.
#[inline(always)]
pub fn index(side: i8) -> usize {
    usize::from(side < 0)
}

/// A position and the moves that led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The contents of the squares.
    pub squares: Squares,
    /// The side to move: [`WHITE`] or [`BLACK`].
    pub turn: i8,
    /// The squares of the kings, by [`index`].
    pub kings: [u8; 2],
    /// The rooks that may castle: White's kingside and queenside rooks, then Black's; 0 for none. Chess960
    /// needs nothing more than the rook's square in place of its side.
    pub castling: [u8; 4],
    /// The square that a pawn has just passed over with an enemy pawn in reach, or 0.
    pub en_passant: u8,
    /// Plies since the last capture or pawn move.
    pub fifty: u16,
    /// The hash key of the position.
    pub key: u64,
    /// The moves played, with what is needed to undo them.
    pub stack: Vec<Undo>,
}

/// The data needed to undo a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Undo {
    /// The move, or `None` for a null move.
    pub mv: Option<Move>,
    /// The piece captured on the target square.
    pub captured: i8,
    castling: [u8; 4],
    en_passant: u8,
    fifty: u16,
    /// The hash key of the position before the move.
    pub key: u64,
}

impl Board {
    /// Sets up a position. The castling rooks are all that Chess960 needs.
    pub fn new(setup: &Setup) -> Board {
        let mut squares = [OUTSIDE; 120];
        all_squares().for_each(|square| squares[usize::from(square)] = EMPTY);
        let (turn, fifty) =
            (if setup.turn == 0 { WHITE } else { BLACK }, setup.fifty.min(u16::MAX.into()) as u16);
        let mut board = Board {
            squares,
            turn,
            kings: [0; 2],
            castling: [0; 4],
            en_passant: 0,
            fifty,
            key: 0,
            stack: Vec::new(),
        };
        for &[file, rank, color, kind] in &setup.pieces {
            let (at, piece) = (square(file as u8, rank as u8), kind as i8 + PAWN);
            board.put(at, if color == 0 { piece } else { -piece });
            if piece == KING {
                board.kings[color] = at;
            }
        }
        board.key ^= if turn == BLACK { keys::BLACK_TO_MOVE } else { 0 };
        for (right, file) in setup.rooks.into_iter().enumerate() {
            let Some(file) = file else { continue };
            board.castling[right] = square(file as u8, if right < 2 { 0 } else { 7 });
            board.key ^= keys::castling(right, board.castling[right]);
        }
        if let Some([file, rank]) = setup.en_passant {
            board.set_en_passant(square(file as u8, rank as u8));
        }
        board
    }

    /// Sets up a position from a FEN, for tests.
    #[cfg(test)]
    pub fn from_fen(fen: &str) -> Board {
        Board::new(&crate::seam::setup_of(fen))
    }

    /// Plays a legal move.
    pub fn make(&mut self, mv: Move) {
        let (side, us) = (self.turn, index(self.turn));
        let captured = if mv.kind == Kind::Castling { EMPTY } else { self.squares[usize::from(mv.to)] };
        self.push_undo(Some(mv), captured);
        let piece = self.remove(mv.from);
        self.fifty = if captured != EMPTY || piece == PAWN * side { 0 } else { self.fifty.saturating_add(1) };
        self.clear_en_passant();
        match mv.kind {
            Kind::Castling => {
                let rook = self.remove(mv.to);
                let (king_to, rook_to) = castle_squares(mv);
                self.put(king_to, piece);
                self.put(rook_to, rook);
                self.kings[us] = king_to;
            }
            _ => {
                self.remove(mv.to);
                self.put(mv.to, if mv.promotion != EMPTY { mv.promotion * side } else { piece });
            }
        }
        match mv.kind {
            Kind::EnPassant => _ = self.remove(behind(mv.to, side)),
            Kind::Normal if piece == KING * side => self.kings[us] = mv.to,
            _ => {}
        }
        for right in 0..4 {
            let rook = self.castling[right];
            if rook != 0 && (rook == mv.from || rook == mv.to || piece == KING * side && right / 2 == us) {
                self.key ^= keys::castling(right, rook);
                self.castling[right] = 0;
            }
        }
        self.pass_turn();
        if mv.kind == Kind::TwoSquares {
            self.set_en_passant(behind(mv.to, side));
        }
    }

    /// Undoes the last move.
    pub fn undo(&mut self) {
        let Some(undo) = self.stack.pop() else { return };
        self.turn = -self.turn;
        let (side, us) = (self.turn, index(self.turn));
        if let Some(mv) = undo.mv {
            let to = usize::from(mv.to);
            if mv.kind == Kind::Castling {
                let (king_to, rook_to) = castle_squares(mv);
                self.squares[usize::from(king_to)] = EMPTY;
                self.squares[usize::from(rook_to)] = EMPTY;
                self.squares[to] = ROOK * side;
                self.squares[usize::from(mv.from)] = KING * side;
            } else {
                let piece = self.squares[to];
                self.squares[usize::from(mv.from)] = if mv.promotion != EMPTY { PAWN * side } else { piece };
                self.squares[to] = undo.captured;
            }
            if mv.kind == Kind::EnPassant {
                self.squares[usize::from(behind(mv.to, side))] = -PAWN * side;
            }
            if self.squares[usize::from(mv.from)] == KING * side {
                self.kings[us] = mv.from;
            }
        }
        (self.castling, self.en_passant, self.fifty, self.key) =
            (undo.castling, undo.en_passant, undo.fifty, undo.key);
    }

    /// Plays a null move. Repetitions are not detected across it.
    pub fn make_null(&mut self) {
        self.push_undo(None, EMPTY);
        self.clear_en_passant();
        self.fifty = 0;
        self.pass_turn();
    }

    /// Returns true if the position has occurred before since the last capture or pawn move.
    pub fn is_repeated(&self) -> bool {
        // The side to move is the same only every second ply.
        let recent = self.stack.iter().rev().take(self.fifty.into());
        recent.skip(1).step_by(2).any(|earlier| earlier.key == self.key)
    }

    /// Returns true if the side to move has anything but king and pawns.
    pub fn has_pieces(&self) -> bool {
        all_squares().any(|at| (KNIGHT..=QUEEN).contains(&(self.squares[usize::from(at)] * self.turn)))
    }

    fn push_undo(&mut self, mv: Option<Move>, captured: i8) {
        let Board { castling, en_passant, fifty, key, .. } = *self;
        self.stack.push(Undo { mv, captured, castling, en_passant, fifty, key });
    }

    fn pass_turn(&mut self) {
        self.turn = -self.turn;
        self.key ^= keys::BLACK_TO_MOVE;
    }

    /// Sets the en passant square for the side to move, as in a FEN.
    fn set_en_passant(&mut self, passed: u8) {
        // A capturing pawn must be next to the pawn that moved two squares.
        let pawn = behind(passed, self.turn);
        if [pawn - 1, pawn + 1]
            .iter()
            .any(|&adjacent| self.squares[usize::from(adjacent)] == PAWN * self.turn)
        {
            self.en_passant = passed;
            self.key ^= keys::en_passant(file(passed));
        }
    }

    fn clear_en_passant(&mut self) {
        if self.en_passant != 0 {
            self.key ^= keys::en_passant(file(self.en_passant));
            self.en_passant = 0;
        }
    }

    /// Puts a piece on an empty square.
    #[inline]
    fn put(&mut self, square: u8, piece: i8) {
        self.squares[usize::from(square)] = piece;
        self.key ^= keys::piece(piece, square);
    }

    #[inline]
    fn remove(&mut self, square: u8) -> i8 {
        let piece = std::mem::replace(&mut self.squares[usize::from(square)], EMPTY);
        if piece != EMPTY {
            self.key ^= keys::piece(piece, square);
        }
        piece
    }
}

/// Returns the target squares of king and rook in castling: always on the same files, wherever they started.
pub fn castle_squares(mv: Move) -> (u8, u8) {
    let home = rank(mv.from);
    if mv.to > mv.from { (square(6, home), square(5, home)) } else { (square(2, home), square(3, home)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roce::moves;
    use crate::seam::START;

    #[test]
    fn undo_restores_everything() {
        for fen in [
            START,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/1P6/8/3pP3/8/8/8/4K3 w - d6 3 9",
            "k3r2r/8/8/8/8/8/8/1RK4R w HB - 0 1",
            "1r1k2r1/8/8/8/8/8/3p4/1R1K2R1 b GBgb - 0 1",
        ] {
            let mut board = Board::from_fen(fen);
            let before = board.clone();
            for mv in moves::legal(&board) {
                board.make(mv);
                board.undo();
                assert_eq!(board, before, "{mv} {fen}");
            }
        }
    }

    #[test]
    fn repetitions_are_not_detected_across_null_moves() {
        for game in ["g1f3", "g1f3 g8f6", "g1f3 g8f6 f3g1"] {
            assert!(!moves::after(START, game).is_repeated());
        }
        let mut board = moves::after(START, "g1f3 g8f6 f3g1 f6g8");
        assert!(board.is_repeated());
        board.make_null();
        assert!(!board.is_repeated());
    }
}
