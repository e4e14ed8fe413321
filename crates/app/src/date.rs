//! The date of today.

/// Today where the person is, as PGN writes dates: `2026.11.28`.
pub fn today() -> String {
    jiff::Zoned::now().strftime("%Y.%m.%d").to_string()
}
