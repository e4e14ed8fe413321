//! A test that the program accepts every command line in the docs.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use heirloom_workshop::dialect;

use crate::Arguments;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn pages() -> Vec<PathBuf> {
    let mut pages =
        vec![root().join("README.md"), root().join("CONTRIBUTING.md"), root().join("RELEASING.md")];
    for folder in ["docs", "docs/manual"] {
        pages
            .extend(fs::read_dir(root().join(folder)).expect("a folder").flatten().map(|entry| entry.path()));
    }
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages
}

/// Returns the lines in code blocks that may be commands, with continued lines joined.
fn lines_of_blocks(text: &str) -> Vec<String> {
    let blocks = text.split("\n```").enumerate().filter(|(index, _)| index % 2 == 1);
    let joined = |block: &str| block.replace("\\\n", " ");
    let blocks = blocks.filter(|(_, block)| block.starts_with('\n') || block.starts_with("console\n"));
    blocks
        .flat_map(|(_, block)| joined(block).lines().skip(1).map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// Returns the calls of heirloom in a shell line: each part of a pipe, without redirections and remarks.
fn calls(line: &str) -> Vec<Vec<String>> {
    let command = line.trim_start_matches("$ ").replace("$(nproc)", "4");
    let words = command.split_inclusive(char::is_whitespace).scan(0, |spaces, word| {
        *spaces = if word.trim().is_empty() { *spaces + 1 } else { 0 };
        (*spaces < 2).then_some(word)
    });
    let Some(words) = shlex::split(&words.collect::<String>()) else { return Vec::new() };
    let parts = words.split(|word| word == "|" || word == "&&").filter(|part| {
        part.first()
            .is_some_and(|program| Path::new(program).file_name().is_some_and(|name| name == "heirloom"))
    });
    parts
        .map(|part| {
            part.iter().take_while(|word| !matches!(word.as_str(), ">" | "<" | "#")).cloned().collect()
        })
        .collect()
}

/// Returns the error of a call that is not accepted.
fn refusal(mut words: Vec<String>) -> Option<String> {
    if words.get(1).is_some_and(|word| word == "match") {
        match dialect::translate(&words[2..], &mut Vec::new()) {
            Ok(None) => (),
            Ok(Some(ours)) => drop(words.splice(2.., ours)),
            Err(error) => return Some(error.to_string()),
        }
    }
    // A UCI command in one word, for distributed testing.
    if words.get(1).is_some_and(|word| word.contains(' ')) {
        return None;
    }
    let error = Arguments::try_parse_from(words).err()?;
    error.use_stderr().then(|| error.to_string())
}

#[test]
fn every_command_in_the_docs_is_accepted() {
    let mut faults = Vec::new();
    let mut count = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("readable");
        for line in lines_of_blocks(&text) {
            for call in calls(&line) {
                count += 1;
                if let Some(refusal) = refusal(call) {
                    faults.push(format!(
                        "{}: {line}\n    {}",
                        page.display(),
                        refusal.lines().next().unwrap_or_default()
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} of {count} commands:\n{}", faults.len(), faults.join("\n"));
    assert!(count > 150, "only {count} commands found");
}

#[test]
fn calls_are_found_in_lines_of_shell() {
    let only = |line: &str| calls(line).into_iter().map(|words| words.join("|")).collect::<Vec<_>>();
    assert_eq!(
        only("zstdcat a.zst | heirloom pgn filter --min-elo 2400 | heirloom pgn tree"),
        ["heirloom|pgn|filter|--min-elo|2400", "heirloom|pgn|tree"]
    );
    assert_eq!(only("heirloom puzzle list a.csv --json > b.json"), ["heirloom|puzzle|list|a.csv|--json"]);
    assert_eq!(only("heirloom pgn count games.pgn         games, plies"), ["heirloom|pgn|count|games.pgn"]);
    assert_eq!(only("target/release/heirloom bench   # nodes"), ["target/release/heirloom|bench"]);
    assert!(only("make native").is_empty());
}
