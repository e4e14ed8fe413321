//! Engines by name, as arguments of commands.

pub use heirloom_app::roster::{Own, names, schema};

/// Reads the name of one of our engines.
///
/// # Errors
/// All names, where it is none.
pub fn own(name: &str) -> Result<Own, String> {
    let names = || names().collect::<Vec<_>>().join(", ");
    Own::find(name).ok_or_else(|| {
        format!(
            "not a built-in engine; expected one of {}; play, analyse and match take external engines with --engine after the verb",
            names()
        )
    })
}

/// An option of an engine with its value, as commands take it.
///
/// # Errors
/// What is expected.
pub fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.into(), value.into()))
}
