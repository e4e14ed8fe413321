//! The origins of moves: computer, human, book, and others that RDChess's journal distinguishes.

/// The origin of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// Searched by a computer.
    Computer,
    /// Played by a human.
    Player,
    /// From an opening book.
    Book,
    /// The only legal move.
    OnlyMove,
    /// Found by a computer while pondering (permanent brain).
    Pondering,
}

impl Origin {
    /// All origins.
    pub const ALL: [Origin; 5] =
        [Origin::Computer, Origin::Player, Origin::Book, Origin::OnlyMove, Origin::Pondering];

    /// Returns the letter in RDChess's journal.
    pub const fn letter(self) -> char {
        match self {
            Origin::Computer => 'C',
            Origin::Player => 'P',
            Origin::Book => 'B',
            Origin::OnlyMove => '1',
            Origin::Pondering => 'D',
        }
    }

    /// Returns the word in `[%origin ...]`.
    pub const fn word(self) -> &'static str {
        match self {
            Origin::Computer => "computer",
            Origin::Player => "player",
            Origin::Book => "book",
            Origin::OnlyMove => "only move",
            Origin::Pondering => "permanent brain",
        }
    }

    /// Returns the origin for a letter.
    pub fn from_letter(letter: char) -> Option<Origin> {
        Origin::ALL.into_iter().find(|origin| origin.letter() == letter)
    }

    /// Returns the origin for a word.
    pub fn from_word(word: &str) -> Option<Origin> {
        Origin::ALL.into_iter().find(|origin| origin.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_words_are_read_back() {
        for origin in Origin::ALL {
            assert_eq!(Origin::from_letter(origin.letter()), Some(origin));
            assert_eq!(Origin::from_word(origin.word()), Some(origin));
        }
    }
}
