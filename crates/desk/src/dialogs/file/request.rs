//! What a file is wanted for: to open or to write, the kinds of files, the title, the name of a new file and the folder to begin in.

use std::path::{Path, PathBuf, is_separator};

use crate::model::Model;
use crate::texts::Language;

/// A kind of files, by the endings of their names.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// What it is called.
    pub name: fn(Language) -> &'static str,
    /// The endings in small letters, the dot included; any if there is none.
    pub endings: &'static [&'static str],
    /// Only files that can be run.
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

/// All files.
pub const ALL: Kind = Kind::of(Language::files_all, &[]);
/// Games.
pub const GAMES: Kind = Kind::of(Language::files_games, &[".pgn", ".pgn.zst"]);
/// Games, in files that can be written.
pub const PGN: Kind = Kind::of(Language::files_games, &[".pgn"]);
/// Positions.
pub const POSITIONS: Kind = Kind::of(Language::files_positions, &[".epd", ".fen"]);
/// Whatever can be opened as a game.
pub const GAMES_AND_POSITIONS: Kind =
    Kind::of(Language::files_games_and_positions, &[".pgn", ".pgn.zst", ".epd", ".fen"]);
/// Puzzles.
pub const PUZZLES: Kind = Kind::of(Language::files_puzzles, &[".csv", ".csv.zst"]);
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

/// What becomes of a file that is there already, when one is to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// It keeps its games, and gets one more.
    Added,
    /// It is left alone: another name has to be chosen.
    Refused,
}

/// What is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// A file that is there.
    Open,
    /// A file to write: the name that is proposed, and what becomes of one that is there.
    Save(String, Existing),
    /// A folder that is there.
    Folder,
}

/// See the file's head.
#[derive(Clone, Debug)]
pub struct Request {
    /// The title of the dialog.
    pub title: fn(Language) -> &'static str,
    /// What is wanted.
    pub wish: Wish,
    /// The kinds of files to choose from, the usual one first.
    pub kinds: &'static [Kind],
    /// Where to begin.
    pub folder: PathBuf,
    /// The file that is written again without a question.
    pub known: Option<PathBuf>,
}

impl Request {
    /// Begins in the folder of a file, else where the last file was found, else in the folder that the program was started in.
    pub fn new(
        title: fn(Language) -> &'static str,
        wish: Wish,
        kinds: &'static [Kind],
        near: Option<&Path>,
        model: &Model,
    ) -> Request {
        let near = near.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
        let folder = near.or(model.folders().first().map(PathBuf::as_path)).map(PathBuf::from);
        let folder = folder.or_else(|| std::env::current_dir().ok()).unwrap_or_default();
        Request { title, wish, kinds, folder, known: None }
    }

    /// Is a file to be written?
    pub fn saves(&self) -> bool {
        matches!(self.wish, Wish::Save(..))
    }

    /// The name that is proposed.
    pub fn name(&self) -> &str {
        match &self.wish {
            Wish::Save(name, _) => name,
            _ => "",
        }
    }

    /// A file to be written gets the usual ending, if it was named without one.
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

/// The path that was typed: within a folder, or from `~`, the home of the person.
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

/// A path in few letters: `~` for the home of the person.
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
    use crate::roster::Nobody;

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
        let model = Model::new(Arc::new(Nobody), Arc::new(|| {}));
        let wish = Wish::Save("games.pgn".into(), Existing::Added);
        let mut request =
            Request::new(Language::save_as, wish, &[GAMES], Some(Path::new("here/old.pgn")), &model);
        assert_eq!(request.folder, Path::new("here"));
        assert_eq!(request.complete("x/tal".into()), Path::new("x/tal.pgn"));
        assert_eq!(request.complete("x/tal.txt".into()), Path::new("x/tal.txt"));
        request.wish = Wish::Open;
        assert_eq!(request.complete("x/tal".into()), Path::new("x/tal"));
    }
}
