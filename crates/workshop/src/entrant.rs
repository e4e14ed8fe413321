//! An engine of a match: its name, where it comes from, its options and its clock, read from one line of words.

mod said;

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use heirloom_app::engine_spec::{EngineSpec, SpecError};
use heirloom_arena::clock::{Time, TimeControl};
use heirloom_arena::contestant::Contestant;
use heirloom_protocol::Protocol;
use heirloom_protocol::client::Patience;
use sha2::{Digest, Sha256};

use crate::pairs::quoted;
pub use said::Words;

/// An engine that takes part.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// Its name in records; no other has it.
    pub name: String,
    spec: EngineSpec,
    /// How much it may think.
    pub control: TimeControl,
    margin: Duration,
    /// May it think in its opponent's time?
    pub ponder: bool,
    restart: bool,
}

/// How much engines may think, unless anything is said of it: ten seconds and a tenth for each move.
const CONTROL: TimeControl = TimeControl {
    time: Time::Clock { base: Duration::from_secs(10), increment: Duration::from_millis(100), moves: 0 },
    nodes: None,
    depth: None,
};

/// Milliseconds a move may come too late, unless asked otherwise.
pub const MARGIN: u64 = 20;

impl Entrant {
    /// Joins what was said of an engine with what was said of all.
    ///
    /// A move may come `margin` too late where nothing was said of it.
    ///
    /// # Errors
    /// An engine without a command or without a limit to its thinking.
    pub fn new(own: Words, all: &Words, margin: Duration) -> Result<Entrant> {
        let Some(program) = own.spec.command.first() else {
            bail!("name a built-in engine or give a command: --engine heirloom")
        };
        let file = Path::new(program)
            .file_name()
            .map_or_else(|| program.clone(), |name| name.to_string_lossy().into_owned());
        let name = own.spec.name.clone().unwrap_or(file);
        let control = if own.has_control() || all.has_control() {
            TimeControl {
                time: own.time.or(all.time).unwrap_or(Time::Unlimited),
                nodes: own.nodes.or(all.nodes),
                depth: own.depth.or(all.depth),
            }
        } else {
            CONTROL
        };
        if !control.ends() {
            bail!("{name} would never stop searching; give it a clock, nodes or a depth");
        }
        let spec = EngineSpec {
            name: Some(name.clone()),
            command: own.spec.command.iter().chain(&all.spec.command).cloned().collect(),
            folder: own.spec.folder.or_else(|| all.spec.folder.clone()),
            protocol: own.spec.protocol.or(all.spec.protocol),
            // What was said of the engine counts more, so it is set last.
            options: all.spec.options.iter().chain(&own.spec.options).cloned().collect(),
        };
        Ok(Entrant {
            name,
            spec,
            control,
            margin: own.margin.or(all.margin).map_or(margin, Duration::from_millis),
            ponder: own.ponder.or(all.ponder).unwrap_or(false),
            restart: own.restart.or(all.restart).unwrap_or(false),
        })
    }

    /// The processors that it can keep busy.
    pub fn threads(&self) -> usize {
        let of =
            |name: &str, value: &str| name.eq_ignore_ascii_case("Threads").then(|| value.parse().ok())?;
        self.spec.options.iter().rev().find_map(|(name, value)| of(name, value)).unwrap_or(1)
    }

    /// Everything that makes it what it is, for the journal.
    pub fn identity(&self) -> String {
        let mut text: Vec<String> = self.spec.command.iter().map(|word| quoted(word)).collect();
        text.push(quoted(&format!("name={}", self.name)));
        text.extend(self.spec.folder.iter().map(|folder| quoted(&format!("dir={}", folder.display()))));
        text.extend(self.spec.options.iter().map(|(name, value)| quoted(&format!("option.{name}={value}"))));
        text.push(self.control.to_string());
        text.push(format!("margin={}", self.margin.as_millis()));
        text.extend(self.ponder.then(|| "ponder".to_owned()));
        text.extend((self.spec.protocol == Some(Protocol::XBoard)).then(|| "proto=xboard".to_owned()));
        text.join(" ")
    }

    /// How much it may think, and with which options.
    pub fn conditions(&self) -> String {
        let mut text = vec![self.control.to_string()];
        text.extend(self.spec.options.iter().map(|(name, value)| format!("{name}={value}")));
        text.extend(self.ponder.then(|| "ponder".to_owned()));
        text.join(" ")
    }

    /// The first digits of the SHA-256 of its program; of ours, this one's.
    pub fn checksum(&self) -> String {
        let Some(bytes) = self.spec.file().and_then(|path| std::fs::read(path).ok()) else {
            return "unknown".into();
        };
        Sha256::digest(bytes)[..6].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Which build of the program it is: its length and age; of ours, this program's.
    pub fn build(&self) -> String {
        let Some(metadata) = self.spec.file().and_then(|path| std::fs::metadata(path).ok()) else {
            return "unknown".into();
        };
        let age = metadata.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        format!("{} bytes, written at {}", metadata.len(), age.map_or(0.0, |age| age.as_secs_f64()))
    }

    /// Where it comes from, and its options.
    pub fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// Makes engines for the arena. An engine may take `grace` to answer `stop` before it is killed.
    pub fn contestant(&self, grace: Duration) -> Contestant {
        let spec = self.spec.clone();
        Contestant {
            name: self.name.clone(),
            factory: Box::new(move |transcript| {
                spec.start(patience(grace), transcript.clone()).map_err(SpecError::into_engine)
            }),
            control: self.control,
            margin: self.margin,
            ponder: self.ponder,
            restart: self.restart,
        }
    }
}

/// How long a program is waited for: the referee says when time is over; the client only has to kill.
pub fn patience(grace: Duration) -> Patience {
    Patience { stop: grace, overrun: Duration::from_secs(3600), ..Patience::default() }
}

/// Reads all engines of a match. Two of the same name are told apart by a number, unless they were given that name.
///
/// # Errors
/// What is wrong with one of them, and the same name given twice.
pub fn read_all(engines: &[String], all: &Words, margin: Duration) -> Result<Vec<Entrant>> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for (index, text) in engines.iter().enumerate() {
        let what = format!("engine {}", index + 1);
        let own = Words::read(text, &what)?;
        let named = own.spec.name.is_some();
        let mut entrant = Entrant::new(own, all, margin).with_context(|| what.clone())?;
        let taken = |name: &str| entrants.iter().any(|other| other.name == name);
        if taken(&entrant.name) && named {
            bail!(
                "{what}: another engine is already named {}; give this one a name= of its own",
                entrant.name
            );
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
        read_all(&engines, &Words::parse(each, "--each")?, Duration::from_millis(MARGIN))
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
        assert_eq!(
            identity,
            "gnuchess --uci name=gnuchess option.Hash=64 option.Hash=8 10+0.1,nodes=5000 margin=50"
        );
        assert_eq!((plain[0].spec.own().is_some(), plain[0].threads()), (false, 1));
    }

    #[test]
    fn names_are_unique() {
        let names: Vec<String> =
            entrants(&["heirloom", "heirloom option.Threads=4", "heirloom name=x"], "st=1")
                .unwrap()
                .iter()
                .map(|entrant| entrant.name.clone())
                .collect();
        assert_eq!(names, ["heirloom", "heirloom-2", "x"]);
        assert!(entrants(&["heirloom name=a", "stockfish name=a"], "st=1").is_err());
    }

    #[test]
    fn wrong_words_are_refused() {
        assert!(
            error("cmd=a opton.Hash=3").contains("unknown setting 'opton.Hash'"),
            "{}",
            error("cmd=a opton.Hash=3")
        );
        assert!(error("cmd=a nmae=b").contains("did you mean 'name'?"));
        assert!(error("cmd=a proto=joho").contains("expected uci or xboard"));
        let xboard = entrants(&["cmd=fairymax proto=xboard", "b"], "st=1").unwrap();
        assert_eq!([xboard[0].spec.protocol, xboard[1].spec.protocol], [Some(Protocol::XBoard), None]);
        assert!(error("cmd=a book=b.bin").contains("--openings"));
        assert!(error("name=a").contains("name a built-in engine or give a command"));
        assert!(error("a tc=x").contains("is not a time control"));
        assert!(error("a nodes=0").contains("a positive number"));
        assert_eq!(entrants(&["a"], "").unwrap()[0].control.to_string(), "10+0.1");
        assert!(
            format!("{:#}", entrants(&["a"], "tc=inf").unwrap_err()).contains("would never stop searching")
        );
    }
}
