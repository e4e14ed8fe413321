//! FirstChess's board: arrays of 64 for piece types and colors, from a8 = 0 to h1 = 63.

use super::moves::{Kind, Move};
use crate::seam::Setup;

/// A pawn. The numbers are those of the original listing; those below [`EMPTY`] index the table of values.
pub const PAWN: u8 = 0;
/// A knight.
pub const KNIGHT: u8 = 1;
/// A bishop.
pub const BISHOP: u8 = 2;
/// A rook.
pub const ROOK: u8 = 3;
/// A queen.
pub const QUEEN: u8 = 4;
/// A king.
pub const KING: u8 = 5;
/// An empty square, in both arrays.
pub const EMPTY: u8 = 6;
/// The side that moves up the board, toward square 0.
pub const WHITE: u8 = 0;
/// The other side.
pub const BLACK: u8 = 1;

/// The letters of the piece types, as in FEN.
pub const LETTERS: &str = "pnbrqk";

/// Castling rights as bits: White's kingside right, and Black's two bits higher.
pub const KING_SIDE: [u8; 2] = [1, 4];
/// Castling rights as bits: White's queenside right, and Black's two bits higher.
pub const QUEEN_SIDE: [u8; 2] = [2, 8];

/// A position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The type of the piece on each square.
    pub piece: [u8; 64],
    /// The color of the piece on each square.
    pub color: [u8; 64],
    /// The side to move.
    pub side: u8,
    /// The remaining castling rights.
    pub castling: u8,
    /// The square that a pawn has just passed over.
    pub en_passant: Option<u8>,
    /// Plies made since [`Board::new`] or [`Board::reset_ply`].
    pub ply: i32,
    history: Vec<Undo>,
}

/// The state that a move destroys and [`Board::take_back`] restores.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Undo {
    mv: Move,
    captured: u8,
    castling: u8,
    en_passant: Option<u8>,
}

/// Returns the name of a square: `a8` for 0, `h1` for 63.
pub fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), 8 - square / 8)
}

/// Returns the square with this name.
pub fn square_from_name(name: &str) -> Option<u8> {
    let &[file, rank] = name.as_bytes() else { return None };
    ((b'a'..=b'h').contains(&file) && (b'1'..=b'8').contains(&rank)).then(|| (b'8' - rank) * 8 + file - b'a')
}

/// Returns the square `files` to the right and `rows` down from `square`, if it is on the board.
#[inline]
pub fn step(square: u8, files: i8, rows: i8) -> Option<u8> {
    let (file, row) = ((square % 8) as i8 + files, (square / 8) as i8 + rows);
    ((0..8).contains(&file) && (0..8).contains(&row)).then_some((row * 8 + file) as u8)
}

impl Board {
    /// Sets up a position of orthodox chess.
    pub fn new(setup: &Setup) -> Board {
        let square = |file: usize, rank: usize| (7 - rank) * 8 + file;
        let mut board = Board {
            piece: [EMPTY; 64],
            color: [EMPTY; 64],
            side: setup.turn as u8,
            castling: setup.rights(),
            en_passant: setup.en_passant.map(|[file, rank]| square(file, rank) as u8),
            ply: 0,
            history: Vec::new(),
        };
        for &[file, rank, color, kind] in &setup.pieces {
            board.put(square(file, rank) as u8, kind as u8, color as u8);
        }
        board
    }

    /// Sets up a position from a FEN, for tests.
    #[cfg(test)]
    pub fn from_fen(fen: &str) -> Board {
        Board::new(&crate::seam::setup_of(fen))
    }

    /// Resets the ply count at the root of a search.
    pub fn reset_ply(&mut self) {
        self.ply = 0;
    }

    /// Returns the square of a side's king.
    pub fn king(&self, side: u8) -> u8 {
        let found = (0..64).find(|&square| self.piece[square] == KING && self.color[square] == side);
        // Legal positions have a king.
        found.unwrap_or(0) as u8
    }

    /// Returns true if `side` attacks the square. Looks outward from it with the steps of each piece.
    pub fn is_attacked(&self, square: u8, side: u8) -> bool {
        let holds = |at: Option<u8>, types: &[u8]| {
            at.is_some_and(|at| {
                self.color[usize::from(at)] == side && types.contains(&self.piece[usize::from(at)])
            })
        };
        // A white pawn that attacks the square is one row further down.
        let behind = if side == WHITE { 1 } else { -1 };
        if holds(step(square, -1, behind), &[PAWN]) || holds(step(square, 1, behind), &[PAWN]) {
            return true;
        }
        if super::moves::KNIGHT_STEPS.iter().any(|&(files, rows)| holds(step(square, files, rows), &[KNIGHT]))
        {
            return true;
        }
        super::moves::KING_STEPS.iter().any(|&(files, rows)| {
            let slider = if files != 0 && rows != 0 { BISHOP } else { ROOK };
            let mut at = step(square, files, rows);
            if holds(at, &[KING]) {
                return true;
            }
            while let Some(next) = at.filter(|&next| self.piece[usize::from(next)] == EMPTY) {
                at = step(next, files, rows);
            }
            holds(at, &[slider, QUEEN])
        })
    }

    /// Returns true if this side's king is attacked.
    pub fn in_check(&self, side: u8) -> bool {
        self.is_attacked(self.king(side), 1 - side)
    }

    /// Makes a move; returns false if it leaves the mover's king in check. Undo it with [`Board::take_back`].
    pub fn make(&mut self, mv: Move) -> bool {
        let (from, to, side) = (usize::from(mv.from), usize::from(mv.to), self.side);
        let (captured, castling, en_passant) = (self.piece[to], self.castling, self.en_passant);
        self.history.push(Undo { mv, captured, castling, en_passant });
        self.ply += 1;
        self.en_passant = None;
        let piece = self.piece[from];
        self.clear(mv.from);
        self.put(mv.to, mv.promotion.unwrap_or(piece), side);
        match mv.kind {
            Kind::EnPassant => self.clear(behind(mv.to, side)),
            Kind::Castling => {
                let (rook_from, rook_to) = rook_squares(mv.to);
                self.clear(rook_from);
                self.put(rook_to, ROOK, side);
            }
            Kind::Normal if piece == PAWN && mv.from.abs_diff(mv.to) == 16 => {
                self.en_passant = Some(behind(mv.to, side))
            }
            Kind::Normal => {}
        }
        // Moving a king or rook, or capturing a rook, removes castling rights.
        self.castling &= !(rights_lost_at(mv.from) | rights_lost_at(mv.to));
        self.side = 1 - side;
        !self.in_check(side)
    }

    /// Undoes the last move.
    pub fn take_back(&mut self) {
        let Some(Undo { mv, captured, castling, en_passant }) = self.history.pop() else { return };
        self.side = 1 - self.side;
        (self.ply, self.castling, self.en_passant) = (self.ply - 1, castling, en_passant);
        let (side, piece) = (self.side, self.piece[usize::from(mv.to)]);
        self.put(mv.from, if mv.promotion.is_some() { PAWN } else { piece }, side);
        self.clear(mv.to);
        match mv.kind {
            Kind::EnPassant => self.put(behind(mv.to, side), PAWN, 1 - side),
            Kind::Castling => {
                let (rook_from, rook_to) = rook_squares(mv.to);
                self.clear(rook_to);
                self.put(rook_from, ROOK, side);
            }
            Kind::Normal if captured != EMPTY => self.put(mv.to, captured, 1 - side),
            Kind::Normal => {}
        }
    }

    /// Draws the board as text, White at the bottom: capital letters for White, dots for empty squares.
    pub fn draw(&self) -> String {
        let mut text = String::new();
        for row in 0..8 {
            text.push_str(&format!("{} ", 8 - row));
            for square in row * 8..row * 8 + 8 {
                let letter = LETTERS.chars().nth(usize::from(self.piece[square])).unwrap_or('.');
                text.push(' ');
                text.push(if self.color[square] == WHITE { letter.to_ascii_uppercase() } else { letter });
            }
            text.push('\n');
        }
        text + "\n   a b c d e f g h\n"
    }

    fn put(&mut self, square: u8, piece: u8, color: u8) {
        self.piece[usize::from(square)] = piece;
        self.color[usize::from(square)] = color;
    }

    fn clear(&mut self, square: u8) {
        self.put(square, EMPTY, EMPTY);
    }
}

/// Returns the square one step behind for a pawn of `side`.
fn behind(square: u8, side: u8) -> u8 {
    if side == WHITE { square + 8 } else { square - 8 }
}

/// Returns the rook's origin and target when the king castles to `king`.
fn rook_squares(king: u8) -> (u8, u8) {
    if king % 8 == 6 { (king + 1, king - 1) } else { (king - 2, king + 1) }
}

fn rights_lost_at(square: u8) -> u8 {
    match square {
        0 => QUEEN_SIDE[1],
        4 => KING_SIDE[1] | QUEEN_SIDE[1],
        7 => KING_SIDE[1],
        56 => QUEEN_SIDE[0],
        60 => KING_SIDE[0] | QUEEN_SIDE[0],
        63 => KING_SIDE[0],
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::firstchess::moves;

    #[test]
    fn the_first_square_is_a8() {
        let board = Board::from_fen(crate::seam::START);
        assert_eq!([board.piece[0], board.color[0]], [ROOK, BLACK]);
        assert_eq!([board.piece[60], board.color[60]], [KING, WHITE]);
        assert_eq!([square_name(0), square_name(63)], ["a8", "h1"]);
        assert_eq!(square_from_name("e2"), Some(52));
        assert!(board.draw().starts_with("8  r n b q k b n r\n"), "{}", board.draw());
    }

    #[test]
    fn take_back_restores_everything() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/1P6/8/3pP3/8/8/8/4K3 w - d6 0 1",
        ] {
            let board = Board::from_fen(fen);
            for mv in moves::generate(&board, false) {
                let mut after = board.clone();
                after.make(mv);
                assert_ne!(after, board);
                after.take_back();
                assert_eq!(after, board, "{mv}");
            }
        }
    }
}
