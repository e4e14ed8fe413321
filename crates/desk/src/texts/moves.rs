//! Moves with the letters for the pieces in each language.

use heirloom_app::suite::goal::Goal;
use heirloom_chess::notation::{lan, san};
use heirloom_chess::{Color, Move, Position};

use super::Language;
use crate::settings::Settings;

/// The letters for king, queen, rook, bishop and knight in English and German.
const LETTERS: [(char, char); 5] = [('K', 'K'), ('Q', 'D'), ('R', 'T'), ('B', 'L'), ('N', 'S')];

/// The figurines for king, queen, rook, bishop and knight.
const FIGURINES: [char; 5] = ['♔', '♕', '♖', '♗', '♘'];

impl Settings {
    /// Returns moves as they are shown: with figurines instead of the letters of the language if the user
    /// wants that. Screen readers get the letters.
    pub fn moves(&self, text: &str) -> String {
        if !self.figurines {
            return text.to_owned();
        }
        let letters = LETTERS.map(|(english, german)| match self.language {
            Language::English => english,
            Language::German => german,
        });
        let figurine = |letter| {
            letters.iter().position(|known| *known == letter).map_or(letter, |index| FIGURINES[index])
        };
        text.chars().map(figurine).collect()
    }
}

impl Settings {
    /// Returns a sentence with its moves as they are shown; other words keep their letters.
    pub fn moves_in(&self, sentence: &str) -> String {
        let shown = |word| if is_move(word) { self.moves(word) } else { word.to_owned() };
        sentence.split_inclusive(' ').map(shown).collect()
    }
}

/// Returns true if a word of a sentence is a move with letters, perhaps with its number, signs and brackets.
fn is_move(word: &str) -> bool {
    let begins = |letter: char| letter.is_ascii_uppercase() || matches!(letter, 'a'..='h');
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let word = word.rsplit('.').next().unwrap_or_default();
    let (to, promoted) = word.split_once('=').unwrap_or((word, ""));
    let within = |letter: char| matches!(letter, 'a'..='h' | '1'..='8' | 'x' | '-');
    let mut letters = to.chars();
    letters.next().is_some_and(begins)
        && promoted.chars().count() <= 1
        && letters.clone().all(within)
        && letters.next_back().is_some_and(|rank| rank.is_ascii_digit())
}

impl Language {
    /// Returns a move in SAN.
    pub fn san(self, position: &Position, mv: Move) -> String {
        self.with_letters(&san::format(position, mv))
    }

    /// Returns a move in long notation.
    pub fn lan(self, position: &Position, mv: Move) -> String {
        let mut text = String::new();
        lan::write(position, mv, &mut text);
        self.with_letters(&text)
    }

    /// Returns a move in SAN with its number: `12... Nf6`.
    pub fn numbered(self, position: &Position, mv: Move) -> String {
        let dots = if position.turn() == Color::White { "." } else { "..." };
        format!("{}{dots} {}", position.fullmove_number(), self.san(position, mv))
    }

    /// Returns a line of moves in SAN, without numbers.
    pub fn line_of_moves(self, position: &Position, moves: &[Move]) -> String {
        self.with_letters(&san::format_line(position, moves))
    }

    /// Returns the moves of a line, White's and the first one with their numbers. Ends before a move that is
    /// not legal.
    pub fn words_of_line(self, position: &Position, moves: &[Move]) -> Vec<String> {
        let (mut position, mut words) = (position.clone(), Vec::with_capacity(moves.len()));
        for &mv in moves {
            let numbered = words.is_empty() || position.turn() == Color::White;
            let mut next = position.clone();
            if next.try_play(mv).is_err() {
                break;
            }
            words.push(if numbered { self.numbered(&position, mv) } else { self.san(&position, mv) });
            position = next;
        }
        words
    }

    /// Translates the letters of moves from English.
    pub fn with_letters(self, english: &str) -> String {
        let letter = |letter| {
            LETTERS.iter().find(|(english, _)| *english == letter).map_or(letter, |(_, german)| *german)
        };
        match self {
            Language::English => english.to_owned(),
            Language::German => english.chars().map(letter).collect(),
        }
    }

    /// Returns what solves a position of a test run.
    pub fn solution_of(self, goal: &Goal, position: &Position) -> String {
        let english = goal.expected(position);
        match self {
            Language::English => english,
            Language::German => {
                let german = self.with_letters(&english).replace("not ", "nicht ");
                german.replace("mate in", "Matt in").replace("mated in", "wird matt in")
            }
        }
    }

    /// Translates the letters of a typed move into English. English letters work in German, too, since none
    /// of them means another piece there.
    pub fn typed(self, text: &str) -> String {
        let letter = |letter| {
            LETTERS.iter().find(|(_, german)| *german == letter).map_or(letter, |(english, _)| *english)
        };
        match self {
            Language::English => text.to_owned(),
            Language::German => text.chars().map(letter).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figurines_are_the_same_in_all_languages() {
        for (language, text) in
            [(Language::English, "12... Nxe7+ e8=Q"), (Language::German, "12... Sxe7+ e8=D")]
        {
            let mut settings = Settings { language, figurines: true, ..Settings::default() };
            assert_eq!(settings.moves(text), "12... ♘xe7+ e8=♕");
            settings.figurines = false;
            assert_eq!(settings.moves(text), text);
        }
    }

    #[test]
    fn figurines_replace_letters_in_moves_only() {
        for (language, sentence, shown) in [
            (
                Language::English,
                "Blunder. It loses a knight: Nxe7+ (3. Qh5, Bb5 2.Nf3) and 8. b8=Q; the Bishop.",
                "Blunder. It loses a knight: ♘xe7+ (3. ♕h5, ♗b5 2.♘f3) and 8. b8=♕; the Bishop.",
            ),
            (
                Language::German,
                "Die Dame auf d4: Sehr gut war Sf3 (Lb5), Turm gegen Dxd4.",
                "Die Dame auf d4: Sehr gut war ♘f3 (♗b5), Turm gegen ♕xd4.",
            ),
        ] {
            let mut settings = Settings { language, figurines: true, ..Settings::default() };
            assert_eq!(settings.moves_in(sentence), shown);
            settings.figurines = false;
            assert_eq!(settings.moves_in(sentence), sentence);
        }
    }

    #[test]
    fn germans_write_their_pieces() {
        let position = Position::from_fen("r3k2r/1P6/8/8/8/2N5/8/R3K2R w KQkq - 0 12").unwrap();
        for &mv in position.legal_moves().iter() {
            let german = Language::German.san(&position, mv);
            assert!(!german.contains(['N', 'R', 'Q', 'B']), "{german}");
            for text in [german, Language::English.san(&position, mv)] {
                assert_eq!(san::parse(&position, &Language::German.typed(&text)).unwrap(), mv, "{text}");
            }
        }
        let knight = san::parse(&position, "Nd5").unwrap();
        assert_eq!(Language::German.numbered(&position, knight), "12. Sd5");
        assert_eq!(
            (Language::German.lan(&position, knight), Language::English.san(&position, knight)),
            ("Sc3-d5".into(), "Nd5".into())
        );
    }
}
