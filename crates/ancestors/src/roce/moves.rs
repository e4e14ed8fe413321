//! Roce's move generator: it generates legal moves only, so none has to be undone.

use std::fmt;

use super::attacks::{BISHOP_STEPS, CheckInfo, KING_STEPS, KNIGHT_STEPS, ROOK_STEPS, is_attacked};
use super::board::{
    BISHOP, Board, EMPTY, KNIGHT, OUTSIDE, PAWN, QUEEN, ROOK, Squares, WHITE, castle_squares, index,
};
use super::squares::{all_squares, behind, name, rank};

/// The promotion pieces, the queen first.
const PROMOTIONS: [i8; 4] = [QUEEN, ROOK, BISHOP, KNIGHT];

/// The piece letters by number; a dot for an empty square.
pub const LETTERS: &str = ".PNBRQK";

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A normal move or a promotion.
    Normal,
    /// A pawn moves two squares.
    TwoSquares,
    /// A pawn captures en passant.
    EnPassant,
    /// Castling; the target is the rook's square.
    Castling,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The origin square.
    pub from: u8,
    /// The target square; for castling the rook's square.
    pub to: u8,
    /// The promotion piece, as White's number for both sides; [`EMPTY`] for all other moves.
    pub promotion: i8,
    /// The kind of move.
    pub kind: Kind,
}

impl fmt::Display for Move {
    /// Formats a move: `e2e4`, `e7e8Q`; castling as `e1g1`, or with `{:#}` in Chess960 form as `e1h1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to =
            if self.kind == Kind::Castling && !f.alternate() { castle_squares(*self).0 } else { self.to };
        let letter = LETTERS.chars().nth(self.promotion as usize).filter(|_| self.promotion != EMPTY);
        write!(f, "{}{}{}", name(self.from), name(to), letter.map(String::from).unwrap_or_default())
    }
}

/// The moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All legal moves.
    All,
    /// Legal captures and promotions.
    Captures,
    /// All moves, including those that leave the king in check: for comparison only.
    PseudoLegal,
}

/// Returns all legal moves.
pub fn legal(board: &Board) -> Vec<Move> {
    let mut moves = Vec::with_capacity(64);
    generate(board, Wanted::All, &mut moves);
    moves
}

/// Parses a legal move; castling is accepted in both forms.
pub fn parse(board: &Board, text: &str) -> Option<Move> {
    let wanted = text.to_ascii_lowercase();
    let is = |mv: &&Move| format!("{mv:#}").to_ascii_lowercase() == wanted;
    let moves = legal(board);
    // In Chess960 a king move may look like castling in the usual form: an exact match comes first.
    let castles = |mv: &&Move| mv.to_string().to_ascii_lowercase() == wanted;
    moves.iter().find(is).or_else(|| moves.iter().find(castles)).copied()
}

/// Returns the board after moves from a FEN, for tests.
#[cfg(test)]
pub fn after(fen: &str, moves: &str) -> Board {
    let mut board = Board::from_fen(fen);
    for text in moves.split_whitespace() {
        board.make(parse(&board, text).expect("a legal move"));
    }
    board
}

/// Appends the requested legal moves of the side to move.
pub fn generate(board: &Board, wanted: Wanted, moves: &mut Vec<Move>) {
    let king = board.kings[index(board.turn)];
    let check_info = if wanted == Wanted::PseudoLegal {
        CheckInfo::none()
    } else {
        CheckInfo::against(&board.squares, king, board.turn)
    };
    let mut generator =
        Generator { board, squares: &board.squares, side: board.turn, king, check_info, wanted, moves };
    generator.king_moves();
    if generator.check_info.checkers < 2 {
        generator.pieces();
    }
    if generator.check_info.checkers == 0 && wanted != Wanted::Captures {
        generator.castling();
    }
}

struct Generator<'a> {
    board: &'a Board,
    squares: &'a Squares,
    side: i8,
    king: u8,
    check_info: CheckInfo,
    wanted: Wanted,
    moves: &'a mut Vec<Move>,
}

impl Generator<'_> {
    fn at(&self, square: u8) -> i8 {
        self.squares[usize::from(square)]
    }

    /// Returns true if the target is empty or an enemy's and such a move is requested.
    #[inline(always)]
    fn may_go(&self, to: u8) -> bool {
        let piece = self.at(to);
        piece != OUTSIDE && (piece * self.side < 0 || piece == EMPTY && self.wanted != Wanted::Captures)
    }

    fn push(&mut self, from: u8, to: u8, kind: Kind) {
        self.moves.push(Move { from, to, promotion: EMPTY, kind });
    }

    /// The king is removed before its targets are tested, since it does not shield itself.
    fn king_moves(&mut self) {
        let mut without_king = *self.squares;
        without_king[usize::from(self.king)] = EMPTY;
        for step in KING_STEPS {
            let to = self.king.wrapping_add_signed(step);
            let is_safe =
                || self.wanted == Wanted::PseudoLegal || !is_attacked(&without_king, to, -self.side);
            if self.may_go(to) && is_safe() {
                self.push(self.king, to, Kind::Normal);
            }
        }
    }

    fn pieces(&mut self) {
        for from in all_squares() {
            let piece = self.at(from) * self.side;
            // The rim is never seen here, because all_squares leaves it out.
            if !(PAWN..=QUEEN).contains(&piece) {
                continue;
            }
            let pin = self.check_info.pin(from);
            match piece {
                PAWN => self.pawn_moves(from, pin),
                // A pinned knight cannot move.
                KNIGHT if pin.is_none() => self.jump(from),
                BISHOP => self.slide(from, &BISHOP_STEPS, pin),
                ROOK => self.slide(from, &ROOK_STEPS, pin),
                QUEEN => self.slide(from, &KING_STEPS, pin),
                _ => {}
            }
        }
    }

    fn jump(&mut self, from: u8) {
        for step in KNIGHT_STEPS {
            let to = from.wrapping_add_signed(step);
            if self.may_go(to) && self.check_info.answers_check(to) {
                self.push(from, to, Kind::Normal);
            }
        }
    }

    fn slide(&mut self, from: u8, steps: &[i8], pin: Option<i8>) {
        for &step in steps {
            if pin.is_some_and(|line| line != step && line != -step) {
                continue;
            }
            let mut to = from.wrapping_add_signed(step);
            loop {
                if self.may_go(to) && self.check_info.answers_check(to) {
                    self.push(from, to, Kind::Normal);
                }
                if self.at(to) != EMPTY {
                    break;
                }
                to = to.wrapping_add_signed(step);
            }
        }
    }

    fn pawn_moves(&mut self, from: u8, pin: Option<i8>) {
        let forward = -10 * self.side;
        let free = |step: i8| pin.is_none_or(|line| line == step || line == -step);
        let first = from.wrapping_add_signed(forward);
        let promotes = rank(first) == if self.side == WHITE { 7 } else { 0 };
        if self.at(first) == EMPTY && free(forward) && (promotes || self.wanted != Wanted::Captures) {
            self.push_pawn(from, first, promotes);
            let second = first.wrapping_add_signed(forward);
            let unmoved = rank(from) == if self.side == WHITE { 1 } else { 6 };
            if unmoved && self.at(second) == EMPTY && self.check_info.answers_check(second) {
                self.push(from, second, Kind::TwoSquares);
            }
        }
        for step in [forward - 1, forward + 1] {
            let to = from.wrapping_add_signed(step);
            if self.at(to) != OUTSIDE && self.at(to) * self.side < 0 && free(step) {
                self.push_pawn(from, to, promotes);
            } else if to == self.board.en_passant
                && (self.wanted == Wanted::PseudoLegal || self.en_passant_is_safe(from, to))
            {
                self.push(from, to, Kind::EnPassant);
            }
        }
    }

    fn push_pawn(&mut self, from: u8, to: u8, promotes: bool) {
        if !self.check_info.answers_check(to) {
            return;
        }
        if promotes {
            self.moves.extend(PROMOTIONS.map(|promotion| Move { from, to, promotion, kind: Kind::Normal }));
        } else {
            self.push(from, to, Kind::Normal);
        }
    }

    /// Checks en passant on the resulting board: two pawns leave a rank at once, which pins do not cover.
    fn en_passant_is_safe(&self, from: u8, to: u8) -> bool {
        let mut after = *self.squares;
        after[usize::from(from)] = EMPTY;
        after[usize::from(behind(to, self.side))] = EMPTY;
        after[usize::from(to)] = PAWN * self.side;
        !is_attacked(&after, self.king, -self.side)
    }

    /// All squares on the paths of king and rook must be empty and those of the king safe. Both are removed
    /// before the test: in Chess960 the rook may have shielded the king's target.
    fn castling(&mut self) {
        let first = index(self.side) * 2;
        for rook in [self.board.castling[first], self.board.castling[first + 1]] {
            if rook == 0 {
                continue;
            }
            let mv = Move { from: self.king, to: rook, promotion: EMPTY, kind: Kind::Castling };
            let (king_to, rook_to) = castle_squares(mv);
            let mut without = *self.squares;
            without[usize::from(self.king)] = EMPTY;
            without[usize::from(rook)] = EMPTY;
            let low = self.king.min(rook).min(king_to).min(rook_to);
            let high = self.king.max(rook).max(king_to).max(rook_to);
            let mut way = self.king.min(king_to)..=self.king.max(king_to);
            if (low..=high).all(|at| without[usize::from(at)] == EMPTY)
                && !way.any(|at| is_attacked(&without, at, -self.side))
            {
                self.moves.push(mv);
            }
        }
    }
}
