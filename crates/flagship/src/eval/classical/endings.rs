//! Endings that are evaluated without a search: certain draws, and wins that need guidance.

use heirloom_chess::{Bitboard, Color, PieceType, Position, Rank, Square};

use super::kpk;
pub use super::kpk::prepare;
use super::scale::counts;
pub use super::scale::{FULL, scale};

/// Added to the material of a side with a forced win, in centipawns: more than any advantage that is not yet
/// decisive.
pub const CERTAIN_WIN: i32 = 2000;

/// The value of each piece type in centipawns.
const PIECE_VALUES: [i32; 6] = [100, 320, 330, 500, 950, 0];

/// Returns the evaluation in centipawns from the view of the side to move if the material decides it. Nearly
/// always returns `None`, and quickly.
#[inline]
pub fn known(position: &Position) -> Option<i32> {
    let [white, black] = Color::ALL.map(|color| position.colored(color));
    if white.has_multiple() && black.has_multiple() && position.occupied().count() > 4 {
        return None;
    }
    let strong =
        if black.has_multiple() && material(position, Color::Black) > material(position, Color::White) {
            Color::Black
        } else {
            Color::White
        };
    let value = if position.colored(!strong).has_multiple() {
        against_a_piece(position, strong)
    } else {
        against_bare_king(position, strong)
    }?;
    Some(if position.turn() == strong { value } else { -value })
}

/// Returns the value of a side's pieces and pawns in centipawns.
pub(super) fn material(position: &Position, color: Color) -> i32 {
    let of = |kind| position.pieces(color, kind).count() as i32;
    PieceType::ALL.into_iter().zip(PIECE_VALUES).map(|(kind, value)| of(kind) * value).sum()
}

/// Evaluates any material against a bare king, from the view of `strong`.
fn against_bare_king(position: &Position, strong: Color) -> Option<i32> {
    match counts(position, strong) {
        [0, 0..=2, 0, 0, 0] | [0, 0, 1, 0, 0] => Some(0),
        [1, 0, 0, 0, 0] => Some(king_and_pawn(position, strong)),
        [0, 1, 1, 0, 0] => Some(bishop_and_knight(position, strong)),
        [.., 0, 0] if !can_mate_with_minors(position, strong) => None,
        _ => Some(mop_up(position, strong)),
    }
}

/// Returns true if knights and bishops alone can force mate.
fn can_mate_with_minors(position: &Position, color: Color) -> bool {
    let [_, knights, bishops, ..] = counts(position, color);
    knights >= 3 || (knights >= 1 && bishops >= 1) || has_both_bishops(position, color)
}

/// Returns true if a side has bishops on squares of both colors.
fn has_both_bishops(position: &Position, color: Color) -> bool {
    let bishops = position.pieces(color, PieceType::Bishop);
    (bishops & Bitboard::DARK).any() && bishops.without(Bitboard::DARK).any()
}

/// Evaluates king and pawn against king by the bitbase; a win is worth more the further the pawn has
/// advanced.
fn king_and_pawn(position: &Position, strong: Color) -> i32 {
    let Some(pawn) = position.pieces(strong, PieceType::Pawn).first() else { return 0 };
    if kpk::is_won(strong, position.king(strong), pawn, position.king(!strong), position.turn()) {
        let rank = pawn.relative_to(strong).rank() as i32;
        CERTAIN_WIN / 4 + PIECE_VALUES[0] + 20 * rank
    } else {
        0
    }
}

/// Drives the bare king to the edge and the other king next to it.
fn mop_up(position: &Position, strong: Color) -> i32 {
    let advance = |pawn: Square| 8 * pawn.relative_to(strong).rank() as i32;
    let advances: i32 = position.pieces(strong, PieceType::Pawn).into_iter().map(advance).sum();
    let kings = push_to_edge(position.king(!strong)) + push_close(position);
    CERTAIN_WIN + material(position, strong) + advances + kings
}

/// Mate is only possible in the corners of the bishop's color: drives the bare king to the edge and along it
/// into such a corner, with the other king close to it and away from the edge. Of several dozen sets of
/// weights tried, these win most often with few nodes.
fn bishop_and_knight(position: &Position, strong: Color) -> i32 {
    let (king, weak_king) = (position.king(strong), position.king(!strong));
    let dark = (position.pieces(strong, PieceType::Bishop) & Bitboard::DARK).any();
    let mirrored = if dark { weak_king } else { weak_king.flip_file() };
    // The distance in diagonals from the one joining the wrong corners, a8 and h1 for a dark-squared bishop.
    let cornered = (7 - mirrored.rank() as i32 - mirrored.file() as i32).abs();
    let knight = position.pieces(strong, PieceType::Knight).first();
    let knight = knight.map_or(0, |knight| center_distance(knight) + knight.distance(weak_king) as i32);
    let together = 40 * king.distance(weak_king) as i32 + 20 * center_distance(king) + 5 * knight;
    CERTAIN_WIN + material(position, strong) + 60 * cornered - 60 * from_edge(weak_king) - together
}

/// Returns the number of files or ranks to the nearest edge.
fn from_edge(square: Square) -> i32 {
    let from_edge = |line: usize| line.min(7 - line) as i32;
    from_edge(square.file().index()).min(from_edge(square.rank().index()))
}

/// Returns the number of files and ranks to the nearest of the four center squares.
fn center_distance(square: Square) -> i32 {
    let center_distance = |line: usize| (3 - line.min(7 - line)) as i32;
    center_distance(square.file().index()) + center_distance(square.rank().index())
}

/// Evaluates small endings with a piece or two on both sides, from the view of `strong`.
fn against_a_piece(position: &Position, strong: Color) -> Option<i32> {
    let weak_king = position.king(!strong);
    match (counts(position, strong), counts(position, !strong)) {
        // Queen against rook: won, but long.
        ([0, 0, 0, 0, 1], [0, 0, 0, 1, 0]) => Some(450 + push_to_edge(weak_king) + push_close(position)),
        ([0, 0, 0, 0, 1], [1, 0, 0, 0, 0]) => Some(queen_against_pawn(position, strong)),
        ([0, 0, 0, 1, 0], [1, 0, 0, 0, 0]) => Some(rook_against_pawn(position, strong)),
        // Rook against a minor piece: keep trying, the defender may go wrong on the edge.
        ([0, 0, 0, 1, 0], [0, 0, 1, 0, 0]) => Some(push_to_edge(weak_king) / 3),
        ([0, 0, 0, 1, 0], [0, 1, 0, 0, 0]) => {
            let knight = position.pieces(!strong, PieceType::Knight).first();
            let apart = knight.map_or(0, |knight| 12 * knight.distance(weak_king) as i32);
            Some(push_to_edge(weak_king) / 3 + apart)
        }
        // The same piece on both sides, or two minor pieces: neither side can make progress.
        ([0, 1, 0, 0, 0], [0, 1, 0, 0, 0] | [0, 0, 1, 0, 0])
        | ([0, 0, 1, 0, 0], [0, 1, 0, 0, 0] | [0, 0, 1, 0, 0]) => Some(0),
        ([0, 0, 0, 1, 0], [0, 0, 0, 1, 0]) | ([0, 0, 0, 0, 1], [0, 0, 0, 0, 1]) => Some(0),
        _ => None,
    }
}

/// A queen wins, except against a rook's or bishop's pawn on the seventh rank that its king protects while
/// the other king is far away.
fn queen_against_pawn(position: &Position, strong: Color) -> i32 {
    let Some(pawn) = position.pieces(!strong, PieceType::Pawn).first() else { return 0 };
    let (king, weak_king) = (position.king(strong), position.king(!strong));
    let holds = pawn.relative_to(!strong).rank() == Rank::Seventh
        && weak_king.distance(pawn) == 1
        && matches!(pawn.file() as u8, 0 | 2 | 5 | 7);
    let near = 10 * (7 - king.distance(pawn) as i32);
    if holds { near } else { 750 + near }
}

/// A race: the number of moves that the rook's king needs to stop the pawn, against those of the pawn and its
/// king.
fn rook_against_pawn(position: &Position, strong: Color) -> i32 {
    let Some(pawn) = position.pieces(!strong, PieceType::Pawn).first() else { return 0 };
    let queening = Square::new(pawn.file(), Rank::Eighth.relative_to(!strong));
    let to_go = pawn.distance(queening) as i32;
    let moves = |color: Color| position.king(color).distance(queening) as i32;
    let tempo = i32::from(position.turn() == strong);
    let ahead = moves(!strong) + to_go + tempo - moves(strong);
    (150 + 30 * ahead).clamp(20, 450)
}

/// Grows as a king gets nearer to the edge, and most in a corner: 0 to 90.
fn push_to_edge(king: Square) -> i32 {
    let from_edge = |line: usize| line.min(7 - line) as i32;
    let (file, rank) = (from_edge(king.file().index()), from_edge(king.rank().index()));
    90 - (7 * file * file / 2 + 7 * rank * rank / 2)
}

/// Grows as the kings get closer to each other.
fn push_close(position: &Position) -> i32 {
    140 - 20 * position.king(Color::White).distance(position.king(Color::Black)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str) -> Option<i32> {
        known(&Position::from_fen(fen).unwrap())
    }

    #[test]
    fn wins_draws_and_unknown_endings_are_distinguished() {
        for fen in [
            "4k3/8/8/8/8/8/8/3QK3 w - - 0 1",
            "4k3/8/8/8/8/8/8/3RK3 w - - 0 1",
            "4k3/8/8/8/8/8/8/2BBK3 w - - 0 1",
            "4k3/8/8/8/8/8/8/2BNK3 w - - 0 1",
        ] {
            assert!(value(fen) > Some(CERTAIN_WIN), "{fen}");
            assert!(value(&fen.replace(" w ", " b ")) < Some(-CERTAIN_WIN), "{fen}");
        }
        for fen in [
            "4k3/8/8/8/8/8/8/2NNK3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K2N w - - 0 1",
            "7k/7P/8/8/8/8/8/4K3 w - - 0 1",
            "4kr2/8/8/8/8/8/8/4KR2 w - - 0 1",
        ] {
            assert_eq!(value(fen), Some(0), "{fen}");
        }
        for fen in [
            "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1",
            "4k2r/8/8/8/8/8/P7/4K2R w - - 0 1",
        ] {
            assert_eq!(value(fen), None, "{fen}");
        }
    }

    #[test]
    fn both_sides_are_evaluated_alike() {
        for (fen, mirrored) in [
            ("8/8/3k4/8/8/8/2BN4/4K3 w - - 0 1", "4k3/2bn4/8/8/8/3K4/8/8 b - - 0 1"),
            ("8/8/3k4/8/8/3p4/8/4K2R b - - 0 1", "4k2r/8/3P4/8/8/3K4/8/8 w - - 0 1"),
            ("8/8/3k4/8/8/3p4/8/4K2Q b - - 0 1", "4k2q/8/3P4/8/8/3K4/8/8 w - - 0 1"),
        ] {
            assert_eq!(value(fen), value(mirrored), "{fen}");
        }
    }

    #[test]
    fn the_corner_has_the_bishops_color() {
        // The bishop on c2 is on a light square: the right corner is a8, not h8.
        let right = value("k7/8/8/8/8/8/2B5/3NK3 w - - 0 1");
        assert!(right > value("7k/8/8/8/8/8/2B5/3NK3 w - - 0 1"), "{right:?}");
    }
}
