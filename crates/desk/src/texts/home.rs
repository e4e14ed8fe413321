//! Texts of the home page.

use super::{Language, texts};

texts! {
    home: "Home", "Startseite";
    help_home: "Show what you can do: play, solve, analyze and more", "Zeigen, was Sie tun können: spielen, Aufgaben lösen, analysieren und mehr";
    previous_layout: "Previous layout", "Voriges Layout";
    help_previous_layout: "Restore the arrangement of the windows before the last layout was chosen", "Anordnung der Fenster vor der letzten Layoutwahl wiederherstellen";
    focus_board: "Focus the board", "Fokus aufs Brett";
    help_focus_board: "Move over the board with the arrow keys, and choose squares with Enter", "Mit den Pfeiltasten über das Brett gehen und mit der Eingabetaste Felder wählen";
    type_move: "Type a move", "Zug eintippen";
    help_type_move: "Go to the field for typed moves, such as Nf3 or g1f3", "Zum Eingabefeld für Züge wie Sf3 oder g1f3 gehen";
    reduced_motion: "Reduce motion", "Bewegung reduzieren";
    help_reduced_motion: "Let nothing glide, fade or scroll by itself", "Nichts von selbst gleiten, einblenden oder rollen lassen";
    full_screen: "Full screen", "Vollbild";
    help_full_screen: "Use the whole screen, or the window again", "Den ganzen Bildschirm verwenden oder wieder das Fenster";
    home_question: "What would you like to do?", "Was möchten Sie tun?";
    home_back: "Back to the home page", "Zurück zur Startseite";
    home_play: "Play", "Spielen";
    home_about_play: "Against Heirloom at your strength, a character, or a historical engine.", "Gegen Heirloom in Ihrer Spielstärke, einen Charakter oder eine historische Engine.";
    home_games: "Earlier games", "Frühere Partien";
    home_about_games: "Games you played here and did not save, with their results.", "Partien, die Sie hier gespielt und nicht gespeichert haben.";
    home_solve: "Solve puzzles", "Aufgaben lösen";
    home_about_solve: "Find the best move. 3,000 puzzles are included.", "Finden Sie den besten Zug. 3000 Aufgaben sind dabei.";
    home_openings: "Openings", "Eröffnungen";
    home_about_openings: "See the usual moves of each position, and build your own library.", "Die üblichen Züge jeder Stellung sehen und die eigene Bibliothek aufbauen.";
    home_analyse: "Analyze", "Analysieren";
    home_about_analyse: "Let an engine judge a position or a game, yours or any other.", "Eine Stellung oder Partie von einer Engine beurteilen lassen, Ihre eigene oder jede andere.";
    home_inside: "Look inside", "Ins Innere schauen";
    home_about_inside: "Watch how an engine searches: what it tries, what it skips, what it believes.", "Zusehen, wie eine Engine sucht: was sie prüft, was sie auslässt, was sie erwartet.";
    home_to_board: "Back to the board", "Zurück zum Brett";
    home_hint(keys: &str): "Drop a game, a position or a file of puzzles anywhere in the window to open it. {keys} shows this page, Esc the board.", "Ziehen Sie eine Partie-, Stellungs- oder Aufgabendatei irgendwo ins Fenster, um sie zu öffnen. {keys} zeigt diese Seite, Esc das Brett.";
    home_recent: "Recent files", "Zuletzt geöffnete Dateien";
    home_no_games: "Games that you play here are kept and listed here. There are none yet.", "Partien, die Sie hier spielen, werden aufbewahrt und hier aufgelistet. Noch gibt es keine.";
    home_about_start: "Begin with the first move of a game.", "Mit dem ersten Zug einer Partie beginnen.";
    home_about_paste: "Take a position (FEN) or a game (PGN) from the clipboard.", "Eine Stellung (FEN) oder Partie (PGN) aus der Zwischenablage nehmen.";
    home_no_clock: "No clock", "Ohne Uhr";
    home_again: "Play again", "Noch einmal spielen";
    home_strength: "Strength of the opponent", "Spielstärke des Gegners";
    home_play_strength: "Play at this strength", "Mit dieser Stärke spielen";
    help_home_strength: "How strong the opponent is: it plays like people with this rating on lichess", "Wie stark der Gegner ist: Er spielt wie Menschen mit dieser Wertungszahl auf lichess";
    home_characters: "Characters", "Charaktere";
    home_history: "Engines with a history", "Engines mit Geschichte";
    home_whose_search: "Whose search would you like to watch? Step through a game or make moves; the windows follow.", "Wessen Suche möchten Sie sehen? Spielen Sie eine Partie durch oder ziehen Sie; die Fenster folgen.";
    drop_here: "Drop the file to open it", "Datei loslassen, um sie zu öffnen";
    served_by_program: "Another program asks this engine for moves.", "Ein anderes Programm fragt diese Engine nach Zügen.";
    served_waits: "It has not been asked yet.", "Sie wurde noch nicht gefragt.";
    to_home_page: "Home page", "Startseite";
}

impl Language {
    /// Returns the name of a strength; none for full strength.
    pub fn strength(self, elo: Option<u32>) -> &'static str {
        let german = self == Language::German;
        match elo {
            Some(..=850) => ["Beginner", "Anfänger"][usize::from(german)],
            Some(..=1150) => ["Casual player", "Hobbyspieler"][usize::from(german)],
            Some(..=1450) => ["Intermediate player", "Fortgeschrittener"][usize::from(german)],
            Some(..=1750) => ["Club player", "Vereinsspieler"][usize::from(german)],
            Some(..=2100) => ["Expert", "Experte"][usize::from(german)],
            Some(_) => ["Master", "Meister"][usize::from(german)],
            None => ["Full strength", "Volle Stärke"][usize::from(german)],
        }
    }

    /// Returns what an opponent of a strength sees and what it overlooks; none for full strength.
    pub fn about_strength(self, elo: Option<u32>) -> &'static str {
        let texts = match elo {
            Some(..=850) => [
                "Takes what it can but overlooks most of your threats.",
                "Schlägt, was zu schlagen ist, übersieht aber die meisten Ihrer Drohungen.",
            ],
            Some(..=1150) => [
                "Sees simple captures but overlooks forks and pins.",
                "Sieht einfache Schlagzüge, übersieht aber Gabeln und Fesselungen.",
            ],
            Some(..=1450) => [
                "Sees your threats but overlooks combinations.",
                "Sieht Ihre Drohungen, übersieht aber Kombinationen.",
            ],
            Some(..=1750) => [
                "Sees short combinations but overlooks quiet moves.",
                "Sieht kurze Kombinationen, übersieht aber stille Züge.",
            ],
            Some(..=2100) => [
                "Exploits most mistakes but overlooks deep tactics.",
                "Nutzt die meisten Fehler aus, übersieht aber tiefe Taktik.",
            ],
            Some(_) => ["Calculates deeply and rarely errs.", "Rechnet tief und irrt sich selten."],
            None => ["Stronger than any human.", "Stärker als jeder Mensch."],
        };
        texts[usize::from(self == Language::German)]
    }

    /// Returns a sentence about a historical engine.
    pub fn about_engine(self, id: &str) -> &'static str {
        let german = usize::from(self == Language::German);
        match id {
            "firstchess" => [
                "A few hundred lines of C, written to be read.",
                "Wenige hundert Zeilen C, geschrieben, um gelesen zu werden.",
            ][german],
            "roce" => {
                ["A mailbox board, and perft for everyone.", "Ein Mailbox-Brett, und Perft für alle."][german]
            }
            "rajah" => {
                ["Brute force in the style of Chess 4.5.", "Brute Force im Stil von Chess 4.5."][german]
            }
            "rdchess" => [
                "Attack tables, refined over many evenings.",
                "Angriffstabellen, an vielen Abenden verfeinert.",
            ][german],
            "rofchade" => {
                ["A modern search with a tiny evaluation.", "Moderne Suche mit winziger Bewertung."][german]
            }
            _ => "",
        }
    }
}
