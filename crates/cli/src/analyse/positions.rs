//! Which positions are analyzed: the words of the command, files, or standard input.

use std::io::IsTerminal;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;
use heirloom_workshop::analysis::subject::{Number, PlaceInGame, Subject, Subjects, file, position};

use crate::progress::warn;
use crate::streams;

#[derive(Args)]
pub struct PlaceArguments {
    /// Analyze only game N of the PGN file, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Analyze each game's position after N plies [default: the last position]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Analyze each game's position before this move, such as 23w or 23b
    #[arg(long = "move", value_name = "MOVE", conflicts_with = "ply")]
    before: Option<Number>,
}

impl PlaceArguments {
    fn place(&self) -> PlaceInGame {
        PlaceInGame { game: self.game, ply: self.ply, before: self.before }
    }
}

/// Reads the words: one position if the first is not a file, else files and quoted positions. Fails on a
/// position or file that cannot be read; errors within files are among the subjects.
pub fn read(words: &[String], choice: &PlaceArguments) -> Result<Subjects> {
    let [first, ..] = words else {
        return if std::io::stdin().is_terminal() {
            Ok(one(position("startpos", warn)?, choice)?)
        } else {
            open("-", choice)
        };
    };
    if !is_file(first) && !first.contains(char::is_whitespace) {
        let subject = position(&words.join(" "), warn);
        let is_board = words.len() > 1 || first.contains('/');
        let subject = if is_board {
            subject
        } else {
            subject.with_context(|| format!("there is no file '{first}', and it is not a position"))
        };
        return one(subject?, choice);
    }
    let mut all: Vec<Subjects> = Vec::new();
    for word in words {
        all.push(if is_file(word) { open(word, choice)? } else { one(position(word, warn)?, choice)? });
    }
    Ok(Box::new(all.into_iter().flatten()))
}

fn one(subject: Subject, choice: &PlaceArguments) -> Result<Subjects> {
    if choice.place().is_given() {
        bail!("--game, --ply and --move select positions of PGN games; name a PGN file");
    }
    Ok(Box::new(std::iter::once(Ok(subject))))
}

/// Returns true if a word is meant as a file. Boards have slashes, too, but no file extension.
fn is_file(word: &str) -> bool {
    let path = Path::new(word);
    let inner = heirloom_files::without_compression(path);
    let ends = ["pgn", "epd", "fen", "txt"]
        .iter()
        .any(|end| inner.extension().is_some_and(|own| own.eq_ignore_ascii_case(end)));
    // A pipe is not a regular file, but can be read like one.
    word == "-" || ends || inner != path || path.exists() && !path.is_dir()
}

fn open(path: &str, choice: &PlaceArguments) -> Result<Subjects> {
    file(streams::name(path.as_ref()), streams::open(path.as_ref())?, choice.place(), warn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_from_boards() {
        assert!(is_file("a/b.pgn") && is_file("-") && !is_file("4k3/8/8/8/8/8/8/4K3"));
    }
}
