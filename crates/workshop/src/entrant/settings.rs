//! Engine settings given as text, in our syntax or that of other match programs.

use std::path::Path;

use anyhow::{Context, Result, bail};
use heirloom_app::engine_spec::EngineSpec;
use heirloom_arena::clock::{Time, TimeControl};

use crate::pairs;

/// The settings of an engine, in our syntax and that of other match programs.
pub const NAMES: &[&str] = &[
    "cmd",
    "name",
    "args",
    "arg",
    "dir",
    "proto",
    "tc",
    "st",
    "nodes",
    "depth",
    "plies",
    "timemargin",
    "margin",
    "ponder",
    "restart",
];

/// Settings of other match programs that are not supported, with the alternative.
const FOREIGN: &[(&str, &str)] = &[
    ("book", "use --openings 'book.bin plies=16' for all engines"),
    ("bookdepth", "use --openings 'book.bin plies=16' for all engines"),
    ("conf", "give the command with cmd="),
    ("initstr", "use option.NAME=VALUE"),
    ("stderr", "the error output is saved in the transcript of a game that the engine loses by a fault"),
    ("tscale", "use tc="),
];

/// The settings of one engine, or of all engines.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct EngineSettings {
    /// The engine and how it is started.
    pub(super) spec: EngineSpec,
    pub(super) time: Option<Time>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) margin: Option<u64>,
    pub(super) ponder: Option<bool>,
    pub(super) restart: Option<bool>,
}

impl EngineSettings {
    /// Parses a command line such as `gnuchess --uci option.Hash=64 tc=10+0.1`, or only pairs: `cmd=gnuchess
    /// args=--uci ...`. Fails for unknown settings and invalid values.
    pub fn parse(text: &str, what: &str) -> Result<EngineSettings> {
        let mut all = EngineSettings::default();
        // A lone program path with spaces needs no quotes.
        if Path::new(text).is_file() {
            all.spec.command.push(text.into());
            return Ok(all);
        }
        for word in pairs::split(text)? {
            match word.split_once('=') {
                Some((name, value)) if !name.starts_with('-') => all.set(name, value, what)?,
                None if word == "ponder" => all.ponder = Some(true),
                _ => all.spec.command.push(word),
            }
        }
        Ok(all)
    }

    /// Like [`EngineSettings::parse`], but a program in the configuration can be given by its name; settings
    /// that are missing are taken from there. Fails as [`EngineSettings::parse`] does.
    pub fn read(text: &str, what: &str) -> Result<EngineSettings> {
        let words = EngineSettings::parse(text, what)?;
        Ok(EngineSettings { spec: words.spec.completed()?, ..words })
    }

    fn set(&mut self, name: &str, value: &str, what: &str) -> Result<()> {
        if self.spec.set(name, value).with_context(|| what.to_owned())? {
            return Ok(());
        }
        match name {
            "tc" => self.time = Some(pairs::value::<TimeControl>(what, name, value)?.time),
            "st" => self.time = Some(pairs::value::<TimeControl>(what, name, &format!("st={value}"))?.time),
            "nodes" => self.nodes = Some(positive(what, name, value)?),
            "depth" | "plies" => self.depth = Some(u32::try_from(positive(what, name, value)?)?),
            "timemargin" | "margin" => self.margin = Some(pairs::value(what, name, value)?),
            "ponder" => self.ponder = Some(pairs::switch(what, name, value)?),
            // With `auto`, programs can request a restart by XBoard.
            "restart" => self.restart = Some(value != "auto" && pairs::switch(what, name, value)?),
            _ => return Err(refused(name, what)),
        }
        Ok(())
    }

    /// Sets the limits that are present in a time control.
    pub fn set_control(&mut self, control: TimeControl) {
        self.time = Some(control.time).filter(|&time| time != Time::Unlimited).or(self.time);
        self.nodes = control.nodes.or(self.nodes);
        self.depth = control.depth.or(self.depth);
    }

    /// Returns true if any setting limits the search.
    pub fn has_control(&self) -> bool {
        self.time.is_some() || self.nodes.is_some() || self.depth.is_some()
    }
}

fn positive(what: &str, name: &str, value: &str) -> Result<u64> {
    match pairs::value(what, name, value)? {
        0 => bail!("{what}: {name}=0: expected a positive number"),
        number => Ok(number),
    }
}

fn refused(name: &str, what: &str) -> anyhow::Error {
    if let Some((_, instead)) = FOREIGN.iter().find(|(known, _)| *known == name) {
        return anyhow::anyhow!("{what}: {name}= is not supported; {instead}");
    }
    pairs::unknown(name, what, NAMES)
        .context("use option.NAME=VALUE for an engine option, args=\"...\" for command line arguments")
}
