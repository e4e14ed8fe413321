//! Texts of documents: recent files, titles, undo.

use std::borrow::Cow;
use std::path::Path;

use heirloom_app::paths;
use heirloom_chess::Color;

use super::{Language, file_name, phrases, texts};
use crate::model::export::ExportKind;
use crate::model::history::{ChangeKind, ChangeName};
use crate::model::names::tag;
use crate::model::play::Play;
use crate::model::record::Record;

texts! {
    open_recent: "Open recent", "Zuletzt geöffnet";
    clear_recent: "Clear list", "Liste leeren";
    no_recent: "No recent files", "Keine zuletzt geöffneten Dateien";
    missing_file(name: &str): "{name} (missing)", "{name} (fehlt)";
    new_tab: "New tab", "Neuer Tab";
    close_tab: "Close tab", "Tab schließen";
    next_tab: "Next tab", "Nächster Tab";
    previous_tab: "Previous tab", "Voriger Tab";
    all_tabs: "All tabs", "Alle Tabs";
    close_tab_of(title: &str): "Close {title}", "{title} schließen";
    tab_is_played: "Game in progress", "Partie läuft";
    help_new_tab: "Open another game in a tab of its own", "Weitere Partie in einem eigenen Tab öffnen";
    help_close_tab: "Close the tab; an unsaved game is kept under Earlier games", "Tab schließen; eine ungespeicherte Partie bleibt unter „Frühere Partien“ erhalten";
    help_next_tab: "Go to the next tab", "Zum nächsten Tab gehen";
    help_previous_tab: "Go to the previous tab", "Zum vorigen Tab gehen";
    leave_to_tab: "Open in a new tab", "In neuem Tab öffnen";
    help_leave_to_tab: "The game continues in its tab", "Die Partie läuft in ihrem Tab weiter";
    export: "Export…", "Exportieren …";
    export_as: "Export as", "Exportieren als";
    export_size: "Size", "Größe";
    export_delay: "Time per move", "Zeit pro Zug";
    export_flipped: "Black at the bottom", "Schwarz unten";
    export_preview: "Preview", "Vorschau";
    export_page: "The page shows accuracy, graph, turning points and all moves with their evaluations", "Die Seite zeigt Genauigkeit, Grafik, Wendepunkte und alle Züge mit ihren Bewertungen";
    export_plain_page: "The page shows the position on the board and all moves with variations and comments. After a review (Mode, Review game) it also shows accuracy, graph and turning points.", "Die Seite zeigt die Stellung auf dem Brett und alle Züge mit Varianten und Kommentaren, nach einer Auswertung (Modus, Partie auswerten) auch Genauigkeit, Grafik und Wendepunkte.";
    export_film(positions: usize, seconds: u64): "{positions} positions, {seconds} s", "{positions} Stellungen, {seconds} s";
    export_save: "Save…", "Speichern …";
    export_copy: "Copy", "Kopieren";
    copy_picture: "Copy picture", "Bild kopieren";
    files_pictures: "Pictures", "Bilder";
    help_export: "Save or copy the game as a picture, GIF, web page or PGN", "Partie als Bild, GIF, Webseite oder PGN speichern oder kopieren";
    help_export_copy: "Copy to the clipboard", "In die Zwischenablage kopieren";
    help_copy_picture: "Copy a picture of the board", "Bild des Bretts kopieren";
    open_game: "Open", "Öffnen";
    open_in_tab: "Open in new tab", "In neuem Tab öffnen";
    copy_game_to: "Add to another file…", "In andere Datei kopieren …";
    delete_game: "Delete from file", "Aus der Datei löschen";
    undo_of(change: &str): "Undo: {change}", "Rückgängig: {change}";
    redo_of(change: &str): "Redo: {change}", "Wiederholen: {change}";
    untitled_game: "New game", "Neue Partie";
    untitled_position: "Position", "Stellung";
}

/// Returns the surname of a name as PGN writes it.
fn surname(name: &str) -> &str {
    name.split_once(',').map_or(name, |(surname, _)| surname).trim()
}

impl Language {
    /// Returns the name of a form in which games are exported.
    pub fn export_kind(self, kind: ExportKind) -> String {
        phrases! { self, kind;
            ExportKind::Png => "Picture of the position (PNG)", "Bild der Stellung (PNG)";
            ExportKind::Svg => "Drawing of the position (SVG)", "Zeichnung der Stellung (SVG)";
            ExportKind::Gif => "Animated game (GIF)", "Animierte Partie (GIF)";
            ExportKind::AnimatedSvg => "Animated game (SVG)", "Animierte Partie (SVG)";
            ExportKind::Page => "Web page (HTML)", "Webseite (HTML)";
            ExportKind::AnnotatedPgn => "Annotated game (PGN)", "Kommentierte Partie (PGN)";
            ExportKind::BarePgn => "Moves only (PGN)", "Nur die Züge (PGN)";
        }
    }

    /// Returns the name of a change.
    pub fn change_name(self, name: &ChangeName) -> String {
        let at = self.with_letters(&name.at);
        phrases! { self, name.kind;
            ChangeKind::Move => "{}", "{}", at;
            ChangeKind::Insert => "insert {}", "{} einfügen", at;
            ChangeKind::TakeBack => "take back {}", "{} zurücknehmen", at;
            ChangeKind::Delete => "delete {}", "{} löschen", at;
            ChangeKind::Promote => "move up {}", "{} aufwerten", at;
            ChangeKind::MainLine => "make {} the main line", "{} zur Hauptvariante machen", at;
            ChangeKind::Annotate => "annotate {}", "{} kommentieren", at;
            ChangeKind::Marks => "arrows and circles {}", "Pfeile und Kreise {}", at;
            ChangeKind::Data => "game data", "Partiedaten";
            ChangeKind::Review => "annotations of the review", "Anmerkungen der Auswertung";
            ChangeKind::Other => "change", "Änderung";
        }
    }

    /// Returns the name of a game: who plays it, or the event.
    pub fn game_name(self, record: &Record) -> String {
        let tags = record.game().tags();
        let known = |name: &str| tags.get(name).map(str::trim).filter(|value| !matches!(*value, "" | "?"));
        match Color::ALL.map(|color| known(tag(color)).map(surname)) {
            [Some(white), Some(black)] => format!("{white} – {black}"),
            [Some(one), None] | [None, Some(one)] => one.to_owned(),
            [None, None] => match known("Event") {
                Some(event) => event.to_owned(),
                None if record.game().start() != &heirloom_chess::Position::startpos() => {
                    self.untitled_position().to_owned()
                }
                None => self.untitled_game().to_owned(),
            },
        }
    }

    /// Returns the name of a file of games; those that the desk keeps and the included ones have a title.
    pub fn file_title<'a>(self, play: &Play, path: &'a Path) -> Cow<'a, str> {
        let is_included = |name| path.ends_with(name) && paths::included(name).as_deref() == Some(path);
        if play.earlier_games().as_deref() == Some(path) {
            self.home_games().into()
        } else if play.earlier_matches().as_deref() == Some(path) {
            self.earlier_matches().into()
        } else if is_included(paths::MASTER_GAMES) {
            self.master_games().into()
        } else if is_included(paths::ENDGAMES) {
            self.endgames().into()
        } else {
            file_name(path)
        }
    }

    /// Returns the name of a game with its file, and a dot if it has changes that are in no file.
    pub fn document(self, record: &Record) -> String {
        let file = record.file.as_ref().map_or_else(String::new, |path| format!(", {}", file_name(path)));
        let unsaved = if record.is_unsaved() { " •" } else { "" };
        format!("{}{file}{unsaved}", self.game_name(record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::model::command::FileCommand;

    #[test]
    fn a_title_has_the_players_and_the_file_and_says_what_is_not_saved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, "[White \"Anderssen, Adolf\"]\n[Black \"Dufresne, Jean\"]\n\n1. e4 *\n")
            .unwrap();
        let mut model = Model::bare();
        assert_eq!(Language::German.document(model.record()), "Neue Partie");
        model.command(FileCommand::OpenFile(path));
        assert_eq!(Language::English.document(model.record()), "Anderssen – Dufresne, games.pgn");
        model.type_move("d4");
        assert_eq!(Language::English.document(model.record()), "Anderssen – Dufresne, games.pgn •");
        model.command(FileCommand::Paste("4k3/8/8/8/8/8/8/4K2R w K - 0 1".into()));
        assert_eq!(Language::German.document(model.record()), "Stellung");
    }
}
