//! Splits the configuration file into statements, which are parsed separately so that a broken line affects
//! no other.

use toml_edit::{Document, Item, Key, Value};

/// Maximum number of lines of a value.
const MAX_LINES: usize = 20;

/// A statement, which is one line or a value that spans several.
pub(super) struct Statement {
    /// The first line, counted from 1.
    pub line: usize,
    pub content: Content,
}

/// The contents of a statement.
pub(super) enum Content {
    /// A section `[a.b]`, or `[[a.b]]` if `list` is true.
    Section { path: Vec<String>, list: bool },
    /// An entry `a.b = value`; one leaf for each value in a table.
    Entries(Vec<Leaf>),
    /// Invalid TOML, as written; `section` is true if it looks like a section header.
    Broken { text: String, section: bool },
    /// Bytes that are not UTF-8.
    Bytes { section: bool },
}

/// A value with its name.
pub(super) struct Leaf {
    pub line: usize,
    pub path: Vec<String>,
    pub found: Found,
    /// The value as written.
    pub text: String,
}

/// A value of a type that options can have.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Found {
    Check(bool),
    Number(i64),
    Text(String),
    /// Another type of TOML, or invalid.
    Other,
}

/// Returns all statements of a file, without comments and empty lines.
pub(super) fn statements(bytes: &[u8]) -> Vec<Statement> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines: Vec<&[u8]> =
        bytes.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect();
    let texts: Vec<Option<&str>> = lines.iter().map(|line| std::str::from_utf8(line).ok()).collect();
    let mut statements = Vec::new();
    let mut index = 0;
    while index < lines.len() {
        let line = index + 1;
        let Some(text) = texts[index] else {
            let section = looks_like_section(&String::from_utf8_lossy(lines[index]));
            statements.push(Statement { line, content: Content::Bytes { section } });
            index += 1;
            continue;
        };
        let mut taken = 1;
        if !text.trim().is_empty() && !text.trim_start().starts_with('#') {
            let (length, content) = statement(&texts[index..], line);
            taken = length;
            statements.push(Statement { line, content });
        }
        index += taken;
    }
    statements
}

/// Parses the statement that starts on `lines[0]`. Returns its number of lines and its content.
fn statement(lines: &[Option<&str>], line: usize) -> (usize, Content) {
    let first = lines[0].unwrap_or_default();
    for length in 1..=MAX_LINES.min(lines.len()) {
        if length > 1 && (!may_continue(first) || lines[length - 1].is_none()) {
            break;
        }
        let closes = |line: &str| ["\"\"\"", "'''", "]", "}"].iter().any(|closing| line.contains(closing));
        if length > 1 && !lines[length - 1].is_some_and(closes) {
            continue;
        }
        let text = lines[..length].iter().copied().flatten().collect::<Vec<_>>().join("\n");
        if let Ok(document) = Document::parse(text.as_str()) {
            return (length, content(&document, &text, line));
        }
    }
    let section = looks_like_section(first);
    match first.split_once('=').map(|(name, value)| (Key::parse(name.trim()), value)) {
        Some((Ok(keys), value)) if !section => {
            let path = keys.iter().map(|key| key.get().to_owned()).collect();
            let text = value.split(" #").next().unwrap_or_default().trim().to_owned();
            (1, Content::Entries(vec![Leaf { line, path, found: Found::Other, text }]))
        }
        _ => (1, Content::Broken { text: first.trim().into(), section }),
    }
}

/// Returns true if the value on this line may continue on the next one.
fn may_continue(line: &str) -> bool {
    let value = line.split_once('=').map_or("", |(_, value)| value.trim_start());
    ["\"\"\"", "'''", "[", "{"].iter().any(|opening| value.starts_with(opening))
}

/// Returns true if this line is meant as a section header. Otherwise, the entries after it would be added to
/// the preceding section.
fn looks_like_section(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default().trim();
    line.starts_with('[') || (!line.contains('=') && line.ends_with(']'))
}

fn content(document: &Document<&str>, text: &str, line: usize) -> Content {
    if !text.trim_start().starts_with('[') {
        let mut leaves = Vec::new();
        collect(document.as_item(), &mut Vec::new(), text, line, &mut leaves);
        return Content::Entries(leaves);
    }
    let (mut path, mut item) = (Vec::new(), document.as_item());
    while let Some((name, inner)) = item.as_table().and_then(|table| table.iter().next()) {
        path.push(name.to_owned());
        item = inner;
    }
    Content::Section { path, list: item.is_array_of_tables() }
}

/// Collects all values below an item that are not tables.
fn collect(item: &Item, path: &mut Vec<String>, text: &str, line: usize, leaves: &mut Vec<Leaf>) {
    if let Some(table) = item.as_table_like() {
        for (name, inner) in table.iter() {
            path.push(name.to_owned());
            collect(inner, path, text, line, leaves);
            path.pop();
        }
        return;
    }
    let span = item.span().unwrap_or_default();
    let line = line + text[..span.start].matches('\n').count();
    let found = match item.as_value() {
        Some(Value::Boolean(on)) => Found::Check(*on.value()),
        Some(Value::Integer(number)) => Found::Number(*number.value()),
        Some(Value::String(text)) => Found::Text(text.value().clone()),
        _ => Found::Other,
    };
    leaves.push(Leaf { line, path: path.clone(), found, text: text[span].to_owned() });
}
