//! The 960 start positions of Chess960 by number, and those of double Chess960.

use crate::{Bitboard, Color, File, Piece, PieceType, Position, Rank, Setup, Square};

/// The number of start positions.
pub const COUNT: u16 = 960;

/// The number of the standard start position.
pub const STANDARD: u16 = 518;

/// The error for a number from 960 on: the start positions are numbered from 0 to 959.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no Chess960 start position {0}; expected a number from 0 to 959")]
pub struct NoSuchNumber(pub u16);

/// The places of the two knights among the five remaining squares, indexed by `number / 96` (R. Scharnagl).
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// Returns the pieces of a start position from the a-file to the h-file.
///
/// # Errors
/// [`NoSuchNumber`] from 960 on.
pub fn back_rank(number: u16) -> Result<[PieceType; 8], NoSuchNumber> {
    if number >= COUNT {
        return Err(NoSuchNumber(number));
    }
    let number = usize::from(number);
    let mut rank = [None; 8];
    rank[number % 4 * 2 + 1] = Some(PieceType::Bishop);
    rank[number / 4 % 4 * 2] = Some(PieceType::Bishop);
    place(&mut rank, number / 16 % 6, PieceType::Queen);
    let (first, second) = KNIGHTS[number / 96];
    // The second knight is placed after the first, so its place counts one square fewer.
    place(&mut rank, first, PieceType::Knight);
    place(&mut rank, second - 1, PieceType::Knight);
    for piece_type in [PieceType::Rook, PieceType::King, PieceType::Rook] {
        place(&mut rank, 0, piece_type);
    }
    Ok(rank.map(|piece_type| piece_type.unwrap_or(PieceType::Rook)))
}

/// Puts a piece on the empty square with index `place` among the empty squares.
fn place(rank: &mut [Option<PieceType>; 8], place: usize, piece_type: PieceType) {
    if let Some(square) = rank.iter_mut().filter(|square| square.is_none()).nth(place) {
        *square = Some(piece_type);
    }
}

/// Returns the number of a back rank, or none if it is not one of the 960.
pub fn number_of(rank: [PieceType; 8]) -> Option<u16> {
    // Bishops by square color, then each piece by its place among the remaining squares.
    let files = |piece_type: PieceType| (0..8).filter(move |&file| rank[file] == piece_type);
    let dark = files(PieceType::Bishop).find(|file| file % 2 == 0)?;
    let light = files(PieceType::Bishop).find(|file| file % 2 == 1)?;
    let mut others = rank.to_vec();
    others.retain(|&piece_type| piece_type != PieceType::Bishop);
    let queen = others.iter().position(|&piece_type| piece_type == PieceType::Queen)?;
    others.retain(|&piece_type| piece_type != PieceType::Queen);
    let mut knights = (0..others.len()).filter(|&place| others[place] == PieceType::Knight);
    let pair = (knights.next()?, knights.next()?);
    let pair = KNIGHTS.iter().position(|&known| known == pair)?;
    let number = (pair * 96 + queen * 16 + dark / 2 * 4 + light / 2) as u16;
    // The round trip catches what the arithmetic does not check, such as a king outside its rooks.
    (back_rank(number) == Ok(rank)).then_some(number)
}

/// Returns the start position with this number; 518 is the standard one.
///
/// # Errors
/// [`NoSuchNumber`] from 960 on.
///
/// ```
/// use heirloom_chess::{Position, chess960};
/// assert_eq!(chess960::start_position(518)?, Position::startpos());
/// # Ok::<(), chess960::NoSuchNumber>(())
/// ```
pub fn start_position(number: u16) -> Result<Position, NoSuchNumber> {
    double_start_position(number, number)
}

/// Returns a start position of double Chess960, with one number for each side.
///
/// # Errors
/// [`NoSuchNumber`] from 960 on.
pub fn double_start_position(white: u16, black: u16) -> Result<Position, NoSuchNumber> {
    let mut setup = Setup::empty();
    for (color, number) in [(Color::White, white), (Color::Black, black)] {
        for (file, piece_type) in File::ALL.into_iter().zip(back_rank(number)?) {
            let square = Square::new(file, Rank::First.relative_to(color));
            let pawn_square = Square::new(file, Rank::Second.relative_to(color));
            setup.board.set(square, Some(Piece::new(color, piece_type)));
            setup.board.set(pawn_square, Some(Piece::new(color, PieceType::Pawn)));
            if piece_type == PieceType::Rook {
                setup.castling_rooks.insert(square);
            }
        }
    }
    // Such a position is always legal; the error only satisfies the type.
    setup.position().map_err(|_| NoSuchNumber(white))
}

/// Returns the number of a start position with the same number for both sides; none for any other position.
pub fn number(position: &Position) -> Option<u16> {
    numbers(position).filter(|(white, black)| white == black).map(|(white, _)| white)
}

/// Returns the numbers of White and Black for a start position of double Chess960; none for any other
/// position.
pub fn numbers(position: &Position) -> Option<(u16, u16)> {
    let of = |color| number_of(read_rank(position, color)?);
    let (white, black) = (of(Color::White)?, of(Color::Black)?);
    let start = double_start_position(white, black).ok()?;
    (start == *position).then_some((white, black))
}

fn read_rank(position: &Position, color: Color) -> Option<[PieceType; 8]> {
    let rank = Rank::First.relative_to(color);
    if (position.colored(color) & Bitboard::rank(rank)).count() != 8 {
        return None;
    }
    Some(File::ALL.map(|file| {
        position.piece_at(Square::new(file, rank)).map_or(PieceType::Pawn, |piece| piece.piece_type())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_match_the_standard_numbering() {
        for (number, fen) in [
            (0, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"),
            (959, "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1"),
            (518, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"),
            (534, "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAha - 0 1"),
        ] {
            let position = start_position(number).unwrap();
            assert_eq!(position.shredder_fen(), fen);
            assert_eq!(super::number(&position), Some(number));
        }
        assert_eq!(start_position(STANDARD), Ok(Position::startpos()));
        assert_eq!(start_position(960), Err(NoSuchNumber(960)));
    }

    #[test]
    fn every_number_round_trips() {
        let mut seen = std::collections::HashSet::new();
        for number in 0..COUNT {
            let rank = back_rank(number).unwrap();
            assert!(seen.insert(rank));
            assert_eq!(number_of(rank), Some(number));
            let black = (number * 7 + 3) % COUNT;
            let position = double_start_position(number, black).unwrap();
            assert_eq!(numbers(&position), Some((number, black)));
            assert_eq!(super::number(&position), (number == black).then_some(number));
        }
    }

    #[test]
    fn other_positions_have_no_number() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
            "krbqnbnr/pppppppp/8/8/8/8/PPPPPPPP/KRBQNBNR w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ] {
            assert_eq!(number(&Position::from_fen(fen).unwrap()), None, "{fen}");
        }
    }
}
