//! What is said of an engine in words, in ours or in those of other match programs.

use std::path::Path;

use anyhow::{Context, Result, bail};
use heirloom_app::engine_spec::EngineSpec;
use heirloom_arena::clock::{Time, TimeControl};

use crate::pairs;

/// What can be said of an engine, in our words and in those of other match programs.
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

/// Words of other match programs that we know, but have nothing for.
const FOREIGN: &[(&str, &str)] = &[
    ("book", "use --openings 'book.bin plies=16' for all engines"),
    ("bookdepth", "use --openings 'book.bin plies=16' for all engines"),
    ("conf", "give the command with cmd="),
    ("initstr", "use option.NAME=VALUE"),
    ("stderr", "the error output is saved in the transcript of a game that the engine loses by a fault"),
    ("tscale", "use tc="),
];

/// What was said of one engine, or of all.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Words {
    /// Which engine it is and how it is started.
    pub(super) spec: EngineSpec,
    pub(super) time: Option<Time>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) margin: Option<u64>,
    pub(super) ponder: Option<bool>,
    pub(super) restart: Option<bool>,
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

    /// The same; a program that the configuration remembers is meant by its name, with everything that is remembered of it and not said.
    ///
    /// # Errors
    /// As those of [`Words::parse`].
    pub fn read(text: &str, what: &str) -> Result<Words> {
        let said = Words::parse(text, what)?;
        Ok(Words { spec: said.spec.completed()?, ..said })
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
            // Programs that ask for it themselves do so over XBoard.
            "restart" => self.restart = Some(value != "auto" && pairs::switch(what, name, value)?),
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
