//! The output of pictures: numbered files, or standard output.

use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::{Result, bail};

use super::Arguments;
use super::arguments::Format;
use crate::destination::Destination;

/// The placeholder for the number of a picture.
const NUMBER: &str = "{}";

/// The output of a run and its format.
pub struct Target {
    /// The format of each picture.
    pub format: Format,
    /// The file name; none for standard output.
    file: Option<PathBuf>,
}

impl Target {
    /// Checks the arguments before anything is drawn. Fails on unsuitable formats and on binary data for a
    /// terminal.
    pub fn new(arguments: &Arguments) -> Result<Target> {
        let (format, file) = (arguments.format()?, arguments.file().map(PathBuf::from));
        if file.is_none() && format != Format::Svg && std::io::stdout().is_terminal() {
            bail!("will not write binary data to a terminal; name a file with --output, or use a pipe");
        }
        Ok(Target { format, file })
    }

    /// Fails if the picture with this number, counted from 1, would overwrite the first one or cannot follow
    /// it.
    pub fn check(&self, number: u64) -> Result<()> {
        match &self.file {
            Some(path) if number > 1 && !path.to_str().is_some_and(|name| name.contains(NUMBER)) => {
                bail!(
                    "there is more than one position; put {NUMBER} into the name {} for the number",
                    path.display()
                )
            }
            None if number > 1 && self.format != Format::Svg => {
                bail!(
                    "there is more than one position; only SVG pictures can be concatenated, so name files: \
                        --output 'board-{NUMBER}.png'"
                )
            }
            _ => Ok(()),
        }
    }

    /// Writes a picture: a whole file, or a line of SVG.
    pub fn write(&self, number: u64, mut picture: Vec<u8>) -> Result<()> {
        if self.format == Format::Svg {
            picture.push(b'\n');
        }
        let path = self.file.clone().unwrap_or_else(|| "-".into());
        // Names that are not valid Unicode stay unchanged.
        let numbered = path.to_str().map(|name| PathBuf::from(name.replace(NUMBER, &number.to_string())));
        let mut destination = Destination::new(&numbered.unwrap_or(path))?;
        destination.add(&picture)?;
        destination.finish()
    }
}
