//! The XBoard introduction and options.

use std::io::Write;

use heirloom_engine::{EngineOption, OptionKind, OptionValue};

use super::super::log::{LOG_FILE, with_log};
use super::{Conversation, Written};
use crate::text::excerpt;
use crate::xboard::{Message, feature};

/// The features of every engine.
const FEATURES: &str = "ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 \
                        reuse=1 analyze=1 colors=0 ics=1 name=1 pause=1 nps=1 debug=1 exclude=1 setscore=0 \
                        highlight=0";

impl<W: Write> Conversation<'_, '_, W> {
    /// Sends everything at once: features, options, and `done=1`.
    pub(super) fn introduce(&mut self) -> Written {
        let mut pairs = feature::parse(FEATURES);
        let mut add = |name: &str, value: &str| pairs.push((name.into(), value.into()));
        add("myname", self.host.session.name());
        add("variants", if self.plays_fischerandom() { "normal,fischerandom" } else { "normal" });
        add("memory", if self.has("Hash") { "1" } else { "0" });
        add("smp", if self.has("Threads") { "1" } else { "0" });
        if self.has("SyzygyPath") {
            add("egt", "syzygy");
        }
        let mut lines = vec![Message::Features(pairs).to_string()];
        let offered = with_log(self.host.session.options());
        lines.extend(
            offered
                .iter()
                .filter(|option| !has_command(&option.name))
                .map(|option| format!("feature option={}", feature::quoted(&feature::write_option(option)))),
        );
        lines.push("feature done=1".into());
        lines.iter().try_for_each(|line| self.send_line(line))
    }

    pub(super) fn plays_fischerandom(&self) -> bool {
        self.has("UCI_Chess960")
    }

    fn has(&self, name: &str) -> bool {
        EngineOption::find(self.host.session.options(), name).is_ok()
    }

    /// Checks a value at once; the engine gets it after a search for a move, but any other search is ended.
    pub(super) fn set_option(&mut self, name: &str, value: String) -> Written {
        let options = with_log(self.host.session.options());
        let checked = EngineOption::find(&options, name)
            .and_then(|option| Ok((option.name.clone(), option.parse(&value)?)));
        let (name, parsed) = match checked {
            Ok(checked) => checked,
            Err(error) => {
                let line = if value.is_empty() { name.to_owned() } else { format!("{name}={value}") };
                return self.send_line(&format!("Error ({error}): option {}", excerpt(&line)));
            }
        };
        if let (LOG_FILE, OptionValue::Text(path)) = (name.as_str(), &parsed) {
            if let Err(error) = self.host.output.open(path) {
                let text = format!("cannot write the log {path}: {error}; nothing is logged");
                self.send_line(&Message::Tell(text).to_string())?;
            }
            if EngineOption::find(self.host.session.options(), LOG_FILE).is_err() {
                return Ok(());
            }
        }
        let keep = parsed != OptionValue::Press;
        if self.is_moving() {
            self.host.set_option(name, value, keep);
        } else {
            self.abandon();
            self.host.set_option(name, value, keep);
            self.continue_thinking();
        }
        Ok(())
    }

    /// Sets the hash size, as far as the engine can use it.
    pub(super) fn set_memory(&mut self, megabytes: u64) -> Written {
        self.set_number("Hash", megabytes, "memory")
    }

    pub(super) fn set_cores(&mut self, threads: u64) -> Written {
        self.set_number("Threads", threads, "cores")
    }

    /// Sets the largest allowed value up to `number`, or the smallest if all are larger.
    fn set_number(&mut self, name: &str, number: u64, command: &str) -> Written {
        let wanted = i64::try_from(number).unwrap_or(i64::MAX);
        let fitting = match EngineOption::find(self.host.session.options(), name).map(|option| &option.kind) {
            Ok(OptionKind::Spin { min, max, .. }) => Some(wanted.clamp(*min, *max)),
            Ok(OptionKind::Combo { choices, .. }) => {
                let numbers = || choices.iter().filter_map(|choice| choice.parse::<i64>().ok());
                numbers().filter(|&choice| choice <= wanted).max().or(numbers().min())
            }
            _ => None,
        };
        match fitting {
            Some(fitting) => self.set_option(name, fitting.to_string()),
            None => self.send_line(&format!("Error (this engine has no such setting): {command} {number}")),
        }
    }

    pub(super) fn set_tables(&mut self, kind: &str, path: String) -> Written {
        if kind != "syzygy" || !self.has("SyzygyPath") {
            return self.send_line(&format!("Error (unsupported kind of tables): egtpath {}", excerpt(kind)));
        }
        // Front ends may send a folder configured long ago; if it is missing, that is not the user's mistake.
        if !std::env::split_paths(&path).any(|folder| folder.is_dir()) {
            return self.remark(&format!("no tablebases: there is no folder {}", excerpt(&path)));
        }
        self.set_option("SyzygyPath", path)
    }
}

/// Returns true for options that have their own commands in the protocol.
fn has_command(name: &str) -> bool {
    ["UCI_Chess960", "Ponder", "UCI_ShowWDL"].iter().any(|ours| name.eq_ignore_ascii_case(ours))
}
