//! An engine that was started with values of the configuration: they are in force, and it offers them as its defaults.
//!
//! A program with a board shows defaults and sends only what differs from them; so they must say what holds.

use heirloom_chess::Line;
use heirloom_engine::{BestMove, Engine, EngineError, EngineOption, Info, Limits, OptionKind, OptionValue, Signals};

use crate::config::mistake::{Mistake, Wrong};
use crate::config::{Config, text};

/// See the file's head.
struct Configured {
    engine: Box<dyn Engine>,
    options: Vec<EngineOption>,
}

/// Sets what the file says of an engine called `owner`. What the engine refuses, such as a file that is not there, is told and left out.
///
/// The order of the lines does not matter: files first, then the options in the engine's own order.
pub fn configured(mut engine: Box<dyn Engine>, owner: &str, config: &Config) -> (Box<dyn Engine>, Vec<Mistake>) {
    let mut options = engine.options().to_vec();
    let mut order: Vec<usize> = (0..options.len()).collect();
    order.sort_by_key(|&index| !matches!(options[index].kind, OptionKind::Text { .. }));
    let mut refused = Vec::new();
    for option in order {
        let option = &mut options[option];
        let Some(entry) = config.entry(owner, &option.name) else { continue };
        match engine.set_option(&option.name, &text(&entry.value)) {
            Ok(()) => set_default(&mut option.kind, &entry.value),
            Err(error) => refused.push(refusal(entry.line, &option.name, &entry.value, error)),
        }
    }
    refused.sort_by_key(|mistake: &Mistake| mistake.line);
    (Box::new(Configured { engine, options }), refused)
}

fn refusal(line: usize, name: &str, value: &OptionValue, error: EngineError) -> Mistake {
    let expected = match error {
        EngineError::OptionValue { expected, .. } => expected,
        other => format!("another value ({other})"),
    };
    Mistake { line: Some(line), wrong: Wrong { found: format!("{name} = {}", text(value)), expected, nearest: None } }
}

fn set_default(kind: &mut OptionKind, value: &OptionValue) {
    match (kind, value) {
        (OptionKind::Check { default }, OptionValue::Check(on)) => *default = *on,
        (OptionKind::Spin { default, .. }, OptionValue::Spin(number)) => *default = *number,
        (OptionKind::Combo { default, .. }, OptionValue::Combo(word)) => default.clone_from(word),
        (OptionKind::Text { default }, OptionValue::Text(words)) => default.clone_from(words),
        _ => {}
    }
}

impl Engine for Configured {
    fn inner(&mut self) -> Option<&mut dyn Engine> {
        Some(self.engine.as_mut())
    }

    fn name(&self) -> &str {
        self.engine.name()
    }

    fn author(&self) -> &str {
        self.engine.author()
    }

    fn options(&self) -> &[EngineOption] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.engine.set_option(name, value)
    }

    fn new_game(&mut self) {
        self.engine.new_game();
    }

    fn search(&mut self, line: &Line, limits: &Limits, signals: &Signals, report: &mut dyn FnMut(Info)) -> Result<BestMove, EngineError> {
        self.engine.search(line, limits, signals, report)
    }
}
