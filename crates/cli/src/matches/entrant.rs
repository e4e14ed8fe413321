//! An engine of a match: its name, where it comes from, its options and its clock, read from one line of words.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use heirloom_arena::clock::{Time, TimeControl};
use heirloom_arena::contestant::Contestant;
use heirloom_engine::{Engine, EngineError, Transcript};
use heirloom_protocol::client::{Client, Patience, Program};

use super::words::{self, quoted};
use crate::roster;

/// What can be said of an engine, in our words and in those of other match programs.
pub const NAMES: &[&str] =
    &["cmd", "name", "args", "arg", "dir", "proto", "tc", "st", "nodes", "depth", "plies", "timemargin", "margin", "ponder", "restart"];

/// Words of other match programs that we know, but have nothing for.
const FOREIGN: &[(&str, &str)] = &[
    ("book", "openings for all are given with --openings 'book.bin plies=16'"),
    ("bookdepth", "openings for all are given with --openings 'book.bin plies=16'"),
    ("conf", "name the program with cmd="),
    ("initstr", "options are given with option.NAME=VALUE"),
    ("stderr", "what a program complains about is kept in the transcript of a game that it loses by a fault"),
    ("tscale", "give the time control itself with tc="),
];

/// What was said of one engine, or of all.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Words {
    command: Vec<String>,
    name: Option<String>,
    folder: Option<PathBuf>,
    options: Vec<(String, String)>,
    time: Option<Time>,
    nodes: Option<u64>,
    depth: Option<u32>,
    margin: Option<u64>,
    ponder: Option<bool>,
    restart: Option<bool>,
}

impl Words {
    /// Reads a command line such as `gnuchess --uci option.Hash=64 tc=10+0.1`, or pairs only, `cmd=gnuchess args=--uci ...`.
    ///
    /// # Errors
    /// Unknown words and values that make no sense.
    pub fn parse(text: &str, what: &str) -> Result<Words> {
        let mut all = Words::default();
        // A program whose path has blanks needs no quotes when nothing else is said.
        if Path::new(text).is_file() {
            all.command.push(text.into());
            return Ok(all);
        }
        for word in words::split(text)? {
            match word.split_once('=') {
                Some((name, value)) if !name.starts_with('-') => all.set(name, value, what)?,
                None if word == "ponder" => all.ponder = Some(true),
                _ => all.command.push(word),
            }
        }
        Ok(all)
    }

    fn set(&mut self, name: &str, value: &str, what: &str) -> Result<()> {
        if let Some(option) = name.strip_prefix("option.") {
            self.options.push((option.into(), value.into()));
            return Ok(());
        }
        match name {
            "cmd" => self.command.insert(0, value.into()),
            "args" => self.command.extend(words::split(value)?),
            "arg" => self.command.push(value.into()),
            "name" => self.name = Some(value.into()),
            "dir" => self.folder = Some(value.into()),
            "proto" if value == "uci" => {}
            "proto" => bail!("{what}: proto={value}: only UCI programs can play; engines for XBoard are to come"),
            "tc" => self.time = Some(words::value::<TimeControl>(what, name, value)?.time),
            "st" => self.time = Some(words::value::<TimeControl>(what, name, &format!("st={value}"))?.time),
            "nodes" => self.nodes = Some(positive(what, name, value)?),
            "depth" | "plies" => self.depth = Some(u32::try_from(positive(what, name, value)?)?),
            "timemargin" | "margin" => self.margin = Some(words::value(what, name, value)?),
            "ponder" => self.ponder = Some(words::switch(what, name, value)?),
            // Programs that ask for it themselves do so over XBoard.
            "restart" => self.restart = Some(value != "auto" && words::switch(what, name, value)?),
            _ => return Err(refused(name, what)),
        }
        Ok(())
    }

    /// Clock, nodes or depth from a time control that was given for all.
    pub fn set_control(&mut self, control: TimeControl) {
        self.time = Some(control.time).filter(|&time| time != Time::Unlimited).or(self.time);
        self.nodes = control.nodes.or(self.nodes);
        self.depth = control.depth.or(self.depth);
    }

    /// Has anything been said that ends a search?
    fn has_control(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.depth.is_some()
    }
}

fn positive(what: &str, name: &str, value: &str) -> Result<u64> {
    match words::value(what, name, value)? {
        0 => bail!("{what}: {name}=0: expected a number from 1 on"),
        number => Ok(number),
    }
}

fn refused(name: &str, what: &str) -> anyhow::Error {
    if let Some((_, instead)) = FOREIGN.iter().find(|(known, _)| *known == name) {
        return anyhow::anyhow!("{what}: {name}= is not supported; {instead}");
    }
    words::unknown(name, what, NAMES).context("write option.NAME=VALUE for an option, args=\"...\" for what the program itself shall read")
}

/// An engine that takes part.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// Its name in records; no other has it.
    pub name: String,
    command: Vec<String>,
    folder: Option<PathBuf>,
    options: Vec<(String, String)>,
    /// How much it may think.
    pub control: TimeControl,
    margin: Duration,
    /// May it think in its opponent's time?
    pub ponder: bool,
    restart: bool,
}

/// Milliseconds a move may come too late, unless asked otherwise.
pub const MARGIN: u64 = 20;

impl Entrant {
    /// Joins what was said of an engine with what was said of all.
    ///
    /// # Errors
    /// An engine without a command or without a limit to its thinking.
    pub fn new(own: Words, all: &Words) -> Result<Entrant> {
        let Some(program) = own.command.first() else { bail!("an engine needs a name of ours or a command: --engine heirloom") };
        let file = Path::new(program).file_name().map_or_else(|| program.clone(), |name| name.to_string_lossy().into_owned());
        let name = own.name.clone().unwrap_or(file);
        let (own_limits, all_limits) = (own.has_control(), all.has_control());
        let control = TimeControl {
            time: own.time.or(all.time).unwrap_or(Time::Unlimited),
            nodes: own.nodes.or(all.nodes),
            depth: own.depth.or(all.depth),
        };
        if !control.ends() {
            if own_limits || all_limits {
                bail!("{name} would think for ever; give it a clock, nodes or a depth");
            }
            bail!("how long may {name} think? Say --control 10+0.1, nodes=5000 or the like");
        }
        // What was said of the engine counts more, so it is set last.
        let options = all.options.iter().chain(&own.options).cloned().collect();
        Ok(Entrant {
            command: own.command.iter().chain(&all.command).cloned().collect(),
            folder: own.folder.or_else(|| all.folder.clone()),
            options,
            control,
            margin: Duration::from_millis(own.margin.or(all.margin).unwrap_or(MARGIN)),
            ponder: own.ponder.or(all.ponder).unwrap_or(false),
            restart: own.restart.or(all.restart).unwrap_or(false),
            name,
        })
    }

    /// Is it one of ours, played within this program?
    fn is_own(&self) -> bool {
        self.command.len() == 1 && roster::OWN.contains(&self.command[0].as_str())
    }

    /// The processors that it can keep busy.
    pub fn threads(&self) -> usize {
        let of = |name: &str, value: &str| name.eq_ignore_ascii_case("Threads").then(|| value.parse().ok())?;
        self.options.iter().rev().find_map(|(name, value)| of(name, value)).unwrap_or(1)
    }

    /// Everything that makes it what it is, for the journal.
    pub fn identity(&self) -> String {
        let mut text: Vec<String> = self.command.iter().map(|word| quoted(word)).collect();
        text.push(quoted(&format!("name={}", self.name)));
        text.extend(self.folder.iter().map(|folder| quoted(&format!("dir={}", folder.display()))));
        text.extend(self.options.iter().map(|(name, value)| quoted(&format!("option.{name}={value}"))));
        text.push(self.control.to_string());
        text.push(format!("margin={}", self.margin.as_millis()));
        text.extend(self.ponder.then(|| "ponder".to_owned()));
        text.join(" ")
    }

    /// Which build of the program it is: its length and age; of ours, this program's.
    pub fn build(&self) -> String {
        let path = if self.is_own() { std::env::current_exe().ok() } else { self.found() };
        let Some(metadata) = path.and_then(|path| std::fs::metadata(path).ok()) else { return "unknown".into() };
        let age = metadata.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        format!("{} bytes, written at {}", metadata.len(), age.map_or(0.0, |age| age.as_secs_f64()))
    }

    /// The file of the program: as named, in its folder, or in the search path.
    fn found(&self) -> Option<PathBuf> {
        let program = Path::new(&self.command[0]);
        if program.components().count() > 1 {
            let in_folder = self.folder.as_ref().map(|folder| folder.join(program));
            return in_folder.into_iter().chain([program.to_owned()]).find(|path| path.is_file());
        }
        std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(program)).find(|path| path.is_file())
    }

    /// Makes the engine.
    fn make(&self, grace: Duration, transcript: &Transcript) -> Result<Box<dyn Engine>, EngineError> {
        let mut engine: Box<dyn Engine> = if self.is_own() {
            roster::flagship()?
        } else {
            let folder = self.folder.clone();
            // Where a folder is given, a program that lies in it is meant before one elsewhere; relative names count from here.
            let path = self.found().and_then(|path| std::path::absolute(path).ok()).unwrap_or_else(|| PathBuf::from(&self.command[0]));
            let program = Program { arguments: self.command[1..].to_vec(), folder, ..Program::new(path) };
            // The referee says when time is over; the client only has to kill.
            let patience = Patience { stop: grace, overrun: Duration::from_secs(3600), ..Patience::default() };
            Box::new(Client::start_with_transcript(&program, patience, transcript.clone())?)
        };
        for (name, value) in &self.options {
            engine.set_option(name, value)?;
        }
        Ok(engine)
    }

    /// The same for the arena.
    pub fn contestant(&self, grace: Duration) -> Contestant {
        let recipe = self.clone();
        Contestant {
            name: self.name.clone(),
            factory: Box::new(move |transcript| recipe.make(grace, transcript)),
            control: self.control,
            margin: self.margin,
            ponder: self.ponder,
            restart: self.restart,
        }
    }
}

/// Reads all engines of a match. Two of the same name are told apart by a number, unless they were given that name.
///
/// # Errors
/// What is wrong with one of them, and the same name given twice.
pub fn read_all(engines: &[String], all: &Words) -> Result<Vec<Entrant>> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for (index, text) in engines.iter().enumerate() {
        let what = format!("engine {}", index + 1);
        let own = Words::parse(text, &what)?;
        let named = own.name.is_some();
        let mut entrant = Entrant::new(own, all).with_context(|| what.clone())?;
        let taken = |name: &str| entrants.iter().any(|other| other.name == name);
        if taken(&entrant.name) && named {
            bail!("{what}: another engine is called {} already; give it a name= of its own", entrant.name);
        }
        let plain = entrant.name.clone();
        let mut number = 2;
        while taken(&entrant.name) {
            entrant.name = format!("{plain}-{number}");
            number += 1;
        }
        entrants.push(entrant);
    }
    Ok(entrants)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrants(engines: &[&str], each: &str) -> Result<Vec<Entrant>> {
        let engines: Vec<String> = engines.iter().map(ToString::to_string).collect();
        read_all(&engines, &Words::parse(each, "--each")?)
    }

    fn error(engine: &str) -> String {
        format!("{:#}", entrants(&[engine], "tc=10+0.1").unwrap_err())
    }

    #[test]
    fn both_ways_to_name_an_engine_mean_the_same() {
        let each = "tc=10+0.1 option.Hash=64 timemargin=50";
        let plain = entrants(&["gnuchess --uci nodes=5000 option.Hash=8"], each).unwrap();
        let pairs = entrants(&["cmd=gnuchess args=--uci nodes=5000 option.Hash=8"], each).unwrap();
        assert_eq!(plain, pairs);
        let identity = plain[0].identity();
        assert_eq!(identity, "gnuchess --uci name=gnuchess option.Hash=64 option.Hash=8 10+0.1,nodes=5000 margin=50");
        assert_eq!((plain[0].is_own(), plain[0].threads()), (false, 1));
    }

    #[test]
    fn names_are_unique() {
        let names: Vec<String> = entrants(&["heirloom", "heirloom option.Threads=4", "heirloom name=x"], "st=1")
            .unwrap()
            .iter()
            .map(|entrant| entrant.name.clone())
            .collect();
        assert_eq!(names, ["heirloom", "heirloom-2", "x"]);
        assert!(entrants(&["heirloom name=a", "stockfish name=a"], "st=1").is_err());
    }

    #[test]
    fn wrong_words_are_refused() {
        assert!(error("cmd=a opton.Hash=3").contains("'opton.Hash' is not known"), "{}", error("cmd=a opton.Hash=3"));
        assert!(error("cmd=a nmae=b").contains("did you mean 'name'?"));
        assert!(error("cmd=a proto=xboard").contains("engines for XBoard are to come"));
        assert!(error("cmd=a book=b.bin").contains("--openings"));
        assert!(error("name=a").contains("needs a name of ours or a command"));
        assert!(error("a tc=x").contains("is not a time control"));
        assert!(error("a nodes=0").contains("from 1 on"));
        assert!(format!("{:#}", entrants(&["a"], "").unwrap_err()).contains("how long may a think?"));
        assert!(format!("{:#}", entrants(&["a"], "tc=inf").unwrap_err()).contains("for ever"));
    }
}
