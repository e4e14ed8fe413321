//! Where pictures go: files by number, or the standard output.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::Arguments;
use super::arguments::Format;

/// What becomes the number of a picture in the name of its file.
const NUMBER: &str = "{}";

/// Where the pictures of a run go, and in which format.
pub struct Target {
    /// The format of each.
    pub format: Format,
    /// The name of the files; none for the standard output.
    file: Option<PathBuf>,
}

impl Target {
    /// Looks at the arguments before anything is drawn.
    ///
    /// # Errors
    /// A format that does not fit, and pixels for a terminal.
    pub fn new(arguments: &Arguments) -> Result<Target> {
        let (format, file) = (arguments.format()?, arguments.file().map(PathBuf::from));
        if file.is_none() && format != Format::Svg && std::io::stdout().is_terminal() {
            bail!("will not write binary data to a terminal; name a file with --output, or use a pipe");
        }
        Ok(Target { format, file })
    }

    /// Is there room for the picture of this number, counted from 1?
    ///
    /// # Errors
    /// A second picture that would overwrite or follow the first.
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
                    "there is more than one position; only SVG pictures can be concatenated, so name files: --output 'board-{NUMBER}.png'"
                )
            }
            _ => Ok(()),
        }
    }

    /// Writes one picture: a whole file, or a line of SVG.
    ///
    /// # Errors
    /// What the system says.
    pub fn write(&self, number: u64, picture: &[u8]) -> Result<()> {
        let Some(path) = &self.file else {
            let mut out = std::io::stdout().lock();
            out.write_all(picture)?;
            if self.format == Format::Svg {
                out.write_all(b"\n")?;
            }
            return Ok(out.flush()?);
        };
        // Names that are no Unicode stay as they are.
        let numbered = path.to_str().map(|name| PathBuf::from(name.replace(NUMBER, &number.to_string())));
        let path = numbered.unwrap_or_else(|| path.clone());
        let mut bytes = picture.to_vec();
        if self.format == Format::Svg {
            bytes.push(b'\n');
        }
        heirloom_files::replace(&path, &bytes).with_context(|| format!("cannot write {}", path.display()))
    }
}
