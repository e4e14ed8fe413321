//! Opening, middlegame and endgame, divided as on lichess.
//!
//! The middlegame starts when few pieces are left, a back rank is thin, or the two sides are mixed; the
//! endgame starts when at most six pieces other than kings and pawns are left.

use heirloom_chess::{Bitboard, Board, Color, File, PieceType, Rank, Square};

/// A phase of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// The pieces are developed.
    Opening,
    /// The pieces are in contact.
    Middlegame,
    /// Few pieces are left.
    Endgame,
}

impl Phase {
    /// All phases in order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];

    /// Returns the phase as a word.
    pub const fn word(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middlegame => "middlegame",
            Phase::Endgame => "endgame",
        }
    }
}

/// The start of each phase, in plies played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Division {
    /// The ply of the first middlegame position, if any.
    pub middlegame: Option<usize>,
    /// The ply of the first endgame position, if any.
    pub endgame: Option<usize>,
}

/// Maximum number of pieces, without kings and pawns, that makes a middlegame regardless of anything else.
const MIDDLEGAME_PIECES: u32 = 10;
/// Maximum number of pieces, without kings and pawns, in an endgame.
const ENDGAME_PIECES: u32 = 6;
/// A back rank with fewer of its own pieces is thin.
const BACK_RANK: u32 = 4;
/// A position with a higher mixedness is a middlegame.
const MAX_OPENING_MIXEDNESS: u32 = 150;

impl Division {
    /// Divides a game, given its positions including the initial one.
    pub fn of<'a>(boards: impl Iterator<Item = &'a Board>) -> Division {
        let (mut middlegame, mut endgame) = (None, None);
        for (ply, board) in boards.enumerate() {
            if middlegame.is_none() && is_middlegame(board) {
                middlegame = Some(ply);
            }
            if middlegame.is_some() && pieces(board) <= ENDGAME_PIECES {
                endgame = Some(ply);
                break;
            }
        }
        // A game that starts as an endgame has no middlegame.
        Division { middlegame: middlegame.filter(|&middle| endgame.is_none_or(|end| middle < end)), endgame }
    }

    /// Returns the phase of the position after a number of plies.
    pub fn phase(&self, ply: usize) -> Phase {
        let reached = |begin: Option<usize>| begin.is_some_and(|begin| ply >= begin);
        match (reached(self.middlegame), reached(self.endgame)) {
            (_, true) => Phase::Endgame,
            (true, false) => Phase::Middlegame,
            (false, false) => Phase::Opening,
        }
    }
}

fn pieces(board: &Board) -> u32 {
    board.occupied().without(board.of_type(PieceType::King) | board.of_type(PieceType::Pawn)).count()
}

fn is_middlegame(board: &Board) -> bool {
    let thin = |color, rank| (board.colored(color) & Bitboard::rank(rank)).count() < BACK_RANK;
    pieces(board) <= MIDDLEGAME_PIECES
        || thin(Color::White, Rank::First)
        || thin(Color::Black, Rank::Eighth)
        || mixedness(board) > MAX_OPENING_MIXEDNESS
}

/// Returns how mixed the two sides are, as a sum over all 2x2 blocks of squares.
fn mixedness(board: &Board) -> u32 {
    let mut sum = 0;
    for rank in 0..7 {
        for file in 0..7 {
            let corner = Square::new(File::ALL[file], Rank::ALL[rank]);
            let block = [(0, 0), (1, 0), (0, 1), (1, 1)]
                .into_iter()
                .filter_map(|(files, ranks)| corner.offset(files, ranks));
            let block = block.fold(Bitboard::EMPTY, |block, square| block | square.into());
            let count = |color| (board.colored(color) & block).count();
            sum += weight(rank as u32 + 1, count(Color::White), count(Color::Black));
        }
    }
    sum
}

/// Returns the weight of a block with lower rank `rank` (1 to 7): higher for advanced pieces, and highest
/// where both sides meet.
fn weight(rank: u32, white: u32, black: u32) -> u32 {
    // Black's pieces count like White's, seen from the other side.
    let own = |rank: u32, count: u32| match count {
        1 => 9 - rank,
        2 if rank > 2 => rank,
        3 | 4 if rank > 1 => rank + 2,
        _ => 0,
    };
    match (white, black) {
        (white, 0) => own(rank, white),
        (0, black) => own(8 - rank, black),
        (1, 1) => 5 + rank.abs_diff(3),
        (2, 1) => 4 + rank,
        (3, 1) => 5 + rank,
        (1, 2) => 10 - rank,
        (2, 2) => 7,
        (1, 3) => 11 - rank,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Position;

    fn division(fens: &[&str]) -> Division {
        let positions: Vec<Position> = fens.iter().map(|fen| Position::from_fen(fen).unwrap()).collect();
        Division::of(positions.iter().map(Position::board))
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const MIDDLEGAME: &str = "r4rk1/pp1nqppp/2pbpn2/3p4/2PP2b1/2NBPN2/PP2QPPP/R1B2RK1 w - - 0 10";
    const ENDGAME: &str = "8/5pk1/4p1p1/3r4/7P/4RPP1/6K1/8 w - - 0 40";

    #[test]
    fn games_are_divided_into_phases() {
        let division = division(&[START, START, MIDDLEGAME, ENDGAME, ENDGAME]);
        assert_eq!(division, Division { middlegame: Some(2), endgame: Some(3) });
        assert_eq!([1, 2, 3].map(|ply| division.phase(ply)), Phase::ALL);
        assert_eq!(self::division(&[START]).phase(99), Phase::Opening);
        let late = self::division(&[ENDGAME]);
        assert_eq!((late.middlegame, late.phase(0)), (None, Phase::Endgame));
    }

    #[test]
    fn nothing_is_mixed_at_the_start() {
        assert_eq!(mixedness(Position::from_fen(START).unwrap().board()), 0);
        // One pawn each in the center: they share two blocks, and each is alone in two.
        let board = Position::from_fen("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1").unwrap();
        // e4 and e5 together in two blocks of ranks 4 and 5: 2 x 6; e4 in two of ranks 3 and 4: 2 x 6; e5 in
        // two of ranks 5 and 6: 2 x 6; the kings in two blocks each: 2 x 8.
        assert_eq!(mixedness(board.board()), 12 + 12 + 12 + 16 + 16);
    }
}
