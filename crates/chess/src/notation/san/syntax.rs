//! The syntax of a written move, independent of any position.

use crate::{File, PieceType, Rank, Square};

/// A parsed move text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WrittenMove {
    /// `--`, `Z0` and other null moves.
    Null,
    /// `O-O` (king side) or `O-O-O`.
    Castling { king_side: bool },
    /// Everything else.
    Piece(PieceMove),
}

/// A written piece move, of which everything but the target may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PieceMove {
    /// The piece letter; without one, it is a pawn move or given by coordinates.
    pub(super) piece_type: Option<PieceType>,
    pub(super) from_file: Option<File>,
    pub(super) from_rank: Option<Rank>,
    pub(super) to: Square,
    pub(super) promotion: Option<PieceType>,
}

/// Parses a text; none if it does not have the form of a move.
pub(super) fn parse(text: &[u8]) -> Option<WrittenMove> {
    let text = strip_marks(text);
    if let Some(written) = special(text) {
        return Some(written);
    }
    let (text, promotion) = split_promotion(text);
    let (text, &[file, rank]) = text.split_last_chunk::<2>()?;
    let to = Square::new(file_of(file)?, rank_of(rank)?);
    let mut rest = text;
    let piece_type = rest.first().copied().and_then(piece_of);
    if piece_type.is_some() {
        rest = &rest[1..];
    }
    if let [before @ .., b'x' | b'X' | b'-' | b':'] = rest {
        rest = before;
    }
    let (from_file, from_rank) = match *rest {
        [] => (None, None),
        [file, rank] => (Some(file_of(file)?), Some(rank_of(rank)?)),
        [one] => match file_of(one) {
            Some(file) => (Some(file), None),
            None => (None, Some(rank_of(one)?)),
        },
        _ => return None,
    };
    Some(WrittenMove::Piece(PieceMove { piece_type, from_file, from_rank, to, promotion }))
}

/// Removes trailing check, mate, quality and "en passant" marks.
fn strip_marks(mut text: &[u8]) -> &[u8] {
    loop {
        text = match text {
            [rest @ .., b'+' | b'#' | b'!' | b'?' | b' ' | b'\t'] => rest,
            [rest @ .., b'e', b'.', b'p', b'.'] | [rest @ .., b'e', b'.', b'p'] => rest,
            [rest @ .., b'1'..=b'8', b'e', b'p'] => &text[..rest.len() + 1],
            _ => return text,
        }
    }
}

fn special(text: &[u8]) -> Option<WrittenMove> {
    match text {
        b"--" | b"Z0" | b"z0" | b"0000" | b"@@@@" | b"null" | b"pass" => return Some(WrittenMove::Null),
        [b'O' | b'o' | b'0', ..] => {}
        _ => return None,
    }
    let same = |letter: u8| letter == text[0];
    match *text {
        [_, b'-', b] | [_, b] if same(b) => Some(WrittenMove::Castling { king_side: true }),
        [_, b'-', b, b'-', c] | [_, b, c] if same(b) && same(c) => {
            Some(WrittenMove::Castling { king_side: false })
        }
        _ => None,
    }
}

/// Splits off the promotion piece of `e8=Q`, `e8(Q)`, `e8/Q`, `e8Q` and `e8q`.
fn split_promotion(text: &[u8]) -> (&[u8], Option<PieceType>) {
    let (rest, letter) = match text {
        [rest @ .., b'(', letter, b')'] => (rest, *letter),
        [rest @ .., b'=' | b'/', letter] => (rest, *letter),
        // Squares end in a digit, so a letter at the end can only be a promotion.
        [rest @ .., letter] => (rest, *letter),
        [] => return (text, None),
    };
    match PieceType::from_letter(char::from(letter)) {
        Some(piece_type) if PieceType::PROMOTIONS.contains(&piece_type) => (rest, Some(piece_type)),
        _ => (text, None),
    }
}

/// Parses a piece letter in either case, except that `b` is always a file, and pawns have no small letter.
fn piece_of(letter: u8) -> Option<PieceType> {
    PieceType::from_letter(char::from(letter)).filter(|_| !matches!(letter, b'b' | b'p'))
}

fn file_of(letter: u8) -> Option<File> {
    File::ALL.get(letter.wrapping_sub(b'a') as usize).copied()
}

fn rank_of(digit: u8) -> Option<Rank> {
    Rank::ALL.get(digit.wrapping_sub(b'1') as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_distinguished() {
        let piece = |text: &str| match parse(text.as_bytes()) {
            Some(WrittenMove::Piece(mv)) => mv,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(piece("Nbd7+!").from_file, Some(File::B));
        assert_eq!(piece("R1e2").from_rank, Some(Rank::First));
        assert_eq!(piece("Ng1-f3").from_file, Some(File::G));
        assert_eq!(piece("bxc3").piece_type, None);
        assert_eq!(piece("Bxc3").piece_type, Some(PieceType::Bishop));
        assert_eq!(piece("exd6e.p.").to, Square::D6);
        assert_eq!(piece("exd6ep").to, Square::D6);
        assert_eq!(piece("e8(Q)").promotion, Some(PieceType::Queen));
        assert_eq!(piece("e7e8b").promotion, Some(PieceType::Bishop));
        assert_eq!(piece("Nxb6 + ?").to, Square::B6);
        for text in [
            "", "x", "e", "e9", "i1", "Ne", "N", "O-O-", "O-0", "hello", "1", "e4e5e6", "=Q", "(Q)", "e8=K",
            "é4",
        ] {
            assert_eq!(parse(text.as_bytes()), None, "{text}");
        }
        for (text, king_side) in [("O-O", true), ("0-0-0#", false), ("o-o", true), ("OOO", false)] {
            assert_eq!(parse(text.as_bytes()), Some(WrittenMove::Castling { king_side }), "{text}");
        }
        assert_eq!(parse(b"--"), Some(WrittenMove::Null));
        assert_eq!(parse(b"Z0"), Some(WrittenMove::Null));
    }
}
