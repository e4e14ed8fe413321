//! Nonstandard words: Unicode signs, results in other spellings, annotations and the piece letters of other
//! languages.

use super::encoding::windows_1252;
use crate::game::{GameResult, Nag};
use crate::notation::san;

/// The longest word to interpret, in bytes.
const LONGEST: usize = 40;

/// The meaning of a word that is not a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// The result of the game.
    Result(GameResult),
    /// An annotation of the previous move.
    Mark(Nag),
    /// Nothing to keep, such as detached check and mate signs.
    Nothing,
}

/// The language of a game's piece letters, as far as its moves have shown it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::notation) enum PieceLetters {
    /// K Q R B N.
    #[default]
    English,
    /// German K D T L S, Dutch K D T L P, Polish K H W G S: letters that are not English are unambiguous
    /// among them.
    Other,
    /// Dutch, where P is a knight, not a pawn.
    Dutch,
    /// R is a king, not a rook: French R D T F C, Spanish R D T A C, Italian R D T A C, Portuguese R D T B
    /// C.
    Romance,
}

/// Replaces Unicode signs with plain ASCII: dashes, multiplication signs, halves, figurines and letters of
/// other scripts that mean pieces or files. None if nothing had to be changed.
pub(in crate::notation) fn to_plain(word: &[u8]) -> Option<String> {
    if word.is_ascii() || word.len() > LONGEST {
        return None;
    }
    let text = match std::str::from_utf8(word) {
        Ok(text) => text.to_owned(),
        Err(_) => word.iter().map(|&byte| windows_1252(byte)).collect(),
    };
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' | '\u{ad}' => {
                plain.push('-')
            }
            '×' | '✕' | '✖' | '⨯' | '🗙' => plain.push('x'),
            '½' => plain.push_str("1/2"),
            '⁄' | '∕' => plain.push('/'),
            '♔' | '♚' => plain.push('K'),
            '♕' | '♛' => plain.push('Q'),
            '♖' | '♜' => plain.push('R'),
            '♗' | '♝' => plain.push('B'),
            '♘' | '♞' => plain.push('N'),
            // A pawn needs no letter; other scripts write one anyway.
            '♙' | '♟' | 'п' | 'П' => {}
            'К' | 'к' if matches!(letters.peek(), Some('р' | 'Р' | 'p')) => {
                letters.next();
                plain.push('K');
            }
            'К' | 'к' => plain.push('N'),
            'Ф' | 'ф' => plain.push('Q'),
            'Л' | 'л' => plain.push('R'),
            'С' if plain.is_empty() => plain.push('B'),
            'О' | 'о' => plain.push('O'),
            'х' | 'Х' => plain.push('x'),
            'а' => plain.push('a'),
            'в' => plain.push('b'),
            'с' => plain.push('c'),
            'е' => plain.push('e'),
            'н' => plain.push('h'),
            // Variation selectors, direction marks and zero-width spaces.
            '\u{fe00}'..='\u{fe0f}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => {}
            other => plain.push(other),
        }
    }
    (plain.as_bytes() != word).then_some(plain)
}

/// Returns the word with English piece letters, if it can be a move in another language, and the language
/// that it suggests.
pub(in crate::notation) fn to_english(word: &str, letters: PieceLetters) -> Option<(String, PieceLetters)> {
    let mut rest = word.chars();
    let first = rest.next()?;
    let after = rest.as_str();
    // A piece letter precedes a file, rank or capture sign; a promotion piece is at the end.
    let names_piece =
        after.starts_with(|next: char| matches!(next, 'a'..='h' | '1'..='8' | 'x' | 'X' | ':' | '-'));
    let (piece, suggested) = match first {
        'S' => (Some('N'), PieceLetters::Other),
        'D' | 'H' => (Some('Q'), letters.or(PieceLetters::Other)),
        'T' | 'W' => (Some('R'), letters.or(PieceLetters::Other)),
        'L' | 'G' => (Some('B'), letters.or(PieceLetters::Other)),
        'C' => (Some('N'), PieceLetters::Romance),
        'F' | 'A' => (Some('B'), PieceLetters::Romance),
        'P' if letters != PieceLetters::Romance => (Some('N'), PieceLetters::Dutch),
        'R' if letters == PieceLetters::Romance => (Some('K'), PieceLetters::Romance),
        _ => (None, letters),
    };
    if let Some(piece) = piece.filter(|_| names_piece) {
        let english = format!("{piece}{after}");
        return san::check_form(english.as_bytes()).is_ok().then_some((english, suggested));
    }
    let promoted = word.trim_end_matches(['+', '#', '!', '?']);
    let piece = match promoted.chars().last()? {
        'D' | 'H' => 'Q',
        'T' | 'W' => 'R',
        'L' | 'G' | 'A' | 'F' => 'B',
        'S' | 'C' | 'P' => 'N',
        _ => return None,
    };
    let square = promoted[..promoted.len() - 1].trim_end_matches(['=', '/', '(']);
    square.ends_with(['1', '8']).then(|| (format!("{square}={piece}"), letters.or(PieceLetters::Other)))
}

impl PieceLetters {
    fn or(self, suggested: PieceLetters) -> PieceLetters {
        if self == PieceLetters::English { suggested } else { self }
    }
}

/// Interprets a word that is not a move; `word` must be plain, see [`to_plain`].
pub(super) fn interpret(word: &str) -> Option<Meaning> {
    if let Some(result) = parse_result(word) {
        return Some(Meaning::Result(result));
    }
    Some(match word {
        "+" | "++" | "#" | "##" | "x" | "=" | "e.p." | "ep" | "ep." | "e.p" | "ch" | "ch." | "check"
        | "mate" | "mat" | "dbl" | "dbl.ch" | "dis" | "dis.ch" | "sch" | "schach" | "matt" | "†" | "‡"
        | "††" | "." | "," | "'" | "_" => Meaning::Nothing,
        "N" | "TN" => Meaning::Mark(Nag(146)),
        "D" => Meaning::Mark(Nag(220)),
        "RR" => Meaning::Mark(Nag(145)),
        "Δ" | "∆" => Meaning::Mark(Nag(140)),
        "∇" => Meaning::Mark(Nag(141)),
        "⌓" => Meaning::Mark(Nag(142)),
        "→" => Meaning::Mark(Nag(40)),
        "↑" => Meaning::Mark(Nag(36)),
        "⇆" | "⇄" => Meaning::Mark(Nag(132)),
        "⊕" => Meaning::Mark(Nag(138)),
        "○" => Meaning::Mark(Nag(26)),
        "=∞" | "⯹" => Meaning::Mark(Nag(44)),
        _ => return Nag::from_symbol(word.as_bytes()).map(Meaning::Mark),
    })
}

/// Parses a result in any common spelling; `word` must be plain.
pub(super) fn parse_result(word: &str) -> Option<GameResult> {
    let compact: String = word
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    let compact = compact.trim_matches(['.', ',', ';', '"', '\'']);
    // A result may end in `f` or `ff` for a forfeit.
    let compact = compact
        .strip_suffix("ff")
        .or(compact.strip_suffix('f'))
        .filter(|rest| rest.ends_with(['0', '1', '2']))
        .unwrap_or(compact);
    Some(match compact {
        "1-0" | "1:0" | "1-o" | "+--" | "+:-" | "+/-f" | "1-0*" | "whitewins" | "whitewon" => {
            GameResult::WhiteWins
        }
        "0-1" | "0:1" | "o-1" | "--+" | "-:+" | "blackwins" | "blackwon" => GameResult::BlackWins,
        "1/2-1/2" | "1/2" | "1/2:1/2" | "1/2/1/2" | "0.5-0.5" | "0,5-0,5" | ".5-.5" | "0.5:0.5" | "=-="
        | "=:=" | "draw" | "drawn" | "remis" | "nulle" | "tablas" | "patta" | "1/21/2" => GameResult::Draw,
        "0-0" | "0:0" | "---" | "-:-" => GameResult::BothLose,
        "*" | "?" | "unfinished" | "adjourned" => GameResult::Unknown,
        _ => return None,
    })
}

/// Parses signs that report a forfeit before the first move; elsewhere they are evaluations.
pub(super) fn parse_forfeit(word: &[u8]) -> Option<GameResult> {
    match word {
        b"+/-" | b"+-" => Some(GameResult::WhiteWins),
        b"-/+" | b"-+" => Some(GameResult::BlackWins),
        _ => None,
    }
}

/// Parses a score at the beginning of a text, in half points; returns it with the rest.
pub(super) fn parse_points(text: &str) -> Option<(u8, &str)> {
    [("1/2", 1), ("½", 1), ("1", 2), ("0", 0)]
        .into_iter()
        .find_map(|(written, points)| Some((points, text.strip_prefix(written)?)))
}

/// Splits a trailing sign off a word, as in `e4+-` or `e5⩲`.
pub(super) fn split_sign(word: &str) -> Option<(&str, Nag)> {
    const SIGNS: [&str; 14] =
        ["+/=", "=/+", "+/-", "-/+", "+-", "-+", "+=", "=+", "=", "~", "∓", "±", "⩲", "⩱"];
    for sign in SIGNS {
        if let Some(rest) = word.strip_suffix(sign).filter(|rest| !rest.is_empty()) {
            return Some((rest, Nag::from_symbol(sign.as_bytes())?));
        }
    }
    let start = word
        .char_indices()
        .find(|(_, letter)| !letter.is_ascii())
        .map(|(index, _)| index)
        .filter(|&index| index > 0)?;
    match interpret(&word[start..]) {
        Some(Meaning::Mark(nag)) => Some((&word[..start], nag)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_become_plain() {
        for (word, expected) in [
            ("O–O", "O-O"),
            ("0‑0—0", "0-0-0"),
            ("e×d5", "exd5"),
            ("♘f3", "Nf3"),
            ("♞\u{fe0e}c6", "Nc6"),
            ("a8=♕", "a8=Q"),
            ("½–½", "1/2-1/2"),
            ("Кf3", "Nf3"),
            ("Крg1", "Kg1"),
            ("Сb5", "Bb5"),
            ("Nb8−c6", "Nb8-c6"),
        ] {
            assert_eq!(to_plain(word.as_bytes()).as_deref(), Some(expected), "{word}");
        }
        assert_eq!(to_plain(b"1\x960").as_deref(), Some("1-0"), "Windows-1252");
        assert_eq!(to_plain(b"Nf3"), None);
        assert_eq!(to_plain("é".as_bytes()), None);
    }

    #[test]
    fn other_letters_become_english() {
        let read = |word: &str, letters| to_english(word, letters);
        assert_eq!(read("Sf3", PieceLetters::English), Some(("Nf3".into(), PieceLetters::Other)));
        assert_eq!(read("Dxd8+", PieceLetters::Other), Some(("Qxd8+".into(), PieceLetters::Other)));
        assert_eq!(read("Cf3", PieceLetters::English), Some(("Nf3".into(), PieceLetters::Romance)));
        assert_eq!(read("Rg1", PieceLetters::Romance), Some(("Kg1".into(), PieceLetters::Romance)));
        assert_eq!(read("Rg1", PieceLetters::English), None);
        assert_eq!(read("Pf3", PieceLetters::English), Some(("Nf3".into(), PieceLetters::Dutch)));
        assert_eq!(read("a8D", PieceLetters::English), Some(("a8=Q".into(), PieceLetters::Other)));
        assert_eq!(read("exd8=S+", PieceLetters::Other), Some(("exd8=N".into(), PieceLetters::Other)));
        assert_eq!(read("Hello", PieceLetters::English), None);
        assert_eq!(read("D", PieceLetters::English), None);
        assert_eq!(read("", PieceLetters::English), None);
    }

    #[test]
    fn results_have_many_spellings() {
        for (word, expected) in [
            ("1:0", GameResult::WhiteWins),
            ("+--", GameResult::WhiteWins),
            ("1-0F", GameResult::WhiteWins),
            ("0-1ff", GameResult::BlackWins),
            ("--+", GameResult::BlackWins),
            ("0.5-0.5", GameResult::Draw),
            ("1/2-1/2.", GameResult::Draw),
            ("=-=", GameResult::Draw),
            ("Draw", GameResult::Draw),
            ("1/2 - 1/2", GameResult::Draw),
            ("0-0", GameResult::BothLose),
        ] {
            assert_eq!(parse_result(word), Some(expected), "{word}");
        }
        for word in ["", "e4", "1", "0", "+-", "Nf3", "half", "f"] {
            assert_eq!(parse_result(word), None, "{word}");
        }
    }

    #[test]
    fn marks_may_be_detached_or_attached() {
        assert_eq!(interpret("N"), Some(Meaning::Mark(Nag(146))));
        assert_eq!(interpret("mate"), Some(Meaning::Nothing));
        assert_eq!(interpret("Nf3"), None);
        assert_eq!(split_sign("e4+-"), Some(("e4", Nag(18))));
        assert_eq!(split_sign("e4⩲"), Some(("e4", Nag(14))));
        assert_eq!(split_sign("e4"), None);
        assert_eq!(split_sign("+-"), None);
    }
}
