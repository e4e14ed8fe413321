//! Texts of the levels of detail, the state of the game, the pawn structure, the manual and the opening book
//! in play.

use super::{Language, phrases, texts};
use crate::model::library::LibraryState;
use crate::model::pawns::PawnTrait;
use crate::settings::Details;

texts! {
    // The levels of detail.
    details: "Level of detail", "Detailgrad";
    details_basic: "Basic", "Einfach";
    details_full: "Full", "Vollständig";
    help_details: "Basic leaves out columns and numbers for experts in all windows", "„Einfach“ lässt in allen Fenstern Spalten und Zahlen für Experten weg";

    // The status bar.
    move_and_turn(number: u16, color: &str): "Move {number}, {color} to move", "Zug {number}, {color} am Zug";
    in_check: "check", "Schach";

    // Engines that play from the opening book.
    use_library: "Engines use the opening book", "Engines nutzen das Eröffnungsbuch";
    help_use_library: "Let engines play the active moves of the opening book as long as it has any", "Engines die aktiven Züge des Eröffnungsbuchs spielen lassen, solange es welche hat";
    library_state: "Opening book", "Eröffnungsbuch";

    // The pawn structure.
    pawn_structure: "Pawn structure", "Bauernstruktur";

    // The manual.
    manual: "Manual", "Handbuch";
    help_manual: "Read the manual", "Handbuch lesen";
    chapter: "Chapter", "Kapitel";
    copyright: "Copyright © 2025–2026 the Heirloom authors", "Copyright © 2025–2026 die Heirloom-Autoren";

    // The window of the game data.
    window_game_data: "The data of the game: PGN tags, EPD fields, result and a comment. What you type takes effect at once.", "Die Daten der Partie: PGN-Tags, EPD-Felder, Ergebnis und ein Kommentar. Eingaben werden sofort übernommen.";

    // Menus of windows.
    copy_status: "Copy status", "Status kopieren";
}

impl Language {
    /// Returns the name of a level of detail.
    pub fn detail_level(self, details: Details) -> &'static str {
        match details {
            Details::Basic => self.details_basic(),
            Details::Full => self.details_full(),
        }
    }

    /// Returns where the game is, seen from the opening book.
    pub fn in_library(self, state: &LibraryState) -> String {
        phrases! { self, state;
            LibraryState::Inside => "inside", "Stellung im Buch";
            LibraryState::Ended(before, mv) => "ended with {}", "Buch endet mit {}", self.numbered(before, *mv);
            LibraryState::Left(before, mv) => "left with {}", "verlassen mit {}", self.numbered(before, *mv);
            LibraryState::Elsewhere => "start position not in the book", "Ausgangsstellung nicht im Buch";
        }
    }

    /// Returns the name of pawns with a trait.
    pub fn pawn_trait(self, wanted: PawnTrait) -> String {
        phrases! { self, wanted;
            PawnTrait::Isolated => "Isolated", "Isoliert";
            PawnTrait::Doubled => "Doubled", "Doppelt";
            PawnTrait::Backward => "Backward", "Rückständig";
            PawnTrait::Passed => "Passed", "Freibauer";
        }
    }
}
