//! Files that are replaced as a whole: whoever reads one, or ends the program in between, never meets half of it.

use std::io::{self, Write};
use std::path::Path;

/// Writes a file under a temporary name beside it and renames it.
///
/// # Errors
/// What the system says, such as a full disk or a folder that does not exist; the old file is untouched then.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link: what it points to is replaced.
    let path = &std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    // Temporary files are private to their owner; what replaces a file gets its permissions, or the usual ones.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let permissions = std::fs::metadata(path).map_or(std::fs::Permissions::from_mode(0o644), |old| old.permissions());
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
