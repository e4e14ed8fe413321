//! Engines that are installed on this machine: well-known programs in the folders where programs are. They
//! are only looked for, never started.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use heirloom_app::programs::Program;
use heirloom_app::words;
use heirloom_protocol::Protocol;
use heirloom_protocol::Protocol::{Uci, XBoard};

/// The beginnings of file names, the names of the engines, their protocols and arguments.
const KNOWN: &[(&str, &str, Protocol, &str)] = &[
    ("stockfish", "Stockfish", Uci, ""),
    ("lc0", "Lc0", Uci, ""),
    ("leela", "Lc0", Uci, ""),
    ("komodo", "Komodo", Uci, ""),
    ("berserk", "Berserk", Uci, ""),
    ("obsidian", "Obsidian", Uci, ""),
    ("plentychess", "PlentyChess", Uci, ""),
    ("reckless", "Reckless", Uci, ""),
    ("viridithas", "Viridithas", Uci, ""),
    ("alexandria", "Alexandria", Uci, ""),
    ("caissa", "Caissa", Uci, ""),
    ("stormphrax", "Stormphrax", Uci, ""),
    ("ethereal", "Ethereal", Uci, ""),
    ("koivisto", "Koivisto", Uci, ""),
    ("rubichess", "RubiChess", Uci, ""),
    ("igel", "Igel", Uci, ""),
    ("velvet", "Velvet", Uci, ""),
    ("arasan", "Arasan", Uci, ""),
    ("minic", "Minic", Uci, ""),
    ("xiphos", "Xiphos", Uci, ""),
    ("demolito", "Demolito", Uci, ""),
    ("texel", "Texel", Uci, ""),
    ("rodent", "Rodent", Uci, ""),
    ("houdini", "Houdini", Uci, ""),
    ("critter", "Critter", Uci, ""),
    ("rofchade", "rofChade 3", Uci, ""),
    ("toga2", "Toga II", Uci, ""),
    ("togaii", "Toga II", Uci, ""),
    ("fruit", "Fruit", Uci, ""),
    ("glaurung", "Glaurung", Uci, ""),
    ("senpai", "Senpai", Uci, ""),
    ("cheng4", "Cheng4", Uci, ""),
    ("gnuchess", "GNU Chess", Uci, "--uci"),
    ("phalanx", "Phalanx", XBoard, ""),
    ("crafty", "Crafty", XBoard, ""),
    ("fairymax", "Fairy-Max", XBoard, ""),
    ("sjeng", "Sjeng", XBoard, ""),
    ("hoichess", "HoiChess", XBoard, ""),
];

/// Folders of programs that are often not in PATH.
const FOLDERS: &[&str] =
    &["/usr/games", "/usr/local/games", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/snap/bin"];
/// Folders of programs in the user's home.
const AT_HOME: &[&str] = &["engines", "Engines", "chess/engines", ".local/bin", "bin"];

/// Returns the folders where programs are, each once.
pub fn folders() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let home = directories::UserDirs::new().map(|user| user.home_dir().to_path_buf());
    let at_home = home.iter().flat_map(|home| AT_HOME.iter().map(|folder| home.join(folder)));
    let mut seen = HashSet::new();
    let folders = std::env::split_paths(&path).chain(FOLDERS.iter().map(PathBuf::from)).chain(at_home);
    folders.filter(|folder| folder.is_absolute() && seen.insert(folder.clone())).collect()
}

/// Returns the engines in these folders that are not among the known programs, each file once.
pub fn find(folders: &[PathBuf], known: &[Program]) -> Vec<Program> {
    let mut found: Vec<Program> = Vec::new();
    let mut seen: HashSet<PathBuf> = HashSet::new();
    for path in folders.iter().flat_map(|folder| programs(folder)) {
        let Some(program) = recognized(&path) else { continue };
        // Several names may lead to one file.
        let file = path.canonicalize().unwrap_or(path);
        let is_known = known.iter().any(|known| known.command == program.command);
        if !is_known && seen.insert(file) {
            found.push(program);
        }
    }
    let mut names: HashSet<String> = known.iter().map(|known| known.name.to_lowercase()).collect();
    for program in &mut found {
        let name = program.name.clone();
        let mut number = 2;
        while !names.insert(program.name.to_lowercase()) {
            program.name = format!("{name} {number}");
            number += 1;
        }
    }
    found.sort_by_key(|program| program.name.to_lowercase());
    found
}

/// Returns the executable files of a folder in the order of their names.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| is_named_like_an_engine(path) && is_executable(path));
    files.sort();
    files
}

fn is_named_like_an_engine(path: &Path) -> bool {
    known(path).is_some()
}

fn known(path: &Path) -> Option<&'static (&'static str, &'static str, Protocol, &'static str)> {
    let name = path.file_name()?.to_str()?.to_lowercase();
    let name = name.strip_suffix(".exe").unwrap_or(&name);
    // A version or a kind of processor may follow, but no other word.
    let fits = |begin: &str| {
        name.strip_prefix(begin).is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphabetic()))
    };
    let ends_like_a_program =
        !name.contains('.') || name.rsplit('.').next().is_some_and(|end| end.parse::<u32>().is_ok());
    KNOWN.iter().find(|(begin, ..)| ends_like_a_program && fits(begin))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("exe")) && path.is_file()
}

/// Returns the program of a file, if it is a well-known one.
fn recognized(path: &Path) -> Option<Program> {
    let (_, name, protocol, arguments) = known(path)?;
    let command = format!("{} {arguments}", words::quoted(path.to_str()?));
    Some(Program {
        name: (*name).to_owned(),
        command: command.trim().to_owned(),
        protocol: *protocol,
        ..Program::default()
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn well_known_engines_are_found_once() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str, mode: u32| {
            let path = folder.path().join(name);
            std::fs::write(&path, "").unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            path
        };
        let fish = make("stockfish-ubuntu-x86-64-avx2", 0o755);
        let other = make("stockfish_17.1", 0o755);
        for (name, mode) in
            [("stockfish.txt", 0o755), ("fruitcake", 0o755), ("crafty", 0o644), ("gnuchess", 0o755)]
        {
            make(name, mode);
        }
        std::os::unix::fs::symlink(&fish, folder.path().join("stockfish")).unwrap();
        let folders = [folder.path().to_path_buf(), folder.path().join("nowhere")];
        let found = find(&folders, &[]);
        let names: Vec<&str> = found.iter().map(|program| program.name.as_str()).collect();
        assert_eq!(names, ["GNU Chess", "Stockfish", "Stockfish 2"]);
        assert!(found[0].command.ends_with("gnuchess --uci"), "{}", found[0].command);
        let known = Program {
            name: "My fish".into(),
            command: words::quoted(&other.display().to_string()),
            ..Program::default()
        };
        assert_eq!(find(&folders, &[known]).len(), 2);
    }
}
