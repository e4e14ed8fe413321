//! Tolerant reading of FENs from other programs: impossible details that do not matter are dropped and
//! reported.

use std::fmt;

use super::{FenError, castling_letter, parse, parse_board, parse_number, shortened};
use crate::{Bitboard, Color, File, Piece, PieceType, Position, Rank, Setup, SetupError, Square};

/// A change made to a FEN to get a legal position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenRepair {
    /// Castling letters dropped because king or rook is not in place.
    Castling(String),
    /// An en passant square dropped because no pawn can have passed over it.
    EnPassant(String),
    /// The square of the pawn itself given as the en passant square.
    EnPassantPawn(Square),
    /// A clock or move number that is not a number.
    Counter(String),
    /// Text after the sixth field.
    TrailingText(String),
    /// Nonstandard separators of fields or ranks, or missing fields.
    Form,
}

impl fmt::Display for FenRepair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenRepair::Castling(letters) => {
                write!(f, "castling {} ignored: king and rook are not on their squares", shortened(letters))
            }
            FenRepair::EnPassant(square) => {
                write!(f, "en passant square {} ignored: no pawn can have just passed it", shortened(square))
            }
            FenRepair::EnPassantPawn(square) => {
                write!(f, "en passant square {square} is the pawn's square; using the square behind it")
            }
            FenRepair::Counter(text) => write!(f, "counter '{}' ignored: not a number", shortened(text)),
            FenRepair::TrailingText(text) => write!(f, "'{}' after the sixth field ignored", shortened(text)),
            FenRepair::Form => f.write_str("the fields have a nonstandard form"),
        }
    }
}

impl Position {
    /// Reads a FEN as other programs may write it. Impossible castling rights and en passant squares,
    /// counters that are not numbers and text after the last field are dropped, and all repairs reported.
    ///
    /// # Errors
    /// Why the pieces and the side to move are not a legal position.
    ///
    /// ```
    /// use heirloom_chess::Position;
    /// let (position, repairs) = Position::from_fen_repaired("4k3/8/8/8/8/8/8/4K2R w KQ e6 -1 1")?;
    /// assert_eq!(position.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// assert_eq!(repairs.len(), 3);
    /// # Ok::<(), heirloom_chess::notation::fen::FenError>(())
    /// ```
    pub fn from_fen_repaired(text: &str) -> Result<(Position, Vec<FenRepair>), FenError> {
        // Almost all FENs need no repair.
        if let Ok(position) = parse(text).and_then(|setup| Ok(setup.position()?)) {
            return Ok((position, Vec::new()));
        }
        let (mut setup, mut repairs) = repair(text)?;
        let position = loop {
            match setup.position() {
                Ok(position) => break position,
                Err(SetupError::CastlingRook(square)) => drop_rights(&mut setup, square.into(), &mut repairs),
                Err(SetupError::CastlingKing(color) | SetupError::CastlingTwice(color)) => {
                    drop_rights(&mut setup, Bitboard::rank(Rank::First.relative_to(color)), &mut repairs);
                }
                Err(SetupError::EnPassant(square)) => {
                    setup.en_passant = passed_square(&setup, square);
                    repairs.push(match setup.en_passant {
                        Some(_) => FenRepair::EnPassantPawn(square),
                        None => FenRepair::EnPassant(square.to_string()),
                    });
                }
                Err(error) => return Err(error.into()),
            }
        };
        if repairs.is_empty() {
            repairs.push(FenRepair::Form);
        }
        Ok((position, repairs))
    }
}

/// Parses all fields, skipping invalid ones after the side to move.
fn repair(text: &str) -> Result<(Setup, Vec<FenRepair>), FenError> {
    let mut repairs = Vec::new();
    // Some programs write underscores for spaces, for instance in URLs.
    let spaced = text.replace(['_', '\u{a0}'], " ");
    let mut fields = spaced.split_whitespace();
    let mut setup = Setup::empty();
    let board = fields.next().ok_or(FenError::Empty)?;
    let trimmed = board.trim_end_matches('/');
    if trimmed != board || spaced != text {
        repairs.push(FenRepair::Form);
    }
    parse_board(trimmed, &mut setup)?;
    setup.turn = match fields.next() {
        Some("w") => Color::White,
        Some("b") => Color::Black,
        Some("W" | "white" | "White") => nonstandard_turn(Color::White, &mut repairs),
        Some("B" | "black" | "Black") => nonstandard_turn(Color::Black, &mut repairs),
        // With only a board, White is to move.
        None => nonstandard_turn(Color::White, &mut repairs),
        Some(other) => return Err(FenError::Turn(other.into())),
    };
    let castling = fields.next().unwrap_or("-");
    for color in Color::ALL {
        let letters = castling_letters(castling, color);
        let rooks: Vec<Option<Square>> =
            letters.iter().map(|&letter| castling_letter(letter, &setup).ok()).collect();
        // If a right has no rook, the king has probably moved: any other right would be one of Chess960.
        let moved = rooks.contains(&None)
            && setup.board.pieces(color, PieceType::King).first().is_none_or(|king| king.file() != File::E);
        for (letter, rook) in letters.into_iter().zip(rooks) {
            match rook.filter(|_| !moved) {
                Some(rook) => setup.castling_rooks.insert(rook),
                None => add_castling_letter(letter, &mut repairs),
            }
        }
    }
    match fields.next().unwrap_or("-") {
        "-" => {}
        square => match square.parse() {
            Ok(square) => setup.en_passant = Some(square),
            Err(_) => repairs.push(FenRepair::EnPassant(square.into())),
        },
    }
    let mut counter = |usual: u16| match fields.next() {
        None | Some("-") => usual,
        Some(text) => parse_number(text).unwrap_or_else(|| {
            repairs.push(FenRepair::Counter(text.into()));
            usual
        }),
    };
    setup.halfmove_clock = counter(0);
    setup.fullmove_number = counter(1).max(1);
    if let Some(more) = fields.next() {
        repairs.push(FenRepair::TrailingText(more.into()));
    }
    Ok((setup, repairs))
}

/// Notes an unusual or missing side to move and returns it.
fn nonstandard_turn(turn: Color, repairs: &mut Vec<FenRepair>) -> Color {
    if !repairs.contains(&FenRepair::Form) {
        repairs.push(FenRepair::Form);
    }
    turn
}

/// Returns the castling letters of a color: lowercase letters are Black's, all other characters White's.
fn castling_letters(castling: &str, color: Color) -> Vec<char> {
    let is_black = |letter: &char| letter.is_ascii_lowercase();
    castling.chars().filter(|letter| *letter != '-' && is_black(letter) == (color == Color::Black)).collect()
}

fn drop_rights(setup: &mut Setup, rooks: Bitboard, repairs: &mut Vec<FenRepair>) {
    for rook in setup.castling_rooks & rooks {
        let letter = rook.file().letter();
        let white = rook.rank() == Rank::First;
        add_castling_letter(if white { letter.to_ascii_uppercase() } else { letter }, repairs);
    }
    setup.castling_rooks = setup.castling_rooks.without(rooks);
}

/// Adds an ignored castling letter to those reported.
fn add_castling_letter(letter: char, repairs: &mut Vec<FenRepair>) {
    for repair in repairs.iter_mut() {
        if let FenRepair::Castling(letters) = repair {
            return letters.push(letter);
        }
    }
    repairs.push(FenRepair::Castling(letter.into()));
}

/// Returns the square that the pawn on `square` has just passed over, if there is such a pawn.
fn passed_square(setup: &Setup, square: Square) -> Option<Square> {
    let pawn = Piece::new(!setup.turn, PieceType::Pawn);
    let double_step = square.rank() == Rank::Fourth.relative_to(!setup.turn);
    let behind = square.offset(0, if setup.turn == Color::White { 1 } else { -1 });
    behind.filter(|_| double_step && setup.board.piece_at(square) == Some(pawn))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the FEN of the position read, and the number of repairs.
    fn read(fen: &str) -> (String, usize) {
        let (position, repairs) =
            Position::from_fen_repaired(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        (position.fen(), repairs.len())
    }

    #[test]
    fn impossible_details_are_dropped() {
        for (fen, expected, repairs) in [
            ("r4rk1/8/8/8/8/8/8/R4RK1 w KQkq - 0 1", "r4rk1/8/8/8/8/8/8/R4RK1 w - - 0 1", 1),
            ("r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1", 1),
            ("4k3/8/8/3P4/8/8/8/4K3 w - e6 0 1", "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", 1),
            ("4k3/8/8/3P4/8/8/8/4K3 w - e9 0 1", "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", 1),
            ("4k3/8/8/8/4pP2/8/8/4K3 b - f4 0 3", "4k3/8/8/8/4pP2/8/8/4K3 b - f3 0 3", 1),
            ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 0),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KKQQkk - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", 0),
            ("6k1/8/8/8/8/8/8/R5K1 w -- - 0 1", "6k1/8/8/8/8/8/8/R5K1 w - - 0 1", 1),
            ("6k1/8/8/8/8/8/8/R5K1 w - - -1 x", "6k1/8/8/8/8/8/8/R5K1 w - - 0 1", 2),
            ("6k1/8/8/8/8/8/8/R5K1 w - - 0 1 bm Ra8", "6k1/8/8/8/8/8/8/R5K1 w - - 0 1", 1),
            ("6k1/8/8/8/8/8/8/R5K1/ w - - 0 1", "6k1/8/8/8/8/8/8/R5K1 w - - 0 1", 1),
            ("6k1/8/8/8/8/8/8/R5K1_w_-_-_0_1", "6k1/8/8/8/8/8/8/R5K1 w - - 0 1", 1),
            ("6k1/8/8/8/8/8/8/R5K1 white - - 0 1", "6k1/8/8/8/8/8/8/R5K1 w - - 0 1", 1),
            ("6k1/8/8/8/8/8/8/R5K1", "6k1/8/8/8/8/8/8/R5K1 w - - 0 1", 1),
            ("4k3/8/8/8/8/8/8/4K2R w XK - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 1),
        ] {
            assert_eq!(read(fen), (expected.into(), repairs), "{fen}");
        }
    }

    #[test]
    fn illegal_positions_remain_errors() {
        let error = |fen: &str| Position::from_fen_repaired(fen).unwrap_err();
        assert_eq!(error(""), FenError::Empty);
        assert_eq!(error("4k3/8/8/8/8/8/8 w - - 0 1"), FenError::RankCount(7));
        for (fen, setup_error) in [
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", SetupError::KingMissing(Color::White)),
            ("4k3/4R3/8/8/8/8/8/4K3 w KQ e6 0 1", SetupError::OpponentInCheck(Color::Black)),
        ] {
            assert_eq!(error(fen), FenError::Setup(setup_error));
        }
        assert_eq!(error("4k3/8/8/8/8/8/8/4K3 ?"), FenError::Turn("?".into()));
    }
}
