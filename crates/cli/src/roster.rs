//! Engines and options as arguments.

pub use heirloom_app::roster::{BuiltIn, names, schema};

use heirloom_protocol::Protocol;

use crate::named::Named;

/// The protocols by name.
pub const PROTOCOLS: &Named<Protocol> = &[("uci", "", Protocol::Uci), ("xboard", "", Protocol::XBoard)];

/// Reads the name of a built-in engine. Fails with all names.
pub fn own(name: &str) -> Result<BuiltIn, String> {
    let names = || names().collect::<Vec<_>>().join(", ");
    BuiltIn::find(name).ok_or_else(|| {
        format!(
            "not a built-in engine; expected one of {}; play, analyse and match take external engines with \
                --engine after the verb",
            names()
        )
    })
}

/// Reads `NAME=VALUE`.
pub fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.into(), value.into()))
}
