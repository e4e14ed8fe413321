//! Measures whether the sentences of reviews are true, and how many bad moves have one.
//!
//! ```text
//! review_sentences draw --seed 7 --games 40 --moves 200 --nodes 100000 FILES... > sample
//! review_sentences judge --nodes 1000000 < sample
//! ```
//!
//! `draw` draws games at random, evenly over the ratings, reviews them and draws bad moves from them. `judge`
//! takes a closer look at each, as a review does, and checks the remaining sentences with more nodes.

mod check;
mod draw;
mod report;
mod sample;

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;

/// What ends the program early.
type Failure = Box<dyn Error>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.split_first() {
        Some((verb, rest)) if verb == "draw" => draw::run(rest),
        Some((verb, rest)) if verb == "judge" => report::run(rest),
        _ => Err("usage: review_sentences draw|judge [--NAME VALUE]... [FILES...]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "review_sentences: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the number after `--NAME`, or the default.
fn number(words: &[String], name: &str, default: u64) -> Result<u64, Failure> {
    let place = words.iter().position(|word| word.strip_prefix("--") == Some(name));
    let Some(place) = place else { return Ok(default) };
    let value = words.get(place + 1).ok_or_else(|| format!("--{name} needs a number"))?;
    Ok(value.parse().map_err(|_| format!("--{name} needs a number, not '{value}'"))?)
}
