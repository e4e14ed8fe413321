//! The files of suites, as arguments name them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use heirloom_app::suite::positions::Suites;

/// Reads files; `-` is the standard input.
///
/// # Errors
/// A file that cannot be read. Wrong lines are collected.
pub fn read(paths: &[PathBuf]) -> Result<Suites> {
    let mut suites = Suites::default();
    for path in paths {
        if path == Path::new("-") {
            suites.add("standard input", std::io::stdin().lock());
        } else {
            if path.is_dir() {
                anyhow::bail!("{} is a folder; expected files of EPD or PGN", path.display());
            }
            let file = heirloom_files::open(path, Arc::default()).with_context(|| format!("cannot read the suite {}", path.display()))?;
            suites.add(&path.display().to_string(), file);
        }
    }
    Ok(suites)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_files_are_named() {
        let error = read(&["/no/such.epd".into()]).unwrap_err();
        assert!(format!("{error:#}").starts_with("cannot read the suite /no/such.epd: "));
        assert!(read(&[std::env::temp_dir()]).unwrap_err().to_string().ends_with("is a folder; expected files of EPD or PGN"));
    }
}
