//! Forsyth-Edwards Notation (FEN), with castling rights as X-FEN (`KQkq`) or Shredder-FEN (file letters).

mod repair;

use std::fmt;

use crate::{Bitboard, Color, File, Piece, PieceType, Position, Rank, Setup, SetupError, Square};

pub use repair::FenRepair;

/// Why a text is not the FEN of a legal position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FenError {
    /// The text is empty.
    #[error("FEN is empty; expected a board such as 8/8/8/8/8/8/8/8 and the side to move")]
    Empty,
    /// A field is missing; its name.
    #[error("FEN ends before {0}")]
    Missing(&'static str),
    /// There is text after the sixth field.
    #[error("FEN has more than six fields: '{}'", shortened(.0))]
    TrailingText(String),
    /// The board does not have eight ranks; their number.
    #[error("{}", rank_count(*.0))]
    RankCount(usize),
    /// A rank (8 down to 1) does not have eight files.
    #[error("FEN rank {0} does not have 8 files")]
    FileCount(char),
    /// A letter on the board is not a piece; the letter and its rank.
    #[error("FEN rank {1} has '{letter}'; expected pnbrqkPNBRQK or 1-8", letter = .0.escape_default())]
    PieceLetter(char, char),
    /// The side to move is neither `w` nor `b`.
    #[error("FEN side to move is '{}'; expected w or b", shortened(.0))]
    Turn(String),
    /// The castling field is not `-` or letters `KQkq`, `A-H`, `a-h`.
    #[error("FEN castling field is '{}'; expected - or letters of KQkq or A-H and a-h", shortened(.0))]
    Castling(String),
    /// There is no rook for a castling letter.
    #[error("FEN castling right {0} needs king and rook on the back rank; remove the letter")]
    CastlingRookMissing(char),
    /// The en passant field is neither `-` nor a square.
    #[error("FEN en passant field is '{}'; expected - or a square such as e3", shortened(.0))]
    EnPassant(String),
    /// The halfmove clock is not a number.
    #[error("FEN halfmove clock is '{}'; expected a number of plies", shortened(.0))]
    HalfmoveClock(String),
    /// The fullmove number is not a number.
    #[error("FEN fullmove number is '{}'; expected a number", shortened(.0))]
    FullmoveNumber(String),
    /// All fields are valid, but the position is illegal.
    #[error("illegal position: {0}")]
    Setup(SetupError),
}

impl From<SetupError> for FenError {
    fn from(error: SetupError) -> FenError {
        FenError::Setup(error)
    }
}

/// Returns the message for a board of the wrong number of ranks.
fn rank_count(count: usize) -> String {
    match count {
        1 => "not a FEN; expected a board of 8 ranks separated by /".into(),
        _ => format!("FEN board has {count} ranks; expected 8, separated by /"),
    }
}

/// Returns the first 40 characters, escaped for one line of an error message.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).flat_map(char::escape_default).collect();
    if text.chars().nth(40).is_some() {
        short.push_str("...");
    }
    short
}

/// Parses a FEN. Trailing fields after the side to move may be missing: no castling rights, no en passant,
/// clocks 0 and 1.
///
/// # Errors
/// The first [`FenError`] from left to right. [`Setup::position`] checks if the position is legal.
pub fn parse(text: &str) -> Result<Setup, FenError> {
    let mut fields = text.split_ascii_whitespace();
    let mut setup = Setup::empty();
    parse_board(fields.next().ok_or(FenError::Empty)?, &mut setup)?;
    setup.turn = match fields.next().ok_or(FenError::Missing("the side to move (w or b)"))? {
        "w" | "W" => Color::White,
        "b" | "B" => Color::Black,
        other => return Err(FenError::Turn(other.into())),
    };
    let castling = fields.next().unwrap_or("-");
    setup.castling_rooks = parse_castling(castling, &setup)?;
    setup.en_passant = match fields.next().unwrap_or("-") {
        "-" => None,
        square => Some(square.parse().map_err(|_| FenError::EnPassant(square.into()))?),
    };
    setup.halfmove_clock = match fields.next() {
        None | Some("-") => 0,
        Some(number) => parse_number(number).ok_or_else(|| FenError::HalfmoveClock(number.into()))?,
    };
    setup.fullmove_number = match fields.next() {
        None | Some("-") => 1,
        Some(number) => parse_number(number).ok_or_else(|| FenError::FullmoveNumber(number.into()))?.max(1),
    };
    match fields.next() {
        Some(more) => Err(FenError::TrailingText(more.into())),
        None => Ok(setup),
    }
}

/// Parses digits only; values too large for a clock become the maximum.
fn parse_number(text: &str) -> Option<u16> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(u16::MAX))
}

fn parse_board(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let count = text.split('/').count();
    if count != 8 {
        return Err(FenError::RankCount(count));
    }
    for (row, rank) in text.split('/').zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty as usize;
            } else {
                let piece = Piece::from_letter(letter).ok_or(FenError::PieceLetter(letter, rank.digit()))?;
                let column = *File::ALL.get(file).ok_or(FenError::FileCount(rank.digit()))?;
                setup.board.set(Square::new(column, rank), Some(piece));
                file += 1;
            }
        }
        if file != 8 {
            return Err(FenError::FileCount(rank.digit()));
        }
    }
    Ok(())
}

fn parse_castling(text: &str, setup: &Setup) -> Result<Bitboard, FenError> {
    let mut rooks = Bitboard::EMPTY;
    if text == "-" {
        return Ok(rooks);
    }
    for letter in text.chars() {
        let rook = castling_letter(letter, setup);
        rooks.insert(rook.map_err(|error| {
            if error == FenError::Castling(letter.into()) { FenError::Castling(text.into()) } else { error }
        })?);
    }
    Ok(rooks)
}

/// Returns the square of the rook that a castling letter means.
fn castling_letter(letter: char, setup: &Setup) -> Result<Square, FenError> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    match letter.to_ascii_lowercase() {
        'k' | 'q' => outermost_rook(setup, color, letter.eq_ignore_ascii_case(&'k'))
            .ok_or(FenError::CastlingRookMissing(letter)),
        _ => {
            let file = File::from_letter(letter).ok_or_else(|| FenError::Castling(letter.into()))?;
            Ok(Square::new(file, Rank::First.relative_to(color)))
        }
    }
}

/// Returns the rook that `K` or `Q` means: the outermost one on that side of the king.
fn outermost_rook(setup: &Setup, color: Color, king_side: bool) -> Option<Square> {
    let back_rank = Bitboard::rank(Rank::First.relative_to(color));
    let king = (setup.board.pieces(color, PieceType::King) & back_rank).first()?;
    let rooks = setup.board.pieces(color, PieceType::Rook) & back_rank;
    if king_side {
        rooks.last().filter(|rook| rook.index() > king.index())
    } else {
        rooks.first().filter(|rook| rook.index() < king.index())
    }
}

impl Position {
    /// Parses a FEN with two to six fields; castling rights as `KQkq` (X-FEN) or file letters
    /// (Shredder-FEN).
    ///
    /// # Errors
    /// A [`FenError`] that names the field and the reason.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        Ok(parse(text)?.position()?)
    }

    /// Returns the FEN with castling rights as X-FEN: `KQkq`, with a file letter only if that would be
    /// ambiguous.
    pub fn fen(&self) -> String {
        write(&self.setup(), false)
    }

    /// Returns the first four fields of the FEN, without the clocks, as EPD has them.
    pub fn fen_without_clocks(&self) -> String {
        self.fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
    }

    /// Returns the FEN with castling rights as file letters, the usual form for Chess960.
    pub fn shredder_fen(&self) -> String {
        write(&self.setup(), true)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shredder_fen())
    }
}

/// Writes a FEN of six fields; castling rights as file letters (Shredder-FEN) or as X-FEN.
pub fn write(setup: &Setup, file_letters: bool) -> String {
    let mut text = String::with_capacity(90);
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            match setup.board.piece_at(Square::new(file, rank)) {
                Some(piece) => {
                    push_empty(&mut text, &mut empty);
                    text.push(piece.letter());
                }
                None => empty += 1,
            }
        }
        push_empty(&mut text, &mut empty);
        text.push(if rank == Rank::First { ' ' } else { '/' });
    }
    text.push(setup.turn.letter());
    text.push(' ');
    text.push_str(&castling_field(setup, file_letters));
    let en_passant = setup.en_passant.map_or("-".into(), |square| square.to_string());
    text.push_str(&format!(" {en_passant} {} {}", setup.halfmove_clock, setup.fullmove_number));
    text
}

fn push_empty(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}

fn castling_field(setup: &Setup, file_letters: bool) -> String {
    let mut field = String::new();
    for color in Color::ALL {
        let back_rank = Bitboard::rank(Rank::First.relative_to(color));
        let mut rooks: Vec<Square> = (setup.castling_rooks & back_rank).into_iter().collect();
        rooks.reverse();
        for rook in rooks {
            let king = setup.board.pieces(color, PieceType::King).first();
            let king_side = king.is_some_and(|king| rook.index() > king.index());
            let letter = if !file_letters && outermost_rook(setup, color, king_side) == Some(rook) {
                if king_side { 'k' } else { 'q' }
            } else {
                rook.file().letter()
            };
            field.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if field.is_empty() { "-".into() } else { field }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fens_round_trip() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 3 17",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "2rr2k1/8/8/8/8/8/8/1R2KR1R w Fd - 0 1",
        ] {
            assert_eq!(Position::from_fen(fen).unwrap().fen(), fen);
        }
        let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        assert_eq!(Position::startpos().fen(), format!("{board} w KQkq - 0 1"));
        assert_eq!(Position::startpos().shredder_fen(), format!("{board} w HAha - 0 1"));
    }

    #[test]
    fn missing_fields_have_defaults() {
        let position = Position::from_fen("  4k3/8/8/8/8/8/8/4K3   b ").unwrap();
        assert_eq!(position.fen(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    }

    #[test]
    fn each_reason_is_named() {
        let error = |fen: &str| Position::from_fen(fen).unwrap_err();
        assert_eq!(error(" "), FenError::Empty);
        assert_eq!(error("8/8 w - -"), FenError::RankCount(2));
        assert_eq!(error("8/8/8/8/8/7/8/8 w - -"), FenError::FileCount('3'));
        assert_eq!(error("8/ppppppppp/8/8/8/8/8/8 w - -"), FenError::FileCount('7'));
        assert_eq!(error("8/x7/8/8/8/8/8/8 w - -"), FenError::PieceLetter('x', '7'));
        assert_eq!(error("8/90/8/8/8/8/8/8 w - -"), FenError::PieceLetter('9', '7'));
        assert_eq!(error("4k3/8/8/8/8/8/8/4K3"), FenError::Missing("the side to move (w or b)"));
        assert_eq!(error("4k3/8/8/8/8/8/8/4K3 x"), FenError::Turn("x".into()));
        assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w X"), FenError::Castling("X".into()));
        assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w K"), FenError::CastlingRookMissing('K'));
        assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w - e9"), FenError::EnPassant("e9".into()));
        assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w - - x"), FenError::HalfmoveClock("x".into()));
        assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w - - 0 -5"), FenError::FullmoveNumber("-5".into()));
        assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm"), FenError::TrailingText("bm".into()));
        assert_eq!(error("4k3/8/8/8/8/8/8/8 w - -"), FenError::Setup(SetupError::KingMissing(Color::White)));
    }
}
