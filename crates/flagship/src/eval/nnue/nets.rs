//! Where nets come from: one is built in, others are loaded.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::network::Network;

/// No net is larger, in bytes.
const LARGEST: u64 = 1 << 24;

/// The net that is built in.
pub fn embedded() -> Option<Arc<Network>> {
    None
}

/// The net in a file.
///
/// # Errors
/// Why there is none, for people.
pub fn load(path: &Path) -> Result<Arc<Network>, String> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes));
    read.map_err(|error| error.to_string())?;
    Network::from_bytes(&bytes).map(Arc::new).map_err(|error| error.to_string())
}
