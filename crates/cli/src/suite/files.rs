//! The files of suites, as arguments name them.

use std::path::PathBuf;

use anyhow::Result;
use heirloom_app::suite::positions::Suites;

use crate::streams;

/// Reads files; `-` is the standard input.
///
/// # Errors
/// A file that cannot be read. Wrong lines are collected.
pub fn read(paths: &[PathBuf]) -> Result<Suites> {
    let mut suites = Suites::default();
    for path in paths {
        suites.add(&streams::name(path), streams::open(path)?);
    }
    Ok(suites)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_files_are_named() {
        let error = read(&["/no/such.epd".into()]).unwrap_err();
        assert!(format!("{error:#}").starts_with("cannot read /no/such.epd: "));
        assert!(read(&[std::env::temp_dir()]).unwrap_err().to_string().ends_with("it is a folder"));
    }
}
