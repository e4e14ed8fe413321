//! Scaling of endgame advantages: what cannot be won is scaled toward a draw.

use heirloom_chess::{Bitboard, Color, File, PieceType, Position, Rank, Square};

/// Returns the number of pieces of each type that a side has, in the order of [`PieceType::ALL`] without the
/// king.
pub(super) fn counts(position: &Position, color: Color) -> [u32; 5] {
    [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen]
        .map(|kind| position.pieces(color, kind).count())
}

/// The scale at which the whole endgame value counts.
pub const FULL: i32 = 64;

/// Returns how much of the endgame value counts for the side that is ahead, in 64ths: from 0 for a dead draw
/// to [`FULL`].
#[inline]
pub fn scale(position: &Position, strong: Color) -> i32 {
    let pawns = position.pieces(strong, PieceType::Pawn);
    let bishops = Color::ALL.map(|color| position.pieces(color, PieceType::Bishop));
    // Most positions: no opposite-colored bishops, and enough pawns to win.
    let opposite = is_one(bishops[0])
        && is_one(bishops[1])
        && (bishops[0] & Bitboard::DARK).any() != (bishops[1] & Bitboard::DARK).any();
    if !opposite && pawns.count() > 3 && !on_one_rook_file(pawns) {
        return FULL;
    }
    if pawns.is_empty() {
        return without_pawns(position, strong);
    }
    if is_rook_pawn_fortress(position, strong, pawns) {
        return 0;
    }
    let by_pawns = (36 + 7 * pawns.count() as i32).min(FULL);
    if opposite {
        by_pawns.min(opposite_bishops(position, strong))
    } else {
        by_pawns.min(rook_and_pawn(position, strong))
    }
}

fn is_one(pieces: Bitboard) -> bool {
    pieces.any() && !pieces.has_multiple()
}

fn on_one_rook_file(pawns: Bitboard) -> bool {
    pawns.any()
        && (pawns.without(Bitboard::file(File::A)).is_empty()
            || pawns.without(Bitboard::file(File::H)).is_empty())
}

/// Returns the value of a side's pieces without pawns: knights and bishops 3, rooks 5, queens 9.
fn pieces(position: &Position, color: Color) -> u32 {
    let [_, knights, bishops, rooks, queens] = counts(position, color);
    3 * (knights + bishops) + 5 * rooks + 9 * queens
}

/// Without pawns, a lead of more than a minor piece is needed (two knights never suffice).
fn without_pawns(position: &Position, strong: Color) -> i32 {
    let (own, other) = (pieces(position, strong), pieces(position, !strong));
    match (counts(position, strong), own.saturating_sub(other)) {
        ([0, 2, 0, 0, 0], _) => 0,
        (_, 0..=3) if own < 5 => 0,
        (_, 0..=3) if other <= 3 => 6,
        (_, 0..=3) => 14,
        _ => FULL,
    }
}

/// Opposite-colored bishops: close to a draw on their own, less so with more pieces.
fn opposite_bishops(position: &Position, strong: Color) -> i32 {
    let [pawns, knights, _, rooks, queens] = counts(position, strong);
    let others: u32 = counts(position, !strong)[1..].iter().sum();
    if knights + rooks + queens == 0 && others == 1 {
        18 + 3 * pawns.min(6) as i32
    } else {
        22 + 3 * position.colored(strong).count() as i32
    }
}

/// Returns true if all pawns are on a rook's file, the enemy king is in front of them, and there is no bishop
/// of the right color.
fn is_rook_pawn_fortress(position: &Position, strong: Color, pawns: Bitboard) -> bool {
    let [_, knights, bishops, rooks, queens] = counts(position, strong);
    if knights + rooks + queens > 0 || !on_one_rook_file(pawns) {
        return false;
    }
    let Some(pawn) = pawns.first() else { return false };
    let corner = Square::new(pawn.file(), Rank::Eighth.relative_to(strong));
    let own = position.pieces(strong, PieceType::Bishop);
    let corner_is_dark = (Bitboard::from(corner) & Bitboard::DARK).any();
    let wrong = bishops == 0
        || (own & Bitboard::DARK).any() != corner_is_dark
            && (own.without(Bitboard::DARK)).any() == corner_is_dark;
    wrong && position.king(!strong).distance(corner) <= 1
}

/// Rook and pawn against rook: hard to win with the enemy king in front of the pawn.
fn rook_and_pawn(position: &Position, strong: Color) -> i32 {
    if counts(position, strong) != [1, 0, 0, 1, 0] || counts(position, !strong) != [0, 0, 0, 1, 0] {
        return FULL;
    }
    let Some(pawn) = position.pieces(strong, PieceType::Pawn).first() else { return FULL };
    let [pawn, king] = [pawn, position.king(!strong)].map(|square| square.relative_to(strong));
    let in_front = king.rank() > pawn.rank() && king.file().index().abs_diff(pawn.file().index()) <= 1;
    if in_front && pawn.rank() < Rank::Sixth { 16 } else { FULL }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn white(fen: &str) -> i32 {
        scale(&Position::from_fen(fen).unwrap(), Color::White)
    }

    #[test]
    fn unwinnable_endings_are_scaled_down() {
        // The wrong bishop, doubled rook pawns, two knights, a minor piece, rook against bishop.
        assert_eq!(white("7k/8/8/7P/8/8/8/4KB2 w - - 0 1"), 0);
        assert_eq!(white("k7/8/P7/P7/8/8/8/4K3 w - - 0 1"), 0);
        assert_eq!(white("4k3/4p3/8/8/8/8/8/3NKN2 w - - 0 1"), 0);
        assert_eq!(white("4k3/4p3/8/8/8/8/8/4KB2 w - - 0 1"), 0);
        assert!(white("3bk3/8/8/8/8/8/8/4KR2 w - - 0 1") < 10);
        // The right bishop, a king that is too far away, a queen.
        assert!(white("7k/8/8/7P/8/8/8/2B1K3 w - - 0 1") > 30);
        assert!(white("8/8/3k4/7P/8/8/8/4KB2 w - - 0 1") > 30);
        assert_eq!(white("3rk3/8/8/8/8/8/8/4KQ2 w - - 0 1"), FULL);
    }

    #[test]
    fn opposite_bishops_are_drawish_and_pawns_win() {
        let opposite = white("4kb2/5ppp/8/8/8/8/1P3PPP/4KB2 w - - 0 1");
        let alike = white("4k1b1/5ppp/8/8/8/8/1P3PPP/4KB2 w - - 0 1");
        assert!(opposite < 40 && alike == FULL, "{opposite} {alike}");
        assert_eq!(white("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), FULL);
        assert!(white("4k2r/8/8/8/8/8/P7/4K2R w - - 0 1") < FULL);
    }
}
