//! Where nets come from: one is built in, others are loaded.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::network::Network;

/// The net that is built in, ours unless the build named another in `EVALFILE`; lab/README.md lists all nets
/// and their matches.
const BUILT_IN: &[u8] = include_bytes!(env!("EVALFILE"));

/// No net is larger, in bytes.
const LARGEST: u64 = 1 << 24;

/// The net that is built in, read once.
///
/// # Errors
/// For people: the program was built with a file that is no net. A test excludes that for ours.
pub fn embedded() -> Result<Arc<Network>, String> {
    static NET: OnceLock<Result<Arc<Network>, String>> = OnceLock::new();
    let read = || Network::from_bytes(BUILT_IN).map(Arc::new);
    NET.get_or_init(|| read().map_err(|error| format!("it was built with an invalid EVALFILE: {error}")))
        .clone()
}

/// The net in a file. A relative path may also mean a file next to the program.
///
/// # Errors
/// Why there is none, for people.
pub fn load(path: &Path) -> Result<Arc<Network>, String> {
    let mut bytes = Vec::new();
    let read =
        File::open(heirloom_files::found(path)).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes));
    read.map_err(|error| error.to_string())?;
    Network::from_bytes(&bytes).map(Arc::new).map_err(|error| error.to_string())
}

/// Copies the net of a file, or the one that is built in where the name is empty, to a file that does not
/// exist yet; says how that went.
pub fn export(source: &str, target: &Path) -> String {
    let bytes = if source.is_empty() {
        Ok(BUILT_IN.to_vec())
    } else {
        fs::read(heirloom_files::found(Path::new(source)))
    };
    let written = bytes.and_then(|bytes| File::create_new(target)?.write_all(&bytes));
    match written {
        Ok(()) => format!("the net was written to {}", target.display()),
        Err(error) => format!(
            "cannot write the net to {}: {error}; name another file, such as export_net my.net",
            target.display()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_that_is_built_in_is_whole() {
        assert!(Network::from_bytes(BUILT_IN).is_ok() && embedded().is_ok());
    }
}
