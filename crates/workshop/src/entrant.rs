//! Engines of a match, with name, origin, options and time control, parsed from one line of text.

mod settings;

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use heirloom_app::engine_spec::{EngineSpec, SpecError};
use heirloom_arena::clock::{Time, TimeControl};
use heirloom_arena::contestant::Contestant;
use heirloom_protocol::Protocol;
use heirloom_protocol::client::Timeouts;
use sha2::{Digest, Sha256};

use crate::pairs::quoted;
pub use settings::EngineSettings;

/// An engine in a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// The name in records, unique within the match.
    pub name: String,
    spec: EngineSpec,
    /// The time control.
    pub control: TimeControl,
    margin: Duration,
    /// True if the engine may ponder.
    pub ponder: bool,
    restart: bool,
}

/// The default time control: ten seconds plus 0.1 seconds per move.
const CONTROL: TimeControl = TimeControl {
    time: Time::Clock { base: Duration::from_secs(10), increment: Duration::from_millis(100), moves: 0 },
    nodes: None,
    depth: None,
};

/// The default time margin, in milliseconds.
pub const MARGIN: u64 = 20;

impl Entrant {
    /// Combines the settings of one engine with those for all engines. `margin` is the default time margin.
    /// Fails if there is no command or no limit on the search.
    pub fn new(own: EngineSettings, all: &EngineSettings, margin: Duration) -> Result<Entrant> {
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
            // The engine's own options come last, so that they override the common ones.
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

    /// Returns the number of search threads.
    pub fn threads(&self) -> usize {
        let of =
            |name: &str, value: &str| name.eq_ignore_ascii_case("Threads").then(|| value.parse().ok())?;
        self.spec.options.iter().rev().find_map(|(name, value)| of(name, value)).unwrap_or(1)
    }

    /// Returns everything that defines the engine, for the journal.
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

    /// Returns the time control and the options as text.
    pub fn conditions(&self) -> String {
        let mut text = vec![self.control.to_string()];
        text.extend(self.spec.options.iter().map(|(name, value)| format!("{name}={value}")));
        text.extend(self.ponder.then(|| "ponder".to_owned()));
        text.join(" ")
    }

    /// Returns the first digits of the SHA-256 of the program; for a built-in engine, of this program.
    pub fn checksum(&self) -> String {
        let Some(bytes) = self.spec.file().and_then(|path| std::fs::read(path).ok()) else {
            return "unknown".into();
        };
        Sha256::digest(bytes)[..6].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Identifies the build of the program by file size and modification time; for a built-in engine, of this
    /// program.
    pub fn build(&self) -> String {
        let Some(metadata) = self.spec.file().and_then(|path| std::fs::metadata(path).ok()) else {
            return "unknown".into();
        };
        let age = metadata.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
        format!("{} bytes, written at {}", metadata.len(), age.map_or(0.0, |age| age.as_secs_f64()))
    }

    /// Returns how the engine is started, with its options.
    pub fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// Returns a contestant for the arena. An engine that does not answer `stop` within `grace` is killed.
    pub fn contestant(&self, grace: Duration) -> Contestant {
        let spec = self.spec.clone();
        Contestant {
            name: self.name.clone(),
            factory: Box::new(move |transcript| {
                spec.start(timeouts(grace), transcript.clone()).map_err(SpecError::into_engine)
            }),
            control: self.control,
            margin: self.margin,
            ponder: self.ponder,
            restart: self.restart,
        }
    }
}

/// Returns how long to wait for a program. The referee enforces the time control; the client only kills
/// engines that hang.
pub fn timeouts(grace: Duration) -> Timeouts {
    Timeouts { stop: grace, overrun: Duration::from_secs(3600), ..Timeouts::default() }
}

/// Parses all engines of a match. Engines with the same default name are numbered. Fails if an engine is
/// invalid, or if the same explicit name is given twice.
pub fn read_all(engines: &[String], all: &EngineSettings, margin: Duration) -> Result<Vec<Entrant>> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for (index, text) in engines.iter().enumerate() {
        let what = format!("engine {}", index + 1);
        let own = EngineSettings::read(text, &what)?;
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
        read_all(&engines, &EngineSettings::parse(each, "--each")?, Duration::from_millis(MARGIN))
    }

    fn error(engine: &str) -> String {
        format!("{:#}", entrants(&[engine], "tc=10+0.1").unwrap_err())
    }

    #[test]
    fn both_syntaxes_are_equivalent() {
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
        let engines = ["heirloom", "heirloom option.Threads=4", "heirloom name=x"];
        let found = entrants(&engines, "st=1").unwrap();
        let names: Vec<String> = found.into_iter().map(|entrant| entrant.name).collect();
        assert_eq!(names, ["heirloom", "heirloom-2", "x"]);
        assert!(entrants(&["heirloom name=a", "stockfish name=a"], "st=1").is_err());
    }

    #[test]
    fn invalid_settings_are_rejected() {
        assert!(error("cmd=a opton.Hash=3").contains("unknown setting 'opton.Hash'"));
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
