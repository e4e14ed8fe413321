//! Edits single entries of the configuration text. Comments, order and unknown contents are preserved.

use heirloom_engine::OptionValue;
use toml_edit::{Document, DocumentMut, InlineTable, Item, Table, TableLike, Value};

use super::error::excerpt;
use super::schema::{ENGINE, GENERAL, PROFILE, same_name};

/// The beginning of a new file.
pub const PREAMBLE: &str = "# The configuration of Heirloom. \
    Each entry sets an option of an engine or of the program:
#
#   [engine.heirloom]
#   Hash = 256
#
#   [profile.analysis.engine.heirloom]     only with: heirloom --profile analysis ...
#   MultiPV = 3
#
# `heirloom config list` lists all options and settings, `heirloom config` edits them, \
`heirloom config check` checks this file.
";

/// Identifies an entry of the file.
#[derive(Clone, Copy, Debug)]
pub struct Key<'a> {
    /// The profile; `None` for a global entry.
    pub profile: Option<&'a str>,
    /// The name of an engine, or [`GENERAL`].
    pub owner: &'a str,
    /// The option name.
    pub name: &'a str,
}

/// Why the text cannot be changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EditError {
    /// The text is not valid TOML; describes the first invalid line.
    #[error("fix line {line} first ({reason}); nothing was changed")]
    Broken {
        /// The line number, counted from 1.
        line: usize,
        /// What is wrong with the line.
        reason: String,
    },
    /// There is a value where a section is needed.
    #[error("'{0}' must be a section; nothing was changed")]
    NoSection(String),
}

impl<'a> Key<'a> {
    fn section(&self) -> Vec<&'a str> {
        let owner = if self.owner == GENERAL { vec![GENERAL] } else { vec![ENGINE, self.owner] };
        self.profile.into_iter().flat_map(|profile| [PROFILE, profile]).chain(owner).collect()
    }
}

/// Returns the text with an entry set. Fails if the text is not valid TOML.
pub fn set(text: &str, key: Key<'_>, value: &OptionValue) -> Result<String, EditError> {
    set_at(text, &key.section(), key.name, value)
}

/// Returns the text with an entry of any section set.
pub(super) fn set_at(
    text: &str,
    section: &[&str],
    name: &str,
    value: &OptionValue,
) -> Result<String, EditError> {
    let document = parse(text)?;
    let location =
        locate(Document::parse(text).map_err(|error| broken(text, &error))?.as_item(), section, name);
    let section = location
        .as_ref()
        .map_or_else(|| section.to_vec(), |location| location.path.iter().map(String::as_str).collect());
    let changed = if find(document.as_item(), &section).is_some() {
        inserted(document, &section, name, value)?
    } else {
        // A new section is appended after all comments.
        let added = inserted(DocumentMut::new(), &section, name, value)?;
        let gap = if text.trim().is_empty() || text.ends_with("\n\n") {
            ""
        } else if text.ends_with('\n') {
            "\n"
        } else {
            "\n\n"
        };
        let longer = format!("{text}{gap}{added}");
        // An inline table cannot be extended later in the file.
        if longer.parse::<DocumentMut>().is_ok() {
            longer
        } else {
            inserted(document, &section, name, value)?
        }
    };
    parse(&changed)?;
    Ok(with_line_ends_of(text, changed))
}

/// Returns the text without an entry; unchanged if there is none. Comments about the entry are kept. Fails if
/// the text is not valid TOML.
pub fn reset(text: &str, key: Key<'_>) -> Result<String, EditError> {
    reset_at(text, &key.section(), key.name)
}

/// Returns the text without an entry of any section.
pub(super) fn reset_at(text: &str, path: &[&str], name: &str) -> Result<String, EditError> {
    let mut text = text.to_owned();
    loop {
        let mut changed = parse(&text)?;
        let document = Document::parse(text.as_str()).map_err(|error| broken(&text, &error))?;
        let Some(location) = locate(document.as_item(), path, name) else { return Ok(text) };
        let path: Vec<&str> = location.path.iter().map(String::as_str).collect();
        let Some((table, inline)) = find(document.as_item(), &path) else { return Ok(text) };
        let Some(table) = table.as_table_like() else { return Ok(text) };
        let Some(name) = table.iter().map(|(name, _)| name).find(|known| same_name(known, name)) else {
            return Ok(text);
        };
        let spans = table.get_key_value(name).and_then(|(name, item)| Some((name.span()?, item.span()?)));
        text = match spans {
            Some((name, value)) if !inline => without_lines(&text, name.start, value.end),
            _ => {
                let table = section(&mut changed, &path)?;
                table.as_table_like_mut().map(|table| table.remove(name));
                with_line_ends_of(&text, changed.to_string())
            }
        };
    }
}

/// Returns the text without a section and everything below it.
pub(super) fn remove(text: &str, path: &[&str]) -> Result<String, EditError> {
    let mut document = parse(text)?;
    let Some((last, above)) = path.split_last() else { return Ok(text.into()) };
    if find(document.as_item(), path).is_none() {
        return Ok(text.into());
    }
    let table = section(&mut document, above)?;
    if let Some(table) = table.as_table_like_mut()
        && let Some(name) = spelling(table, last).map(str::to_owned)
    {
        table.remove(&name);
    }
    Ok(with_line_ends_of(text, document.to_string()))
}

fn parse(text: &str) -> Result<DocumentMut, EditError> {
    text.parse().map_err(|error| broken(text, &error))
}

fn broken(text: &str, error: &toml_edit::TomlError) -> EditError {
    let start = error.span().unwrap_or_default().start;
    let line = text.bytes().take(start).filter(|byte| *byte == b'\n').count() + 1;
    EditError::Broken { line, reason: excerpt(error.message()) }
}

/// The location of an entry.
struct Location {
    /// The offset in the file.
    start: usize,
    /// The section, as spelled in the file.
    path: Vec<String>,
}

/// Finds an entry in sections that may be spelled in different ways. If there are several, returns the first
/// in the file, which is the valid one.
fn locate(item: &Item, section: &[&str], name: &str) -> Option<Location> {
    let table = item.as_table_like()?;
    let Some((part, rest)) = section.split_first() else {
        let entries = table.iter().filter(|(known, _)| same_name(known, name));
        let start = entries.filter_map(|(_, item)| Some(item.span()?.start)).min()?;
        return Some(Location { start, path: Vec::new() });
    };
    let all = table.iter().filter(|(known, _)| same_name(known, part)).filter_map(|(known, inner)| {
        let mut location = locate(inner, rest, name)?;
        location.path.insert(0, known.to_owned());
        Some(location)
    });
    all.min_by_key(|location| location.start)
}

/// Returns the spelling of a name in a table; an exact match takes precedence.
fn spelling<'a>(table: &'a dyn TableLike, name: &str) -> Option<&'a str> {
    let names = || table.iter().map(|(known, _)| known);
    names().find(|known| *known == name).or_else(|| names().find(|known| same_name(known, name)))
}

/// Returns the table of a section, and true if it is within an inline table.
fn find<'a>(root: &'a Item, section: &[&str]) -> Option<(&'a Item, bool)> {
    let (mut item, mut inline) = (root, false);
    for part in section {
        let table = item.as_table_like()?;
        item = table.get(spelling(table, part)?)?;
        inline |= item.is_inline_table();
    }
    Some((item, inline))
}

/// Returns the table of a section, which is created if necessary.
fn section<'a>(document: &'a mut DocumentMut, section: &[&str]) -> Result<&'a mut Item, EditError> {
    let mut item = document.as_item_mut();
    for (depth, part) in section.iter().enumerate() {
        let inline = item.is_inline_table();
        let table =
            item.as_table_like_mut().ok_or_else(|| EditError::NoSection(section[..depth].join(".")))?;
        let name = spelling(table, part).unwrap_or(part).to_owned();
        let new = || {
            if inline { Item::Value(Value::InlineTable(InlineTable::new())) } else { Item::Table(implicit()) }
        };
        item = table.entry(&name).or_insert_with(new);
    }
    if item.is_table_like() { Ok(item) } else { Err(EditError::NoSection(section.join("."))) }
}

/// Creates a table whose header is written only if it has entries.
fn implicit() -> Table {
    let mut table = Table::new();
    table.set_implicit(true);
    table
}

fn inserted(
    mut document: DocumentMut,
    path: &[&str],
    name: &str,
    value: &OptionValue,
) -> Result<String, EditError> {
    let table = section(&mut document, path)?;
    let Some(table) = table.as_table_like_mut() else { return Err(EditError::NoSection(path.join("."))) };
    let mut value = match value {
        OptionValue::Check(on) => Value::from(*on),
        OptionValue::Spin(number) => Value::from(*number),
        OptionValue::Combo(text) | OptionValue::Text(text) => Value::from(text.as_str()),
        OptionValue::Press => return Ok(document.to_string()),
    };
    let name =
        table.iter().map(|(known, _)| known).find(|known| same_name(known, name)).unwrap_or(name).to_owned();
    match table.get_mut(&name) {
        Some(item) => {
            if let Some(before) = item.as_value() {
                *value.decor_mut() = before.decor().clone();
            }
            *item = Item::Value(value);
        }
        None => _ = table.insert(&name, Item::Value(value)),
    }
    Ok(document.to_string())
}

/// Returns the text without the lines of an entry; a trailing comment is kept on its own line.
fn without_lines(text: &str, start: usize, end: usize) -> String {
    let start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let rest = text[end..].trim_start_matches([' ', '\t']);
    let rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n')).unwrap_or(rest);
    format!("{}{rest}", &text[..start])
}

/// Restores the line endings, since the library writes only line feeds.
fn with_line_ends_of(before: &str, text: String) -> String {
    if before.contains("\r\n") { text.replace("\r\n", "\n").replace('\n', "\r\n") } else { text }
}
