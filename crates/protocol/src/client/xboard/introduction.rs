//! What a program for XBoard can do, as it says at the start.

use std::time::{Duration, Instant};

use heirloom_engine::{EngineError, EngineOption, OptionValue};

use super::XBoardClient;
use crate::client::process::Silence;
use crate::xboard::{Command, Message, feature};

/// How long programs have that are older than features, and say nothing: XBoard waits two seconds, others twice as long.
const SILENCE: Duration = Duration::from_secs(4);

/// More megabytes or threads than any machine has.
const MOST: i64 = 1 << 20;

/// The features that matter to us; the defaults are those of the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Features {
    pub(super) ping: bool,
    pub(super) setboard: bool,
    pub(super) usermove: bool,
    pub(super) time: bool,
    pub(super) reuse: bool,
    pub(super) analyze: bool,
    pub(super) nps: bool,
    pub(super) exclude: bool,
    pub(super) fischerandom: bool,
    /// Options that are set with words of the protocol.
    own: Vec<&'static str>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            reuse: true,
            analyze: true,
            nps: false,
            exclude: false,
            // Who says nothing of variants plays all of them, the protocol says; in truth it is older than this one.
            fischerandom: false,
            own: Vec::new(),
        }
    }
}

impl Features {
    /// The command that sets an option; none for the notation of Chess960, which follows the game.
    pub(super) fn setting(&self, name: &str, value: &OptionValue) -> Option<Command> {
        let is_own = self.own.contains(&name);
        let text = match value {
            OptionValue::Spin(number) if is_own && name == "Hash" => return Some(Command::Memory(number.unsigned_abs())),
            OptionValue::Spin(number) if is_own && name == "Threads" => return Some(Command::Cores(number.unsigned_abs())),
            OptionValue::Text(path) if is_own => return Some(Command::TablePath { kind: "syzygy".into(), path: path.clone() }),
            OptionValue::Check(_) if is_own => return None,
            OptionValue::Check(on) => Some(i32::from(*on).to_string()),
            OptionValue::Spin(number) => Some(number.to_string()),
            OptionValue::Combo(choice) => Some(choice.clone()),
            OptionValue::Text(text) => Some(text.replace(['\n', '\r'], " ")),
            OptionValue::Press => None,
        };
        Some(Command::Option { name: name.into(), value: text })
    }
}

impl XBoardClient {
    /// Lets the program say what it can do, and asks for news of its thinking.
    pub(super) fn introduce(&mut self) -> Result<(), EngineError> {
        self.features = Features::default();
        self.options.clear();
        self.send(&Command::XBoard);
        self.send(&Command::ProtoVer(2));
        let begun = Instant::now();
        let (mut told, mut patience) = (false, SILENCE.min(self.patience.start));
        loop {
            let line = match self.process.next_line(Some(begun + patience)) {
                Ok(line) => line,
                // One that has said some features but no end of them has said all.
                Err(Silence::Late) if told || patience < self.patience.start => break,
                Err(silence) => return Err(self.failed(silence, "feature done=1")),
            };
            let Some(Message::Features(pairs)) = line.as_deref().and_then(Message::parse) else { continue };
            told = true;
            let mut done = false;
            for (name, value) in pairs {
                match (name.as_str(), value.as_str()) {
                    ("done", "0") => patience = self.patience.start,
                    ("done", _) => done = true,
                    _ => {}
                }
                let answer = if self.take_feature(&name, &value) { Command::Accepted(name) } else { Command::Rejected(name) };
                self.send(&answer);
            }
            if done {
                break;
            }
        }
        self.send(&Command::Post);
        self.send(&Command::Easy);
        Ok(())
    }

    /// Takes note of a feature; false for those that we do not want.
    fn take_feature(&mut self, name: &str, value: &str) -> bool {
        let on = value == "1";
        let features = &mut self.features;
        match name {
            "ping" => features.ping = on,
            "setboard" => features.setboard = on,
            "usermove" => features.usermove = on,
            "time" => features.time = on,
            "reuse" => features.reuse = on,
            "analyze" => features.analyze = on,
            "nps" => features.nps = on,
            "exclude" => features.exclude = on,
            "variants" => {
                features.fischerandom = value.split(',').any(|variant| variant.trim() == "fischerandom");
                if features.fischerandom {
                    // The name under which others say that they can.
                    self.offer(EngineOption::check("UCI_Chess960", false), "UCI_Chess960");
                }
            }
            "myname" if !value.is_empty() => self.name = value.to_owned(),
            "memory" if on => self.offer(EngineOption::spin("Hash", 16, 1, MOST), "Hash"),
            "smp" if on => self.offer(EngineOption::spin("Threads", 1, 1, MOST), "Threads"),
            "egt" if value.split(',').any(|kind| kind.trim() == "syzygy") => self.offer(EngineOption::text("SyzygyPath", ""), "SyzygyPath"),
            "option" => match feature::parse_option(value) {
                Some(option) if EngineOption::find(&self.options, &option.name).is_err() => self.options.push(option),
                Some(_) => {}
                None => return false,
            },
            // Moves are sent as coordinates.
            "san" => return !on,
            "done" | "playother" | "draw" | "sigint" | "sigterm" | "colors" | "ics" | "name" | "pause" | "debug" | "memory" | "smp"
            | "egt" | "myname" => {}
            _ => return false,
        }
        true
    }

    /// A word of the protocol as an option under the name that other engines have for it.
    fn offer(&mut self, option: EngineOption, name: &'static str) {
        if EngineOption::find(&self.options, name).is_err() {
            self.options.push(option);
            self.features.own.push(name);
        }
    }
}
