//! Table files: finding them in folders, and detecting damaged ones early.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use shakmaty::Chess;
use shakmaty_syzygy::Tablebase;

use crate::TableCounts;

/// The first bytes of WDL and DTZ tables.
const WDL_MAGIC: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];
const DTZ_MAGIC: [u8; 4] = [0xd7, 0x66, 0x0c, 0xa5];

/// Why tablebases cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// No folder was given.
    #[error("no tablebase folder given; name one with *.rtbw files")]
    NoFolder,
    /// A folder does not exist.
    #[error("the tablebase folder {0} does not exist")]
    FolderMissing(PathBuf),
    /// A folder or file cannot be read; the error message of the system.
    #[error("cannot read {0}: {1}")]
    Unreadable(PathBuf, String),
    /// A file is named like a table but is not one.
    #[error("{0} is not a Syzygy table; remove it or download it again")]
    NotATable(PathBuf),
    /// A file has a length, in bytes, that no table can have.
    #[error("{0} is damaged: no table has {1} bytes; download it again")]
    BadLength(PathBuf, u64),
    /// There is no WDL table in any of the folders.
    #[error("there is no Syzygy table (*.rtbw) in {0}")]
    NoTables(String),
}

/// Splits a list of folders at `;` and, except on Windows, at `:`.
fn folders(paths: &str) -> impl Iterator<Item = PathBuf> {
    let separates = |letter: char| letter == ';' || letter == ':' && !cfg!(windows);
    paths.split(separates).map(str::trim).filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// Creates an empty set of tables that maps its files.
#[cfg(not(target_family = "wasm"))]
#[allow(
    unsafe_code,
    reason = "reading tables through memory maps is several times as fast as by system calls"
)]
fn empty_tables() -> Tablebase<Chess> {
    // SAFETY: the library requires that tables do not change while they are open. They are published once and
    // never modified; overwriting one in place while it is in use crashes the program, as any program that
    // maps files.
    unsafe { Tablebase::with_mmap_filesystem() }
}

/// Creates an empty set of tables; browsers have no files.
#[cfg(target_family = "wasm")]
fn empty_tables() -> Tablebase<Chess> {
    use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile};

    struct NoFiles;

    impl Filesystem for NoFiles {
        fn regular_file_size(&self, _: &Path) -> io::Result<u64> {
            Err(io::ErrorKind::Unsupported.into())
        }

        fn read_dir(&self, _: &Path) -> io::Result<Vec<PathBuf>> {
            Err(io::ErrorKind::Unsupported.into())
        }

        fn open(&self, _: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    Tablebase::with_filesystem(std::sync::Arc::new(NoFiles))
}

/// Adds the tables of all folders; the first of several files with the same name counts.
pub fn open(paths: &str) -> Result<(Tablebase<Chess>, TableCounts), OpenError> {
    let mut tables = empty_tables();
    let mut names: Vec<String> = Vec::new();
    let mut found = TableCounts::default();
    let folders: Vec<PathBuf> = folders(paths).collect();
    for folder in &folders {
        for path in files_of(folder)? {
            let Some((name, men, is_wdl)) = table_name(&path) else { continue };
            if men > MAX_MEN || names.contains(&name) {
                continue;
            }
            check(&path, if is_wdl { WDL_MAGIC } else { DTZ_MAGIC })?;
            match tables.add_file(&path) {
                Ok(()) => {}
                // Named like a table, but of an ending that does not exist.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => continue,
                Err(error) => return Err(OpenError::Unreadable(path, error.to_string())),
            }
            names.push(name);
            if is_wdl {
                found.wdl += 1;
                found.max_pieces = found.max_pieces.max(men);
            } else {
                found.dtz += 1;
            }
        }
    }
    match found.wdl {
        0 if folders.is_empty() => Err(OpenError::NoFolder),
        0 => Err(OpenError::NoTables(paths.into())),
        _ => Ok((tables, found)),
    }
}

/// There are no tables for larger endings.
const MAX_MEN: usize = 7;

/// Returns the files of a folder sorted by name.
fn files_of(folder: &Path) -> Result<Vec<PathBuf>, OpenError> {
    let unreadable = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => OpenError::FolderMissing(folder.into()),
        _ => OpenError::Unreadable(folder.into(), error.to_string()),
    };
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<Vec<PathBuf>>>()
        .map_err(unreadable)?;
    paths.sort();
    Ok(paths)
}

/// Returns the name of a table, the number of men in its ending, and true if it is a WDL table; `None` for
/// other files.
fn table_name(path: &Path) -> Option<(String, usize, bool)> {
    let name = path.file_name()?.to_str()?;
    let (ending, extension) = name.rsplit_once('.')?;
    let is_wdl = match extension {
        "rtbw" => true,
        "rtbz" => false,
        _ => return None,
    };
    let (white, black) = ending.split_once('v')?;
    let is_side =
        |side: &str| side.starts_with('K') && side[1..].bytes().all(|letter| b"QRBNP".contains(&letter));
    (is_side(white) && is_side(black)).then(|| (name.into(), white.len() + black.len(), is_wdl))
}

/// Checks the length and the first bytes of a file.
fn check(path: &Path, magic: [u8; 4]) -> Result<(), OpenError> {
    let unreadable = |error: io::Error| OpenError::Unreadable(path.into(), error.to_string());
    let mut file = File::open(path).map_err(unreadable)?;
    let bytes = file.metadata().map_err(unreadable)?.len();
    // Blocks of 64 bytes, and a checksum of 16.
    if bytes % 64 != 16 {
        return Err(OpenError::BadLength(path.into(), bytes));
    }
    let mut first = [0; 4];
    file.read_exact(&mut first).map_err(unreadable)?;
    if first == magic { Ok(()) } else { Err(OpenError::NotATable(path.into())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parsed() {
        assert_eq!(table_name(Path::new("/x/KQvKR.rtbw")), Some(("KQvKR.rtbw".into(), 4, true)));
        let expected = Some((5, false));
        assert_eq!(table_name(Path::new("KRPvKR.rtbz")).map(|(_, men, is_wdl)| (men, is_wdl)), expected);
        for other in ["KQvKR.txt", "QvK.rtbw", "KXvK.rtbw", "readme", "checksums.rtbw"] {
            assert_eq!(table_name(Path::new(other)), None, "{other}");
        }
    }

    #[test]
    fn paths_are_split() {
        let folders: Vec<PathBuf> = folders(" /a/b ;;/c").collect();
        assert_eq!(folders, [PathBuf::from("/a/b"), PathBuf::from("/c")]);
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let folder = std::env::temp_dir().join(format!("heirloom-tables-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let open = |paths: &str| open(paths).map(|(_, found)| found).unwrap_err();
        assert_eq!(open(""), OpenError::NoFolder);
        assert!(matches!(open("/no/such/folder"), OpenError::FolderMissing(_)));
        assert!(matches!(open(folder.to_str().unwrap()), OpenError::NoTables(_)));
        let table = folder.join("KQvK.rtbw");
        fs::write(&table, [0; 100]).unwrap();
        assert_eq!(open(folder.to_str().unwrap()), OpenError::BadLength(table.clone(), 100));
        fs::write(&table, [0; 80]).unwrap();
        assert_eq!(open(folder.to_str().unwrap()), OpenError::NotATable(table.clone()));
        assert!(matches!(open(table.to_str().unwrap()), OpenError::Unreadable(..)));
        fs::remove_dir_all(&folder).unwrap();
    }
}
