//! `heirloom ancestors` and `heirloom genealogy`: the five historical engines and the later life of their
//! ideas.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use heirloom_ancestors::ALL;
use heirloom_workshop::measure;

use crate::interrupt;
use crate::invocation::{Invocation, NoArguments};

#[derive(Args)]
pub struct Arguments {
    /// Measure the engines instead: speed of perft and search, and the cost of legal move generation
    #[arg(long)]
    measure: bool,
    /// Repeat each measurement for this many milliseconds; the fastest run counts
    #[arg(long, default_value_t = 1000, requires = "measure",
        value_parser = clap::value_parser!(u32).range(1..))]
    movetime: u32,
}

/// Introduces all engines, or measures them.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<()> {
    if arguments.measure {
        let (caught, time) = (interrupt::catch(), Duration::from_millis(arguments.movetime.into()));
        return measure::run(&mut std::io::stdout(), time, caught.flag(), &|| caught.signals());
    }
    let mut out = std::io::stdout();
    for ancestor in ALL {
        writeln!(
            out,
            "{} ({}, {})  --engine {}",
            ancestor.name, ancestor.author, ancestor.year, ancestor.id
        )?;
        writeln!(out, "  board: {}", ancestor.board)?;
        for line in folded(ancestor.introduction, 96) {
            writeln!(out, "  {line}")?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "heirloom --engine NAME runs one at the console or over UCI; heirloom play and heirloom match take \
            the same names."
    )?;
    Ok(())
}

/// Prints the ideas of each engine, with their place in its code and in Heirloom's.
pub fn genealogy(_: &NoArguments, _: &Invocation<'_>) -> Result<()> {
    let mut out = std::io::stdout();
    for ancestor in ALL {
        writeln!(out, "{} ({})", ancestor.name, ancestor.year)?;
        for idea in ancestor.ideas {
            writeln!(out, "  {}\n      crates/ancestors/src/{}", idea.name, idea.code)?;
            match idea.flagship {
                Some(place) => writeln!(out, "      today in crates/{place}")?,
                None => writeln!(out, "      not used by the flagship")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Wraps text to a width in characters.
fn folded(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_folded_between_words() {
        assert_eq!(folded("one two three", 7), ["one two", "three"]);
        assert_eq!(folded("  ", 7), [""; 0]);
    }

    #[test]
    fn every_idea_is_where_it_is_said_to_be() {
        let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for idea in ALL.iter().flat_map(|ancestor| ancestor.ideas) {
            assert!(crates.join("ancestors/src").join(idea.code).exists(), "{}: {}", idea.name, idea.code);
            assert!(
                idea.flagship.is_none_or(|place| crates.join(place).exists()),
                "{}: {:?}",
                idea.name,
                idea.flagship
            );
        }
    }
}
