//! Attack tables: a byte for each square and side describes its attackers, knowingly incomplete.
//!
//! The bits are `k q rr bb pp` from bit 0 up: one for the king, one for queens, two to count rooks, two to
//! count bishops and knights together, two to count pawns. So the cheaper the attackers, the larger the byte.
//! A second queen or a fourth minor piece is lost. The only x-rays are a lesser slider's through its own
//! queen, and all sliders' through the hostile king, to the squares to which it must not flee.

use super::board::{Board, DIAGONAL, JUMPS, Kind, Piece, ROYAL, SQUARES, STRAIGHT, Side, Square, step};

/// The king's bit.
pub const KING: u8 = 1;
/// The bit for one or more queens.
pub const QUEEN: u8 = 1 << 1;
/// One rook, of at most three.
pub const ROOK: u8 = 1 << 2;
/// One bishop or knight, of at most three.
pub const MINOR: u8 = 1 << 4;
/// One pawn, of at most two.
pub const PAWN: u8 = 1 << 6;

/// Returns the unit of a piece kind in an attack byte.
#[inline]
pub fn unit(kind: Kind) -> u8 {
    [PAWN, MINOR, MINOR, ROOK, QUEEN, KING][kind as usize]
}

/// Returns the number of attackers in a byte of a kind's class.
#[inline]
pub fn count(byte: u8, kind: Kind) -> u8 {
    match kind {
        Kind::King => byte & 1,
        Kind::Queen => byte >> 1 & 1,
        Kind::Rook => byte >> 2 & 3,
        Kind::Bishop | Kind::Knight => byte >> 4 & 3,
        Kind::Pawn => byte >> 6,
    }
}

/// Returns the value in centipawns of the cheapest attacker in a byte, if any; minor pieces are alike.
#[inline]
pub fn cheapest(byte: u8) -> Option<i32> {
    [Kind::Pawn, Kind::Knight, Kind::Rook, Kind::Queen, Kind::King]
        .into_iter()
        .find(|&kind| count(byte, kind) > 0)
        .map(Kind::value)
}

/// Attacks on all 144 squares by each side.
#[derive(Clone, Debug)]
pub struct AttackTables {
    bytes: [[u8; SQUARES]; 2],
}

impl AttackTables {
    /// Creates empty tables.
    pub fn none() -> AttackTables {
        AttackTables { bytes: [[0; SQUARES]; 2] }
    }

    /// Computes both tables from scratch: a move changes too much for incremental updates.
    pub fn of(board: &Board) -> AttackTables {
        let mut tables = AttackTables::none();
        for side in Side::BOTH {
            let bytes = &mut tables.bytes[side as usize];
            for &(piece, from) in board.list(side).entries() {
                match piece.kind() {
                    Some(Kind::Pawn) => [-1, 1]
                        .iter()
                        .for_each(|sideways| add(bytes, step(from, side.forward() + sideways), PAWN)),
                    Some(Kind::Knight) => JUMPS.iter().for_each(|&jump| add(bytes, step(from, jump), MINOR)),
                    Some(Kind::King) => ROYAL.iter().for_each(|&way| add(bytes, step(from, way), KING)),
                    Some(Kind::Bishop) => slide(board, bytes, side, from, &DIAGONAL, MINOR),
                    Some(Kind::Rook) => slide(board, bytes, side, from, &STRAIGHT, ROOK),
                    Some(Kind::Queen) => slide(board, bytes, side, from, &ROYAL, QUEEN),
                    None => {}
                }
            }
        }
        tables
    }

    /// Returns the attackers of `side` on a square, which may hold its own piece: then it is defended.
    #[inline]
    pub fn by(&self, side: Side, square: Square) -> u8 {
        self.bytes[side as usize][square as usize]
    }
}

/// Adds an attacker, unless its bits are full.
#[inline]
fn add(bytes: &mut [u8; SQUARES], square: Square, unit: u8) {
    let byte = &mut bytes[square as usize];
    let full = match unit {
        ROOK | MINOR => 3 * unit,
        // At most two pawns and one king attack a square.
        PAWN => 2 * PAWN,
        _ => unit,
    };
    // The unit times its maximum count covers the group's bits, except for the pawns' maximum of 2.
    let group = if unit == PAWN { 3 << 6 } else { full };
    if *byte & group < full {
        *byte += unit;
    }
}

fn slide(board: &Board, bytes: &mut [u8; SQUARES], side: Side, from: Square, ways: &[i8], unit: u8) {
    let own_queen = Piece::new(side, Kind::Queen);
    let hostile_king = Piece::new(side.other(), Kind::King);
    for &way in ways {
        let mut square = step(from, way);
        loop {
            let piece = board.at(square);
            if piece == Piece::OUTSIDE {
                break;
            }
            add(bytes, square, unit);
            let transparent =
                piece == Piece::FREE || piece == hostile_king || piece == own_queen && unit != QUEEN;
            if !transparent {
                break;
            }
            square = step(square, way);
        }
    }
}

/// Returns true if `side` attacks a square. For use without attack tables.
pub fn is_attacked(board: &Board, side: Side, square: Square) -> bool {
    attackers(board, side, square).next().is_some()
}

/// Returns the squares from which `side` attacks a square.
pub fn attackers(board: &Board, side: Side, target: Square) -> impl Iterator<Item = Square> + '_ {
    let knight = Piece::new(side, Kind::Knight);
    let jumps =
        JUMPS.into_iter().map(move |jump| step(target, jump)).filter(move |&from| board.at(from) == knight);
    let lines = ROYAL.into_iter().enumerate().filter_map(move |(index, way)| {
        let mut from = step(target, way);
        let near = board.at(from);
        while board.at(from) == Piece::FREE {
            from = step(from, way);
        }
        let piece = board.at(from);
        let straight = index < 4;
        let hits = piece.is_of(side)
            && match piece.kind()? {
                Kind::Queen => true,
                Kind::Rook => straight,
                Kind::Bishop => !straight,
                Kind::King => near == piece,
                Kind::Pawn => near == piece && !straight && (way > 0) != (side.forward() > 0),
                Kind::Knight => false,
            };
        hits.then_some(from)
    });
    lines.chain(jumps)
}

#[cfg(test)]
mod tests {
    use super::super::board::{all_squares, parse_square};
    use super::*;

    fn byte(placement: &str, side: Side, square: &str) -> u8 {
        AttackTables::of(&Board::from_fen(placement).unwrap()).by(side, parse_square(square).unwrap())
    }

    #[test]
    fn bits_are_ordered_king_queen_rooks_minors_pawns() {
        // Pawns c4 and e4, knight f4, rook h5 and queen d1 attack d5; the bishop b3 is blocked.
        assert_eq!(byte("4k3/8/8/7R/2P1PN2/1B6/8/K2Q4", Side::White, "d5"), 2 * PAWN + MINOR + ROOK + QUEEN);
        assert_eq!(byte("4k3/8/4K3/8/8/8/8/8", Side::White, "d5"), KING);
        // A cheaper attacker weighs more than all more valuable ones together.
        const { assert!(PAWN > 3 * MINOR + 3 * ROOK + QUEEN + KING && MINOR > 3 * ROOK + QUEEN + KING) };
    }

    #[test]
    fn surplus_attackers_are_lost() {
        // Two queens count as one, five knights and bishops as three.
        assert_eq!(byte("4k3/8/8/Q6Q/8/8/8/4K3", Side::White, "d5"), QUEEN);
        assert_eq!(byte("4k3/2N1N3/1N3N2/8/8/1B6/8/4K3", Side::White, "d5"), 3 * MINOR);
        assert_eq!(byte("3Rk3/8/8/R6R/8/8/3R4/4K3", Side::White, "d5"), 3 * ROOK);
    }

    #[test]
    fn a_rook_behind_its_queen_counts_but_a_queen_behind_its_rook_does_not() {
        assert_eq!(byte("4k3/8/8/8/8/3Q4/3R4/4K3", Side::White, "d6"), QUEEN + ROOK);
        assert_eq!(byte("4k3/8/8/8/8/3R4/3Q4/4K3", Side::White, "d6"), ROOK);
        assert_eq!(byte("4k3/8/8/8/8/3R4/3R4/4K3", Side::White, "d6"), ROOK);
        assert_eq!(byte("4k3/8/8/8/4Q3/5B2/8/4K3", Side::White, "c6"), QUEEN + MINOR);
    }

    #[test]
    fn sliders_reach_through_the_hostile_king_only() {
        assert_eq!(byte("8/8/8/R2k4/8/8/8/4K3", Side::White, "h5"), ROOK);
        assert_eq!(byte("4k3/8/8/R2q4/8/8/8/4K3", Side::White, "h5"), 0);
    }

    #[test]
    fn tables_and_scan_agree() {
        for placement in
            ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8"]
        {
            let board = Board::from_fen(placement).unwrap();
            let tables = AttackTables::of(&board);
            for side in Side::BOTH {
                for square in all_squares() {
                    let (in_table, in_scan) =
                        (tables.by(side, square) != 0, is_attacked(&board, side, square));
                    // The table reaches through the king.
                    assert!(in_table == in_scan || in_table && board.king(side.other()) != square);
                }
            }
        }
    }
}
