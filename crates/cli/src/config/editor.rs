//! The interactive editor: an engine, an option, a value; each change is checked and written at once.

use std::path::Path;

use anyhow::{Error, Result};
use dialoguer::Select;
use dialoguer::theme::ColorfulTheme;
use heirloom_app::config::edit::Key;
use heirloom_app::config::schema::Schema;
use heirloom_app::config::{Config, text};
use heirloom_engine::{EngineOption, OptionKind, OptionValue};
use heirloom_workshop::configuration::default;

use super::{checked, field, store};
use crate::configuration::{ConfigurationArguments, report};

/// Runs the editor until the user leaves. Fails if the file or the terminal cannot be used.
pub fn run(choice: &ConfigurationArguments, schema: &Schema) -> Result<()> {
    let outcome = edit(choice, schema);
    // Ctrl-C may end any prompt, and prompts hide the cursor.
    let _ = console::Term::stderr().show_cursor();
    match outcome {
        Err(error) if is_interruption(&error) => Ok(()),
        other => other,
    }
}

fn is_interruption(error: &Error) -> bool {
    let asked = error.downcast_ref::<dialoguer::Error>().map(|dialoguer::Error::IO(error)| error);
    asked
        .or_else(|| error.downcast_ref())
        .is_some_and(|error: &std::io::Error| error.kind() == std::io::ErrorKind::Interrupted)
}

fn edit(choice: &ConfigurationArguments, schema: &Schema) -> Result<()> {
    let path = choice.path()?;
    let owners: Vec<&str> = schema.owners().collect();
    let names: Vec<&str> = owners.iter().copied().chain(["quit"]).collect();
    let profile = choice.profile.as_ref().map_or_else(String::new, |profile| format!(", profile {profile}"));
    anstream::eprintln!("{}{profile}; changes are saved immediately; Esc goes back", path.display());
    let mut last = 0;
    while let Some(owner) =
        select("Options of which engine?", &names, last)?.filter(|index| *index < owners.len())
    {
        last = owner;
        edit_owner(choice, schema, &path, owners[owner])?;
    }
    Ok(())
}

fn edit_owner(choice: &ConfigurationArguments, schema: &Schema, path: &Path, owner: &str) -> Result<()> {
    let options: Vec<&EngineOption> = schema.options(owner).collect();
    let mut last = 0;
    loop {
        let config = load(choice, schema)?;
        let mut lines: Vec<String> = options.iter().map(|option| line(owner, option, &config)).collect();
        lines.push("back".into());
        let Some(index) =
            select(&format!("Options of {owner}"), &lines, last)?.filter(|index| *index < options.len())
        else {
            return Ok(());
        };
        last = index;
        let option = options[index];
        let current = config.entry(owner, &option.name).map(|entry| text(&entry.value));
        if let Some(value) = ask(owner, option, current)? {
            let key = Key { profile: choice.profile.as_deref(), owner, name: &option.name };
            store(path, key, value.as_ref())?;
        }
    }
}

/// Reads the current file. A new file or profile need not exist yet.
fn load(choice: &ConfigurationArguments, schema: &Schema) -> Result<Config> {
    let place = heirloom_app::paths::find(choice.config.as_deref());
    let mut config = Config::load(&place, schema);
    if let Some(profile) = &choice.profile {
        let _ = config.choose(profile);
    }
    report(&config, &config.errors);
    Ok(config)
}

fn line(owner: &str, option: &EngineOption, config: &Config) -> String {
    match config.entry(owner, &option.name) {
        Some(entry) => format!("{} = {} (default {})", option.name, text(&entry.value), default(option)),
        None => format!("{} = {}", option.name, default(option)),
    }
}

/// Asks for a new value; the inner option is none for the default. Returns none if the user goes back.
fn ask(owner: &str, option: &EngineOption, current: Option<String>) -> Result<Option<Option<OptionValue>>> {
    let words: Vec<String> = match &option.kind {
        OptionKind::Check { .. } => vec!["true".into(), "false".into()],
        OptionKind::Combo { choices, .. } => choices.clone(),
        kind => {
            let prompt = format!("{}: {kind}; empty for the default ({})", option.name, default(option));
            let right = |words: &str| {
                if words.is_empty() {
                    Ok(())
                } else {
                    checked(owner, option, words).map(drop).map_err(|error| error.to_string())
                }
            };
            let Some(words) = field::ask(&prompt, &current.unwrap_or_default(), right)? else {
                return Ok(None);
            };
            return Ok(Some(if words.is_empty() { None } else { Some(option.parse(&words)?) }));
        }
    };
    let mut lines = words.clone();
    lines.push(format!("default ({})", default(option)));
    let now = words.iter().position(|word| Some(word) == current.as_ref()).unwrap_or(words.len());
    let Some(index) = select(&option.name, &lines, now)? else { return Ok(None) };
    Ok(Some(match words.get(index) {
        Some(word) => Some(option.parse(word)?),
        None => None,
    }))
}

/// Returns the chosen line; none after Esc.
fn select<T: std::fmt::Display>(prompt: &str, lines: &[T], first: usize) -> Result<Option<usize>> {
    let theme = ColorfulTheme::default();
    Ok(Select::with_theme(&theme)
        .with_prompt(prompt)
        .items(lines)
        .default(first)
        .report(false)
        .interact_opt()?)
}
