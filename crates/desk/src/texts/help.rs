//! The pages of help: how to begin, what each window shows, what the keys on the board do.

use super::{Language, texts};

texts! {
    help: "Help", "Hilfe";
    open_help: "Help…", "Hilfe …";
    help_help: "Explain how to get started and what each window shows", "Erste Schritte und die Fenster erklären";
    help_begin: "Getting started", "Erste Schritte";
    help_windows: "Windows", "Die Fenster";
    help_reset_layout: "Restore the default arrangement of the windows", "Standardanordnung der Fenster wiederherstellen";
    help_analysis_layout: "Arrange the windows for analysis: board, lines, graph and moves", "Fenster für die Analyse anordnen: Brett, Varianten, Verlauf und Züge";
    on_the_board: "On the board", "Auf dem Brett";
    key_arrows: "Move from square to square", "Von Feld zu Feld gehen";
    key_choose: "Choose a square: first the piece, then its destination", "Feld wählen: erst die Figur, dann ihr Zielfeld";
    key_escape: "Cancel an unfinished move, an arrow or a premove; close a dialog", "Angefangenen Zug, Pfeil oder Vorauszug verwerfen; Dialog schließen";
    key_tab: "Go to the next button, field or square", "Zum nächsten Knopf, Eingabefeld oder Brettfeld gehen";
    key_drag: "Right button: click a square for its menu, or drag to mark a square or draw an arrow", "Rechte Taste: Klick öffnet das Menü; Ziehen markiert ein Feld oder zeichnet einen Pfeil";
    arrow_keys: "Arrow keys", "Pfeiltasten";
    enter_or_space: "Enter, Space", "Eingabe, Leertaste";
    escape_key: "Esc", "Esc";
    mouse: "Mouse", "Maus";
    about_program: "A chess program with a family tree: a modern engine, five historical engines rebuilt from their authors' own descriptions, and a graphical interface for playing, analyzing, managing games and looking inside a running search.", "Ein Schachprogramm mit Stammbaum: eine moderne Engine, fünf historische Engines, nach den Beschreibungen ihrer Autoren nachgebaut, und eine grafische Oberfläche zum Spielen, zum Analysieren, zum Verwalten von Partien und für den Blick in eine laufende Suche.";
    about_ancestors: "The five are FirstChess, Roce, Rajah, RDChess and rofChade 1. Choose any of them as an opponent under Game, New game.", "Die fünf sind FirstChess, Roce, Rajah, RDChess und rofChade 1. Alle lassen sich unter Partie, Neue Partie als Gegner wählen.";
    about_licence: "Free software under the GNU General Public License, version 3 or later, without any warranty.", "Freie Software unter der GNU General Public License, Version 3 oder später; ohne jede Gewährleistung.";
    version: "Version", "Version";

    // What the windows show.
    window_board: "The board with both players and their clocks. Drag, click or type moves; use the right mouse button for marks, arrows and the menu of the board.", "Das Brett mit beiden Spielern und ihren Uhren. Züge lassen sich ziehen, klicken oder eintippen; die rechte Maustaste zeichnet Markierungen und Pfeile und öffnet das Menü des Bretts.";
    window_journal: "The moves with variations, comments and symbols. Click a move to go to it; right-click to promote or delete variations. Mistakes are colored.", "Die Züge mit Varianten, Kommentaren und Symbolen. Ein Klick führt zum Zug; ein Rechtsklick bietet an, Varianten aufzuwerten oder zu löschen. Fehler sind farbig.";
    window_clocks: "The time that each player has left and has used.", "Verbleibende und verbrauchte Zeit jedes Spielers.";
    window_status: "The state of the game: side to move, castling rights, repetitions, fifty-move count, time control.", "Der Stand der Partie: Seite am Zug, Rochaderechte, Wiederholungen, 50-Züge-Zähler, Bedenkzeit.";
    window_analysis: "Engine analysis of the position on the board: the best lines with their scores, as many as you like.", "Engine-Analyse der Stellung auf dem Brett: die besten Varianten mit ihren Bewertungen, so viele Sie wollen.";
    window_graph: "The evaluation over the whole game, from analysis, review or the file. Click to go to a move.", "Die Bewertung im Verlauf der Partie, aus Analyse, Auswertung oder Datei. Ein Klick führt zum Zug.";
    window_review: "An engine judges all moves: accuracy and average loss of both sides, mistakes, their refutations and better moves.", "Eine Engine beurteilt alle Züge: Genauigkeit und mittlerer Verlust beider Seiten, Fehler, ihre Widerlegungen und bessere Züge.";
    window_watchdog: "The search at a glance: iterations with aspiration window, score, time, nodes and principal variation.", "Die Suche auf einen Blick: Iterationen mit Suchfenster, Bewertung, Zeit, Knoten und Hauptvariante.";
    window_root_moves: "The moves in the position being searched and the effort spent on each.", "Die Züge der durchsuchten Stellung und der Aufwand für jeden.";
    window_statistics: "How the nodes of the search ended: cutoffs by technique, branching from ply to ply, threads.", "Wie die Knoten der Suche endeten: Cutoffs nach Technik, Verzweigung von Halbzug zu Halbzug, Threads.";
    window_hash_table: "The hash table: usage, hits, cutoffs and age of the entries; with RDChess also the king-pawn table.", "Die Hashtabelle: Füllstand, Treffer, Cutoffs und Alter der Einträge; bei RDChess auch die König-Bauern-Tabelle.";
    window_evaluation: "The static evaluation of the position on the board, by term and square.", "Die statische Bewertung der Stellung auf dem Brett, nach Termen und Feldern.";
    window_move_order: "The moves in the order they are generated and searched, with the reason for their rank.", "Die Züge in der Reihenfolge, in der sie erzeugt und durchsucht werden, mit dem Grund für ihren Rang.";
    window_protocol_log: "The messages sent to and received from other programs; you can save them.", "Die Nachrichten an andere Programme und deren Antworten; sie lassen sich speichern.";
    window_games: "The games of a PGN file. Sort them, search by tags, position or material, and double-click a game to show it.", "Die Partien einer PGN-Datei, sortierbar und durchsuchbar nach Partiedaten, Stellung und Material. Ein Doppelklick zeigt eine Partie.";
    window_opening_tree: "The moves played from the position on the board in the listed games, with their results.", "Die Züge, die in den aufgelisteten Partien in der Stellung auf dem Brett gespielt wurden, mit ihren Ergebnissen.";
    window_library: "Opening books, and libraries that can learn: moves with statistics and notes. Double-click a move to play it.", "Eröffnungsbücher und Bibliotheken, die lernen können: Züge mit Statistik und Anmerkungen. Ein Doppelklick führt den Zug aus.";
    window_suite: "Positions of a test suite (EPD or PGN), which of them an engine solves, and what has changed since earlier runs.", "Stellungen einer Testsuite (EPD oder PGN), welche davon eine Engine löst und was sich seit früheren Läufen geändert hat.";
    window_matches: "Matches between engines, with a live board, ratings and SPRT.", "Wettkämpfe zwischen Engines, mit Live-Brett, Wertungen und SPRT.";
    window_puzzles: "Puzzles to solve on the board, with hints, solutions and your own rating; an engine makes new ones from games.", "Aufgaben zum Lösen auf dem Brett, mit Tipps, Lösungen und Ihrer eigenen Wertung; eine Engine erstellt neue aus Partien.";
}

impl Language {
    /// Returns a keyboard shortcut with the names of keys in this language.
    pub fn shortcut(self, english: &str) -> String {
        let german = |key| match key {
            "Ctrl" => "Strg",
            "Shift" => "Umschalt",
            "Delete" => "Entf",
            "Home" => "Pos1",
            "End" => "Ende",
            "PageUp" => "Bild auf",
            "PageDown" => "Bild ab",
            key => key,
        };
        let english = english.replace("Comma", ",");
        match self {
            Language::English => english,
            Language::German => english.split('+').map(german).collect::<Vec<_>>().join("+"),
        }
    }
}

/// Makes the first steps of one entry each: what to do and how, in English, then in German.
macro_rules! steps {
    ($($english:literal: $how:literal, $german:literal: $german_how:literal;)*) => {
        impl Language {
            /// Returns the first steps: what to do, and how.
            pub fn first_steps(self) -> &'static [(&'static str, &'static str)] {
                match self {
                    Language::English => &[$(($english, $how)),*],
                    Language::German => &[$(($german, $german_how)),*],
                }
            }
        }
    };
}

steps! {
    "Play": "Choose Game, New game (Ctrl+N), set the players, an engine's strength and the time, and click Start. Drag the pieces, click both squares, or type the move below the board.",
    "Spielen": "Wählen Sie Partie, Neue Partie (Strg+N), legen Sie Spieler, Spielstärke der Engine und Bedenkzeit fest, und klicken Sie auf Starten. Ziehen Sie die Figuren, klicken Sie auf beide Felder, oder geben Sie den Zug unter dem Brett ein.";
    "Play against RDChess": "Start a new game with RDChess as one of the players. The Search statistics window and those next to it show its search while it thinks.",
    "Gegen RDChess spielen": "Beginnen Sie eine neue Partie mit RDChess als einem der Spieler. Das Fenster Suchstatistik und die Fenster daneben zeigen seine Suche, während es rechnet.";
    "Take back moves, get help": "Use 'Take back move' and 'Hint' in the toolbar; 'Let the computer move' plays one move for you.",
    "Züge zurücknehmen, Hilfe holen": "„Zug zurücknehmen“ und „Zugvorschlag“ finden Sie in der Werkzeugleiste; „Computer ziehen lassen“ macht einen Zug für Sie.";
    "Analyze": "Put a position or a game on the board (open a file, paste a FEN or PGN, or set up a position), then click Analyze (Ctrl+A). 'Analysis layout' in the Windows menu makes room for the analysis.",
    "Analysieren": "Bringen Sie eine Stellung oder Partie aufs Brett (Datei öffnen, FEN oder PGN einfügen oder Stellung eingeben), und klicken Sie auf Analysieren (Strg+A). „Analyselayout“ im Menü Fenster schafft Platz für die Analyse.";
    "Review a game": "Choose Mode, Review game: an engine judges every move. Page Down goes from mistake to mistake; 'Annotate game' adds the result to the game, 'Save report' writes it as a web page.",
    "Eine Partie auswerten": "Wählen Sie Modus, Partie auswerten: Eine Engine beurteilt jeden Zug. Bild ab führt von Fehler zu Fehler; „Partie kommentieren“ trägt das Ergebnis in die Partie ein, „Bericht speichern“ schreibt es als Webseite.";
    "Solve puzzles": "Choose Windows, Puzzles, take the included puzzles or open a puzzle file from Lichess, and play your answer on the board.",
    "Aufgaben lösen": "Wählen Sie Fenster, Aufgaben, nehmen Sie die mitgelieferten Aufgaben oder öffnen Sie eine Aufgabendatei von Lichess, und ziehen Sie auf dem Brett.";
    "Manage games": "Save (Ctrl+S) adds the game to a PGN file. List games (Ctrl+Shift+O) shows all games of a file, to sort and search. An unsaved game is restored at the next start; if another game replaced it, find it under Game, Earlier games.",
    "Partien verwalten": "Speichern (Strg+S) hängt die Partie an eine PGN-Datei an. Partien auflisten (Strg+Umschalt+O) zeigt alle Partien einer Datei; sie lassen sich sortieren und durchsuchen. Eine nicht gespeicherte Partie wird beim nächsten Start wiederhergestellt; wurde sie durch eine andere ersetzt, steht sie unter Partie, Frühere Partien.";
    "Add engines": "Choose Options, Engines: any UCI or XBoard engine can play and analyze here like the built-in ones.",
    "Engines hinzufügen": "Wählen Sie Optionen, Engines: Jede UCI- oder XBoard-Engine kann hier spielen und analysieren wie die mitgelieferten.";
    "Arrange the windows": "Drag the tabs where you want them; the Windows menu opens and closes them. Your arrangement is saved; 'Default layout' restores the original one.",
    "Fenster anordnen": "Ziehen Sie die Reiter an die gewünschte Stelle; das Menü Fenster öffnet und schließt sie. Ihre Anordnung wird gespeichert; „Standardlayout“ stellt die ursprüngliche wieder her.";
    "Use it as an engine": "Another chess program can run heirloom-desk uci or heirloom-desk xboard as an engine; the windows then show the game and the search.",
    "Als Engine verwenden": "Ein anderes Schachprogramm kann heirloom-desk uci oder heirloom-desk xboard als Engine starten; die Fenster zeigen dann Partie und Suche.";
}
