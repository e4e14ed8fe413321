//! Special endings: draws by lack of material, nearly won ones, two bishops, bishop and knight.

use super::{Ledger, Term, material};
use crate::rdchess::board::{Kind, Side, Square, distance, file_of, is_light, own_rank, rank_of, square};
use crate::rdchess::position::Position;

/// The game is drawn beyond this number of plies without a capture or pawn move.
const FIFTY_MOVES: u16 = 100;

/// An ending with its own evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Neither side can win.
    Draw,
    /// This side is more than a rook ahead of an opponent without pawns, or a rook ahead of a bare king.
    Mating(Side),
    /// Two bishops of this side against a bare king.
    TwoBishops(Side),
    /// Bishop and knight of this side against a bare king.
    BishopKnight(Side),
}

/// Returns the special ending of a position, if any.
pub fn classify(position: &Position) -> Option<Ending> {
    let context = &position.context;
    if context.fifty > FIFTY_MOVES {
        return Some(Ending::Draw);
    }
    // With pawns on both sides none of them applies.
    if context.pawns[0] != 0 && context.pawns[1] != 0 {
        return None;
    }
    if context.pawns == [0, 0] && Side::BOTH.iter().all(|&side| is_harmless(position, side)) {
        return Some(Ending::Draw);
    }
    Side::BOTH.into_iter().find_map(|strong| against_bare(position, strong))
}

/// Returns true if a side without pawns cannot win: at most a minor piece, or two knights.
fn is_harmless(position: &Position, side: Side) -> bool {
    let list = position.board.list(side);
    let material = position.context.material[side as usize];
    material <= Kind::Bishop.value() || material == 2 * Kind::Knight.value() && list.count(Kind::Knight) == 2
}

fn against_bare(position: &Position, strong: Side) -> Option<Ending> {
    let (context, list) = (&position.context, position.board.list(strong));
    let weak = strong.other();
    if context.pawns[weak as usize] != 0 || context.officers[strong as usize] == 0 {
        return None;
    }
    if context.material[weak as usize] == 0
        && context.pawns[strong as usize] == 0
        && context.officers[strong as usize] == 2
    {
        match (list.count(Kind::Bishop), list.count(Kind::Knight)) {
            (2, 0) => {
                let light = list.of(Kind::Bishop).filter(|&bishop| is_light(bishop)).count();
                return Some(if light == 1 { Ending::TwoBishops(strong) } else { Ending::Draw });
            }
            (1, 1) => return Some(Ending::BishopKnight(strong)),
            _ => {}
        }
    }
    let ahead = context.material[strong as usize] - context.material[weak as usize];
    (ahead > Kind::Rook.value() || ahead == Kind::Rook.value() && context.material[weak as usize] == 0)
        .then_some(Ending::Mating(strong))
}

/// Enters material and terms that drive the weak king to an edge or corner, with the strong king near.
pub fn enter(position: &Position, ending: Ending, ledger: &mut impl Ledger) {
    let (strong, corner_counts) = match ending {
        Ending::Draw => return,
        Ending::Mating(side) => (side, 6),
        Ending::TwoBishops(side) => (side, 14),
        Ending::BishopKnight(side) => (side, 0),
    };
    material::enter(position, ledger);
    let (king, weak) = (position.board.king(strong), position.board.king(strong.other()));
    let edge = 3 - i32::from(file_of(weak).min(7 - file_of(weak)).min(rank_of(weak)).min(7 - rank_of(weak)));
    let corner = 14 - CORNERS.iter().map(|&corner| manhattan(weak, corner)).min().unwrap_or(0);
    let mut value = 12 * edge + corner_counts * corner + 6 * (7 - distance(king, weak));
    let list = position.board.list(strong);
    if let (Ending::BishopKnight(_), Some(bishop)) = (ending, list.of(Kind::Bishop).next()) {
        // Mate is possible only in a corner that the bishop controls.
        let right = CORNERS.iter().filter(|&&corner| is_light(corner) == is_light(bishop));
        value += 15 * (14 - right.map(|&corner| manhattan(weak, corner)).min().unwrap_or(0));
        value += 3 * (7 - list.of(Kind::Knight).map(|knight| distance(knight, weak)).min().unwrap_or(7));
    }
    ledger.enter(Term::Mating, strong, Some(king), value);
    for pawn in list.of(Kind::Pawn) {
        ledger.enter(Term::PawnAdvance, strong, Some(pawn), 8 * i32::from(own_rank(strong, pawn)));
    }
}

const CORNERS: [Square; 4] = [square(0, 0), square(7, 0), square(0, 7), square(7, 7)];

/// Returns the distance along ranks and files.
fn manhattan(a: Square, b: Square) -> i32 {
    i32::from(file_of(a).abs_diff(file_of(b)) + rank_of(a).abs_diff(rank_of(b)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{account, term};
    use super::*;

    fn ending(fen: &str) -> Option<Ending> {
        classify(&Position::from_fen(fen).unwrap())
    }

    #[test]
    fn endings_are_classified() {
        assert_eq!(ending("8/8/3k4/8/8/4K3/4N3/8 w - - 0 1"), Some(Ending::Draw));
        assert_eq!(ending("8/8/3k4/8/8/4K3/3NN3/8 w - - 0 1"), Some(Ending::Draw));
        assert_eq!(ending("8/8/3k4/8/8/4K3/3BB3/8 w - - 0 1"), Some(Ending::TwoBishops(Side::White)));
        assert_eq!(ending("8/8/3k4/8/8/3BK3/4B3/8 w - - 0 1"), Some(Ending::Draw));
        assert_eq!(ending("8/8/3k4/8/3bn3/4K3/8/8 w - - 0 1"), Some(Ending::BishopKnight(Side::Black)));
        assert_eq!(ending("8/8/3k4/8/8/4K3/4R3/8 w - - 0 1"), Some(Ending::Mating(Side::White)));
        assert_eq!(ending("8/3p4/3k4/8/8/4K3/4Q3/8 w - - 0 1"), None);
        assert_eq!(ending("8/3p4/3k4/8/8/4K3/4QP2/8 w - - 101 90"), Some(Ending::Draw));
    }

    #[test]
    fn weak_kings_are_driven_where_they_can_be_mated() {
        let mating = |fen| term(Term::Mating, fen);
        assert!(mating("k7/8/8/8/8/4K3/4R3/8 w - - 0 1") > mating("8/8/3k4/8/8/4K3/4R3/8 w - - 0 1"));
        assert!(mating("k7/2K5/8/8/8/8/3BB3/8 w - - 0 1") > mating("3k4/1K6/8/8/8/8/3BB3/8 w - - 0 1"));
        // The bishop is on a light square: h1 and a8 are the right corners.
        assert!(mating("k7/2K5/8/8/8/8/3NB3/8 w - - 0 1") > mating("7k/5K2/8/8/8/8/3NB3/8 w - - 0 1"));
        assert_eq!(account("8/8/3k4/8/8/4K3/4N3/8 w - - 0 1").total(), 0);
    }
}
