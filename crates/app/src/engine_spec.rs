//! From text to a running engine: a single kind of specification for all commands and the desk.
//!
//! The text names a built-in engine (`rajah`), a program in the configuration (`stockfish`), or a program
//! with arguments (`gnuchess --uci`, `./engine`). Pairs set the rest: `name=`, `cmd=`, `arg=`, `args=`,
//! `dir=`, `proto=uci` or `xboard`, `option.NAME=VALUE`.

use std::path::{Path, PathBuf};

use heirloom_engine::option::nearest;
use heirloom_engine::{Engine, EngineError, Transcript};
use heirloom_protocol::Program as File;
use heirloom_protocol::Protocol;
use heirloom_protocol::client::{Client, Timeouts, XBoardClient};

use crate::characters::{self, Character};
use crate::config::Config;
use crate::config::programs::Program;
use crate::config::schema::Schema;
use crate::paths::{self, Location};
use crate::roster::{self, BuiltIn};
use crate::words::{self, UnclosedQuote};

/// The names of the pairs that describe an engine, other than `option.NAME`.
pub const NAMES: &[&str] = &["name", "cmd", "arg", "args", "dir", "proto"];

/// An engine, and how it is started.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineSpec {
    /// The name in records, if given.
    pub name: Option<String>,
    /// The name of a built-in engine, or a program with its arguments.
    pub command: Vec<String>,
    /// The working directory of a program.
    pub folder: Option<PathBuf>,
    /// The protocol of a program; UCI by default.
    pub protocol: Option<Protocol>,
    /// Options with their values, in the order in which they are set.
    pub options: Vec<(String, String)>,
}

/// Why text does not specify a usable engine.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// No engine is named.
    #[error("name a built-in engine or give a command")]
    Empty,
    /// The text has an unclosed quote.
    #[error(transparent)]
    Words(#[from] UnclosedQuote),
    /// Unknown protocol.
    #[error("proto={0}: expected uci or xboard")]
    Protocol(String),
    /// The program does not exist.
    #[error("{}", not_found(.0))]
    NotFound(String),
    /// A built-in engine was given arguments.
    #[error("{0} is a built-in engine and takes no arguments; set options with option.NAME=VALUE")]
    Arguments(String),
    /// The engine cannot be started, speaks another protocol or rejects an option.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl SpecError {
    /// Converts to an error of the engine that was to be started.
    pub fn into_engine(self) -> EngineError {
        match self {
            SpecError::Engine(error) => error,
            SpecError::NotFound(ref program) => {
                EngineError::Start { command: program.clone(), reason: self.to_string() }
            }
            other => EngineError::Start { command: "the engine".into(), reason: other.to_string() },
        }
    }
}

/// Returns the message for a program that does not exist.
fn not_found(program: &str) -> String {
    match nearest(program, roster::names()) {
        Some(near) => format!("cannot find the engine {program}; did you mean {near}?"),
        None => format!("cannot find the program {program}; give its path, or a name in PATH"),
    }
}

impl EngineSpec {
    /// Parses text and fills in missing settings from the configuration. Pairs with unknown names become part
    /// of the command. Fails if no engine is named, and for an unclosed quote or an unknown protocol.
    pub fn read(text: &str) -> Result<EngineSpec, SpecError> {
        let mut spec = EngineSpec::default();
        // A lone program path or name with spaces needs no quotes.
        if Path::new(text).is_file() || characters::find(text).is_some() {
            spec.command.push(text.into());
            return Ok(spec);
        }
        for word in words::split(text)? {
            match word.split_once('=') {
                Some((name, value)) if spec.set(name, value)? => {}
                _ => spec.command.push(word),
            }
        }
        if spec.command.is_empty() { Err(SpecError::Empty) } else { spec.completed() }
    }

    /// Applies a pair. Returns true if its name describes an engine. Fails for an unclosed quote in `args`
    /// and for an unknown protocol.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, SpecError> {
        match name {
            "cmd" => self.command.insert(0, value.into()),
            "args" => self.command.extend(words::split(value)?),
            "arg" => self.command.push(value.into()),
            "name" => self.name = Some(value.into()),
            "dir" => self.folder = Some(value.into()),
            "proto" => self.protocol = Some(protocol(value)?),
            _ => match name.strip_prefix("option.") {
                Some(option) => self.options.push((option.into(), value.into())),
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    /// Fills in missing settings if the configuration has a program with this name. Fails for an unclosed
    /// quote in the configured command.
    pub fn completed(self) -> Result<EngineSpec, SpecError> {
        match self.command.first().and_then(|name| remembered(name)) {
            Some(program) => self.with_program(program),
            None => Ok(self),
        }
    }

    /// Returns the specification of a program in the configuration. Fails if the command is empty or has an
    /// unclosed quote.
    pub fn of_program(program: &Program) -> Result<EngineSpec, SpecError> {
        let spec = EngineSpec { command: vec![program.name.clone()], ..EngineSpec::default() }
            .with_program(program.clone())?;
        if spec.command.is_empty() { Err(SpecError::Empty) } else { Ok(spec) }
    }

    fn with_program(mut self, program: Program) -> Result<EngineSpec, SpecError> {
        self.command.splice(..1, words::split(&program.command)?);
        self.name.get_or_insert(program.name);
        self.folder = self.folder.or(program.folder);
        self.protocol.get_or_insert(program.protocol);
        self.options.splice(..0, program.options);
        Ok(self)
    }

    /// Returns the built-in engine, if it is one.
    pub fn own(&self) -> Option<BuiltIn> {
        if let [name] = &self.command[..] { BuiltIn::find(name) } else { None }
    }

    /// Returns the character, if it is one.
    pub fn character(&self) -> Option<Character> {
        if let [name] = &self.command[..] { characters::find(name) } else { None }
    }

    /// Returns the executable; for a built-in engine, this program.
    pub fn file(&self) -> Option<PathBuf> {
        if self.own().is_some() { std::env::current_exe().ok() } else { self.program_path() }
    }

    /// Returns the absolute path of a program: as given, in its working directory, or in the search path.
    fn program_path(&self) -> Option<PathBuf> {
        let program = Path::new(self.command.first()?);
        // The working directory takes precedence. Relative paths also count from the current directory.
        let in_folder = self.folder.as_ref().map(|folder| folder.join(program));
        let here = (program.components().count() > 1).then(|| program.to_owned());
        let named = in_folder.into_iter().chain(here).find(|path| path.is_file());
        named.or_else(|| which::which_global(program).ok()).and_then(|path| std::path::absolute(path).ok())
    }

    /// Returns the program for others to start, such as a protocol check; for a built-in engine, this program
    /// with arguments that select the engine. Fails if there is no such program.
    pub fn program(&self) -> Result<File, SpecError> {
        let named = self.command.first().ok_or(SpecError::Empty)?;
        let path = self.file().ok_or_else(|| SpecError::NotFound(named.clone()))?;
        let arguments = match (self.own(), self.protocol) {
            (Some(own), Some(Protocol::XBoard)) => vec!["--engine".into(), own.id().into(), "xboard".into()],
            (Some(own), _) => vec!["--engine".into(), own.id().into(), "uci".into()],
            (None, _) => self.command[1..].to_vec(),
        };
        Ok(File { arguments, folder: self.folder.clone(), ..File::new(path) })
    }

    /// Starts the engine and sets its options. Fails if the program cannot be started or rejects an option.
    pub fn start(&self, timeouts: Timeouts, transcript: Transcript) -> Result<Box<dyn Engine>, SpecError> {
        let engine = match (self.own(), self.character()) {
            (Some(own), _) => own.create()?,
            (None, Some(character)) => character.create()?,
            (None, None) => self.launch(timeouts, transcript)?,
        };
        self.set_options(engine)
    }

    /// Sets the options of an engine that is already running. Fails if the engine rejects an option.
    pub fn set_options(&self, mut engine: Box<dyn Engine>) -> Result<Box<dyn Engine>, SpecError> {
        for (name, value) in &self.options {
            engine.set_option(name, value)?;
        }
        Ok(engine)
    }

    /// Starts a program without setting options. Fails if the program cannot be started or does not speak its
    /// protocol.
    pub fn launch(&self, timeouts: Timeouts, transcript: Transcript) -> Result<Box<dyn Engine>, SpecError> {
        let named = self.command.first().ok_or(SpecError::Empty)?;
        let path = match self.program_path() {
            Some(path) => path,
            None if BuiltIn::find(named).is_some() => return Err(SpecError::Arguments(named.clone())),
            None if nearest(named, roster::names()).is_some() => {
                return Err(SpecError::NotFound(named.clone()));
            }
            // Let the system report why it cannot be started.
            None => named.into(),
        };
        let program =
            File { arguments: self.command[1..].to_vec(), folder: self.folder.clone(), ..File::new(path) };
        Ok(match self.protocol.unwrap_or_default() {
            Protocol::Uci => Box::new(Client::start(&program, timeouts, transcript)?),
            Protocol::XBoard => Box::new(XBoardClient::start(&program, timeouts, transcript)?),
        })
    }
}

/// Returns the program with this name in the configuration, unless the name is a built-in engine or a path.
pub fn remembered(name: &str) -> Option<Program> {
    configured_in(&paths::find(None), name)
}

fn configured_in(place: &Location, name: &str) -> Option<Program> {
    if BuiltIn::find(name).is_some() || Path::new(name).components().count() != 1 {
        return None;
    }
    // Without options, so that no engine has to be created.
    let names_only = Schema::new(roster::names(), |_| Vec::new());
    Config::load(place, &names_only).program(name).cloned()
}

fn protocol(word: &str) -> Result<Protocol, SpecError> {
    match word {
        "uci" => Ok(Protocol::Uci),
        "xboard" | "cecp" | "winboard" => Ok(Protocol::XBoard),
        _ => Err(SpecError::Protocol(word.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_pairs_are_equivalent() {
        let plain = EngineSpec::read("gnuchess --uci option.Hash=8").unwrap();
        assert_eq!(plain, EngineSpec::read("args=--uci cmd=gnuchess option.Hash=8").unwrap());
        assert_eq!((plain.command.len(), plain.own().is_some()), (2, false));
        assert_eq!(EngineSpec::read("'my engine' a=b").unwrap().command, ["my engine", "a=b"]);
        assert_eq!(EngineSpec::read("Rajah").unwrap().own().map(BuiltIn::id), Some("rajah"));
        assert!(EngineSpec::read("rajah extra").unwrap().own().is_none());
    }

    #[test]
    fn mistakes_are_reported() {
        let error = |text: &str| EngineSpec::read(text).unwrap_err().to_string();
        assert_eq!(error(" "), "name a built-in engine or give a command");
        assert_eq!(error("a proto=x"), "proto=x: expected uci or xboard");
        assert!(error("'a").contains("unclosed quote"));
        let refused = |text: &str| {
            let spec = EngineSpec::read(text).unwrap();
            spec.start(Timeouts::default(), Transcript::new()).err().unwrap().to_string()
        };
        let wrong_option = refused("rajah opton.Hash=1");
        assert!(
            wrong_option.contains("takes no arguments; set options with option.NAME=VALUE"),
            "{wrong_option}"
        );
        assert_eq!(refused("heirlom"), "cannot find the engine heirlom; did you mean heirloom?");
        let nowhere = "no-such-program-anywhere";
        let error = EngineSpec::read(nowhere).unwrap().program().unwrap_err();
        assert_eq!(error, SpecError::NotFound(nowhere.into()));
        refused(nowhere);
    }

    #[test]
    fn built_in_engines_run_from_this_program() {
        let roce = EngineSpec::read("roce proto=xboard").unwrap();
        assert_eq!(roce.program().unwrap().arguments, ["--engine", "roce", "xboard"]);
        assert_eq!(roce.file(), std::env::current_exe().ok());
    }

    #[cfg(unix)]
    #[test]
    fn programs_are_found_in_their_folder_and_in_the_search_path() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("toy engine");
        std::fs::write(&file, "#!/bin/sh\n").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        let spec =
            EngineSpec::read(&format!("'toy engine' --fast 'dir={}'", folder.path().display())).unwrap();
        assert_eq!(spec.file(), Some(file.clone()));
        assert_eq!(spec.program().unwrap().arguments, ["--fast"]);
        assert_eq!(EngineSpec::read(&file.display().to_string()).unwrap().file(), Some(file));
        assert!(EngineSpec::read("sh").unwrap().file().is_some_and(|path| path.is_absolute()));
    }

    #[test]
    fn configured_programs_are_found_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("heirloom.toml");
        let text = "[program.toy]\ncommand = \"'/my games/toy' --uci\"\nprotocol = \"xboard\"\n\
            [program.toy.options]\nSkill = 7\n";
        std::fs::write(&path, text).unwrap();
        let place = Location { path: Some(path), named: true };
        let toy = configured_in(&place, "Toy").unwrap();
        assert_eq!(EngineSpec::of_program(&toy).unwrap().command, ["/my games/toy", "--uci"]);
        assert_eq!(toy.protocol, Protocol::XBoard);
        assert_eq!(toy.options, [("Skill".to_owned(), "7".to_owned())]);
        assert!(["roce", "toys", "./toy", ""].iter().all(|name| configured_in(&place, name).is_none()));
    }
}
