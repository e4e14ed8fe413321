//! Parsing of `name=value` pairs with a fixed set of names, and of quoted words with spaces.

use std::fmt::Display;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow, bail};
use heirloom_engine::option::nearest;

pub use heirloom_app::words::{quoted, split};

/// Pairs of names and values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pairs(Vec<(String, String)>);

impl Pairs {
    /// Parses `name=value` words; `what` names the argument in error messages. Fails for a word without `=`
    /// and for an unknown name; the error suggests the nearest one of `names`.
    pub fn parse(text: &str, what: &str, names: &[&str]) -> Result<Pairs> {
        let mut pairs = Pairs::default();
        for word in split(text)? {
            let Some((name, value)) = word.split_once('=') else {
                bail!(
                    "{what}: '{word}' has no value; expected settings such as {}=...",
                    names.first().unwrap_or(&"name")
                );
            };
            if !names.contains(&name) {
                return Err(unknown(name, what, names));
            }
            pairs.0.push((name.into(), value.into()));
        }
        Ok(pairs)
    }

    /// Returns the last value of any of these names, which are synonyms.
    pub fn get(&self, names: &[&str]) -> Option<&str> {
        self.0.iter().rev().find(|(name, _)| names.contains(&name.as_str())).map(|(_, value)| value.as_str())
    }

    /// Parses the result of [`Pairs::get`]. Fails if the value is invalid.
    pub fn value<T: FromStr<Err: Display>>(&self, what: &str, names: &[&str]) -> Result<Option<T>> {
        self.get(names).map(|text| value(what, names[0], text)).transpose()
    }
}

/// Parses a value. Fails if the value is invalid; the error names the argument.
pub fn value<T: FromStr<Err: Display>>(what: &str, name: &str, text: &str) -> Result<T> {
    text.parse().map_err(|error| anyhow!("{what}: {name}={text}: {error}"))
}

/// Parses a yes or no in any of the usual forms. Fails for any other word.
pub fn switch(what: &str, name: &str, text: &str) -> Result<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Ok(true),
        "false" | "off" | "no" | "0" => Ok(false),
        _ => Err(anyhow!("expected true or false")).with_context(|| format!("{what}: {name}={text}")),
    }
}

/// Returns the error for an unknown name, which suggests the nearest known one.
pub fn unknown(name: &str, what: &str, names: &[&str]) -> anyhow::Error {
    match nearest(name, names.iter().copied()) {
        Some(near) => anyhow!("{what}: unknown setting '{name}'; did you mean '{near}'?"),
        None => anyhow!("{what}: unknown setting '{name}'; expected one of {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_spaces() {
        assert_eq!(
            split(r#"  cmd="my engine" args='-a "b c"' C:\x\y "" "#).unwrap(),
            ["cmd=my engine", "args=-a \"b c\"", r"C:\x\y", ""]
        );
        assert!(split("a \"b").is_err());
        for word in ["plain", "two words", "with \"double\" quotes", ""] {
            assert_eq!(split(&quoted(word)).unwrap(), [word]);
        }
    }

    #[test]
    fn unknown_names_are_rejected() {
        let names = &["movecount", "score"];
        let pairs = Pairs::parse("score=1 movecount=3 score=400", "--resign", names).unwrap();
        assert_eq!(pairs.value::<u32>("--resign", &["score"]).unwrap(), Some(400));
        let error = |text: &str| Pairs::parse(text, "--resign", names).unwrap_err().to_string();
        assert_eq!(error("scroe=3"), "--resign: unknown setting 'scroe'; did you mean 'score'?");
        assert_eq!(error("zzz=3"), "--resign: unknown setting 'zzz'; expected one of movecount, score");
        assert_eq!(error("score"), "--resign: 'score' has no value; expected settings such as movecount=...");
        assert_eq!(pairs.value::<u32>("--resign", &["x", "score"]).unwrap(), Some(400));
        let bad = Pairs::parse("score=x", "--resign", names)
            .unwrap()
            .value::<u32>("--resign", &["score"])
            .unwrap_err();
        assert_eq!(bad.to_string(), "--resign: score=x: invalid digit found in string");
        assert!(switch("--resign", "twosided", "on").unwrap());
        assert!(switch("--resign", "twosided", "maybe").is_err());
    }
}
