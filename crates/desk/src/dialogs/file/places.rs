//! Folders that are near at hand: home, documents and downloads, disks, and those where files were found last.

use std::path::{Path, PathBuf};

use directories::UserDirs;

/// A folder of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// What kind of place it is.
    pub what: What,
    /// Where it is.
    pub path: PathBuf,
}

/// What kind of place it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The person's own folder.
    Home,
    /// Documents.
    Documents,
    /// Downloads.
    Downloads,
    /// A disk, or the root of all of them.
    Disk,
    /// A file was found here before.
    Recent,
}

/// Where to look for places.
#[derive(Clone, Debug)]
pub struct Places {
    /// The person's own folder.
    pub home: Option<PathBuf>,
    own: Vec<Place>,
    disks: fn() -> Vec<PathBuf>,
}

impl Places {
    /// Those of the system.
    pub fn of_system() -> Places {
        let folders = UserDirs::new();
        let home = folders.as_ref().map(|folders| folders.home_dir().to_owned());
        let documents = folders.as_ref().and_then(UserDirs::document_dir);
        let downloads = folders.as_ref().and_then(UserDirs::download_dir);
        Places::of(home.clone(), documents.map(PathBuf::from), downloads.map(PathBuf::from), disks)
    }

    /// Those of a user with this home folder, without disks.
    pub fn within(home: &Path) -> Places {
        Places::of(Some(home.into()), Some(home.join("Documents")), Some(home.join("Downloads")), Vec::new)
    }

    fn of(
        home: Option<PathBuf>,
        documents: Option<PathBuf>,
        downloads: Option<PathBuf>,
        disks: fn() -> Vec<PathBuf>,
    ) -> Places {
        let named = [(What::Home, home.clone()), (What::Documents, documents), (What::Downloads, downloads)];
        let own = named.into_iter().filter_map(|(what, path)| Some(Place { what, path: path? })).collect();
        Places { home, own, disks }
    }

    /// Those that exist, and the recent folders among them. This may take a while: a disk may be far away.
    pub fn existing(&self, recent: &[PathBuf]) -> Vec<Place> {
        let disks = (self.disks)().into_iter().map(|path| Place { what: What::Disk, path });
        let recent = recent.iter().map(|path| Place { what: What::Recent, path: path.clone() });
        let mut places: Vec<Place> = Vec::new();
        for place in self.own.iter().cloned().chain(disks).chain(recent) {
            let known = places.iter().any(|other| other.path == place.path);
            if place.path.is_dir() && !known {
                places.push(place);
            }
        }
        places
    }
}

/// The letters of the drives.
#[cfg(windows)]
fn disks() -> Vec<PathBuf> {
    ('A'..='Z').map(|letter| PathBuf::from(format!("{letter}:\\"))).collect()
}

/// The root, and mounted media.
#[cfg(not(windows))]
fn disks() -> Vec<PathBuf> {
    let user = std::env::var_os("USER").unwrap_or_default();
    let media = match std::env::consts::OS {
        "macos" => vec![PathBuf::from("/Volumes")],
        _ if user.is_empty() => vec![PathBuf::from("/mnt")],
        _ => {
            vec![Path::new("/media").join(&user), Path::new("/run/media").join(&user), PathBuf::from("/mnt")]
        }
    };
    let mounted = media.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
    let mut mounted: Vec<PathBuf> = mounted.map(|entry| entry.path()).collect();
    mounted.sort();
    std::iter::once(PathBuf::from("/")).chain(mounted).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_are_gone_are_left_out_and_none_comes_twice() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path();
        let [documents, chess, gone] = ["Documents", "Chess", "Gone"].map(|name| home.join(name));
        std::fs::create_dir(&documents).unwrap();
        std::fs::create_dir(&chess).unwrap();
        let places = Places::within(home).existing(&[chess.clone(), gone, documents.clone(), chess.clone()]);
        let seen: Vec<(What, &Path)> =
            places.iter().map(|place| (place.what, place.path.as_path())).collect();
        assert_eq!(seen, [(What::Home, home), (What::Documents, &documents), (What::Recent, &chess)]);
    }

    #[test]
    fn every_system_has_a_disk() {
        assert!(Places::of_system().existing(&[]).iter().any(|place| place.what == What::Disk));
    }
}
