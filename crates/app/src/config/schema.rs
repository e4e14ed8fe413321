//! The possible contents of the configuration: options of the built-in engines, and program settings.

use std::sync::OnceLock;

use heirloom_engine::option::nearest;
use heirloom_engine::{EngineOption, OptionKind, OptionValue};

use super::error::{Problem, excerpt};
use super::lines::Found;

/// The name of the section of program settings.
pub const GENERAL: &str = "general";
/// The first part of section names of engines.
pub(super) const ENGINE: &str = "engine";
/// The first part of section names of external programs.
pub(super) const PROGRAM: &str = "program";
/// The first part of section names of profiles, which contain the same sections as the top level.
pub(super) const PROFILE: &str = "profile";

/// Lists all program settings. A new one needs only a line here and a query where it is used.
fn settings() -> Vec<EngineOption> {
    vec![
        // Chess figurines instead of letters, on the boards of the console and the terminal game.
        EngineOption::check("figures", false),
        // Moves in coordinate notation instead of SAN, in the terminal game.
        EngineOption::check("coordinates", false),
    ]
}

/// The engines with their options, and the settings.
pub struct Schema {
    /// The engines, followed by [`GENERAL`].
    owners: Vec<Owner>,
    options: fn(&str) -> Vec<EngineOption>,
}

/// An owner of entries. Its options are queried on first use, since that requires creating an engine.
struct Owner {
    name: String,
    options: OnceLock<Vec<EngineOption>>,
}

impl Schema {
    /// Creates a schema for these engines; `options` returns the options of an engine by name.
    pub fn new<'a>(
        engines: impl IntoIterator<Item = &'a str>,
        options: fn(&str) -> Vec<EngineOption>,
    ) -> Schema {
        let owners = engines
            .into_iter()
            .chain([GENERAL])
            .map(|name| Owner { name: name.into(), options: OnceLock::new() });
        Schema { owners: owners.collect(), options }
    }

    /// Iterates over the engines, followed by [`GENERAL`].
    pub fn owners(&self) -> impl Iterator<Item = &str> {
        self.owners.iter().map(|owner| owner.name.as_str())
    }

    /// Iterates over the options that can be set for an engine or the program.
    pub fn options<'a>(&'a self, owner: &str) -> impl Iterator<Item = &'a EngineOption> {
        self.all_options(owner).iter().filter(|option| reason_against(option).is_none())
    }

    fn all_options(&self, name: &str) -> &[EngineOption] {
        let Some(owner) = self.owners.iter().find(|owner| owner.name == name) else { return &[] };
        owner.options.get_or_init(|| if name == GENERAL { settings() } else { (self.options)(name) })
    }

    /// Returns the engine with this name.
    pub(super) fn engine(&self, name: &str) -> Result<&str, Problem> {
        let engines = || self.owners().filter(|owner| *owner != GENERAL);
        engines().find(|engine| same_name(engine, name)).ok_or_else(|| {
            let expected = format!("one of {}", engines().collect::<Vec<_>>().join(", "));
            Problem::new(format!("engine '{}'", excerpt(name)), expected).suggest(nearest(name, engines()))
        })
    }

    /// Returns the option with this name.
    pub(super) fn option(&self, owner: &str, name: &str) -> Result<&EngineOption, Problem> {
        let found = format!("'{}'", excerpt(name));
        match self.all_options(owner).iter().find(|option| same_name(&option.name, name)) {
            Some(option) => match reason_against(option) {
                None => Ok(option),
                Some(reason) => {
                    Err(Problem::new(found, format!("an option that can be set in a file ({reason})")))
                }
            },
            None => {
                let near = nearest(name, self.options(owner).map(|option| option.name.as_str()));
                let expected = if owner == GENERAL {
                    let names: Vec<&str> = self.options(owner).map(|option| option.name.as_str()).collect();
                    format!("a setting of the program: {}", names.join(" or "))
                } else {
                    format!("an option of {owner}")
                };
                Err(Problem::new(found, expected).suggest(near))
            }
        }
    }

    /// Parses a key such as `heirloom.Hash` from the command line; returns the owner and the option. Fails
    /// for an unknown name, suggesting the nearest one.
    pub fn key(&self, key: &str) -> Result<(&str, &EngineOption), Problem> {
        let Some((owner, name)) = key.split_once('.') else {
            return Err(Problem::new(
                format!("'{}'", excerpt(key)),
                "a key such as heirloom.Hash or general.figures",
            ));
        };
        let owner = if same_name(owner, GENERAL) { GENERAL } else { self.engine(owner)? };
        Ok((owner, self.option(owner, name)?))
    }
}

/// Options that GUIs and servers set themselves.
const SET_BY_GUIS: &[&str] = &["Ponder", "UCI_AnalyseMode", "UCI_Chess960", "UCI_Opponent", "UCI_ShowWDL"];

/// Returns the reason why an option cannot be set in a file, if any.
fn reason_against(option: &EngineOption) -> Option<&'static str> {
    match option.kind {
        OptionKind::Button => Some("this one is an action"),
        _ if SET_BY_GUIS.contains(&option.name.as_str()) => Some("chess GUIs set this one themselves"),
        _ => None,
    }
}

/// Returns true if the names are equal, ignoring case and the difference between spaces, `_` and `-`.
pub(super) fn same_name(one: &str, other: &str) -> bool {
    let plain = |text: &str| -> Vec<char> {
        text.chars()
            .map(|letter| if matches!(letter, ' ' | '-') { '_' } else { letter.to_ascii_lowercase() })
            .collect()
    };
    plain(one) == plain(other)
}

/// Converts a value to that of an option; `text` is how it was written.
pub(super) fn convert(option: &EngineOption, found: &Found, text: &str) -> Result<OptionValue, Problem> {
    let value = match (&option.kind, found) {
        (OptionKind::Check { .. }, Found::Check(on)) => Some(OptionValue::Check(*on)),
        (OptionKind::Spin { min, max, .. }, Found::Number(number)) if (min..=max).contains(&number) => {
            Some(OptionValue::Spin(*number))
        }
        (OptionKind::Combo { .. } | OptionKind::Text { .. }, Found::Text(text)) => option.parse(text).ok(),
        _ => None,
    };
    value.ok_or_else(|| {
        let unquoted = matches!(found, Found::Text(text) if option.parse(text).is_ok());
        let expected = match (&option.kind, found) {
            (OptionKind::Check { .. } | OptionKind::Spin { .. }, Found::Text(_)) if unquoted => {
                format!("{}, without quotes", option.kind)
            }
            (OptionKind::Text { .. }, _) => "text between single quotes".into(),
            (OptionKind::Combo { .. }, Found::Text(_)) => option.kind.to_string(),
            (OptionKind::Combo { .. }, _) => format!("{}, in quotes", option.kind),
            _ => option.kind.to_string(),
        };
        let near = match (&option.kind, found) {
            (OptionKind::Combo { choices, .. }, Found::Text(word)) => {
                nearest(word, choices.iter().map(String::as_str))
            }
            _ => None,
        };
        Problem::new(format!("{} = {}", option.name, excerpt(text)), expected)
            .suggest(near.map(|word| format!("\"{word}\"")))
    })
}
