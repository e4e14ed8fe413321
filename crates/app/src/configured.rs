//! An engine with the configured option values, which it also offers as its defaults.
//!
//! GUIs show the defaults and send only options that differ from them, so the defaults must be the values in
//! effect.

use heirloom_engine::{Engine, EngineError, EngineOption, Intercept, Intercepted, OptionKind, OptionValue};

use crate::config::error::{ConfigError, Problem};
use crate::config::{Config, text};

/// The options of an engine, with the configured values as defaults.
struct Configured(Vec<EngineOption>);

/// Sets the configured options of an engine called `owner`. Returns a mistake for each value that the engine
/// rejects, such as a missing file.
///
/// The order of entries in the file does not matter: file paths are set first, then the others in the
/// engine's order.
pub fn configured(
    mut engine: Box<dyn Engine>,
    owner: &str,
    config: &Config,
) -> (Box<dyn Engine>, Vec<ConfigError>) {
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
    refused.sort_by_key(|mistake: &ConfigError| mistake.line);
    (Box::new(Intercepted::new(engine, Configured(options))), refused)
}

fn refusal(line: usize, name: &str, value: &OptionValue, error: EngineError) -> ConfigError {
    let expected = match error {
        EngineError::OptionValue { expected, .. } => expected,
        other => format!("another value ({other})"),
    };
    ConfigError {
        line: Some(line),
        problem: Problem { found: format!("{name} = {}", text(value)), expected, nearest: None },
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
