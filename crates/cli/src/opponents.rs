//! `heirloom opponents`: the characters and the ancestors that people can play against.

use std::io::Write;

use anyhow::{Result, bail};
use heirloom_app::characters::{self, Character};
use heirloom_app::roster::BuiltIn;
use heirloom_engine::Engine;
use heirloom_engine::option::nearest;

use crate::invocation::{Invocation, NoArguments};
use crate::progress::warn;

/// Lists the opponents, weakest first, then the ancestors by year.
pub fn run(_: &NoArguments, _: &Invocation<'_>) -> Result<()> {
    let mut out = std::io::stdout();
    for Character { name, elo, about: [about, _], .. } in known() {
        writeln!(out, "{name:<12} {elo:>5}  {about}")?;
    }
    writeln!(out)?;
    for ancestor in heirloom_ancestors::ALL {
        let story = ancestor.introduction.split_inclusive(". ").next().unwrap_or_default();
        writeln!(out, "{:<12} {:>5}  {}", ancestor.name, ancestor.year, story.trim_end())?;
    }
    writeln!(
        out,
        "\nheirloom play --opponent NAME starts a game. Numbers are a character's Elo or an ancestor's year."
    )?;
    if let Some(path) = characters::file() {
        writeln!(out, "Put your own characters in {}; docs/levels.md describes the format.", path.display())?;
    }
    Ok(())
}

/// Returns the characters; prints what is wrong with the user's file.
fn known() -> Vec<Character> {
    let (characters, trouble) = characters::all();
    if let Some(trouble) = trouble {
        warn(&trouble);
    }
    characters
}

/// Returns the strength of a character.
pub fn elo(name: &str) -> Option<i64> {
    characters::find(name).map(|character| character.elo)
}

/// Creates the opponent with this name. Fails if there is none.
pub fn create(name: &str) -> Result<Box<dyn Engine>> {
    let characters = known();
    if let Some(character) = characters.iter().find(|character| character.is_called(name)) {
        return Ok(character.create()?);
    }
    let ancestors = heirloom_ancestors::ALL.iter().map(|ancestor| ancestor.id);
    if let Some(own) = BuiltIn::find(name) {
        return Ok(own.create()?);
    }
    let names = characters.iter().map(|character| character.id.as_str()).chain(ancestors);
    match nearest(name, names) {
        Some(near) => bail!("no opponent named '{name}'; did you mean {near}?"),
        None => bail!("no opponent named '{name}'; 'heirloom opponents' lists them"),
    }
}
