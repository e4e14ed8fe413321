//! The configuration file: read leniently, and changed without affecting other entries.

use std::sync::LazyLock;

use heirloom_app::config::edit::{self, Key};
use heirloom_app::config::schema::Schema;
use heirloom_app::config::{Config, Entry};
use heirloom_app::roster::schema;
use heirloom_engine::OptionValue;

/// The options of all built-in engines.
static SCHEMA: LazyLock<Schema> = LazyLock::new(schema);

/// Reads any bytes; if the file as a whole is valid, setting and resetting an entry leaves all others
/// unchanged.
pub fn configuration(data: &[u8]) {
    let schema = &*SCHEMA;
    let config = Config::parse(data, schema);
    for mistake in &config.errors {
        let message = mistake.of_file("F");
        assert!(message.starts_with("F:") && !message.contains('\n'), "{message:?}");
        let lines = data.iter().filter(|byte| **byte == b'\n').count() + 1;
        assert!(mistake.line.is_none_or(|line| (1..=lines).contains(&line)), "{message:?}");
    }
    for profile in &config.profiles {
        assert!(config.clone().choose(profile).is_ok(), "{profile:?}");
    }
    let Ok(text) = std::str::from_utf8(data) else { return };
    for (profile, owner, name, value) in [
        (None, "roce", "Hash", OptionValue::Spin(7)),
        (Some("a"), "heirloom", "Move Overhead", OptionValue::Spin(8)),
        (None, "heirloom", "Book File", OptionValue::Text("C:\\a 'b'\n\"c\"".into())),
    ] {
        let key = Key { profile, owner, name };
        let Ok(longer) = edit::set(text, key, &value) else { continue };
        let after = Config::parse(longer.as_bytes(), schema);
        // Files above the size limit are not read.
        if longer.len() > 60 << 10 {
            continue;
        }
        let is_meant = |entry: &Entry| {
            plain(entry.profile.as_deref()) == plain(profile) && entry.owner == owner && entry.name == name
        };
        let found: Vec<&OptionValue> =
            entries(&after).filter(|entry| is_meant(entry)).map(|entry| &entry.value).collect();
        assert_eq!(found, [&value], "{text:?} became {longer:?}");
        let others = |config: &Config| {
            let mut others: Vec<String> =
                entries(config).filter(|entry| !is_meant(entry)).map(describe).collect();
            others.sort();
            others
        };
        assert_eq!(others(&after), others(&config), "{text:?} became {longer:?}");
        // If something else is in the place of an option, such as a section with its name, resetting may be
        // refused.
        let Ok(shorter) = edit::reset(&longer, key) else { continue };
        let back = Config::parse(shorter.as_bytes(), schema);
        assert!(!entries(&back).any(is_meant), "{longer:?} became {shorter:?}");
        assert_eq!(others(&back), others(&config), "{longer:?} became {shorter:?}");
    }
}

fn entries(config: &Config) -> impl Iterator<Item = &Entry> {
    SCHEMA.owners().flat_map(|owner| config.entries_of(owner))
}

/// Normalizes a profile name: spelling variants are equal.
fn plain(profile: Option<&str>) -> Option<String> {
    profile.map(|name| name.to_ascii_lowercase().replace([' ', '-'], "_"))
}

/// Formats an entry without its line number.
fn describe(entry: &Entry) -> String {
    format!("{:?} {}.{} = {:?}", plain(entry.profile.as_deref()), entry.owner, entry.name, entry.value)
}
