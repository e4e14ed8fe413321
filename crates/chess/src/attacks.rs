//! The squares that pieces attack, and the lines between squares.

mod sliders;

pub(crate) use sliders::init;
use sliders::{BISHOP_STEPS, ROOK_STEPS};
pub use sliders::{bishop, method, rook};

use crate::{Bitboard, Color, Direction, PieceType, Square};

static KNIGHT: [Bitboard; 64] =
    steps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Bitboard; 64] = steps(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
static PAWN: [[Bitboard; 64]; 2] = [steps(&[(-1, 1), (1, 1)]), steps(&[(-1, -1), (1, -1)])];
static BISHOP_RAYS: [Bitboard; 64] = lines_through(&BISHOP_STEPS);
static ROOK_RAYS: [Bitboard; 64] = lines_through(&ROOK_STEPS);
static BETWEEN: [[Bitboard; 64]; 64] = pairs(true);
static LINE: [[Bitboard; 64]; 64] = pairs(false);

/// Returns the squares that a pawn of `color` attacks.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// Returns the squares that a knight attacks.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// Returns the squares that a king attacks.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Returns the squares that a queen attacks, given the `occupied` squares that block it.
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// Returns the squares that a piece attacks, given the `occupied` squares; the color matters only for pawns.
#[inline(always)]
pub fn piece(color: Color, piece_type: PieceType, square: Square, occupied: Bitboard) -> Bitboard {
    match piece_type {
        PieceType::Pawn => pawn(color, square),
        PieceType::Knight => knight(square),
        PieceType::Bishop => bishop(square, occupied),
        PieceType::Rook => rook(square, occupied),
        PieceType::Queen => queen(square, occupied),
        PieceType::King => king(square),
    }
}

/// Returns true if a piece on `from` attacks `to`, given the `occupied` squares that block it.
#[inline(always)]
pub fn reaches(color: Color, piece_type: PieceType, from: Square, to: Square, occupied: Bitboard) -> bool {
    let is_open = || (between(to, from) & occupied).is_empty();
    match piece_type {
        PieceType::Pawn => pawn(color, from).contains(to),
        PieceType::Knight => knight(to).contains(from),
        PieceType::Bishop => bishop_rays(to).contains(from) && is_open(),
        PieceType::Rook => rook_rays(to).contains(from) && is_open(),
        PieceType::Queen => (bishop_rays(to) | rook_rays(to)).contains(from) && is_open(),
        PieceType::King => king(to).contains(from),
    }
}

/// Returns the squares that a bishop attacks on an empty board.
#[inline(always)]
pub fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// Returns the squares that a rook attacks on an empty board.
#[inline(always)]
pub fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// Returns the squares strictly between two squares on the same rank, file or diagonal; empty otherwise.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// Returns the whole rank, file or diagonal through two squares, from edge to edge; empty if there is none.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

/// Returns all squares attacked by a set of pawns.
#[inline(always)]
pub fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let forward = pawns.forward(color);
    forward.shift(Direction::East) | forward.shift(Direction::West)
}

/// Returns all squares attacked by a set of knights.
#[inline(always)]
pub fn knights(knights: Bitboard) -> Bitboard {
    let one = knights.shift(Direction::East) | knights.shift(Direction::West);
    let two = Bitboard((knights.0 & 0x3F3F_3F3F_3F3F_3F3F) << 2 | (knights.0 & 0xFCFC_FCFC_FCFC_FCFC) >> 2);
    Bitboard(one.0 << 16 | one.0 >> 16 | two.0 << 8 | two.0 >> 8)
}

const fn steps(steps: &[(i32, i32)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < steps.len() {
            if let Some(to) = Square::from_index(square).offset(steps[step].0, steps[step].1) {
                table[square].insert(to);
            }
            step += 1;
        }
        square += 1;
    }
    table
}

const fn lines_through(steps: &[(i32, i32); 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(sliders::walk(square, 0, steps));
        square += 1;
    }
    table
}

/// For each pair of squares on one line: the squares between them if `inner`, otherwise the whole line.
const fn pairs(inner: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let mut kind = 0;
            while kind < 2 {
                let steps = if kind == 0 { &BISHOP_STEPS } else { &ROOK_STEPS };
                let (from_a, from_b) = (1u64 << a, 1u64 << b);
                if a != b && sliders::walk(a, 0, steps) & from_b != 0 {
                    table[a][b] = Bitboard(if inner {
                        sliders::walk(a, from_b, steps) & sliders::walk(b, from_a, steps)
                    } else {
                        sliders::walk(a, 0, steps) & sliders::walk(b, 0, steps) | from_a | from_b
                    });
                }
                kind += 1;
            }
            b += 1;
        }
        a += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_attacks_are_the_union_of_single_attacks() {
        for square in Square::ALL {
            assert_eq!(knights(square.into()), knight(square));
            for color in Color::ALL {
                assert_eq!(pawns(color, square.into()), pawn(color, square));
            }
        }
    }

    #[test]
    fn reaches_agrees_with_attacks() {
        let occupied = Bitboard(0x8100_1024_0042_0881);
        for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
            for (color, piece_type) in crate::Piece::ALL.map(|piece| (piece.color(), piece.piece_type())) {
                let attacked = piece(color, piece_type, from, occupied).contains(to);
                let reached = reaches(color, piece_type, from, to, occupied);
                assert_eq!(reached, attacked, "{piece_type:?} {from} {to}");
            }
        }
    }

    #[test]
    fn lines_and_squares_between() {
        assert_eq!(between(Square::A1, Square::D4), [Square::B2, Square::C3].into_iter().collect());
        assert_eq!(between(Square::A1, Square::B3), Bitboard::EMPTY);
        assert_eq!(line(Square::B2, Square::C3).count(), 8);
        assert_eq!(line(Square::E1, Square::E4), Bitboard::file(crate::File::E));
        assert_eq!(line(Square::E1, Square::E1), Bitboard::EMPTY);
    }
}
