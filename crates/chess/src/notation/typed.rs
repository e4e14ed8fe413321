//! Moves as typed by a user: in any notation, with move numbers, in lowercase, with the letters of other
//! languages.

use super::pgn::nonstandard::{self, PieceLetters};
use super::san::{self, SanError};
use super::uci;
use crate::{Move, Position};

/// Finds the legal move that a user typed.
///
/// Accepts everything that [`san::parse`] and [`uci::parse`] accept, move numbers (`12. Nf3`, `12...Nf6`),
/// figurines, Unicode dashes and multiplication signs, lowercase pieces where that is not a pawn move
/// (`nf3`), and, if the English letters give no legal move, the letters of German, French, Spanish, Italian,
/// Dutch, Portuguese, Polish and Russian.
///
/// # Errors
/// What is wrong with the text as English notation.
///
/// ```
/// use heirloom_chess::{Position, notation::{san, typed}};
/// let position = Position::startpos();
/// for text in ["Nf3", "nf3", "g1f3", "1. Sf3", "Cf3", "♘f3", "Кf3"] {
///     assert_eq!(san::format(&position, typed::parse(&position, text)?), "Nf3");
/// }
/// # Ok::<(), san::SanError>(())
/// ```
pub fn parse(position: &Position, text: &str) -> Result<Move, SanError> {
    let plain = plain(text);
    let english = |word: &str| {
        san::parse(position, word).or_else(|error| uci::parse(position, word).map_err(|_| error))
    };
    let error = match english(&plain) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    let languages = [PieceLetters::English, PieceLetters::Dutch, PieceLetters::Romance];
    let translated = || {
        languages
            .iter()
            .filter_map(|&letters| nonstandard::to_english(&plain, letters))
            .find_map(|(word, _)| english(&word).ok())
    };
    let capitalized = || {
        let first = plain.chars().next().filter(|first| matches!(first, 'n' | 'b' | 'r' | 'q' | 'k'))?;
        english(&format!("{}{}", first.to_ascii_uppercase(), &plain[1..])).ok()
    };
    translated().or_else(capitalized).or_else(|| san::pawn_capture_by_files(position, &plain)).ok_or(error)
}

/// Returns true if a text looks like a move, legal or not.
pub fn looks_like_move(text: &str) -> bool {
    let plain = plain(text);
    let is_square =
        |place: usize| matches!(plain.as_bytes().get(place..place + 2), Some([b'a'..=b'h', b'1'..=b'8']));
    let has_form = |word: &str| san::check_form(word.as_bytes()).is_ok();
    is_square(0) && is_square(2)
        || has_form(&plain)
        || nonstandard::to_english(&plain, PieceLetters::English).is_some_and(|(word, _)| has_form(&word))
}

/// Returns the text without its move number and with plain letters and signs.
fn plain(text: &str) -> String {
    let written = without_number(text);
    nonstandard::to_plain(written.as_bytes()).unwrap_or_else(|| written.to_owned())
}

/// Returns the text without its move number; empty for `12.` and `12...`, which are only move numbers.
///
/// ```
/// use heirloom_chess::notation::typed::without_number;
/// assert_eq!(["1.e4", "1... e5", "12.", "O-O", "0-0"].map(without_number), ["e4", "e5", "", "O-O", "0-0"]);
/// ```
pub fn without_number(text: &str) -> &str {
    let text = text.trim();
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.len() < text.len() && rest.starts_with(['.', '…']) {
        rest.trim_start_matches(['.', '…', ' '])
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str, text: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        parse(&position, text).map_or_else(|error| error.to_string(), |mv| san::format(&position, mv))
    }

    #[test]
    fn english_comes_first_and_then_other_languages() {
        // R is a rook if a rook can move there, and a French king if only the king can.
        let both = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        assert_eq!(read(both, "Rd1"), "Rd1");
        assert_eq!(read(both, "Rf2"), "Kf2");
        assert_eq!(read(both, "Ta8"), "Ra8+");
        let promotion = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
        let expected = ["a8=Q", "a8=Q", "a8=R", "a8=Q", "a8=N"];
        assert_eq!(["a8=D", "a8D", "a8T", "a7a8q", "a8=♘"].map(|text| read(promotion, text)), expected);
    }

    #[test]
    fn lowercase_letters_are_pieces_unless_a_pawn_can_move() {
        let fen = "4k3/8/8/8/8/2p5/1P6/2B1KN2 w - - 0 1";
        let expected = ["bxc3", "Be3", "Ne3", "Ke2", "bxc3"];
        assert_eq!(["bxc3", "be3", "ne3", "ke2", "bc"].map(|text| read(fen, text)), expected);
    }

    #[test]
    fn errors_are_those_of_english_notation() {
        let start = Position::startpos().fen();
        assert_eq!(read(&start, "1. e5"), "e5 is not a legal move for White");
        assert!(read(&start, "hello").contains("is not a move"));
        assert!(read(&start, "1.").contains("no move given"));
        assert!(read(&start, "é").contains("is not a move"));
    }

    #[test]
    fn moves_are_distinguished_from_commands() {
        for text in ["e4", "1.e4", "e2e4", "Sf3", "Кf3", "O-O", "0-0-0", "Nf9f3", "♘f3"] {
            assert_eq!(looks_like_move(text), text != "Nf9f3", "{text}");
        }
        for text in ["help", "draw", "hint", "level", "", "12.", "resign", "board"] {
            assert!(!looks_like_move(text), "{text}");
        }
    }
}
