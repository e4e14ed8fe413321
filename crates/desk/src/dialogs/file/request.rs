//! A request for a file: to open or to save, the kinds of files, the title, the proposed name, and the first
//! folder.

use std::path::{Path, PathBuf, is_separator};

use crate::model::Model;
use crate::texts::Language;

/// A kind of files, by the endings of their names.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The name of the kind.
    pub name: fn(Language) -> &'static str,
    /// The endings in small letters, with the dot; none for any ending.
    pub endings: &'static [&'static str],
    /// Whether only executable files are listed.
    pub programs: bool,
}

impl Kind {
    const fn of(name: fn(Language) -> &'static str, endings: &'static [&'static str]) -> Kind {
        Kind { name, endings, programs: false }
    }

    /// Returns true if a file of this name is of this kind.
    pub fn fits(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.endings.is_empty() || self.endings.iter().any(|ending| name.ends_with(ending))
    }
}

/// Any files.
pub const ALL: Kind = Kind::of(Language::files_all, &[]);
/// Games.
pub const GAMES: Kind = Kind::of(Language::files_games, &[".pgn", ".pgn.zst"]);
/// Games, in files that can be saved.
pub const PGN: Kind = Kind::of(Language::files_games, &[".pgn"]);
/// Positions.
pub const POSITIONS: Kind = Kind::of(Language::files_positions, &[".epd", ".fen"]);
/// Anything that can be opened as a game.
pub const GAMES_AND_POSITIONS: Kind =
    Kind::of(Language::files_games_and_positions, &[".pgn", ".pgn.zst", ".epd", ".fen"]);
/// Puzzles.
pub const PUZZLES: Kind = Kind::of(Language::files_puzzles, &[".csv", ".csv.zst"]);
/// Reports of reviews.
pub const PAGES: Kind = Kind::of(Language::files_pages, &[".html"]);
/// Pictures as pixels.
pub const PNG: Kind = Kind::of(Language::files_pictures, &[".png"]);
/// Pictures as drawings.
pub const SVG: Kind = Kind::of(Language::files_pictures, &[".svg"]);
/// Films.
pub const GIF: Kind = Kind::of(Language::files_pictures, &[".gif"]);
/// Opening libraries.
pub const LIBRARIES: Kind = Kind::of(Language::files_libraries, &[".txt"]);
/// Opening libraries and books.
pub const BOOKS: Kind = Kind::of(Language::files_books, &[".txt", ".bin"]);
/// Engines.
pub const PROGRAMS: Kind = Kind {
    name: Language::files_programs,
    endings: if cfg!(windows) { &[".exe", ".bat", ".cmd"] } else { &[] },
    programs: true,
};

/// What happens to an existing file when one is saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IfExists {
    /// It keeps its games and gets another one.
    Append,
    /// It is not changed; another name has to be chosen.
    Refuse,
}

/// What the file is for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// An existing file is opened.
    Open,
    /// A file is saved: the proposed name, and what happens to an existing file.
    Save(String, IfExists),
    /// An existing folder is chosen.
    Folder,
}

/// The request.
#[derive(Clone, Debug)]
pub struct Request {
    /// The title of the dialog.
    pub title: fn(Language) -> &'static str,
    /// What the file is for.
    pub purpose: Purpose,
    /// The kinds of files, the usual one first.
    pub kinds: &'static [Kind],
    /// The first folder.
    pub folder: PathBuf,
    /// The file that is overwritten without a question.
    pub known: Option<PathBuf>,
}

impl Request {
    /// Starts in the folder of a file, else in the last folder, else in the user's folder of documents.
    pub fn new(
        title: fn(Language) -> &'static str,
        purpose: Purpose,
        kinds: &'static [Kind],
        near: Option<&Path>,
        model: &Model,
    ) -> Request {
        let near = near.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
        let folder = near.or(model.files.folders().first().map(PathBuf::as_path)).map(PathBuf::from);
        let folder = folder.or_else(documents).or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        Request { title, purpose, kinds, folder, known: None }
    }

    /// Returns true if a file is to be saved.
    pub fn saves(&self) -> bool {
        matches!(self.purpose, Purpose::Save(..))
    }

    /// Returns the proposed name.
    pub fn name(&self) -> &str {
        match &self.purpose {
            Purpose::Save(name, _) => name,
            _ => "",
        }
    }

    /// Adds the usual ending to the name of a new file that has none.
    pub fn complete(&self, path: PathBuf) -> PathBuf {
        let ending = self.kinds.first().and_then(|kind| kind.endings.first());
        match (ending, path.file_name()) {
            (Some(ending), Some(name)) if self.saves() && path.extension().is_none() => {
                let mut name = name.to_owned();
                name.push(ending);
                path.with_file_name(name)
            }
            _ => path,
        }
    }
}

/// Returns the user's folder of documents.
fn documents() -> Option<PathBuf> {
    directories::UserDirs::new()?.document_dir().map(Path::to_owned)
}

/// Returns the path that was typed: relative to a folder, or with `~` for the user's home.
pub fn typed(text: &str, folder: &Path, home: Option<&Path>) -> PathBuf {
    let text = text.trim();
    match (text.strip_prefix('~'), home) {
        (Some(""), Some(home)) => home.into(),
        (Some(rest), Some(home)) if rest.starts_with(is_separator) => {
            home.join(rest.trim_start_matches(is_separator))
        }
        _ => folder.join(text),
    }
}

/// Shortens a path, with `~` for the user's home.
pub fn short(path: &Path, home: Option<&Path>) -> String {
    match home.and_then(|home| path.strip_prefix(home).ok()) {
        Some(rest) if rest.as_os_str().is_empty() => "~".into(),
        Some(rest) => Path::new("~").join(rest).display().to_string(),
        None => path.display().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::roster::NoEngines;

    #[test]
    fn paths_are_typed_and_shown_with_the_home_as_a_tilde() {
        let (folder, home) = (Path::new("games"), Some(Path::new("home")));
        assert_eq!(typed(" a.pgn ", folder, home), Path::new("games/a.pgn"));
        assert_eq!(typed("~", folder, home), Path::new("home"));
        assert_eq!(typed("~/x/a.pgn", folder, home), Path::new("home/x/a.pgn"));
        assert_eq!(typed("~tal.pgn", folder, home), Path::new("games/~tal.pgn"));
        assert_eq!(typed("~/a.pgn", folder, None), Path::new("games/~/a.pgn"));
        assert_eq!(short(Path::new("home"), home), "~");
        assert_eq!(short(Path::new("home/x"), home), Path::new("~/x").display().to_string());
        assert_eq!(short(Path::new("homes"), home), "homes");
    }

    #[test]
    fn kinds_look_at_endings_and_new_files_get_the_usual_one() {
        assert!(GAMES.fits("A.PGN") && GAMES.fits("b.pgn.zst") && !GAMES.fits("c.epd") && ALL.fits("c"));
        let model = Model::new(Arc::new(NoEngines), Arc::new(|| {}));
        let purpose = Purpose::Save("games.pgn".into(), IfExists::Append);
        let mut request =
            Request::new(Language::save_as, purpose, &[GAMES], Some(Path::new("here/old.pgn")), &model);
        assert_eq!(request.folder, Path::new("here"));
        assert_eq!(request.complete("x/tal".into()), Path::new("x/tal.pgn"));
        assert_eq!(request.complete("x/tal.txt".into()), Path::new("x/tal.txt"));
        request.purpose = Purpose::Open;
        assert_eq!(request.complete("x/tal".into()), Path::new("x/tal"));
    }
}
