//! All options and settings with their values, as a table for people and as JSON for programs.

use std::fmt::Write as _;

use anyhow::Result;
use heirloom_app::config::schema::Schema;
use heirloom_app::config::{Config, Entry, text};
use heirloom_engine::{EngineOption, OptionKind, OptionValue};
use serde_json::{Value, json};

/// One line for each: key, value, default, where it stands.
pub fn table(schema: &Schema, config: &Config) -> String {
    let mut listing = String::new();
    if let Some(path) = &config.path {
        let _ = writeln!(
            listing,
            "{}{}",
            path.display(),
            if config.exists { "" } else { " (does not exist; the defaults apply)" }
        );
    }
    let _ = writeln!(listing, "{:<32} {:<16} {:<12} set in", "key", "value", "default");
    for (owner, option) in all(schema) {
        let entry = config.entry(owner, &option.name);
        let default = super::default(option);
        let value = entry.map_or_else(|| default.clone(), |entry| text(&entry.value));
        let place = match entry {
            Some(Entry { profile: Some(profile), line, .. }) => format!("line {line} (profile {profile})"),
            Some(Entry { line, .. }) => format!("line {line}"),
            None => String::new(),
        };
        let [value, default] =
            [value, default].map(|words| if words.is_empty() { "\"\"".to_owned() } else { words });
        let line = format!("{:<32} {value:<16} {default:<12} {place}", format!("{owner}.{}", option.name));
        let _ = writeln!(listing, "{}", line.trim_end());
    }
    listing
}

/// An array of objects: key, type with range or choices, value, default, line and profile.
///
/// # Errors
/// There are none, as far as we know.
pub fn json(schema: &Schema, config: &Config) -> Result<String> {
    let rows: Vec<Value> =
        all(schema).map(|(owner, option)| row(owner, option, config.entry(owner, &option.name))).collect();
    Ok(serde_json::to_string_pretty(&rows)? + "\n")
}

fn all(schema: &Schema) -> impl Iterator<Item = (&str, &EngineOption)> {
    schema.owners().flat_map(move |owner| schema.options(owner).map(move |option| (owner, option)))
}

fn row(owner: &str, option: &EngineOption, entry: Option<&Entry>) -> Value {
    let (kind, default) = match &option.kind {
        OptionKind::Check { default } => (json!({"type": "check"}), json!(default)),
        OptionKind::Spin { default, min, max } => {
            (json!({"type": "spin", "min": min, "max": max}), json!(default))
        }
        OptionKind::Combo { default, choices } => {
            (json!({"type": "combo", "choices": choices}), json!(default))
        }
        OptionKind::Text { default } => (json!({"type": "text"}), json!(default)),
        OptionKind::Button => (json!({"type": "button"}), Value::Null),
    };
    let value = entry.map_or_else(
        || default.clone(),
        |entry| match &entry.value {
            OptionValue::Check(on) => json!(on),
            OptionValue::Spin(number) => json!(number),
            other => json!(text(other)),
        },
    );
    let mut row = kind;
    row["key"] = json!(format!("{owner}.{}", option.name));
    row["value"] = value;
    row["default"] = default;
    row["line"] = json!(entry.map(|entry| entry.line));
    row["profile"] = json!(entry.and_then(|entry| entry.profile.as_ref()));
    row
}
