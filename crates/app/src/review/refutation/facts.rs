//! What the board shows at the end of one line and not at the end of another: weak pawns, passed pawns,
//! outposts, open files, kings without castling, pieces without squares.

use heirloom_chess::{Bitboard, Color, File, PieceType, Position, Rank, Square, attacks};

/// What a group of terms is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Theme {
    /// The danger to a king and its shelter.
    KingSafety,
    /// The place of a king in the endgame.
    KingPlace,
    /// Passed pawns.
    PassedPawns,
    /// Isolated, doubled, backward and connected pawns.
    PawnStructure,
    /// The squares, mobility and outposts of pieces.
    Activity,
    /// Attacks on weaker or hanging pieces.
    Threats,
    /// Bishops on squares of both colors.
    BishopPair,
}

/// What is seen on the board at the end of one line only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    /// A king that is still in the center, without the right to castle, or with queens around it.
    Uncastled,
    /// No own pawn on a file next to the king, or on the king's file.
    BareFile(File),
    /// A king on the first square and not on the second.
    KingOn(Square, Square),
    /// A passed pawn.
    Passed(Square),
    /// A pawn without own pawns on the adjacent files.
    Isolated(Square),
    /// Two own pawns on a file.
    Doubled(File),
    /// A knight or bishop where no pawn can attack it and a pawn defends it.
    Outpost(PieceType, Square),
    /// A rook on a file without pawns.
    OpenFile(File),
    /// A rook on its seventh rank.
    Seventh,
    /// A piece that can safely go to at most this many squares.
    Shut(PieceType, Square, u8),
}

/// A piece with more safe squares than this is not shut in.
const SHUT: u32 = 2;

/// Returns what makes a change of a theme visible: what is wrong with the player's side `us` after the line
/// played, or what the opponent `!us` has gained there.
pub fn fact(theme: Theme, own: bool, us: Color, played: &Position, better: &Position) -> Option<Fact> {
    match (theme, own) {
        (Theme::KingSafety, true) => uncastled(us, played, better).or_else(|| bare_file(us, played, better)),
        (Theme::KingPlace, true) => {
            let (here, there) = (played.king(us), better.king(us));
            (here != there).then_some(Fact::KingOn(here, there))
        }
        (Theme::PassedPawns, true) => foremost(us, better, played).map(Fact::Passed),
        (Theme::PassedPawns, false) => foremost(!us, played, better).map(Fact::Passed),
        (Theme::PawnStructure, true) => weak_pawn(us, played, better),
        (Theme::PawnStructure, false) => weak_pawn(!us, better, played),
        (Theme::Activity, true) => shut_in(us, played, better).or_else(|| good_place(us, better, played)),
        (Theme::Activity, false) => good_place(!us, played, better),
        _ => None,
    }
}

/// Returns true if no enemy pawn is ahead on the file of a pawn or the adjacent ones, and no own one on its
/// file.
pub fn is_passed(position: &Position, us: Color, square: Square) -> bool {
    let files = Bitboard::file(square.file()) | adjacent(square.file());
    let ahead = |other: &Square| other.rank().relative_to(us) > square.rank().relative_to(us);
    let mut enemies = (position.pieces(!us, PieceType::Pawn) & files).into_iter();
    let mut own = (position.pieces(us, PieceType::Pawn) & Bitboard::file(square.file())).into_iter();
    !enemies.any(|other| ahead(&other)) && !own.any(|other| ahead(&other))
}

/// Returns true if a knight or bishop on this square of the enemy half is defended by a pawn and no enemy
/// pawn can ever attack it.
pub fn outpost(position: &Position, us: Color, square: Square) -> bool {
    let rank = square.rank().relative_to(us);
    let minor = [PieceType::Knight, PieceType::Bishop];
    let held = minor.iter().any(|&piece| position.pieces(us, piece).contains(square));
    let defended = (attacks::pawn(!us, square) & position.pieces(us, PieceType::Pawn)).any();
    let mut enemies = (position.pieces(!us, PieceType::Pawn) & adjacent(square.file())).into_iter();
    held && defended
        && (Rank::Fourth..=Rank::Sixth).contains(&rank)
        && !enemies.any(|other| other.rank().relative_to(us) > rank)
}

fn adjacent(file: File) -> Bitboard {
    let own = Bitboard::file(file);
    let mut both = Bitboard::EMPTY;
    for square in own {
        let neighbors = [-1, 1].into_iter().filter_map(|files| square.offset(files, 0));
        neighbors.for_each(|other| both.insert(other));
    }
    both
}

/// Returns a king that is in the center here and has castled there.
fn uncastled(us: Color, here: &Position, there: &Position) -> Option<Fact> {
    let central = |position: &Position| {
        let king = position.king(us);
        matches!(king.file(), File::D | File::E | File::F) && king.rank().relative_to(us) <= Rank::Second
    };
    let queens = here.pieces(!us, PieceType::Queen).any();
    (queens && central(here) && !central(there)).then_some(Fact::Uncastled)
}

/// Returns a file at the king without an own pawn, if all files at the king have one there.
fn bare_file(us: Color, here: &Position, there: &Position) -> Option<Fact> {
    let bare = |position: &Position| -> Vec<File> {
        let king = position.king(us);
        let near = (-1..=1).filter_map(|files| king.offset(files, 0)).map(Square::file);
        let pawns = position.pieces(us, PieceType::Pawn);
        near.filter(|&file| (pawns & Bitboard::file(file)).is_empty()).collect()
    };
    let (now, then) = (bare(here), bare(there));
    (now.len() > then.len()).then(|| now.into_iter().find(|file| !then.contains(file)))?.map(Fact::BareFile)
}

/// Returns the most advanced passed pawn that is here and not there.
fn foremost(us: Color, here: &Position, there: &Position) -> Option<Square> {
    let passed = |position: &Position| -> Bitboard {
        let pawns = position.pieces(us, PieceType::Pawn).into_iter();
        pawns.filter(|&square| is_passed(position, us, square)).collect()
    };
    passed(here).without(passed(there)).into_iter().max_by_key(|square| square.rank().relative_to(us))
}

/// Returns an isolated or doubled pawn that is here and not there.
fn weak_pawn(us: Color, here: &Position, there: &Position) -> Option<Fact> {
    let isolated = |position: &Position| -> Bitboard {
        let pawns = position.pieces(us, PieceType::Pawn);
        pawns.into_iter().filter(|square| (pawns & adjacent(square.file())).is_empty()).collect()
    };
    let doubled = |position: &Position, file: File| {
        (position.pieces(us, PieceType::Pawn) & Bitboard::file(file)).has_multiple()
    };
    let (now, then) = (isolated(here), isolated(there));
    if now.count() > then.count()
        && let Some(square) = now.without(then).first()
    {
        return Some(Fact::Isolated(square));
    }
    File::ALL.into_iter().find(|&file| doubled(here, file) && !doubled(there, file)).map(Fact::Doubled)
}

/// Returns a piece with an outpost, an open file or the seventh rank that is here and not there.
fn good_place(us: Color, here: &Position, there: &Position) -> Option<Fact> {
    for piece in [PieceType::Knight, PieceType::Bishop] {
        let fresh = here.pieces(us, piece).without(there.pieces(us, piece));
        if let Some(square) = fresh.into_iter().find(|&square| outpost(here, us, square)) {
            return Some(Fact::Outpost(piece, square));
        }
    }
    let rooks = |position: &Position| position.pieces(us, PieceType::Rook);
    let seventh = |position: &Position| {
        rooks(position).into_iter().any(|square| square.rank().relative_to(us) == Rank::Seventh)
    };
    if seventh(here) && !seventh(there) {
        return Some(Fact::Seventh);
    }
    let open = |position: &Position| -> Vec<File> {
        let pawns = position.pieces(us, PieceType::Pawn) | position.pieces(!us, PieceType::Pawn);
        let files = rooks(position).into_iter().map(Square::file);
        files.filter(|&file| (pawns & Bitboard::file(file)).is_empty()).collect()
    };
    let (now, then) = (open(here), open(there));
    now.into_iter().find(|_| then.is_empty()).map(Fact::OpenFile)
}

/// Returns the piece with the fewest safe squares, if no piece of its kind has so few there.
fn shut_in(us: Color, here: &Position, there: &Position) -> Option<Fact> {
    let least = |position: &Position, piece: PieceType| {
        let squares = position.pieces(us, piece).into_iter();
        squares.map(|square| (safe_squares(position, us, piece, square), square)).min_by_key(|one| one.0)
    };
    [PieceType::Rook, PieceType::Bishop, PieceType::Knight].into_iter().find_map(|piece| {
        let (count, square) = least(here, piece)?;
        let wider = least(there, piece).is_some_and(|(other, _)| other > count + 1);
        (count <= SHUT && wider).then_some(Fact::Shut(piece, square, u8::try_from(count).ok()?))
    })
}

/// Counts the squares that a piece attacks, without own pieces and squares attacked by enemy pawns.
fn safe_squares(position: &Position, us: Color, piece: PieceType, square: Square) -> u32 {
    let reached = attacks::piece(us, piece, square, position.occupied());
    let attacked = attacks::pawns(!us, position.pieces(!us, PieceType::Pawn));
    reached.without(position.colored(us)).without(attacked).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact_of(theme: Theme, own: bool, played: &str, better: &str) -> Option<Fact> {
        let position = |fen: &str| Position::from_fen(fen).unwrap();
        fact(theme, own, Color::White, &position(played), &position(better))
    }

    #[test]
    fn the_ends_of_lines_show_what_has_changed() {
        let (center, castled) =
            ("3qk3/8/8/8/8/8/3P1PPP/4K3 w - - 0 1", "3qk3/8/8/8/8/8/3P1PPP/6K1 w - - 0 1");
        assert_eq!(fact_of(Theme::KingSafety, true, center, castled), Some(Fact::Uncastled));
        assert_eq!(fact_of(Theme::KingSafety, true, castled, center), None);
        let bare = "3qk3/8/8/8/8/8/3P1P1P/6K1 w - - 0 1";
        assert_eq!(fact_of(Theme::KingSafety, true, bare, castled), Some(Fact::BareFile(File::G)));
        assert_eq!(
            fact_of(Theme::KingPlace, true, center, castled),
            Some(Fact::KingOn(Square::E1, Square::G1))
        );
        let (passed, stopped) = ("4k3/p7/8/8/3P4/8/8/4K3 w - - 0 1", "4k3/2p5/8/8/3P4/8/8/4K3 w - - 0 1");
        assert_eq!(fact_of(Theme::PassedPawns, true, stopped, passed), Some(Fact::Passed(Square::D4)));
        assert_eq!(fact_of(Theme::PassedPawns, false, passed, stopped), Some(Fact::Passed(Square::A7)));
        let (alone, chain) = ("4k3/8/8/8/3P4/8/6P1/4K3 w - - 0 1", "4k3/8/8/8/3P4/4P3/8/4K3 w - - 0 1");
        assert_eq!(fact_of(Theme::PawnStructure, true, alone, chain), Some(Fact::Isolated(Square::G2)));
        let doubled = "4k3/8/8/8/3P4/2PP4/8/4K3 w - - 0 1";
        assert_eq!(fact_of(Theme::PawnStructure, true, doubled, chain), Some(Fact::Doubled(File::D)));
        let (knight, home) =
            ("4k3/1p3p2/8/3N4/2P5/8/8/4K3 w - - 0 1", "4k3/1p3p2/8/8/2P5/2N5/8/4K3 w - - 0 1");
        let outpost = Some(Fact::Outpost(PieceType::Knight, Square::D5));
        assert_eq!(fact_of(Theme::Activity, true, home, knight), outpost);
        let (shut, free) = ("4k3/8/8/8/8/1P6/P1P5/1B2K3 w - - 0 1", "4k3/8/8/8/8/1P1B4/P1P5/4K3 w - - 0 1");
        assert_eq!(
            fact_of(Theme::Activity, true, shut, free),
            Some(Fact::Shut(PieceType::Bishop, Square::B1, 0))
        );
        let (open, closed) = ("k7/1p6/8/8/8/8/1P6/3RK3 w - - 0 1", "k7/1p6/8/8/8/8/1P6/1R2K3 w - - 0 1");
        assert_eq!(fact_of(Theme::Activity, true, closed, open), Some(Fact::OpenFile(File::D)));
        let seventh = "k7/1p1R4/8/8/8/8/1P6/4K3 w - - 0 1";
        assert_eq!(fact_of(Theme::Activity, true, closed, seventh), Some(Fact::Seventh));
    }
}
