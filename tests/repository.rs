//! The files of this repository, as its tests read them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace")
}

/// Returns the text of a file.
pub fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the files of a folder that have this ending, by their names from the root, with their text.
pub fn files_in(folder: &str, ending: &str) -> BTreeMap<String, String> {
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let paths = entries.flatten().map(|entry| entry.path());
    let paths = paths.filter(|path| path.is_file() && path.extension().is_some_and(|found| found == ending));
    let names = paths.map(|path| path.strip_prefix(root()).unwrap_or(&path).display().to_string());
    names.map(|name| (name.clone(), read(&name))).collect()
}

/// Returns the files of a folder and of all folders below it, except those named `target`.
pub fn files_below(folder: &str, ending: &str) -> BTreeMap<String, String> {
    let mut found = files_in(folder, ending);
    for path in fs::read_dir(root().join(folder)).expect("a folder").flatten().map(|entry| entry.path()) {
        if path.is_dir() && !path.ends_with("target") {
            let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            found.extend(files_below(&name, ending));
        }
    }
    found
}
