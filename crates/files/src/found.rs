//! Where a file lies that is named without its folder.

use std::path::{Path, PathBuf};

/// The file that a path means: as it is; or, where nothing is there and the path is relative, the one beside the program.
///
/// GUIs start engines in folders of their own, and people put nets and books where the program is.
pub fn found(path: &Path) -> PathBuf {
    let program = std::env::current_exe().ok();
    among(path, program.as_deref().and_then(Path::parent))
}

fn among(path: &Path, program: Option<&Path>) -> PathBuf {
    let beside = program.filter(|_| path.is_relative() && !path.exists()).map(|folder| folder.join(path));
    beside.filter(|beside| beside.is_file()).unwrap_or_else(|| path.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_here_may_lie_beside_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let (here, there) = (folder.path().join("here"), folder.path().join("there"));
        for side in [&here, &there] {
            std::fs::create_dir(side).unwrap();
            std::fs::write(side.join("my.net"), "").unwrap();
        }
        assert_eq!(among(Path::new("my.net"), Some(&there)), there.join("my.net"));
        assert_eq!(among(&here.join("my.net"), Some(&there)), here.join("my.net"));
        assert_eq!(among(&here.join("other.net"), Some(&there)), here.join("other.net"));
        assert_eq!(among(Path::new("no.net"), Some(&there)), Path::new("no.net"));
        assert_eq!(among(Path::new("no.net"), None), Path::new("no.net"));
    }
}
