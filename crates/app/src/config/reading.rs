//! Turns statements into entries: finds their owners, checks their values and records errors.

use toml_edit::DocumentMut;

use super::error::{ConfigError, Problem, excerpt};
use super::lines::{self, Content, Leaf, Statement};
use super::programs;
use super::schema::{self, ENGINE, GENERAL, PROFILE, PROGRAM, Schema, same_name};
use super::{Config, Entry};
use heirloom_engine::option::nearest;

/// Maximum size of a configuration, in bytes.
const MAX_SIZE: usize = 64 << 10;

const EXAMPLE: &str = "a section such as [engine.heirloom]";

/// Reads the contents of a configuration file.
pub(super) fn read(bytes: &[u8], schema: &Schema) -> Config {
    let mut reader = Reader {
        schema,
        config: Config::default(),
        section: Some(Vec::new()),
        opened: Vec::new(),
        seen: Vec::new(),
    };
    if bytes.len() > MAX_SIZE {
        reader.file(
            format!("{} KiB", bytes.len() >> 10),
            format!("at most {} KiB of settings", MAX_SIZE >> 10),
        );
    } else if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        reader.file("UTF-16".into(), "text saved as UTF-8".into());
    } else {
        for statement in lines::statements(bytes) {
            reader.take(statement);
        }
        let errors = programs::without_command(&reader.config.programs);
        reader.config.errors.extend(errors);
        reader.config.programs.retain(|program| !program.command.trim().is_empty());
        reader.check_whole(bytes);
    }
    reader.config
}

struct Reader<'a> {
    schema: &'a Schema,
    config: Config,
    /// The current section; `None` while entries are ignored.
    section: Option<Vec<String>>,
    /// The sections so far, with their lines.
    opened: Vec<(Vec<String>, usize)>,
    /// The entries so far, valid or not: profile, owner, option, line.
    seen: Vec<(Option<String>, String, String, usize)>,
}

/// The owner to which a path leads.
struct Address<'a> {
    profile: Option<String>,
    /// An engine or the program; `None` for a path that only contains sections.
    owner: Option<&'a str>,
    /// The rest of the path.
    rest: &'a [String],
}

impl Reader<'_> {
    fn file(&mut self, found: String, expected: String) {
        self.config.errors.push(ConfigError { line: None, problem: Problem::new(found, expected) });
    }

    fn wrong(&mut self, line: usize, wrong: Problem) {
        let error = ConfigError::new(line, wrong);
        // Several values on one line may be rejected for the same reason.
        if self.config.errors.last() != Some(&error) {
            self.config.errors.push(error);
        }
    }

    fn take(&mut self, statement: Statement) {
        let line = statement.line;
        match statement.content {
            Content::Section { path, list } => self.open(line, path, list),
            Content::Entries(leaves) => leaves.into_iter().for_each(|leaf| self.entry(leaf)),
            Content::Bytes { section } => {
                self.broken(line, "invalid UTF-8".into(), "text saved as UTF-8".into(), section, None)
            }
            Content::Broken { text, section: true } => {
                let near = self.suggested_section(&text);
                self.broken(line, format!("'{}'", excerpt(&text)), EXAMPLE.into(), true, near);
            }
            Content::Broken { text, section: false } => {
                let near = text.split_once('=').and_then(|(name, _)| self.suggested_name(name.trim()));
                self.broken(line, format!("'{}'", excerpt(&text)), "NAME = VALUE".into(), false, near);
            }
        }
    }

    /// Records a broken statement. If it is a section header, the owner of the entries below is unknown, so
    /// they are ignored.
    fn broken(
        &mut self,
        line: usize,
        found: String,
        mut expected: String,
        section: bool,
        near: Option<String>,
    ) {
        if section {
            self.section = None;
            expected.push_str(" (its entries are ignored)");
        }
        self.wrong(line, Problem::new(found, expected).suggest(near));
    }

    fn suggested_section(&self, text: &str) -> Option<String> {
        let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '-');
        let path: Vec<String> = words.filter(|word| !word.is_empty()).map(String::from).collect();
        let right =
            self.address(&path).is_ok_and(|address| address.owner.is_some() && address.rest.is_empty());
        right.then(|| format!("[{}]", path.join(".")))
    }

    /// Suggests an option name; one with a space needs quotes in TOML.
    fn suggested_name(&self, name: &str) -> Option<String> {
        let section = self.section.as_ref()?;
        let owner = self.address(section).ok()?.owner?;
        let option = self.schema.option(owner, name).ok()?;
        Some(if option.name.contains(' ') { format!("\"{}\"", option.name) } else { option.name.clone() })
    }

    fn open(&mut self, line: usize, path: Vec<String>, list: bool) {
        let written = format!("[{}]", path.join("."));
        if list {
            return self.broken(
                line,
                format!("'[{}]'", excerpt(&written)),
                format!("'{}'", excerpt(&written)),
                true,
                None,
            );
        }
        if programs::is_program_section(&path) {
            self.section = Some(path);
            return;
        }
        let problem = match self.address(&path) {
            Err(wrong) => Some(wrong),
            Ok(Address { owner: Some(owner), rest: [_, ..], .. }) => Some(Problem::new(
                format!("'{}'", excerpt(&written)),
                format!("NAME = VALUE in the section of {owner}"),
            )),
            Ok(address) => {
                let profile = address.profile;
                profile.map(|name| self.profile(name));
                None
            }
        };
        if let Some(wrong) = problem {
            let expected = format!("{} (its entries are ignored)", wrong.expected);
            self.wrong(line, Problem { expected, ..wrong });
            self.section = None;
            return;
        }
        let earlier = self.opened.iter().find(|(other, _)| *other == path).map(|(_, line)| *line);
        if let Some(earlier) = earlier {
            self.wrong(
                line,
                Problem::new(
                    format!("a second '{}'", excerpt(&written)),
                    format!("its entries in the section at line {earlier}"),
                ),
            );
        }
        self.opened.push((path.clone(), line));
        self.section = Some(path);
    }

    /// Registers a profile; returns its name as first spelled.
    fn profile(&mut self, name: String) -> String {
        if let Some(known) = self.config.profiles.iter().find(|known| same_name(known, &name)) {
            return known.clone();
        }
        self.config.profiles.push(name.clone());
        name
    }

    fn entry(&mut self, leaf: Leaf) {
        let Some(section) = &self.section else { return };
        let path: Vec<String> = section.iter().chain(&leaf.path).cloned().collect();
        if programs::is_program_section(&path) {
            if let Err(wrong) = programs::add_entry(&mut self.config.programs, &path, &leaf, self.schema) {
                self.wrong(leaf.line, wrong);
            }
            return;
        }
        let written = format!("'{} = {}'", excerpt(&leaf.path.join(".")), excerpt(&leaf.text));
        if let [_] = &path[..] {
            let near = nearest(&path[0], [ENGINE, PROFILE, GENERAL, PROGRAM]).map(|word| format!("[{word}]"));
            return self.wrong(
                leaf.line,
                Problem::new(format!("{written} before any section"), format!("it in {EXAMPLE}"))
                    .suggest(near),
            );
        }
        let schema = self.schema;
        let checked = address(schema, &path).and_then(|address| match (address.owner, address.rest) {
            (None, _) | (_, []) => Err(Problem::new(written, EXAMPLE)),
            (Some(owner), [name, deeper @ ..]) => {
                let option = schema.option(owner, name)?;
                let key = (address.profile, owner.to_owned(), option.name.clone());
                if deeper.is_empty() {
                    Ok((key, schema::convert(option, &leaf.found, &leaf.text)))
                } else {
                    Err(Problem::new(written, option.kind.to_string()))
                }
            }
        });
        let ((profile, owner, name), value) = match checked {
            Ok(checked) => checked,
            Err(wrong) => return self.wrong(leaf.line, wrong),
        };
        let profile = profile.map(|name| self.profile(name));
        let earlier = self
            .seen
            .iter()
            .find(|(p, o, n, _)| (p, o, n) == (&profile, &owner, &name))
            .map(|(.., line)| *line);
        if let Some(earlier) = earlier {
            return self.wrong(
                leaf.line,
                Problem::new(format!("a second '{name}'"), format!("only one (line {earlier} counts)")),
            );
        }
        self.seen.push((profile.clone(), owner.clone(), name.clone(), leaf.line));
        match value {
            Ok(value) => self.config.entries.push(Entry { profile, owner, name, value, line: leaf.line }),
            Err(wrong) => self.wrong(leaf.line, wrong),
        }
    }

    fn address<'a>(&'a self, path: &'a [String]) -> Result<Address<'a>, Problem> {
        address(self.schema, path)
    }

    /// Checks the whole file, which can be invalid even if each line is valid; such a file could not be
    /// edited by commands.
    fn check_whole(&mut self, bytes: &[u8]) {
        if !self.config.errors.is_empty() {
            return;
        }
        let text = String::from_utf8_lossy(bytes);
        if let Err(error) = text.parse::<DocumentMut>() {
            let start = error.span().unwrap_or_default().start;
            let line = text.bytes().take(start).filter(|byte| *byte == b'\n').count() + 1;
            let found = text.lines().nth(line - 1).unwrap_or_default();
            self.wrong(
                line,
                Problem::new(format!("'{}'", excerpt(found)), format!("TOML ({})", excerpt(error.message()))),
            );
        }
    }
}

/// Resolves the owner of a path: `engine.NAME`, `general`, or one of these below `profile.NAME`.
fn address<'a>(schema: &'a Schema, path: &'a [String]) -> Result<Address<'a>, Problem> {
    let (profile, path) = match path {
        [word, name, rest @ ..] if same_name(word, PROFILE) => (Some(name.clone()), rest),
        [word] if same_name(word, PROFILE) => (None, &[][..]),
        _ => (None, path),
    };
    match path {
        [] => Ok(Address { profile, owner: None, rest: &[] }),
        [word, rest @ ..] if same_name(word, GENERAL) => Ok(Address { profile, owner: Some(GENERAL), rest }),
        [word] if same_name(word, ENGINE) => Ok(Address { profile, owner: None, rest: &[] }),
        [word, name, rest @ ..] if same_name(word, ENGINE) => {
            Ok(Address { profile, owner: Some(schema.engine(name)?), rest })
        }
        [word, ..] => {
            let near = match schema.engine(word) {
                Ok(engine) => Some(format!("{ENGINE}.{engine}")),
                Err(_) => nearest(word, [ENGINE, GENERAL, PROFILE, PROGRAM]).map(String::from),
            };
            Err(Problem::new(format!("section '{}'", excerpt(word)), "engine, program, general or profile")
                .suggest(near))
        }
    }
}
