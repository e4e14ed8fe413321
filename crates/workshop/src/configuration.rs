//! The configuration listed, and checked with the engines that it names.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::Result;
use heirloom_app::config::error::{ConfigError, Problem};
use heirloom_app::config::schema::Schema;
use heirloom_app::config::{Config, Entry, text};
use heirloom_app::configured::configured;
use heirloom_app::roster::{BuiltIn, names};
use heirloom_book::{Book, BookError, book_engine};
use heirloom_engine::{EngineOption, OptionKind, OptionValue};
use serde_json::{Value, json};

use crate::columns::{WIDEST, aligned, cut};

/// Returns all options and settings, one line each: key, value, default, and where it is set.
pub fn options(schema: &Schema, config: &Config) -> String {
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
        let default = default(option);
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

/// Returns all options and settings as an array: key, type with range or choices, value, default, line and
/// profile.
pub fn options_document(schema: &Schema, config: &Config) -> Value {
    let rows: Vec<Value> =
        all(schema).map(|(owner, option)| row(owner, option, config.entry(owner, &option.name))).collect();
    rows.into()
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

/// Returns a table of the registered programs.
pub fn programs(config: &Config) -> String {
    if config.programs.is_empty() {
        return "no programs are registered; add one with heirloom config program add NAME COMMAND\n".into();
    }
    let mut rows = vec![["name", "protocol", "command", "options"].map(str::to_owned).to_vec()];
    for program in &config.programs {
        let options: Vec<String> =
            program.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        rows.push(vec![
            program.name.clone(),
            program.protocol.to_string(),
            program.command.clone(),
            cut(&options.join(" "), WIDEST),
        ]);
    }
    aligned(&rows, &[])
}

/// Returns the registered programs as an array.
pub fn programs_document(config: &Config) -> Value {
    let programs = config.programs.iter().map(|program| {
        let options = program.options.iter().map(|(name, value)| (name.clone(), value.clone().into()));
        json!({
            "name": program.name, "command": program.command, "folder": program.folder,
            "protocol": program.protocol.to_string(), "options": options.collect::<serde_json::Map<_, _>>(),
            "line": program.line,
        })
    });
    programs.collect()
}

/// Returns all mistakes of a configuration, with those that its engines find in each profile. Fails if an
/// engine cannot be created.
pub fn mistakes(mut config: Config) -> Result<Vec<ConfigError>> {
    let mut mistakes = config.errors.clone();
    for profile in std::iter::once(None).chain(config.profiles.clone().into_iter().map(Some)) {
        if let Some(profile) = profile {
            config.choose(&profile)?;
        }
        let configured_engines = names().filter_map(BuiltIn::find);
        for own in configured_engines.filter(|own| config.entries_of(own.id()).next().is_some()) {
            mistakes.extend(configured(own.create()?, own.id(), &config).1);
            mistakes.extend(book_mistake(&config, own.id()));
        }
    }
    mistakes.sort_by_key(|mistake| mistake.line);
    mistakes.dedup();
    Ok(mistakes)
}

/// Returns what is wrong with the book of an engine, which is opened only when a game begins.
fn book_mistake(config: &Config, owner: &str) -> Option<ConfigError> {
    let entry = config.entry(owner, book_engine::FILE)?;
    let path = text(&entry.value);
    let error = Book::open(Path::new(&path)).err().filter(|_| !path.is_empty())?;
    // An engine that learns creates its book.
    let learns =
        config.entry(owner, book_engine::LEARN).is_some_and(|entry| entry.value == OptionValue::Check(true));
    if learns && matches!(&error, BookError::Io(_, error) if error.kind() == ErrorKind::NotFound) {
        return None;
    }
    let wrong = Problem {
        found: format!("{} = {path}", entry.name),
        expected: format!("a book ({error})"),
        nearest: None,
    };
    Some(ConfigError { line: Some(entry.line), problem: wrong })
}

/// Returns the default of an option as text.
pub fn default(option: &EngineOption) -> String {
    match &option.kind {
        OptionKind::Check { default } => default.to_string(),
        OptionKind::Spin { default, .. } => default.to_string(),
        OptionKind::Combo { default, .. } | OptionKind::Text { default } => default.clone(),
        OptionKind::Button => String::new(),
    }
}
