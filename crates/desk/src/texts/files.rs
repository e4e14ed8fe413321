//! Texts of the dialogs that ask for files and folders.

use std::path::PathBuf;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::{Language, phrases, texts};

texts! {
    // Settings and other dialogs.
    system_dialogs: "Use the system's file dialogs", "Dateidialoge des Systems verwenden";
    help_system_dialogs: "Choose files with the dialog of the system where there is one, otherwise with the program's own", "Dateien mit dem Dialog des Systems auswählen, falls vorhanden, sonst mit dem eigenen des Programms";
    system_asks: "Waiting for the file dialog of the system", "Warten auf den Dateidialog des Systems";
    browse: "Browse…", "Durchsuchen …";

    // Kinds of files.
    kind_of_files: "File type", "Dateityp";
    files_all: "All files", "Alle Dateien";
    files_games: "Games (PGN)", "Partien (PGN)";
    files_positions: "Positions (EPD, FEN)", "Stellungen (EPD, FEN)";
    files_games_and_positions: "Games and positions", "Partien und Stellungen";
    files_puzzles: "Puzzles (CSV)", "Aufgaben (CSV)";
    files_pages: "Web pages (HTML)", "Webseiten (HTML)";
    files_libraries: "Opening libraries", "Eröffnungsbibliotheken";
    files_books: "Opening books", "Eröffnungsbücher";
    files_programs: "Programs", "Programme";

    // Places and columns.
    home_folder: "Home", "Persönlicher Ordner";
    documents: "Documents", "Dokumente";
    downloads: "Downloads", "Downloads";
    recent_folders: "Recent folders", "Zuletzt verwendet";
    hidden_files: "Hidden files", "Versteckte Dateien";
    column_name: "Name", "Name";
    column_size: "Size", "Größe";
    column_changed: "Modified", "Geändert";

    // What is done.
    choose_folder: "Choose folder", "Ordner wählen";
    add_game: "Add game", "Partie anhängen";
    another_name: "Choose another name", "Anderen Namen wählen";
    add_to_file(name: &str): "{name} already exists. Add the game to it? The games in it are kept.", "{name} ist schon vorhanden. Die Partie anhängen? Die Partien darin bleiben erhalten.";
}

/// Why no file was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileError {
    /// There is no such file.
    NoFile(PathBuf),
    /// There is no such folder.
    NoFolder(PathBuf),
    /// This is a file, where a folder is needed.
    NotAFolder(PathBuf),
    /// There is already such a file, which must not be overwritten.
    Exists(PathBuf),
    /// The system reports this.
    System(PathBuf, String),
}

impl Language {
    /// Says why no file was chosen.
    pub fn file_error(self, error: &FileError) -> String {
        phrases! { self, error;
            FileError::NoFile(path) => "File not found: {}", "Datei nicht gefunden: {}", path.display();
            FileError::NoFolder(path) => "Folder not found: {}", "Ordner nicht gefunden: {}", path.display();
            FileError::NotAFolder(path) => "Not a folder: {}", "Kein Ordner: {}", path.display();
            FileError::Exists(path) => "{} already exists; choose another name", "{} ist schon vorhanden; wählen Sie einen anderen Namen", path.display();
            FileError::System(path, reason) => "{}: {reason}", "{}: {reason}", path.display();
        }
    }

    /// Returns the size of a file.
    pub fn size(self, bytes: u64) -> String {
        const UNITS: [&str; 4] = ["KB", "MB", "GB", "TB"];
        if bytes < 1000 {
            return format!("{bytes} B");
        }
        let (mut size, mut unit) = (bytes as f64 / 1000.0, 0);
        while size >= 999.5 && unit + 1 < UNITS.len() {
            (size, unit) = (size / 1000.0, unit + 1);
        }
        let decimals = usize::from(size < 9.95);
        format!("{} {}", self.decimal(size, decimals), UNITS[unit])
    }

    /// Returns a date.
    pub fn day(self, time: Timestamp) -> String {
        let form = if self == Language::German { "%d.%m.%Y" } else { "%Y-%m-%d" };
        time.to_zoned(TimeZone::system()).strftime(form).to_string()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn sizes_and_days_are_short() {
        let sizes = [0, 999, 1000, 9949, 9950, 123_456, 999_499, 999_500, 77_000_000, 3_400_000_000_000_000];
        let written =
            ["0 B", "999 B", "1.0 KB", "9.9 KB", "10 KB", "123 KB", "999 KB", "1.0 MB", "77 MB", "3400 TB"];
        assert_eq!(sizes.map(|bytes| Language::English.size(bytes)), written);
        assert_eq!(Language::German.size(1500), "1,5 KB");
        let noon = Timestamp::UNIX_EPOCH + Duration::from_secs(86400 * 365 + 43200);
        assert_eq!(Language::English.day(noon), "1971-01-01");
        assert_eq!(Language::German.day(noon), "01.01.1971");
    }
}
