//! Texts of the list of games, the opening tree, the opening library and the game data.

use super::{Language, texts};
use crate::model::game_data::Doubt;
use crate::model::games::Column;
use crate::model::library::Extent;

texts! {
    // The list of games.
    games: "Games", "Partien";
    list_games: "List games…", "Partien auflisten…";
    help_list_games: "Lists all games of a PGN file", "Listet alle Partien einer PGN-Datei auf";
    games_explained: "Choose a PGN file: its games are listed here, and their opening moves are counted", "Wählen Sie eine PGN-Datei: ihre Partien erscheinen hier, und ihre Eröffnungszüge werden gezählt";
    list_incomplete: "not the whole file", "nicht die ganze Datei";
    stop: "Stop", "Anhalten";
    search_words: "Search", "Suche";
    help_search_words: "Words of the tags; white:tal looks only there, other tags such as annotator: are looked for in the file", "Wörter aus den Angaben; white:tal sucht nur dort, andere Angaben wie annotator: werden in der Datei gesucht";
    search_position: "position on the board", "Stellung auf dem Brett";
    help_search_position: "Only games that come to the position on the board", "Nur Partien, in denen die Stellung auf dem Brett vorkommt";
    search_material: "Material", "Material";
    help_search_material: "Both sides with their kings, such as KRPKR; a digit, ?, * or + after a letter says how many", "Beide Seiten mit ihren Königen, etwa KRPKR; eine Ziffer, ?, * oder + hinter einem Buchstaben sagt, wie viele";
    of_the_board: "of the board", "des Bretts";
    all_games: "All games", "Alle Partien";
    column_number: "No.", "Nr.";
    column_event: "Event", "Turnier";
    column_site: "Site", "Ort";
    column_round: "Round", "Runde";
    column_date: "Date", "Datum";
    column_elo: "Elo", "Elo";
    column_moves: "Moves", "Züge";
    column_eco: "ECO", "ECO";
    result: "Result", "Ergebnis";

    // The opening tree.
    opening_tree: "Opening tree", "Eröffnungsbaum";
    count_moves: "Count moves", "Züge zählen";
    help_count_moves: "Counts what was played from the position on the board in the games of the list", "Zählt, was in den Partien der Liste von der Stellung auf dem Brett aus gespielt wurde";
    move_column: "Move", "Zug";
    share: "Share", "Anteil";
    drawn: "Draws", "Remis";

    // The opening library.
    library: "Opening library", "Eröffnungsbibliothek";
    library_builtin: "Library of the program", "Bibliothek des Programms";
    library_begin: "New library…", "Neue Bibliothek…";
    library_copy: "Copy to…", "Kopieren nach…";
    learn: "Learn", "Lernen";
    help_learn: "Enters the moves that are played on the board into the library, and asks for a note at each new position", "Trägt Züge, die auf dem Brett gespielt werden, in die Bibliothek ein und fragt bei jeder neuen Stellung nach einer Anmerkung";
    stop_learning: "Stop learning", "Lernen beenden";
    help_stop_learning: "Moves are no longer entered into the library", "Züge werden nicht mehr in die Bibliothek eingetragen";
    new_position: "New position; a note?", "Neue Stellung; eine Anmerkung?";
    note_it: "Enter", "Eintragen";
    note: "Note", "Anmerkung";
    active: "Active", "Aktiv";
    help_library_move: "Double click plays the move; the right button offers more", "Doppelklick spielt den Zug; die rechte Taste bietet mehr";
    play_this: "Play", "Spielen";
    forget_move: "Remove from the library", "Aus der Bibliothek entfernen";
    not_in_library: "This position is not in the library", "Diese Stellung steht nicht in der Bibliothek";

    // Game data.
    edit_game_data: "Game data…", "Partiedaten…";
    help_game_data: "Edits players, event, result and comment of the game", "Bearbeitet Spieler, Turnier, Ergebnis und Kommentar der Partie";
    copy_epd: "Copy position (EPD)", "Stellung kopieren (EPD)";
    help_copy_epd: "Copies the start position of the game with its EPD fields", "Kopiert die Ausgangsstellung der Partie mit ihren EPD-Feldern";
    epd_fields: "EPD fields", "EPD-Felder";
    another_tag: "Another tag", "Weitere Angabe";
    add: "Add", "Hinzufügen";
    remove: "Remove", "Entfernen:";
    comment_before: "Comment before the first move", "Kommentar vor dem ersten Zug";
    take_over: "OK", "OK";
}

impl Language {
    /// The title of a column of the list of games.
    pub fn games_column(self, column: Column) -> &'static str {
        match column {
            Column::Number => self.column_number(),
            Column::White => self.white(),
            Column::Black => self.black(),
            Column::WhiteElo | Column::BlackElo => self.column_elo(),
            Column::Result => self.result(),
            Column::Moves => self.column_moves(),
            Column::Eco => self.column_eco(),
            Column::Date => self.column_date(),
            Column::Event => self.column_event(),
            Column::Site => self.column_site(),
            Column::Round => self.column_round(),
        }
    }

    /// How many games are listed, of how many.
    pub fn of_games(self, listed: usize, all: usize) -> String {
        match (self, listed == all) {
            (Language::English, true) => format!("{all} games"),
            (Language::German, true) => format!("{all} Partien"),
            (Language::English, false) => format!("{listed} of {all} games"),
            (Language::German, false) => format!("{listed} von {all} Partien"),
        }
    }

    /// How many games came to the position.
    pub fn games_here(self, games: u64) -> String {
        match self {
            Language::English => format!("{games} games came here"),
            Language::German => format!("{games} Partien kamen hierher"),
        }
    }

    /// The numbers of a library.
    pub fn library_extent(self, extent: &Extent) -> String {
        let Extent { positions, active, passive, notes, faults } = extent;
        match self {
            Language::English => {
                let faults = if *faults > 0 { format!(", {faults} lines that mean nothing") } else { String::new() };
                format!("{positions} positions, {active} active and {passive} passive moves, {notes} notes{faults}")
            }
            Language::German => {
                let faults = if *faults > 0 { format!(", {faults} Zeilen ohne Bedeutung") } else { String::new() };
                format!("{positions} Stellungen, {active} aktive und {passive} passive Züge, {notes} Anmerkungen{faults}")
            }
        }
    }

    /// What is doubtful about the data of a game.
    pub fn doubt(self, doubt: &Doubt) -> String {
        match (self, doubt) {
            (Language::English, Doubt::Date(name)) => format!("{name}: a date is written 2024.12.31, with ? for what is not known"),
            (Language::German, Doubt::Date(name)) => format!("{name}: ein Datum wird 2024.12.31 geschrieben, mit ? für Unbekanntes"),
            (Language::English, Doubt::Rating(name)) => format!("{name}: a rating is a whole number, or - for none"),
            (Language::German, Doubt::Rating(name)) => format!("{name}: eine Wertung ist eine ganze Zahl, oder - für keine"),
            (Language::English, Doubt::Name(name)) => format!("\"{name}\" is no name for a tag: letters, digits and _ only"),
            (Language::German, Doubt::Name(name)) => format!("„{name}“ ist kein Name einer Angabe: nur Buchstaben, Ziffern und _"),
            (Language::English, Doubt::Twice(name)) => format!("{name} stands here twice; only one is kept"),
            (Language::German, Doubt::Twice(name)) => format!("{name} steht zweimal da; nur eines bleibt"),
            (Language::English, Doubt::Move(name, reason)) => format!("{name}: {reason} in the start position"),
            (Language::German, Doubt::Move(name, reason)) => format!("{name}: {reason} (in der Ausgangsstellung)"),
        }
    }
}
