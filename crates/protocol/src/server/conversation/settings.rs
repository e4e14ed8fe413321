//! The UCI introduction and options.

use std::io::Write;

use heirloom_engine::{EngineOption, OptionValue};

use super::super::log::LOG_FILE;
use super::{Conversation, Written};
use crate::uci::Message;
use crate::uci::message::write_option;

const CHESS960: &str = "UCI_Chess960";
const SHOW_WDL: &str = "UCI_ShowWDL";

impl<W: Write> Conversation<'_, '_, W> {
    pub(super) fn introduce(&mut self) -> Written {
        let mut lines = vec![Message::Name(self.host.session.name().to_owned()).to_string()];
        lines.push(Message::Author(self.host.session.author().to_owned()).to_string());
        lines.extend(self.options.iter().map(write_option));
        lines.push(Message::UciOk.to_string());
        lines.iter().try_for_each(|line| self.host.send_line(line))
    }

    /// Checks a value at once; the engine gets it after the end of a search.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Written {
        let checked = EngineOption::find(&self.options, name)
            .and_then(|option| Ok((option.name.clone(), option.parse(value)?)));
        let (name, parsed) = match checked {
            Ok(checked) => checked,
            Err(error) => return self.remark(&error.to_string()),
        };
        match (name.as_str(), &parsed) {
            (CHESS960, OptionValue::Check(on)) => self.chess960 = *on,
            (SHOW_WDL, OptionValue::Check(on)) => self.wdl = *on,
            (LOG_FILE, OptionValue::Text(path)) if let Err(error) = self.host.output.open(path) => {
                return self.remark(&format!("cannot write the log {path}: {error}; nothing is logged"));
            }
            _ => {}
        }
        if self.debug {
            self.remark(&format!("option {name} set to \"{value}\""))?;
        }
        if EngineOption::find(self.host.session.options(), &name).is_ok() {
            self.host.set_option(name, value.to_owned(), parsed != OptionValue::Press);
        }
        Ok(())
    }
}
