//! Finding the legal move that a text means.

use crate::notation::san::syntax::{self, PieceMove, WrittenMove};
use crate::notation::san::{SanError, format};
use crate::notation::uci::{self, UciMoveError};
use crate::{Bitboard, File, Move, PieceType, Position, Rank, Square, attacks};

/// Parses a move in standard algebraic notation and returns the legal move it means.
///
/// Also accepts long algebraic notation (`Ng1-f3`, `e2-e4`), coordinates (`e2e4`, `e7e8q`), castling with
/// letters or zeros, promotions as `e8=Q`, `e8Q`, `e8(Q)`, and trailing marks such as `+`, `#`, `!?` or
/// `e.p.`, which are not checked.
///
/// # Errors
/// A [`SanError`] if the text is not a move, or an illegal or ambiguous one.
///
/// ```
/// use heirloom_chess::{Position, Square, notation::san};
/// let position = Position::startpos();
/// let mv = san::parse(&position, "Nf3")?;
/// assert_eq!((mv.from(), mv.to()), (Square::G1, Square::F3));
/// assert_eq!(san::format(&position, mv), "Nf3");
/// # Ok::<(), san::SanError>(())
/// ```
pub fn parse(position: &Position, text: &str) -> Result<Move, SanError> {
    parse_bytes(position, text.trim().as_bytes())
}

/// Parses a move like [`parse`], from bytes without surrounding spaces.
///
/// # Errors
/// A [`SanError`], see [`parse`].
pub fn parse_bytes(position: &Position, text: &[u8]) -> Result<Move, SanError> {
    match syntax::parse(text) {
        Some(WrittenMove::Piece(written)) => piece_move(position, &written, text),
        Some(WrittenMove::Castling { king_side }) => castling(position, king_side, text),
        Some(WrittenMove::Null) => Err(SanError::NullMove),
        None if text.is_empty() => Err(SanError::Empty),
        None => Err(SanError::NotAMove(excerpt(text))),
    }
}

/// Checks only that a text has the form of a move.
///
/// # Errors
/// [`SanError::NotAMove`], [`SanError::NullMove`] or [`SanError::Empty`].
pub fn check_form(text: &[u8]) -> Result<(), SanError> {
    match syntax::parse(text) {
        Some(WrittenMove::Null) => Err(SanError::NullMove),
        Some(_) => Ok(()),
        None if text.is_empty() => Err(SanError::Empty),
        None => Err(SanError::NotAMove(excerpt(text))),
    }
}

/// Finds the pawn capture given by two files, such as `ed` or `exd`; none unless exactly one move matches.
pub(in crate::notation) fn pawn_capture_by_files(position: &Position, text: &str) -> Option<Move> {
    let letters: Vec<char> = text
        .trim_end_matches(['+', '#', '!', '?'])
        .chars()
        .filter(|&letter| !matches!(letter, 'x' | ':'))
        .collect();
    let (files, promotion) = match letters.as_slice() {
        [files @ .., '=', piece] => (files, PieceType::from_letter(piece.to_ascii_lowercase())),
        files => (files, None),
    };
    let &[from, to] = files else { return None };
    let (from, to) = (File::from_letter(from)?, File::from_letter(to)?);
    let is_match = |mv: &Move| {
        let pawn = position.piece_at(mv.from()).is_some_and(|piece| piece.piece_type() == PieceType::Pawn);
        let files = mv.from().file() == from && mv.to().file() == to && from != to;
        pawn && files && mv.promotion_piece() == promotion.or(mv.promotion_piece().map(|_| PieceType::Queen))
    };
    let moves = position.legal_moves();
    let mut matching = moves.iter().copied().filter(is_match);
    matching.next().filter(|_| matching.next().is_none())
}

/// Returns the text for an error message, at bounded length.
fn excerpt(text: &[u8]) -> String {
    String::from_utf8_lossy(&text[..text.len().min(40)]).into_owned()
}

fn castling(position: &Position, king_side: bool, text: &[u8]) -> Result<Move, SanError> {
    let us = position.turn();
    position
        .castling_rook(us, king_side)
        .map(|rook| Move::castling(position.king(us), rook))
        .filter(|&mv| position.is_legal(mv))
        .ok_or_else(|| SanError::CastlingIllegal(excerpt(text)))
}

fn piece_move(position: &Position, written: &PieceMove, text: &[u8]) -> Result<Move, SanError> {
    if let (Some(file), Some(rank)) = (written.from_file, written.from_rank) {
        return coordinates(position, Square::new(file, rank), written, text);
    }
    let piece_type = written.piece_type.unwrap_or(PieceType::Pawn);
    let promotes =
        piece_type == PieceType::Pawn && written.to.rank() == Rank::Eighth.relative_to(position.turn());
    let origins = match piece_type {
        PieceType::Pawn => pawn_origins(position, written),
        _ => {
            let own = position.pieces(position.turn(), piece_type).without(written.to.into());
            position.attackers_to(written.to, position.occupied()) & own
        }
    };
    let origins = origins & written.from_file.map_or(Bitboard::ALL, Bitboard::file);
    let origins = origins & written.from_rank.map_or(Bitboard::ALL, Bitboard::rank);
    let make = |from: Square| match (piece_type, written.promotion) {
        (PieceType::Pawn, promotion) if promotes => {
            Move::promotion(from, written.to, promotion.unwrap_or(PieceType::Queen))
        }
        (PieceType::Pawn, _)
            if from.file() != written.to.file() && position.piece_at(written.to).is_none() =>
        {
            Move::en_passant(from, written.to)
        }
        _ => Move::normal(from, written.to),
    };
    let mut legal = origins.into_iter().filter(|&from| is_legal(position, piece_type, make(from)));
    let Some(from) = legal.next() else { return Err(illegal_error(position, written, origins, text)) };
    if legal.next().is_some() {
        return Err(ambiguous(position, origins, make, text));
    }
    match written.promotion {
        None if promotes => Err(SanError::PromotionMissing(excerpt(text))),
        Some(_) if !promotes => Err(SanError::PromotionImpossible(excerpt(text))),
        _ => Ok(make(from)),
    }
}

/// Returns the squares from which a pawn can reach the target: behind it or, if a different file is given,
/// diagonally.
fn pawn_origins(position: &Position, written: &PieceMove) -> Bitboard {
    let us = position.turn();
    let pawns = position.pieces(us, PieceType::Pawn);
    let target = Bitboard::from(written.to);
    if written.from_file.is_some_and(|file| file != written.to.file()) {
        let captures =
            position.colored(!us).contains(written.to) || position.en_passant() == Some(written.to);
        return if captures { attacks::pawn(!us, written.to) & pawns } else { Bitboard::EMPTY };
    }
    if (position.occupied() & target).any() {
        return Bitboard::EMPTY;
    }
    let behind = target.forward(!us);
    if (behind & position.occupied()).any() {
        return behind & pawns;
    }
    if written.to.rank() == Rank::Fourth.relative_to(us) {
        behind.forward(!us) & pawns
    } else {
        Bitboard::EMPTY
    }
}

/// Returns true if a move is legal, given that its piece attacks the target, or that a pawn's path is free.
fn is_legal(position: &Position, piece_type: PieceType, mv: Move) -> bool {
    if piece_type != PieceType::King {
        return position.is_legal(mv);
    }
    // Sliders attack through the square that the king leaves.
    let us = position.turn();
    let attackers = position.attackers_to(mv.to(), position.occupied().without(mv.from().into()));
    !position.colored(us).contains(mv.to()) && (attackers & position.colored(!us)).is_empty()
}

fn illegal_error(position: &Position, written: &PieceMove, origins: Bitboard, text: &[u8]) -> SanError {
    let own_target = position.colored(position.turn()).contains(written.to);
    if origins.any() && !own_target {
        SanError::LeavesKingInCheck(excerpt(text))
    } else {
        SanError::Illegal { text: excerpt(text), turn: position.turn() }
    }
}

fn ambiguous(position: &Position, origins: Bitboard, make: impl Fn(Square) -> Move, text: &[u8]) -> SanError {
    let legal = origins.into_iter().map(make).filter(|&mv| position.is_legal(mv));
    let candidates = legal.map(|mv| (mv, format(position, mv))).collect();
    SanError::Ambiguous { text: excerpt(text), candidates }
}

/// Finds a move given by both squares, with or without a piece letter.
fn coordinates(
    position: &Position,
    from: Square,
    written: &PieceMove,
    text: &[u8],
) -> Result<Move, SanError> {
    let illegal = || SanError::Illegal { text: excerpt(text), turn: position.turn() };
    let piece = position.piece_at(from).ok_or_else(illegal)?;
    if written.piece_type.is_some_and(|piece_type| piece_type != piece.piece_type()) {
        return Err(illegal());
    }
    let promotion = written.promotion.map_or(String::new(), |piece_type| piece_type.letter().to_string());
    uci::parse(position, &format!("{from}{}{promotion}", written.to)).map_err(|error| match error {
        UciMoveError::PromotionMissing => SanError::PromotionMissing(excerpt(text)),
        _ if written.promotion.is_some()
            && uci::parse(position, &format!("{from}{}", written.to)).is_ok() =>
        {
            SanError::PromotionImpossible(excerpt(text))
        }
        _ => illegal(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str, text: &str) -> Result<String, SanError> {
        parse(&Position::from_fen(fen).unwrap(), text).map(|mv| format!("{mv:?}"))
    }

    #[test]
    fn all_common_forms_are_read() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        for (text, expected) in [
            ("Nb1", "c3b1"),
            ("dxe6", "d5e6"),
            ("de6", "d5e6"),
            ("d5xe6!?", "d5e6"),
            ("d5-d6", "d5d6"),
            ("d5d6", "d5d6"),
            ("a4", "a2a4"),
            ("a3", "a2a3"),
            ("gxh3??", "g2h3"),
            ("Nxg6", "e5g6"),
            ("Ne5xg6", "e5g6"),
            ("O-O", "e1h1"),
            ("0-0-0", "e1a1"),
            ("o-o", "e1h1"),
            ("e1g1", "e1h1"),
            ("e1h1", "e1h1"),
            ("Ke1-c1", "e1a1"),
            ("Kf1", "e1f1"),
            ("qxf6", "f3f6"),
            (" Qxh3 ", "f3h3"),
        ] {
            assert_eq!(read(fen, text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn promotions_need_a_piece() {
        let fen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        for text in ["axb8=N", "axb8N", "axb8(N)", "a7b8n", "ab8=N+"] {
            assert_eq!(read(fen, text).as_deref(), Ok("a7b8n"), "{text}");
        }
        assert_eq!(read(fen, "a8"), Err(SanError::PromotionMissing("a8".into())));
        assert_eq!(read(fen, "a7a8"), Err(SanError::PromotionMissing("a7a8".into())));
        assert_eq!(read(fen, "Ke2=Q"), Err(SanError::PromotionImpossible("Ke2=Q".into())));
        assert_eq!(read(fen, "e1e2q"), Err(SanError::PromotionImpossible("e1e2q".into())));
    }

    #[test]
    fn captures_may_be_given_by_their_files() {
        let matching = |fen: &str, text: &str| {
            pawn_capture_by_files(&Position::from_fen(fen).unwrap(), text).map(|mv| format!("{mv:?}"))
        };
        let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        assert_eq!(matching(fen, "ed"), Some("e4d5".into()));
        assert_eq!(matching(fen, "exd+"), Some("e4d5".into()));
        assert_eq!(matching(fen, "ef"), None);
        assert_eq!(matching(fen, "e"), None);
        assert_eq!(matching("4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1", "ed"), None, "two captures");
        assert_eq!(matching("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "ab"), Some("a7b8q".into()));
        assert_eq!(matching("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "ab=N"), Some("a7b8n".into()));
    }

    #[test]
    fn illegal_errors_have_reasons() {
        let fen = "4k3/8/8/8/1b6/8/3N4/R3K2R w KQ - 0 1";
        assert_eq!(read(fen, "Nf3"), Err(SanError::LeavesKingInCheck("Nf3".into())));
        assert!(matches!(read(fen, "Nd4"), Err(SanError::Illegal { .. })));
        assert!(matches!(read(fen, "Rh1"), Err(SanError::Illegal { .. })));
        assert!(matches!(read(fen, "Nd2d4"), Err(SanError::Illegal { .. })));
        assert!(matches!(read(fen, "Ra1-h1"), Err(SanError::Illegal { .. })));
        assert_eq!(read(fen, "e4e"), Err(SanError::NotAMove("e4e".into())));
        assert_eq!(read(fen, ""), Err(SanError::Empty));
        assert_eq!(read(fen, "--"), Err(SanError::NullMove));
        let expected = Err(SanError::CastlingIllegal("O-O".into()));
        assert_eq!(read("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "O-O"), expected);
        let error = read("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Ne2").unwrap_err();
        assert_eq!(error.to_string(), "Ne2 is ambiguous: Nge2 or Nce2");
        // A pinned piece does not make the move ambiguous.
        assert_eq!(read("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Ne2").as_deref(), Ok("g1e2"));
        // The king may not move away along the line of the check.
        let expected = Err(SanError::LeavesKingInCheck("Ke1".into()));
        assert_eq!(read("4k3/8/8/8/4r3/8/4K3/8 w - - 0 1", "Ke1"), expected);
    }

    #[test]
    fn chess960_castles_onto_its_rook() {
        let fen = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
        assert_eq!(read(fen, "O-O").as_deref(), Ok("e1g1"));
        assert_eq!(read(fen, "O-O-O").as_deref(), Ok("e1b1"));
        assert_eq!(read("k7/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O").as_deref(), Ok("f1g1"));
        assert!(matches!(read("k7/8/8/8/8/8/8/5KR1 w G - 0 1", "Kg1"), Err(SanError::Illegal { .. })));
    }

    #[test]
    fn en_passant_is_a_capture() {
        let fen = "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1";
        for text in ["dxe6", "dxe6e.p.", "d5e6", "dxe6 e.p."] {
            assert_eq!(read(fen, text).as_deref(), Ok("d5e6"), "{text}");
        }
        assert!(read("4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1", "dxe6").is_err());
    }
}
