//! A folder of numbered game files that is filled file by file, for self-play that runs for days.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::game::StoredGame;
use super::reader::Section;
use super::writer::{OpenError, Writer};

/// The extension of game files.
const EXTENSION: &str = "games";

/// A file that is locked while a run adds games to the folder.
const LOCK: &str = "lock";

/// Size limits in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeLimits {
    /// Size at which a file is complete and the next one begins.
    pub file: u64,
    /// Total size of all files.
    pub total: u64,
}

/// A folder to add games to.
pub struct Folder {
    path: PathBuf,
    sizes: SizeLimits,
    /// Written at the start of each file and each run.
    section: Section,
    writer: Writer,
    /// The number of the current file.
    number: u32,
    /// Total size of all other files in bytes.
    others: u64,
    /// Held for the lifetime of this value.
    _lock: File,
}

/// Why games cannot be added to a folder.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder cannot be created or read.
    #[error("{0}: {1}")]
    Folder(PathBuf, io::Error),
    /// Another program is adding games to it.
    #[error("{0}: another run is adding games to this folder; stop it first")]
    Busy(PathBuf),
    /// A file in it cannot be written or resumed.
    #[error("{0}: {1}")]
    File(PathBuf, OpenError),
}

impl Folder {
    /// Opens a folder, creating it if necessary, and continues its last file. An incomplete last game is
    /// removed; the second value is its size in bytes. Fails with the path concerned.
    pub fn open(path: &Path, sizes: SizeLimits, section: Section) -> Result<(Folder, u64), FolderError> {
        let wrong = |error| FolderError::Folder(path.into(), error);
        fs::create_dir_all(path).map_err(wrong)?;
        let lock = File::options().create(true).append(true).open(path.join(LOCK)).map_err(wrong)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => FolderError::Busy(path.into()),
            TryLockError::Error(error) => wrong(error),
        })?;
        let files = numbered(path).map_err(wrong)?;
        let total: u64 = files.iter().map(|&(_, size)| size).sum();
        let (mut writer, number, own, cut) = match files.last() {
            Some(&(number, size)) if size < sizes.file && path_of(path, number).exists() => {
                let file = path_of(path, number);
                let (writer, cut) = Writer::resume(&file).map_err(|error| FolderError::File(file, error))?;
                (writer, number, size, cut)
            }
            last => {
                let number = last.map_or(1, |(number, _)| number + 1);
                (create(path, number)?, number, 0, 0)
            }
        };
        begin(&mut writer, &section, path, number)?;
        Ok((
            Folder { path: path.into(), sizes, section, writer, number, others: total - own, _lock: lock },
            cut,
        ))
    }

    /// Returns the total size of all files in bytes.
    pub fn size(&self) -> u64 {
        self.others + self.writer.size()
    }

    /// Returns true if the files have reached the total size.
    pub fn is_full(&self) -> bool {
        self.size() >= self.sizes.total
    }

    /// Adds a game, to the next file if the current one is complete. Fails if writing fails.
    pub fn add(&mut self, game: &StoredGame) -> Result<(), FolderError> {
        if self.writer.size() >= self.sizes.file {
            let mut writer = create(&self.path, self.number + 1)?;
            begin(&mut writer, &self.section, &self.path, self.number + 1)?;
            self.others += self.writer.size();
            (self.writer, self.number) = (writer, self.number + 1);
        }
        self.writer
            .add(game)
            .map_err(|error| FolderError::File(path_of(&self.path, self.number), error.into()))
    }
}

fn path_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{number:05}.{EXTENSION}"))
}

fn create(folder: &Path, number: u32) -> Result<Writer, FolderError> {
    let path = path_of(folder, number);
    Writer::create(&path).map_err(|error| FolderError::File(path, error))
}

fn begin(writer: &mut Writer, section: &Section, folder: &Path, number: u32) -> Result<(), FolderError> {
    writer.begin_section(section).map_err(|error| FolderError::File(path_of(folder, number), error.into()))
}

/// Returns the numbers and sizes of the files in a folder, in order. Compressed files such as
/// `00001.games.zst` count.
fn numbered(folder: &Path) -> io::Result<Vec<(u32, u64)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let Some((number, rest)) = name.to_str().and_then(|name| name.split_once('.')) else { continue };
        if let (Ok(number), true) = (number.parse(), rest.starts_with(EXTENSION)) {
            files.push((number, entry.metadata()?.len()));
        }
    }
    files.sort_unstable();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::game::{ScoredMove, StoredEnd};
    use crate::games::reader::Reader;
    use heirloom_chess::Position;
    use heirloom_chess::game::GameResult;

    const SIZES: SizeLimits = SizeLimits { file: 300, total: 1000 };

    fn section() -> Section {
        Section { engine: "x".into(), seed: 1, settings: serde_json::json!({}) }
    }

    fn game(score: i16) -> StoredGame {
        let start = Position::startpos();
        let plies = vec![ScoredMove { mv: start.legal_moves()[3], score: Some(score) }; 10];
        StoredGame { start, plies, result: GameResult::Draw, ending: StoredEnd::Long }
    }

    /// Returns the scores of all games, file by file.
    fn scores(folder: &Path) -> Vec<Vec<i16>> {
        let read = |&(number, _): &(u32, u64)| {
            let mut reader = Reader::open(&path_of(folder, number), Default::default()).unwrap();
            std::iter::from_fn(|| reader.next_game().unwrap())
                .map(|game| game.plies[0].score.unwrap())
                .collect()
        };
        numbered(folder).unwrap().iter().map(read).collect()
    }

    #[test]
    fn files_are_filled_one_after_the_other_until_all_are_large_enough() {
        let folder = tempfile::tempdir().unwrap();
        let (mut games, cut) = Folder::open(folder.path(), SIZES, section()).unwrap();
        assert_eq!(cut, 0);
        let mut score = 0;
        while !games.is_full() {
            games.add(&game(score)).unwrap();
            score += 1;
        }
        let all = scores(folder.path());
        assert_eq!(all.concat(), (0..score).collect::<Vec<i16>>());
        assert!(all.len() == 4 && all[..3].iter().all(|file| file.len() == 5), "{all:?}");
        let files = numbered(folder.path()).unwrap();
        assert!(files.iter().all(|&(_, size)| size < SIZES.file + 60), "{files:?}");
        assert_eq!(files.iter().map(|&(_, size)| size).sum::<u64>(), games.size());
    }

    #[test]
    fn a_kill_loses_one_game_at_most_and_the_next_run_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let (mut games, _) = Folder::open(folder.path(), SIZES, section()).unwrap();
        (0..7).for_each(|score| games.add(&game(score)).unwrap());
        drop(games);
        let (last, size) = *numbered(folder.path()).unwrap().last().unwrap();
        File::options().write(true).open(path_of(folder.path(), last)).unwrap().set_len(size - 3).unwrap();
        let (mut games, cut) = Folder::open(folder.path(), SIZES, section()).unwrap();
        assert!((1..60).contains(&cut), "{cut}");
        games.add(&game(99)).unwrap();
        assert_eq!(scores(folder.path()).concat(), [0, 1, 2, 3, 4, 5, 99]);
    }

    #[test]
    fn two_runs_cannot_share_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let first = Folder::open(folder.path(), SIZES, section()).unwrap();
        assert!(matches!(Folder::open(folder.path(), SIZES, section()), Err(FolderError::Busy(_))));
        drop(first);
        assert!(Folder::open(folder.path(), SIZES, section()).is_ok());
    }

    #[test]
    fn files_that_were_packed_keep_their_numbers() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("00007.games.zst"), [0; 40]).unwrap();
        fs::write(folder.path().join("notes.txt"), "mine").unwrap();
        let (games, _) = Folder::open(folder.path(), SIZES, section()).unwrap();
        assert!(path_of(folder.path(), 8).exists() && games.size() > 40);
    }
}
