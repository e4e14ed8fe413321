//! Loading of nets: the built-in one, and those in files.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::network::Network;

/// The built-in net, ours unless the build named another in `EVALFILE`; lab/README.md lists all nets and
/// their matches.
const BUILT_IN: &[u8] = include_bytes!(env!("EVALFILE"));

/// The largest size of a net file in bytes.
const LARGEST: u64 = 1 << 24;

/// Returns the built-in net, parsed once. Fails with a message if the program was built with an invalid net.
/// A test rules that out for ours.
pub fn embedded() -> Result<Arc<Network>, String> {
    static NET: OnceLock<Result<Arc<Network>, String>> = OnceLock::new();
    let read = || Network::from_bytes(BUILT_IN).map(Arc::new);
    NET.get_or_init(|| read().map_err(|error| format!("it was built with an invalid EVALFILE: {error}")))
        .clone()
}

/// Loads the net in a file. A relative path may also refer to a file next to the program. Fails with a
/// message if the file cannot be read or is not a net.
pub fn load(path: &Path) -> Result<Arc<Network>, String> {
    let mut bytes = Vec::new();
    let read =
        File::open(heirloom_files::resolve(path)).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes));
    read.map_err(|error| error.to_string())?;
    Network::from_bytes(&bytes).map(Arc::new).map_err(|error| error.to_string())
}

/// Copies the net of a file, or the built-in one if `source` is empty, to a new file. Returns a message with
/// the outcome.
pub fn export(source: &str, target: &Path) -> String {
    let bytes = if source.is_empty() {
        Ok(BUILT_IN.to_vec())
    } else {
        fs::read(heirloom_files::resolve(Path::new(source)))
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
    fn the_built_in_net_is_valid() {
        assert!(Network::from_bytes(BUILT_IN).is_ok() && embedded().is_ok());
    }
}
