//! External programs in the configuration: how each is started, its protocol and its options.
//!
//! ```toml
//! [program.stockfish]
//! command = "/usr/games/stockfish"
//! protocol = "uci"
//!
//! [program.stockfish.options]
//! Hash = 256
//! ```

use std::path::PathBuf;

use heirloom_engine::OptionValue;
use heirloom_engine::option::nearest;
use heirloom_protocol::Protocol;

use super::edit::{EditError, remove, reset_at, set_at};
use super::error::{ConfigError, Problem, excerpt};
use super::lines::{Found, Leaf};
use super::schema::{PROGRAM, Schema, same_name};

const OPTIONS: &str = "options";
const COMMAND: &str = "command";
const FOLDER: &str = "folder";
const PROTOCOL: &str = "protocol";

/// An external program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The name by which users refer to it.
    pub name: String,
    /// The program file with its arguments, in the syntax of [`crate::words::split`].
    pub command: String,
    /// The working directory.
    pub folder: Option<PathBuf>,
    /// The protocol.
    pub protocol: Protocol,
    /// Options and values to set after the start.
    pub options: Vec<(String, String)>,
    /// The line number, counted from 1; 0 if it was not read from a file.
    pub line: usize,
}

pub(super) fn is_program_section(path: &[String]) -> bool {
    path.first().is_some_and(|word| same_name(word, PROGRAM))
}

/// Processes one entry.
pub(super) fn add_entry(
    programs: &mut Vec<Program>,
    path: &[String],
    leaf: &Leaf,
    schema: &Schema,
) -> Result<(), Problem> {
    let written = || format!("'{} = {}'", excerpt(&leaf.path.join(".")), excerpt(&leaf.text));
    let [_, name, rest @ ..] = path else {
        return Err(Problem::new(written(), "it in a section such as [program.stockfish]"));
    };
    if schema.engine(name).is_ok() {
        return Err(Problem::new(
            format!("program '{}'", excerpt(name)),
            format!("another name, as [engine.{name}] is a built-in engine"),
        ));
    }
    let index = programs.iter().position(|program| same_name(&program.name, name)).unwrap_or_else(|| {
        programs.push(Program { name: name.clone(), line: leaf.line, ..Program::default() });
        programs.len() - 1
    });
    let program = &mut programs[index];
    match rest {
        [options, option] if same_name(options, OPTIONS) => {
            let value = match &leaf.found {
                Found::Check(on) => on.to_string(),
                Found::Number(number) => number.to_string(),
                Found::Text(text) => text.clone(),
                Found::Other => {
                    return Err(Problem::new(
                        written(),
                        "true, false, a whole number or text between quotes",
                    ));
                }
            };
            if program.options.iter().any(|(known, _)| same_name(known, option)) {
                return Err(Problem::new(format!("a second '{option}'"), "only one (the first one counts)"));
            }
            program.options.push((option.clone(), value));
        }
        [field] => {
            let Found::Text(text) = &leaf.found else {
                return Err(Problem::new(written(), "text between quotes"));
            };
            match field {
                field if same_name(field, COMMAND) => program.command.clone_from(text),
                field if same_name(field, FOLDER) => program.folder = (!text.is_empty()).then(|| text.into()),
                field if same_name(field, PROTOCOL) => {
                    let known = [Protocol::Uci, Protocol::XBoard]
                        .into_iter()
                        .find(|protocol| protocol.to_string().eq_ignore_ascii_case(text));
                    program.protocol =
                        known.ok_or_else(|| Problem::new(written(), "\"uci\" or \"xboard\""))?;
                }
                _ => {
                    let near = nearest(field, [COMMAND, FOLDER, PROTOCOL]);
                    return Err(Problem::new(written(), "command, folder, protocol or a section of options")
                        .suggest(near));
                }
            }
        }
        _ => return Err(Problem::new(written(), "command, folder, protocol or a section of options")),
    }
    Ok(())
}

/// Returns a mistake for each program without a command.
pub(super) fn without_command(programs: &[Program]) -> Vec<ConfigError> {
    let without = programs.iter().filter(|program| program.command.trim().is_empty());
    without
        .map(|program| {
            ConfigError::new(
                program.line,
                Problem::new(
                    format!("program '{}' without a command", excerpt(&program.name)),
                    "command = \"FILE\"",
                ),
            )
        })
        .collect()
}

/// Returns the text with a program added or changed; its options are kept. Fails if the text is not valid
/// TOML.
pub fn remember(text: &str, program: &Program) -> Result<String, EditError> {
    let section = [PROGRAM, &program.name];
    let mut text = set_at(text, &section, COMMAND, &OptionValue::Text(program.command.clone()))?;
    text = set_at(&text, &section, PROTOCOL, &OptionValue::Text(program.protocol.to_string()))?;
    match &program.folder {
        Some(folder) => set_at(&text, &section, FOLDER, &OptionValue::Text(folder.display().to_string())),
        None => reset_at(&text, &section, FOLDER),
    }
}

/// Returns the text without a program. Fails if the text is not valid TOML.
pub fn forget(text: &str, name: &str) -> Result<String, EditError> {
    remove(text, &[PROGRAM, name])
}

/// Returns the text with an option of a program set, or removed if `value` is `None`. Fails if the text is
/// not valid TOML.
pub fn set_option(
    text: &str,
    program: &str,
    option: &str,
    value: Option<&OptionValue>,
) -> Result<String, EditError> {
    let section = [PROGRAM, program, OPTIONS];
    match value {
        Some(value) => set_at(text, &section, option, value),
        None => reset_at(text, &section, option),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn read(text: &str) -> Config {
        Config::parse(text.as_bytes(), &Schema::new(["heirloom"], |_| Vec::new()))
    }

    #[test]
    fn programs_are_added_changed_and_removed() {
        let program = Program {
            name: "Old Crafty 19".into(),
            command: "\"/opt/my engines/crafty\" -x".into(),
            folder: Some("/opt".into()),
            protocol: Protocol::XBoard,
            ..Program::default()
        };
        let text = remember("# mine\n\n[engine.heirloom]\n", &program).unwrap();
        let text = set_option(&text, "Old Crafty 19", "Hash Size", Some(&OptionValue::Spin(64))).unwrap();
        let config = read(&text);
        let expected = Program {
            options: vec![("Hash Size".into(), "64".into())],
            line: config.programs[0].line,
            ..program.clone()
        };
        assert_eq!((config.errors.as_slice(), config.program("old crafty 19")), (&[][..], Some(&expected)));
        let again = remember(&text, &Program { folder: None, ..program }).unwrap();
        assert_eq!(read(&again).programs[0].folder, None);
        assert_eq!(read(&again).programs[0].options.len(), 1);
        let without = set_option(&again, "Old Crafty 19", "Hash Size", None).unwrap();
        assert!(read(&without).programs[0].options.is_empty());
        let gone = forget(&again, "old_crafty_19").unwrap();
        assert!(read(&gone).programs.is_empty() && gone.starts_with("# mine"), "{gone}");
    }

    #[test]
    fn mistakes_in_programs_are_reported() {
        let config = read(
            "[program.a]\nprotocol = \"usb\"\ncomand = \"x\"\n[program.heirloom]\ncommand = \"x\"\n\
                [program.b]\ncommand = 3\n[program]\nc = 1\n",
        );
        let reported: Vec<String> = config.errors.iter().map(|mistake| mistake.of_file("F")).collect();
        assert!(reported[0].starts_with("F:2: found 'protocol = \"usb\"'"), "{reported:?}");
        assert!(reported[0].contains("\"uci\" or \"xboard\""), "{reported:?}");
        assert!(reported[1].starts_with("F:3: "), "{reported:?}");
        assert!(reported[1].ends_with("did you mean command?"), "{reported:?}");
        assert!(reported[2].contains("[engine.heirloom] is a built-in engine"), "{reported:?}");
        assert!(reported[3].contains("text between quotes"), "{reported:?}");
        assert!(reported.iter().any(|line| line.contains("program 'a' without a command")), "{reported:?}");
        assert!(config.programs.is_empty(), "{reported:?}");
    }
}
