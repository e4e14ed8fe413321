//! Locations of files: the configuration (given by the user, next to the program, or in the platform's
//! folder) and the program's own data.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

/// The name of the configuration file.
pub const FILE: &str = "heirloom.toml";

/// The environment variable with the path of the configuration; if empty, there is no configuration.
pub const VARIABLE: &str = "HEIRLOOM_CONFIG";

/// The location of the configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The path, which may not exist; `None` if the environment variable is empty or the platform has no
    /// folder.
    pub path: Option<PathBuf>,
    /// True if the user named this file and expects it to exist.
    pub named: bool,
}

/// Returns the location: `named` if given, else the path in [`VARIABLE`], else the file next to the program
/// if it exists, else the platform's folder.
pub fn find(named: Option<&Path>) -> Location {
    let folder = ProjectDirs::from("", "", "heirloom").map(|folders| folders.config_dir().to_owned());
    choose(named, std::env::var_os(VARIABLE), std::env::current_exe().ok(), folder)
}

/// Returns the path of a data file kept by the program, such as the user's progress: in the platform's data
/// folder, or next to the configuration that [`VARIABLE`] names. Returns `None` if that is empty or the
/// platform has no folder.
pub fn data(name: &str) -> Option<PathBuf> {
    let folder = ProjectDirs::from("", "", "heirloom").map(|folders| folders.data_dir().to_owned());
    place_data(name, std::env::var_os(VARIABLE), folder)
}

/// The included master games.
pub const MASTER_GAMES: &str = "master-games.pgn";
/// The included basic endgames.
pub const ENDGAMES: &str = "endgames.pgn";
/// The included puzzles.
pub const PUZZLES: &str = "puzzles.csv";

/// Finds a file that comes with the program: in the `data` folder of an archive, in the shared folder of an
/// installation, or in the source tree.
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
) -> Location {
    if let Some(path) = named {
        return Location { path: Some(path.into()), named: true };
    }
    if let Some(path) = variable {
        return Location { path: (!path.is_empty()).then(|| path.into()), named: false };
    }
    let local = program.and_then(|program| Some(program.parent()?.join(FILE))).filter(|path| path.exists());
    Location { path: local.or_else(|| Some(folder?.join(FILE))), named: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn explicit_locations_take_precedence() {
        let folder = tempfile::tempdir().unwrap();
        let (program, local) = (folder.path().join("heirloom"), folder.path().join(FILE));
        let usual = || Some(PathBuf::from("/usual"));
        let path = |named: Option<&str>, variable: Option<&str>| {
            choose(named.map(Path::new), variable.map(OsString::from), Some(program.clone()), usual()).path
        };
        assert_eq!(path(None, None), Some(Path::new("/usual").join(FILE)));
        std::fs::write(&local, "").unwrap();
        assert_eq!(path(None, None), Some(local.clone()));
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
    fn data_files_follow_the_configuration() {
        let place = |variable: Option<&str>| {
            place_data("a.json", variable.map(OsString::from), Some("/usual".into()))
        };
        assert_eq!(place(None), Some("/usual/a.json".into()));
        assert_eq!(place(Some("/mine/heirloom.toml")), Some("/mine/a.json".into()));
        assert_eq!((place(Some("")), place_data("a.json", None, None)), (None, None));
    }
}
