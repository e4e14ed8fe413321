//! Resolution of file names given without a folder.

use std::path::{Path, PathBuf};

/// Returns the file that a path refers to: the path itself or, if it is relative and does not exist, the file
/// of that name next to the program.
///
/// GUIs start engines in their own folders, while users put nets and books next to the program.
pub fn resolve(path: &Path) -> PathBuf {
    let program = std::env::current_exe().ok();
    resolve_near(path, program.as_deref().and_then(Path::parent))
}

fn resolve_near(path: &Path, program: Option<&Path>) -> PathBuf {
    let nearby = program.filter(|_| path.is_relative() && !path.exists()).map(|folder| folder.join(path));
    nearby.filter(|nearby| nearby.is_file()).unwrap_or_else(|| path.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_files_are_found_next_to_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let (here, there) = (folder.path().join("here"), folder.path().join("there"));
        for side in [&here, &there] {
            std::fs::create_dir(side).unwrap();
            std::fs::write(side.join("my.net"), "").unwrap();
        }
        assert_eq!(resolve_near(Path::new("my.net"), Some(&there)), there.join("my.net"));
        assert_eq!(resolve_near(&here.join("my.net"), Some(&there)), here.join("my.net"));
        assert_eq!(resolve_near(&here.join("other.net"), Some(&there)), here.join("other.net"));
        assert_eq!(resolve_near(Path::new("no.net"), Some(&there)), Path::new("no.net"));
        assert_eq!(resolve_near(Path::new("no.net"), None), Path::new("no.net"));
    }
}
