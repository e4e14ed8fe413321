//! Where the configuration lies: named, beside the program, or in the folder of the platform; and where the program's own files do.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

/// The name of the file.
pub const FILE: &str = "heirloom.toml";

/// The environment variable that names the file; empty, it says that there is none.
pub const VARIABLE: &str = "HEIRLOOM_CONFIG";

/// Where the configuration is looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file, whether it is there or not; none where the environment says so, or the platform has no folder for it.
    pub path: Option<PathBuf>,
    /// The user has named this file, and expects it to be there.
    pub named: bool,
}

/// The file that is `named`, else that of [`VARIABLE`], else the one beside the program if there is one, else the platform's.
pub fn find(named: Option<&Path>) -> Place {
    let folder = ProjectDirs::from("", "", "heirloom").map(|folders| folders.config_dir().to_owned());
    choose(named, std::env::var_os(VARIABLE), std::env::current_exe().ok(), folder)
}

/// A file that the program itself keeps, such as somebody's progress: in the folder of the platform for such files, or beside the
/// configuration that [`VARIABLE`] names; none where that is empty, or the platform has no folder.
pub fn data(name: &str) -> Option<PathBuf> {
    let folder = ProjectDirs::from("", "", "heirloom").map(|folders| folders.data_dir().to_owned());
    place_data(name, std::env::var_os(VARIABLE), folder)
}

/// The games of masters that come with the program.
pub const MASTER_GAMES: &str = "master-games.pgn";
/// The basic endgames that come with the program.
pub const ENDGAMES: &str = "endgames.pgn";
/// The puzzles that come with the program.
pub const PUZZLES: &str = "puzzles.csv";

/// A file that comes with the program: in the folder `data` of an archive, among the shared files of an installation, or in the source tree.
pub fn included(name: &str) -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let folder = program.parent()?;
    let folders = ["data", "../share/heirloom", "../../data", "../../../data"];
    folders.iter().map(|data| folder.join(data).join(name)).find(|path| path.exists())
}

fn place_data(name: &str, variable: Option<OsString>, folder: Option<PathBuf>) -> Option<PathBuf> {
    match variable {
        Some(path) if path.is_empty() => None,
        Some(path) => Some(Path::new(&path).parent()?.join(name)),
        None => Some(folder?.join(name)),
    }
}

fn choose(
    named: Option<&Path>,
    variable: Option<OsString>,
    program: Option<PathBuf>,
    folder: Option<PathBuf>,
) -> Place {
    if let Some(path) = named {
        return Place { path: Some(path.into()), named: true };
    }
    if let Some(path) = variable {
        return Place { path: (!path.is_empty()).then(|| path.into()), named: false };
    }
    let beside = program.and_then(|program| Some(program.parent()?.join(FILE))).filter(|path| path.exists());
    Place { path: beside.or_else(|| Some(folder?.join(FILE))), named: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_of_the_user_wins() {
        let folder = tempfile::tempdir().unwrap();
        let (program, beside) = (folder.path().join("heirloom"), folder.path().join(FILE));
        let usual = || Some(PathBuf::from("/usual"));
        let path = |named: Option<&str>, variable: Option<&str>| {
            choose(named.map(Path::new), variable.map(OsString::from), Some(program.clone()), usual()).path
        };
        assert_eq!(path(None, None), Some(Path::new("/usual").join(FILE)));
        std::fs::write(&beside, "").unwrap();
        assert_eq!(path(None, None), Some(beside.clone()));
        assert_eq!(path(None, Some("other.toml")), Some("other.toml".into()));
        assert_eq!(path(None, Some("")), None);
        assert_eq!(path(Some("mine.toml"), Some("")), Some("mine.toml".into()));
        assert_eq!(choose(None, None, None, None).path, None);
    }

    #[test]
    fn included_files_are_found() {
        for name in [MASTER_GAMES, ENDGAMES, PUZZLES] {
            assert!(included(name).is_some_and(|path| path.is_file()), "{name}");
        }
        assert_eq!(included("none"), None);
    }

    #[test]
    fn own_files_follow_the_configuration() {
        let place = |variable: Option<&str>| {
            place_data("a.json", variable.map(OsString::from), Some("/usual".into()))
        };
        assert_eq!(place(None), Some("/usual/a.json".into()));
        assert_eq!(place(Some("/mine/heirloom.toml")), Some("/mine/a.json".into()));
        assert_eq!((place(Some("")), place_data("a.json", None, None)), (None, None));
    }
}
