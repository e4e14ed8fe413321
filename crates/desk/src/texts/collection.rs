//! Texts of the list of games, the opening tree, the opening library and the game data.

use super::{Language, phrases, texts};
use crate::model::game_data::TagProblem;
use crate::model::games::GameColumn;
use crate::model::library::Extent;

texts! {
    // The list of games.
    games: "Games", "Partien";
    list_games: "List games…", "Partien auflisten …";
    list_again(file: &str): "List {file}", "{file} auflisten";
    help_list_again: "List the games that were listed before the program was started", "Die Partien auflisten, die vor dem Programmstart aufgelistet waren";
    help_list_games: "List all games of a PGN file", "Alle Partien einer PGN-Datei auflisten";
    games_explained: "Choose a PGN file to list its games and count their opening moves", "Wählen Sie eine PGN-Datei, um ihre Partien aufzulisten und ihre Eröffnungszüge zu zählen";
    list_incomplete: "incomplete", "unvollständig";
    stop: "Stop", "Stoppen";
    search_words: "Search", "Suche";
    help_search_words: "Search for words in the tags; white:tal searches only the White tag, and tags that are not listed, such as annotator:, are looked up in the file", "Wörter in den Partiedaten suchen; white:tal sucht nur im Tag White, nicht aufgelistete Tags wie annotator: werden in der Datei gesucht";
    search_position: "Only with this position", "Nur mit dieser Stellung";
    help_search_position: "Show only games that reach the position on the board", "Nur Partien zeigen, in denen die Stellung auf dem Brett vorkommt";
    search_material: "Material or pattern", "Material oder Muster";
    help_search_material: "Search for the material of both sides, including kings, such as KRPKR; a digit, ?, * or + after a piece sets the number. Or for a pattern of eight ranks with slashes, such as */*/*/*/*/2P*/*/*: ? is any square, * any number of squares", "Material beider Seiten mit Königen suchen, etwa KRPKR; eine Ziffer, ?, * oder + nach einer Figur gibt die Anzahl an. Oder ein Muster aus acht Reihen mit Schrägstrichen, etwa */*/*/*/*/2P*/*/*: ? ist ein beliebiges Feld, * beliebig viele Felder";
    pawns_of_the_board: "Pawns on the board", "Bauern auf dem Brett";
    help_pawns_of_the_board: "Search for games that reach the pawn structure on the board", "Partien suchen, in denen die Bauernstruktur auf dem Brett entsteht";
    of_the_board: "From the board", "Vom Brett";
    edit_tag: "Edit tag", "Tag bearbeiten";
    all_games: "All games", "Alle Partien";
    column_number: "No.", "Nr.";
    column_event: "Event", "Turnier";
    column_site: "Site", "Ort";
    column_round: "Round", "Runde";
    column_date: "Date", "Datum";
    column_elo: "Elo", "Elo";
    column_white_elo: "Elo W", "Elo W";
    column_black_elo: "Elo B", "Elo S";
    elo_of(side: &str): "{side} Elo", "Elo {side}";
    column_moves: "Moves", "Züge";
    column_eco: "ECO", "ECO";
    result: "Result", "Ergebnis";

    // The opening tree.
    opening_tree: "Opening tree", "Eröffnungsbaum";
    count_moves: "Count moves", "Züge zählen";
    help_count_moves: "Count the moves played from the position on the board in the listed games", "Zählen, was in den aufgelisteten Partien in der Stellung auf dem Brett gespielt wurde";
    move_column: "Move", "Zug";
    share: "Share", "Anteil";
    drawn: "Draws", "Remis";

    // The opening library.
    library: "Opening book", "Eröffnungsbuch";
    library_builtin: "Built-in library", "Mitgelieferte Bibliothek";
    library_begin: "New library…", "Neue Bibliothek …";
    library_copy: "Copy to…", "Kopieren nach …";
    learn: "Record moves", "Züge aufnehmen";
    help_learn: "Add the moves played on the board to the library, and ask for a note at each new position", "Auf dem Brett gespielte Züge in die Bibliothek aufnehmen und bei jeder neuen Stellung nach einer Anmerkung fragen";
    stop_learning: "Stop recording", "Aufnahme beenden";
    help_stop_learning: "Stop adding moves to the library", "Keine Züge mehr in die Bibliothek aufnehmen";
    recorded(moves: usize, last: &str): "Recorded moves: {moves}; the last one: {last}", "Aufgenommene Züge: {moves}; der letzte: {last}";
    undo_recorded: "Remove last move", "Letzten Zug entfernen";
    help_undo_recorded: "Take the last recorded move out of the library again", "Den zuletzt aufgenommenen Zug wieder aus der Bibliothek nehmen";
    tree_filtered(listed: usize, all: usize): "Only the {listed} of {all} games that match the search are counted", "Nur die {listed} von {all} Partien, die zur Suche passen, werden gezählt";
    new_position: "Note on the new position", "Anmerkung zur neuen Stellung";
    note_it: "Add note", "Anmerkung eintragen";
    note: "Note", "Anmerkung";
    active: "Active", "Aktiv";
    help_library_move: "Double-click to play the move; right-click for more", "Doppelklick spielt den Zug; Rechtsklick öffnet weitere Befehle";
    play_this: "Play move", "Zug spielen";
    forget_move: "Remove from library", "Aus der Bibliothek entfernen";
    not_in_library: "This position is not in the book", "Diese Stellung ist nicht im Buch";

    // Game data.
    edit_game_data: "Game data…", "Partiedaten …";
    help_game_data: "Edit the players, event, result and comment of the game", "Spieler, Turnier, Ergebnis und Kommentar der Partie bearbeiten";
    copy_epd: "Copy position (EPD)", "Stellung kopieren (EPD)";
    help_copy_epd: "Copy the start position of the game with its EPD fields", "Ausgangsstellung der Partie mit ihren EPD-Feldern kopieren";
    epd_fields: "EPD fields", "EPD-Felder";
    another_tag: "New tag", "Neues PGN-Tag";
    add: "Add", "Hinzufügen";
    remove: "Remove", "Entfernen:";
    comment_before: "Comment before the first move", "Kommentar vor dem ersten Zug";
    take_over: "OK", "OK";

    // Sizes.
    positions_and_moves(positions: usize, active: usize, passive: usize, notes: usize): "Positions: {positions}, active moves: {active}, passive moves: {passive}, notes: {notes}", "Stellungen: {positions}, aktive Züge: {active}, passive Züge: {passive}, Anmerkungen: {notes}";
    invalid_lines(faults: usize): ", invalid lines: {faults}", ", ungültige Zeilen: {faults}";
}

impl Language {
    /// Returns the heading of a column of the list of games.
    pub fn games_column(self, column: GameColumn) -> &'static str {
        match column {
            GameColumn::Number => self.column_number(),
            GameColumn::White => self.white(),
            GameColumn::Black => self.black(),
            GameColumn::WhiteElo => self.column_white_elo(),
            GameColumn::BlackElo => self.column_black_elo(),
            GameColumn::Result => self.result(),
            GameColumn::Moves => self.column_moves(),
            GameColumn::Eco => self.column_eco(),
            GameColumn::Date => self.column_date(),
            GameColumn::Event => self.column_event(),
            GameColumn::Site => self.column_site(),
            GameColumn::Round => self.column_round(),
        }
    }

    /// Returns the name of the tag of a column.
    pub fn tag_of(self, column: GameColumn) -> String {
        match column {
            GameColumn::WhiteElo => self.elo_of(self.white()),
            GameColumn::BlackElo => self.elo_of(self.black()),
            _ => self.games_column(column).to_owned(),
        }
    }

    /// Returns how many games are listed, and how many there are.
    pub fn of_games(self, listed: usize, all: usize) -> String {
        phrases! { self, (listed == all, all);
            (true, 1) => "1 game", "1 Partie";
            (true, _) => "{all} games", "{all} Partien";
            (false, _) => "{listed} of {all} games", "{listed} von {all} Partien";
        }
    }

    /// Returns how many games reached the position.
    pub fn games_here(self, games: u64) -> String {
        phrases! { self, games;
            1 => "1 game reached this position", "1 Partie mit dieser Stellung";
            _ => "{games} games reached this position", "{games} Partien mit dieser Stellung";
        }
    }

    /// Returns the size of a library.
    pub fn library_extent(self, extent: &Extent) -> String {
        let Extent { positions, active, passive, notes, faults } = *extent;
        let faults = if faults > 0 { self.invalid_lines(faults) } else { String::new() };
        self.positions_and_moves(positions, active, passive, notes) + &faults
    }

    /// Returns what is doubtful in the data of a game.
    pub fn tag_problem(self, problem: &TagProblem) -> String {
        phrases! { self, problem;
            TagProblem::Date(name) => "{name}: expected a date such as 2024.12.31, with ? for unknown parts", "{name}: erwartet wird ein Datum wie 2024.12.31, mit ? für unbekannte Teile";
            TagProblem::Rating(name) => "{name}: expected a whole number, or - for no rating", "{name}: erwartet wird eine ganze Zahl, oder - für keine Wertung";
            TagProblem::Name(name) => "\"{name}\" is not a tag name: use only letters, digits and _", "„{name}“ ist kein Tag-Name: erlaubt sind nur Buchstaben, Ziffern und _";
            TagProblem::Twice(name) => "{name} appears twice; only one is kept", "{name} kommt zweimal vor; nur eines bleibt erhalten";
            TagProblem::Move(name, reason) => "{name}: {reason} (in the start position)", "{name}: {reason} (in der Ausgangsstellung)";
        }
    }
}
