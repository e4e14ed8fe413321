//! Reads the features of a program for XBoard.

use web_time::{Duration, Instant};

use heirloom_engine::{EngineError, EngineOption, OptionValue};

use super::XBoardClient;
use crate::xboard::{Command, Message, feature};

/// How long programs without features may stay silent, as in XBoard. Later features still count.
const SILENCE: Duration = Duration::from_secs(2);

/// More megabytes or threads than any machine has.
const MAX_VALUE: i64 = 1 << 20;

/// The option that the protocol sets with `hard` and `easy`.
const PONDER: &str = "Ponder";

/// The features that the client uses; the defaults are the protocol's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Features {
    pub(super) ping: bool,
    pub(super) setboard: bool,
    pub(super) usermove: bool,
    pub(super) time: bool,
    /// True if it needs `white` or `black` before `go`.
    pub(super) colors: bool,
    pub(super) draw: bool,
    pub(super) reuse: bool,
    pub(super) analyze: bool,
    pub(super) nps: bool,
    pub(super) exclude: bool,
    pub(super) fischerandom: bool,
    /// Options that are set with the protocol's own commands.
    protocol_options: Vec<&'static str>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            colors: true,
            draw: true,
            reuse: true,
            analyze: true,
            nps: false,
            exclude: false,
            // By the protocol, programs without this feature play all variants; in fact they are just old.
            fischerandom: false,
            protocol_options: Vec::new(),
        }
    }
}

impl Features {
    /// The command that sets an option; `None` for Chess960, which follows the game.
    pub(super) fn setting(&self, name: &str, value: &OptionValue) -> Option<Command> {
        let by_protocol = self.protocol_options.contains(&name);
        let text = match value {
            OptionValue::Spin(number) if by_protocol && name == "Hash" => {
                return Some(Command::Memory(number.unsigned_abs()));
            }
            OptionValue::Spin(number) if by_protocol && name == "Threads" => {
                return Some(Command::Cores(number.unsigned_abs()));
            }
            OptionValue::Text(path) if by_protocol => {
                return Some(Command::TablePath { kind: "syzygy".into(), path: path.clone() });
            }
            OptionValue::Check(on) if by_protocol && name == PONDER => {
                return Some(if *on { Command::Hard } else { Command::Easy });
            }
            OptionValue::Check(_) if by_protocol => return None,
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
    /// Reads the program's features and requests its lines of thinking.
    pub(super) fn introduce(&mut self) -> Result<(), EngineError> {
        self.features = Features::default();
        self.options.clear();
        self.offer_option(EngineOption::check(PONDER, false), PONDER);
        self.send(&Command::XBoard);
        self.send(&Command::ProtoVer(2));
        let started = Instant::now();
        let longest = self.connection.timeouts.start;
        let (mut has_features, mut patience) = (false, SILENCE.min(longest));
        loop {
            let deadline = started + patience;
            // A program that has sent features but no `done` has sent all of them.
            let may_be_silent = has_features || patience < longest;
            let line = if may_be_silent {
                self.connection.next_line_by(Some(deadline), "feature done=1")?
            } else {
                self.connection.next_line(Some(deadline), "feature done=1")?
            };
            if let Some(Message::Features(pairs)) = line.as_deref().and_then(Message::parse) {
                has_features = true;
                match self.handle_features(&pairs) {
                    Some(true) => break,
                    Some(false) => patience = longest,
                    None => {}
                }
            }
            if may_be_silent && Instant::now() >= deadline {
                break;
            }
        }
        self.send(&Command::Post);
        if !has_features {
            // For some of the oldest programs, `easy` is a toggle.
            self.send(&Command::Hard);
        }
        self.send(&Command::Easy);
        Ok(())
    }

    /// Stores features and answers them; returns the value of `done` if it is among them.
    pub(super) fn handle_features(&mut self, pairs: &[(String, String)]) -> Option<bool> {
        let mut done = None;
        for (name, value) in pairs {
            if name == "done" {
                done = Some(value != "0");
            }
            let known = self.handle_feature(name, value);
            self.send(&if known { Command::Accepted(name.clone()) } else { Command::Rejected(name.clone()) });
        }
        done
    }

    /// Stores a feature; returns false to reject it.
    fn handle_feature(&mut self, name: &str, value: &str) -> bool {
        let on = value == "1";
        let features = &mut self.features;
        match name {
            "ping" => features.ping = on,
            "setboard" => features.setboard = on,
            "usermove" => features.usermove = on,
            "time" => features.time = on,
            "colors" => features.colors = on,
            "draw" => features.draw = on,
            "reuse" => features.reuse = on,
            "analyze" => features.analyze = on,
            "nps" => features.nps = on,
            "exclude" => features.exclude = on,
            "variants" => {
                features.fischerandom = value.split(',').any(|variant| variant.trim() == "fischerandom");
                if features.fischerandom {
                    // The option name that UCI engines use for it.
                    self.offer_option(EngineOption::check("UCI_Chess960", false), "UCI_Chess960");
                }
            }
            "myname" if !value.is_empty() => self.connection.name = value.to_owned(),
            "memory" if on => self.offer_option(EngineOption::spin("Hash", 16, 1, MAX_VALUE), "Hash"),
            "smp" if on => self.offer_option(EngineOption::spin("Threads", 1, 1, MAX_VALUE), "Threads"),
            "egt" if value.split(',').any(|kind| kind.trim() == "syzygy") => {
                self.offer_option(EngineOption::text("SyzygyPath", ""), "SyzygyPath")
            }
            "option" => match feature::parse_option(value) {
                Some(option) if EngineOption::find(&self.options, &option.name).is_err() => {
                    self.options.push(option)
                }
                Some(_) => {}
                None => return false,
            },
            // Moves are sent in coordinates.
            "san" => return !on,
            "done" | "playother" | "sigint" | "sigterm" | "ics" | "name" | "pause" | "debug" | "memory"
            | "smp" | "egt" | "myname" => {}
            _ => return false,
        }
        true
    }

    /// Offers a command of the protocol as an option, under the name that other engines use.
    fn offer_option(&mut self, option: EngineOption, name: &'static str) {
        if EngineOption::find(&self.options, name).is_err() {
            self.options.push(option);
            self.features.protocol_options.push(name);
        }
    }
}
