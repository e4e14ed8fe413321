//! The current date.

/// Returns the current local date in PGN format: `2026.11.28`.
pub fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}
