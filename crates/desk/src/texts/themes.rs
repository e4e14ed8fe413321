//! The names of the themes of puzzles, which files name by identifiers.

use std::borrow::Cow;

use super::Language;

/// Each theme: its identifier in files, English, German.
const THEMES: &[[&str; 3]] = &[
    ["advancedPawn", "Advanced pawn", "Weit vorgerückter Bauer"],
    ["advantage", "Advantage", "Vorteil"],
    ["anastasiaMate", "Anastasia's mate", "Anastasia-Matt"],
    ["arabianMate", "Arabian mate", "Arabisches Matt"],
    ["attackingF2F7", "Attacking f2 or f7", "Angriff auf f2 oder f7"],
    ["attraction", "Attraction", "Hinlenkung"],
    ["backRankMate", "Back-rank mate", "Grundreihenmatt"],
    ["balestraMate", "Balestra mate", "Balestra-Matt"],
    ["bishopEndgame", "Bishop endgame", "Läuferendspiel"],
    ["blindSwineMate", "Blind swine mate", "Blinde-Schweine-Matt"],
    ["bodenMate", "Boden's mate", "Boden-Matt"],
    ["capturingDefender", "Capture the defender", "Verteidiger schlagen"],
    ["castling", "Castling", "Rochade"],
    ["clearance", "Clearance", "Räumung"],
    ["cornerMate", "Corner mate", "Eckmatt"],
    ["crushing", "Crushing", "Entscheidender Vorteil"],
    ["defensiveMove", "Defensive move", "Verteidigungszug"],
    ["deflection", "Deflection", "Ablenkung"],
    ["discoveredAttack", "Discovered attack", "Abzugsangriff"],
    ["discoveredCheck", "Discovered check", "Abzugsschach"],
    ["doubleBishopMate", "Double bishop mate", "Matt mit zwei Läufern"],
    ["doubleCheck", "Double check", "Doppelschach"],
    ["dovetailMate", "Dovetail mate", "Cozio-Matt"],
    ["enPassant", "En passant", "En passant"],
    ["endgame", "Endgame", "Endspiel"],
    ["epauletteMate", "Epaulette mate", "Epaulettenmatt"],
    ["equality", "Equality", "Ausgleich"],
    ["exposedKing", "Exposed king", "Ungeschützter König"],
    ["fork", "Fork", "Gabel"],
    ["hangingPiece", "Hanging piece", "Hängende Figur"],
    ["hookMate", "Hook mate", "Hakenmatt"],
    ["interference", "Interference", "Unterbrechung"],
    ["intermezzo", "Intermezzo", "Zwischenzug"],
    ["killBoxMate", "Kill box mate", "Kill-Box-Matt"],
    ["kingsideAttack", "Kingside attack", "Angriff am Königsflügel"],
    ["knightEndgame", "Knight endgame", "Springerendspiel"],
    ["long", "Long puzzle", "Lange Aufgabe"],
    ["master", "Master game", "Meisterpartie"],
    ["masterVsMaster", "Master against master", "Meister gegen Meister"],
    ["mate", "Checkmate", "Matt"],
    ["mateIn1", "Mate in 1", "Matt in 1 Zug"],
    ["mateIn2", "Mate in 2", "Matt in 2 Zügen"],
    ["mateIn3", "Mate in 3", "Matt in 3 Zügen"],
    ["mateIn4", "Mate in 4", "Matt in 4 Zügen"],
    ["mateIn5", "Mate in 5 or more", "Matt in 5 oder mehr Zügen"],
    ["middlegame", "Middlegame", "Mittelspiel"],
    ["morphysMate", "Morphy's mate", "Morphys Matt"],
    ["oneMove", "One-move puzzle", "Einzügige Aufgabe"],
    ["opening", "Opening", "Eröffnung"],
    ["operaMate", "Opera mate", "Opernmatt"],
    ["pawnEndgame", "Pawn endgame", "Bauernendspiel"],
    ["pillsburysMate", "Pillsbury's mate", "Pillsburys Matt"],
    ["pin", "Pin", "Fesselung"],
    ["promotion", "Promotion", "Umwandlung"],
    ["queenEndgame", "Queen endgame", "Damenendspiel"],
    ["queenRookEndgame", "Queen and rook", "Dame und Turm"],
    ["queensideAttack", "Queenside attack", "Angriff am Damenflügel"],
    ["quietMove", "Quiet move", "Stiller Zug"],
    ["rookEndgame", "Rook endgame", "Turmendspiel"],
    ["sacrifice", "Sacrifice", "Opfer"],
    ["short", "Short puzzle", "Kurze Aufgabe"],
    ["skewer", "Skewer", "Spieß"],
    ["smotheredMate", "Smothered mate", "Ersticktes Matt"],
    ["superGM", "Super-GM game", "Partie eines Supergroßmeisters"],
    ["swallowstailMate", "Swallow's tail mate", "Guéridon-Matt"],
    ["trappedPiece", "Trapped piece", "Gefangene Figur"],
    ["triangleMate", "Triangle mate", "Dreiecksmatt"],
    ["underPromotion", "Underpromotion", "Unterverwandlung"],
    ["veryLong", "Very long puzzle", "Sehr lange Aufgabe"],
    ["vukovicMate", "Vuković mate", "Vuković-Matt"],
    ["xRayAttack", "X-ray attack", "Röntgenangriff"],
    ["zugzwang", "Zugzwang", "Zugzwang"],
];

impl Language {
    /// Returns the name of a theme. One without a name is its identifier in words.
    pub fn theme_name(self, id: &str) -> Cow<'static, str> {
        let known = THEMES.iter().find(|[known, ..]| known.eq_ignore_ascii_case(id));
        known.map_or_else(|| words(id).into(), |names| names[self.column()].into())
    }

    /// Returns all themes that have a name, with their identifiers, in the order of the names.
    pub fn themes(self) -> Vec<(&'static str, &'static str)> {
        let mut themes: Vec<_> = THEMES.iter().map(|names| (names[0], names[self.column()])).collect();
        themes.sort_by_key(|(_, name)| name.to_lowercase());
        themes
    }

    fn column(self) -> usize {
        match self {
            Language::English => 1,
            Language::German => 2,
        }
    }
}

/// Returns an identifier as words: `kingHunt` as `King hunt`.
fn words(id: &str) -> String {
    let mut words = String::with_capacity(id.len() + 4);
    for (index, letter) in id.chars().enumerate() {
        match index {
            0 => words.extend(letter.to_uppercase()),
            _ if letter.is_uppercase() => {
                words.push(' ');
                words.extend(letter.to_lowercase());
            }
            _ => words.push(letter),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_of_the_included_puzzles_has_a_name() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/puzzles.csv");
        let text = std::fs::read_to_string(file).unwrap();
        for row in text.lines().skip(1) {
            for id in row.split(',').nth(7).unwrap_or_default().split_whitespace() {
                assert!(THEMES.iter().any(|[known, ..]| *known == id), "{id}");
            }
        }
    }

    #[test]
    fn a_theme_without_a_name_is_written_in_words() {
        assert_eq!(Language::English.theme_name("mateIn2"), "Mate in 2");
        assert_eq!(Language::German.theme_name("matein2"), "Matt in 2 Zügen");
        assert_eq!(Language::German.theme_name("kingHunt"), "King hunt");
        assert_eq!(Language::English.theme_name(""), "");
    }
}
