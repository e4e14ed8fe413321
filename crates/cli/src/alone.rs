//! Arguments parsed as if they were those of a whole program.

use clap::{Args, Parser};

/// A program with these arguments only.
#[derive(Parser)]
#[command(args_override_self = true)]
struct Alone<A: Args> {
    #[command(flatten)]
    arguments: A,
}

/// Parses words, of which the first is the name of the program. An argument that is given twice has its last
/// value.
pub fn parse<A: Args>(words: impl IntoIterator<Item = String>) -> Result<A, clap::Error> {
    Alone::try_parse_from(words).map(|alone| alone.arguments)
}

/// Parses a line, quoted as in a shell, without the name of the program.
#[cfg(test)]
pub fn parse_line<A: Args>(line: &str) -> Result<A, clap::Error> {
    parse(shlex::split(&format!("alone {line}")).expect("quotes that close"))
}
