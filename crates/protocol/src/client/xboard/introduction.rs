//! What a program for XBoard can do, as it says at the start.

use web_time::{Duration, Instant};

use heirloom_engine::{EngineError, EngineOption, OptionValue};

use super::XBoardClient;
use crate::xboard::{Command, Message, feature};

/// How long programs have that are older than features, and say nothing: as long as XBoard waits. What a slow one says later still counts.
const SILENCE: Duration = Duration::from_secs(2);

/// More megabytes or threads than any machine has.
const MOST: i64 = 1 << 20;

/// The option for which the protocol has `hard` and `easy`.
const PONDER: &str = "Ponder";

/// The features that matter to us; the defaults are those of the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Features {
    pub(super) ping: bool,
    pub(super) setboard: bool,
    pub(super) usermove: bool,
    pub(super) time: bool,
    /// Does it want to hear `white` and `black` before it goes?
    pub(super) colors: bool,
    pub(super) draw: bool,
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
            colors: true,
            draw: true,
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
            OptionValue::Spin(number) if is_own && name == "Hash" => {
                return Some(Command::Memory(number.unsigned_abs()));
            }
            OptionValue::Spin(number) if is_own && name == "Threads" => {
                return Some(Command::Cores(number.unsigned_abs()));
            }
            OptionValue::Text(path) if is_own => {
                return Some(Command::TablePath { kind: "syzygy".into(), path: path.clone() });
            }
            OptionValue::Check(on) if is_own && name == PONDER => {
                return Some(if *on { Command::Hard } else { Command::Easy });
            }
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
        self.offer(EngineOption::check(PONDER, false), PONDER);
        self.send(&Command::XBoard);
        self.send(&Command::ProtoVer(2));
        let begun = Instant::now();
        let longest = self.partner.patience.start;
        let (mut told, mut patience) = (false, SILENCE.min(longest));
        loop {
            let deadline = begun + patience;
            // One that has said some features but no end of them has said all.
            let may_be_silent = told || patience < longest;
            let line = if may_be_silent {
                self.partner.next_line_by(Some(deadline), "feature done=1")?
            } else {
                self.partner.next_line(Some(deadline), "feature done=1")?
            };
            if let Some(Message::Features(pairs)) = line.as_deref().and_then(Message::parse) {
                told = true;
                match self.take_features(&pairs) {
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
        if !told {
            // For some of the oldest programs `easy` exchanges both.
            self.send(&Command::Hard);
        }
        self.send(&Command::Easy);
        Ok(())
    }

    /// Takes note of features and answers them: whether these were all, if that is said.
    pub(super) fn take_features(&mut self, pairs: &[(String, String)]) -> Option<bool> {
        let mut done = None;
        for (name, value) in pairs {
            if name == "done" {
                done = Some(value != "0");
            }
            let taken = self.take_feature(name, value);
            self.send(&if taken { Command::Accepted(name.clone()) } else { Command::Rejected(name.clone()) });
        }
        done
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
            "colors" => features.colors = on,
            "draw" => features.draw = on,
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
            "myname" if !value.is_empty() => self.partner.name = value.to_owned(),
            "memory" if on => self.offer(EngineOption::spin("Hash", 16, 1, MOST), "Hash"),
            "smp" if on => self.offer(EngineOption::spin("Threads", 1, 1, MOST), "Threads"),
            "egt" if value.split(',').any(|kind| kind.trim() == "syzygy") => {
                self.offer(EngineOption::text("SyzygyPath", ""), "SyzygyPath")
            }
            "option" => match feature::parse_option(value) {
                Some(option) if EngineOption::find(&self.options, &option.name).is_err() => {
                    self.options.push(option)
                }
                Some(_) => {}
                None => return false,
            },
            // Moves are sent as coordinates.
            "san" => return !on,
            "done" | "playother" | "sigint" | "sigterm" | "ics" | "name" | "pause" | "debug" | "memory"
            | "smp" | "egt" | "myname" => {}
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
