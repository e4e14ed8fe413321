//! Games divided among files of a folder.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::refuse_among;

/// The maximum text in memory, over all files, in bytes.
const WAITING: usize = 64 * 1024 * 1024;
/// The maximum length of a file name without its extension, in bytes.
const LONGEST_NAME: usize = 120;

/// Returns a file name that is valid on every system: letters, digits and a few other characters.
pub fn file_name(text: &str) -> String {
    let is_kept = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '.' | ',' | '\'');
    let words: Vec<&str> = text
        .split(|letter: char| !is_kept(letter))
        .filter(|word| word.contains(char::is_alphanumeric))
        .collect();
    let mut name = words.join("_");
    while name.len() > LONGEST_NAME {
        name.pop();
    }
    let name = name.trim_matches('.');
    // Device names on Windows.
    let is_device = matches!(name.to_ascii_lowercase().as_str(), "con" | "prn" | "aux" | "nul")
        || name.len() == 4
            && name.get(..3).is_some_and(|word| matches!(word.to_ascii_lowercase().as_str(), "com" | "lpt"));
    if is_device { format!("{name}_") } else { name.to_owned() }
}

/// Files in a folder that get their names when all of them are complete.
pub struct Parts<'a> {
    folder: &'a Path,
    /// Files that are read and must not be replaced.
    inputs: Vec<&'a Path>,
    /// Replace existing files.
    force: bool,
    /// By lowercase name: some systems ignore case.
    parts: BTreeMap<String, Part>,
    waiting: usize,
    finished: bool,
}

struct Part {
    path: PathBuf,
    games: u64,
    waiting: Vec<u8>,
}

impl Part {
    /// The name of the file until it is complete.
    fn begun(&self) -> PathBuf {
        self.path.with_extension("pgn.part")
    }

    fn write(&mut self) -> Result<()> {
        let name = self.begun();
        let file = fs::OpenOptions::new().create(true).append(true).open(&name);
        file.and_then(|mut file| file.write_all(&self.waiting))
            .with_context(|| format!("cannot write {}", name.display()))?;
        self.waiting = Vec::new();
        Ok(())
    }
}

impl<'a> Parts<'a> {
    /// No files yet; `inputs` are never replaced, other existing files only by `force`.
    pub fn new(folder: &'a Path, inputs: Vec<&'a Path>, force: bool) -> Parts<'a> {
        Parts { folder, inputs, force, parts: BTreeMap::new(), waiting: 0, finished: false }
    }

    /// Adds the text of a game to the file with this name. Fails if the file must not be replaced or cannot
    /// be written.
    pub fn add(&mut self, name: &str, text: &[u8]) -> Result<()> {
        let key = name.to_lowercase();
        if !self.parts.contains_key(&key) {
            let part = self.begin(name)?;
            self.parts.insert(key.clone(), part);
        }
        if let Some(part) = self.parts.get_mut(&key) {
            part.games += 1;
            part.waiting.extend_from_slice(text);
        }
        self.waiting += text.len();
        if self.waiting > WAITING { self.write() } else { Ok(()) }
    }

    fn begin(&self, name: &str) -> Result<Part> {
        let path = self.folder.join(format!("{name}.pgn"));
        refuse_among(&path, &self.inputs)?;
        if path.exists() && !self.force {
            bail!("{} already exists; use --force to overwrite it", path.display());
        }
        let part = Part { path, games: 0, waiting: Vec::new() };
        // A killed run may have left it behind.
        let _ = fs::remove_file(part.begun());
        Ok(part)
    }

    fn write(&mut self) -> Result<()> {
        self.waiting = 0;
        self.parts.values_mut().filter(|part| !part.waiting.is_empty()).try_for_each(Part::write)
    }

    /// Writes the rest and gives the files their names; returns them with their numbers of games.
    pub fn finish(mut self) -> Result<Vec<(PathBuf, u64)>> {
        self.write()?;
        for part in self.parts.values() {
            fs::rename(part.begun(), &part.path)
                .with_context(|| format!("cannot write {}", part.path.display()))?;
        }
        self.finished = true;
        Ok(self.parts.values().map(|part| (part.path.clone(), part.games)).collect())
    }
}

/// Removes the files if they are not complete.
impl Drop for Parts<'_> {
    fn drop(&mut self) {
        if !self.finished {
            self.parts.values().for_each(|part| drop(fs::remove_file(part.begun())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_suit_every_system() {
        for (text, expected) in [
            ("Kramnik, Vladimir", "Kramnik,_Vladimir"),
            ("../../etc/passwd", "etc_passwd"),
            ("a\\b:c*?", "a_b_c"),
            ("?", ""),
            ("Aux", "Aux_"),
            ("com1", "com1_"),
            ("Müller", "Müller"),
            ("abü", "abü"),
        ] {
            assert_eq!(file_name(text), expected);
        }
        assert!(file_name(&"ü".repeat(500)).len() <= LONGEST_NAME);
    }
}
