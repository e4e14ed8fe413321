//! The places that the file dialog offers: home, documents and downloads, disks, and recent folders.

use std::path::{Path, PathBuf};

use directories::UserDirs;

/// A place of the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The kind of place.
    pub kind: PlaceKind,
    /// The path.
    pub path: PathBuf,
}

/// A kind of place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceKind {
    /// The user's home.
    Home,
    /// Documents.
    Documents,
    /// Downloads.
    Downloads,
    /// A disk, or the root of all disks.
    Disk,
    /// A folder where a file was found before.
    Recent,
}

/// Where to look for places.
#[derive(Clone, Debug)]
pub struct Places {
    /// The user's home.
    pub home: Option<PathBuf>,
    own: Vec<Place>,
    disks: fn() -> Vec<PathBuf>,
}

impl Places {
    /// Returns those of the system.
    pub fn of_system() -> Places {
        let folders = UserDirs::new();
        let home = folders.as_ref().map(|folders| folders.home_dir().to_owned());
        let documents = folders.as_ref().and_then(UserDirs::document_dir);
        let downloads = folders.as_ref().and_then(UserDirs::download_dir);
        Places::of(home.clone(), documents.map(PathBuf::from), downloads.map(PathBuf::from), disks)
    }

    /// Returns those of a user with this home folder, without disks.
    pub fn within(home: &Path) -> Places {
        Places::of(Some(home.into()), Some(home.join("Documents")), Some(home.join("Downloads")), Vec::new)
    }

    fn of(
        home: Option<PathBuf>,
        documents: Option<PathBuf>,
        downloads: Option<PathBuf>,
        disks: fn() -> Vec<PathBuf>,
    ) -> Places {
        let named = [
            (PlaceKind::Home, home.clone()),
            (PlaceKind::Documents, documents),
            (PlaceKind::Downloads, downloads),
        ];
        let own =
            named.into_iter().filter_map(|(what, path)| Some(Place { kind: what, path: path? })).collect();
        Places { home, own, disks }
    }

    /// Returns those that exist, with the recent folders. This may take a while, since disks may be remote.
    pub fn existing(&self, recent: &[PathBuf]) -> Vec<Place> {
        let disks = (self.disks)().into_iter().map(|path| Place { kind: PlaceKind::Disk, path });
        let recent = recent.iter().map(|path| Place { kind: PlaceKind::Recent, path: path.clone() });
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

/// Returns the drives.
#[cfg(windows)]
fn disks() -> Vec<PathBuf> {
    ('A'..='Z').map(|letter| PathBuf::from(format!("{letter}:\\"))).collect()
}

/// Returns the root and mounted media.
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
        let seen: Vec<(PlaceKind, &Path)> =
            places.iter().map(|place| (place.kind, place.path.as_path())).collect();
        assert_eq!(
            seen,
            [(PlaceKind::Home, home), (PlaceKind::Documents, &documents), (PlaceKind::Recent, &chess)]
        );
    }

    #[test]
    fn every_system_has_a_disk() {
        assert!(Places::of_system().existing(&[]).iter().any(|place| place.kind == PlaceKind::Disk));
    }
}
