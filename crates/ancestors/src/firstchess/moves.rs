//! FirstChess's pseudo-legal move generator: making a move shows if it is legal.

use std::fmt;

use super::board::{
    BISHOP, Board, EMPTY, KING, KING_SIDE, KNIGHT, LETTERS, PAWN, QUEEN, QUEEN_SIDE, ROOK, WHITE,
    square_from_name, square_name, step,
};

/// The steps of a knight in files and rows.
pub const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The steps of a king in files and rows: a rook repeats the first four, a bishop the rest, a queen all.
pub const KING_STEPS: [(i8, i8); 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

/// The promotion pieces.
const PROMOTIONS: [u8; 4] = [QUEEN, ROOK, BISHOP, KNIGHT];

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A normal move or a promotion.
    Normal,
    /// A pawn captures en passant.
    EnPassant,
    /// The king moves two files, and a rook jumps over it.
    Castling,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The origin square.
    pub from: u8,
    /// The target square.
    pub to: u8,
    /// The promotion piece.
    pub promotion: Option<u8>,
    /// The kind of move.
    pub kind: Kind,
}

impl fmt::Display for Move {
    /// Formats a move: `e2e4`, `e7e8q`, castling as `e1g1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.promotion.and_then(|piece| LETTERS.chars().nth(usize::from(piece)));
        let letter = letter.map(String::from).unwrap_or_default();
        write!(f, "{}{}{letter}", square_name(self.from), square_name(self.to))
    }
}

/// Parses a move that is known to be legal. Its kind follows from the board, so a program that never castles
/// can follow an opponent that does.
pub fn parse(board: &Board, text: &str) -> Option<Move> {
    let (from, to) = (square_from_name(text.get(0..2)?)?, square_from_name(text.get(2..4)?)?);
    let promotion = text.get(4..5).and_then(|letter| LETTERS.find(letter)).map(|piece| piece as u8);
    let kind = match board.piece[usize::from(from)] {
        KING if from.abs_diff(to) == 2 => Kind::Castling,
        PAWN if from % 8 != to % 8 && board.piece[usize::from(to)] == EMPTY => Kind::EnPassant,
        _ => Kind::Normal,
    };
    Some(Move { from, to, promotion, kind })
}

/// Generates all pseudo-legal moves. `faithful` omits castling and en passant, like the original.
pub fn generate(board: &Board, faithful: bool) -> Vec<Move> {
    let mut moves = Vec::with_capacity(64);
    for square in 0..64u8 {
        if board.color[usize::from(square)] != board.side {
            continue;
        }
        match board.piece[usize::from(square)] {
            PAWN => pawn_moves(board, square, faithful, &mut moves),
            KNIGHT => walk(board, square, &KNIGHT_STEPS, false, &mut moves),
            BISHOP => walk(board, square, &KING_STEPS[4..], true, &mut moves),
            ROOK => walk(board, square, &KING_STEPS[..4], true, &mut moves),
            QUEEN => walk(board, square, &KING_STEPS, true, &mut moves),
            _ => {
                walk(board, square, &KING_STEPS, false, &mut moves);
                if !faithful {
                    castling(board, &mut moves);
                }
            }
        }
    }
    moves
}

/// Counts the leaves `depth` plies below by making and undoing moves; `None` once `stop` returns true.
pub fn perft(board: &mut Board, depth: u32, faithful: bool, stop: &dyn Fn() -> bool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if depth > 2 && stop() {
        return None;
    }
    let mut leaves = 0;
    for mv in generate(board, faithful) {
        let below = if board.make(mv) { perft(board, depth - 1, faithful, stop) } else { Some(0) };
        board.take_back();
        leaves += below?;
    }
    Some(leaves)
}

/// Generates moves by one step in each direction, or along empty squares up to a capture.
fn walk(board: &Board, from: u8, steps: &[(i8, i8)], slides: bool, moves: &mut Vec<Move>) {
    for &(files, rows) in steps {
        let mut at = step(from, files, rows);
        while let Some(to) = at {
            if board.color[usize::from(to)] != board.side {
                moves.push(Move { from, to, promotion: None, kind: Kind::Normal });
            }
            let continues = slides && board.piece[usize::from(to)] == EMPTY;
            at = if continues { step(to, files, rows) } else { None };
        }
    }
}

fn pawn_moves(board: &Board, from: u8, faithful: bool, moves: &mut Vec<Move>) {
    let (forward, first_row) = if board.side == WHITE { (-1, 6) } else { (1, 1) };
    let is_empty = |square: &u8| board.piece[usize::from(*square)] == EMPTY;
    if let Some(to) = step(from, 0, forward).filter(is_empty) {
        push_pawn(from, to, Kind::Normal, moves);
        if let Some(to) = step(to, 0, forward).filter(is_empty).filter(|_| from / 8 == first_row) {
            push_pawn(from, to, Kind::Normal, moves);
        }
    }
    for to in [step(from, -1, forward), step(from, 1, forward)].into_iter().flatten() {
        if board.color[usize::from(to)] == 1 - board.side {
            push_pawn(from, to, Kind::Normal, moves);
        } else if !faithful && board.en_passant == Some(to) {
            push_pawn(from, to, Kind::EnPassant, moves);
        }
    }
}

/// Adds one move, or all four promotions on the last row.
fn push_pawn(from: u8, to: u8, kind: Kind, moves: &mut Vec<Move>) {
    if to / 8 == 0 || to / 8 == 7 {
        moves.extend(PROMOTIONS.map(|piece| Move { from, to, promotion: Some(piece), kind }));
    } else {
        moves.push(Move { from, to, promotion: None, kind });
    }
}

/// Generates castling. The king's origin and crossed squares are tested here, its target in `Board::make`.
fn castling(board: &Board, moves: &mut Vec<Move>) {
    let (side, king) = (board.side, if board.side == WHITE { 60 } else { 4 });
    let empty = |squares: &[u8]| squares.iter().all(|&square| board.piece[usize::from(square)] == EMPTY);
    let safe = |crossed: u8| !board.is_attacked(king, 1 - side) && !board.is_attacked(crossed, 1 - side);
    let rights = |bits: [u8; 2]| board.castling & bits[usize::from(side)] != 0;
    if rights(KING_SIDE) && empty(&[king + 1, king + 2]) && safe(king + 1) {
        moves.push(Move { from: king, to: king + 2, promotion: None, kind: Kind::Castling });
    }
    if rights(QUEEN_SIDE) && empty(&[king - 1, king - 2, king - 3]) && safe(king - 1) {
        moves.push(Move { from: king, to: king - 2, promotion: None, kind: Kind::Castling });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves_of(fen: &str, faithful: bool) -> Vec<String> {
        let mut board = Board::from_fen(fen);
        let mut texts = Vec::new();
        for mv in generate(&board, faithful) {
            if board.make(mv) {
                texts.push(mv.to_string());
            }
            board.take_back();
        }
        texts
    }

    #[test]
    fn the_original_neither_castles_nor_captures_en_passant() {
        let fen = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1";
        let (complete, faithful) = (moves_of(fen, false), moves_of(fen, true));
        let mut left_out: Vec<&String> = complete.iter().filter(|mv| !faithful.contains(mv)).collect();
        left_out.sort();
        assert_eq!(left_out, ["e1c1", "e1g1", "e5d6"]);
    }

    #[test]
    fn the_original_follows_an_opponent_who_castles() {
        let mut board = Board::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        for text in ["e1g1", "e8c8"] {
            let mv = parse(&board, text).expect("a move");
            assert!(mv.kind == Kind::Castling && board.make(mv));
        }
        assert_eq!(board.draw().lines().next(), Some("8  . . k r . . . r"));
        assert_eq!(board.draw().lines().nth(7), Some("1  R . . . . R K ."));
    }

    #[test]
    fn perft_counts_the_start_position() {
        let mut board = Board::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(perft(&mut board, 4, false, &|| false), Some(197_281));
        assert_eq!(perft(&mut board, 4, false, &|| true), None);
    }
}
