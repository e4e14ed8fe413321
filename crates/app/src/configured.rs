//! An engine that was started with values of the configuration: they are in force, and it offers them as its defaults.
//!
//! A program with a board shows defaults and sends only what differs from them; so they must say what holds.

use heirloom_engine::{Engine, EngineError, EngineOption, Intercept, Intercepted, OptionKind, OptionValue};

use crate::config::mistake::{Mistake, Wrong};
use crate::config::{Config, text};

/// The options of an engine with the configured values as their defaults.
struct Configured(Vec<EngineOption>);

/// Sets what the file says of an engine called `owner`. What the engine refuses, such as a file that is not there, is told and left out.
///
/// The order of the lines does not matter: files first, then the options in the engine's own order.
pub fn configured(
    mut engine: Box<dyn Engine>,
    owner: &str,
    config: &Config,
) -> (Box<dyn Engine>, Vec<Mistake>) {
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
    (Box::new(Intercepted::new(engine, Configured(options))), refused)
}

fn refusal(line: usize, name: &str, value: &OptionValue, error: EngineError) -> Mistake {
    let expected = match error {
        EngineError::OptionValue { expected, .. } => expected,
        other => format!("another value ({other})"),
    };
    Mistake {
        line: Some(line),
        wrong: Wrong { found: format!("{name} = {}", text(value)), expected, nearest: None },
    }
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

impl Intercept for Configured {
    fn options<'a>(&'a self, _: &'a dyn Engine) -> &'a [EngineOption] {
        &self.0
    }
}
