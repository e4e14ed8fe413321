//! What a quiet move is for, as far as the board shows it: a threat, a trade, a pawn break, a better place.

use heirloom_chess::{
    Bitboard, Color, File, Move, MoveKind, PieceType, Position, Rank, Square, attacks, see,
};

use super::balance::CLEAR_GAIN;
use super::facts::{is_passed, outpost};

/// A strong move that the played move allows or misses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// What the move is for.
    pub idea: Idea,
    /// The line, starting with the move.
    pub line: Vec<Move>,
    /// Why the move is not possible in the other line.
    pub prevented: Option<Prevented>,
}

/// How a move is prevented after other moves, which start with the better or the played move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prevented {
    /// The move is illegal after these moves.
    Illegal(Vec<Move>),
    /// The move would be a mistake: the moves, the move itself and the answer.
    Mistake(Vec<Move>),
}

impl Plan {
    /// Returns the moves that prevent it, from the position before the bad move.
    pub fn against(&self) -> Option<&[Move]> {
        match self.prevented.as_ref()? {
            Prevented::Illegal(moves) | Prevented::Mistake(moves) => Some(moves),
        }
    }
}

/// What a move is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Idea {
    /// It castles.
    Castles,
    /// It trades a piece for another of the same value.
    Trades(PieceType, PieceType),
    /// It threatens to win a piece on a square.
    Threatens(PieceType, Square),
    /// It takes an attacked piece away from a square where it would be lost.
    Saves(PieceType, Square),
    /// It gets or advances a passed pawn.
    Passes(Square),
    /// A pawn attacks a pawn.
    Breaks(Square),
    /// A knight or bishop goes to a square where no pawn can attack it and a pawn defends it.
    Outpost(PieceType, Square),
    /// A rook goes to its seventh rank.
    Seventh,
    /// A rook or queen goes to a file without pawns.
    OpenFile(PieceType, File),
    /// A pawn advances in the center.
    Center(Square),
}

/// Returns what the first move of a line is for.
pub fn purpose(position: &Position, line: &[Move]) -> Option<Idea> {
    let &first = line.first()?;
    let us = position.turn();
    let piece = position.piece_at(first.from())?.piece_type();
    let mut after = position.clone();
    after.try_play(first).ok()?;
    if first.kind() == MoveKind::Castling {
        return Some(Idea::Castles);
    }
    if let Some(taken) = position.captured(first) {
        let even = (value(taken.piece_type()) - value(piece)).abs() < CLEAR_GAIN / 2;
        let back = line.get(1).is_some_and(|reply| reply.to() == first.to());
        return (even && back).then_some(Idea::Trades(piece, taken.piece_type()));
    }
    threat(position, &after)
        .or_else(|| saves(position, &after, first, piece))
        .or_else(|| of_pawn(position, &after, first, piece))
        .or_else(|| place(position, &after, first, piece, us))
}

fn value(piece: PieceType) -> i32 {
    see::VALUES[piece.index()]
}

/// Returns the captures of the side to move that win material: what is taken, and where.
fn prizes(position: &Position) -> impl Iterator<Item = (PieceType, Square)> {
    let wins = move |mv: Move| {
        let taken = position.captured(mv)?.piece_type();
        let square = match mv.kind() {
            MoveKind::EnPassant => Square::new(mv.to().file(), mv.from().rank()),
            _ => mv.to(),
        };
        see::at_least(position, mv, CLEAR_GAIN, &see::VALUES).then_some((taken, square))
    };
    position.legal_moves().to_vec().into_iter().filter_map(wins)
}

/// Returns the most valuable capture of the side to move that wins material.
fn best_prize(position: &Position) -> Option<(PieceType, Square)> {
    prizes(position).max_by_key(|(piece, _)| value(*piece))
}

/// Returns the squares of all pieces that can be won by a capture: those of the other side now, and those of
/// the side to move if it passed, which it cannot in check.
pub fn hanging(position: &Position) -> Vec<Square> {
    let passed = passed_on(position);
    let own = passed.iter().flat_map(prizes);
    let mut squares: Vec<Square> = prizes(position).chain(own).map(|(_, square)| square).collect();
    squares.sort_by_key(|square| square.index());
    squares.dedup();
    squares
}

/// Returns a position with the other side to move; none in check.
fn passed_on(position: &Position) -> Option<Position> {
    if position.in_check() {
        return None;
    }
    let mut passed = position.clone();
    passed.play_null();
    Some(passed)
}

/// Returns a capture that the move threatens and that was not possible before.
fn threat(before: &Position, after: &Position) -> Option<Idea> {
    let (piece, square) = best_prize(&passed_on(after)?)?;
    let before = best_prize(before);
    before.is_none_or(|(old, _)| value(piece) > value(old)).then_some(Idea::Threatens(piece, square))
}

/// Returns the attacked piece that the move takes to safety.
fn saves(before: &Position, after: &Position, first: Move, piece: PieceType) -> Option<Idea> {
    let attacked = best_prize(&passed_on(before)?)?;
    let safe = best_prize(after).is_none();
    (piece != PieceType::King && attacked.1 == first.from() && safe)
        .then_some(Idea::Saves(piece, first.from()))
}

fn of_pawn(before: &Position, after: &Position, first: Move, piece: PieceType) -> Option<Idea> {
    if piece != PieceType::Pawn {
        return None;
    }
    let us = before.turn();
    let (from, to) = (first.from(), first.to());
    let advanced = to.rank().relative_to(us) >= Rank::Fifth;
    if is_passed(after, us, to) && (advanced || !is_passed(before, us, from)) {
        return Some(Idea::Passes(to));
    }
    if (attacks::pawn(us, to) & after.pieces(!us, PieceType::Pawn)).any() {
        return Some(Idea::Breaks(to));
    }
    let center = matches!(to.file(), File::D | File::E) && matches!(to.rank(), Rank::Fourth | Rank::Fifth);
    center.then_some(Idea::Center(to))
}

fn place(before: &Position, after: &Position, first: Move, piece: PieceType, us: Color) -> Option<Idea> {
    let (from, to) = (first.from(), first.to());
    match piece {
        PieceType::Knight | PieceType::Bishop => {
            let fresh = outpost(after, us, to) && !outpost(before, us, from);
            fresh.then_some(Idea::Outpost(piece, to))
        }
        PieceType::Rook if to.rank().relative_to(us) == Rank::Seventh => {
            let seventh = Bitboard::rank(to.rank());
            let king = after.king(!us).rank().relative_to(us) == Rank::Eighth;
            let fresh = from.rank() != to.rank();
            let pawns = (after.pieces(!us, PieceType::Pawn) & seventh).any();
            (fresh && (king || pawns)).then_some(Idea::Seventh)
        }
        PieceType::Rook | PieceType::Queen => {
            let pawns = after.pieces(us, PieceType::Pawn) | after.pieces(!us, PieceType::Pawn);
            let open = |file| (pawns & Bitboard::file(file)).is_empty();
            (open(to.file()) && !open(from.file())).then_some(Idea::OpenFile(piece, to.file()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::uci;

    fn idea_of(fen: &str, moves: &str) -> Option<Idea> {
        let position = Position::from_fen(fen).unwrap();
        let line = uci::parse_line(position.clone(), moves).unwrap();
        purpose(&position, line.moves())
    }

    #[test]
    fn moves_show_what_they_are_for() {
        use PieceType::{Bishop, Knight, Queen, Rook};
        let castling = "r3k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(idea_of(castling, "e1g1"), Some(Idea::Castles));
        let queens = "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1";
        assert_eq!(idea_of(queens, "d1d8 e8d8"), Some(Idea::Trades(Queen, Queen)));
        assert_eq!(idea_of(queens, "d1d8"), None, "a gain is no trade");
        let attacked = "4k3/8/6p1/8/5B2/8/6P1/4K3 b - - 0 1";
        assert_eq!(idea_of(attacked, "g6g5"), Some(Idea::Threatens(Bishop, Square::F4)));
        assert_eq!(
            idea_of("4k3/8/8/6p1/5B2/8/8/4K3 w - - 0 1", "f4e3"),
            Some(Idea::Saves(Bishop, Square::F4))
        );
        assert_eq!(idea_of("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "e5e6"), Some(Idea::Passes(Square::E6)));
        assert_eq!(
            idea_of("4k3/2p2p2/4p3/3p4/8/8/2P1P3/4K3 w - - 0 1", "c2c4"),
            Some(Idea::Breaks(Square::C4))
        );
        let outpost = "4k3/1p3p2/8/8/2P5/2N5/8/4K3 w - - 0 1";
        assert_eq!(idea_of(outpost, "c3d5"), Some(Idea::Outpost(Knight, Square::D5)));
        assert_eq!(idea_of("3k4/2p2p2/8/8/2P5/2N5/8/4K3 w - - 0 1", "c3d5"), None, "a pawn can attack it");
        assert_eq!(idea_of("k7/1p6/1P6/8/8/8/8/3RK3 w - - 0 1", "d1d7"), Some(Idea::Seventh));
        let open = "7k/1p3p2/8/8/8/8/1P3P2/1R2K3 w - - 0 1";
        assert_eq!(idea_of(open, "b1d1"), Some(Idea::OpenFile(Rook, File::D)));
        assert_eq!(idea_of("4k3/3p1p2/8/8/8/8/3P1P2/4K3 w - - 0 1", "d2d4"), Some(Idea::Center(Square::D4)));
    }
}
